//! A real mail server for tests: dovecot, with a folder of its own, as root or as an ordinary user.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU16, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tempfile::TempDir;

/// The password of the only account, `ann`.
pub(crate) const PASSWORD: &str = "sesame ä open";

/// The user that owns mail if the server runs as root, which dovecot does not permit.
const NOBODY: u32 = 65_534;

/// A running mail server. Dropping it stops the server.
pub(crate) struct Dovecot {
    /// The port with STARTTLS.
    pub(crate) port: u16,
    /// The port with TLS.
    pub(crate) tls_port: u16,
    /// A provider of OAuth 2, which the server asks about tokens.
    pub(crate) provider: Provider,
    server: Child,
    place: TempDir,
    owner: Option<u32>,
    delivered: AtomicU32,
}

impl Drop for Dovecot {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the log of dovecot:\n{}", self.log());
        }
        // The main process ends the others; after a kill, they would stay.
        let id = self.server.id().to_string();
        let asked = Command::new("kill").arg(&id).status().is_ok_and(|status| status.success());
        if !asked {
            eprintln!("dovecot {id} could not be stopped");
        }
        drop(self.server.wait());
    }
}

impl Dovecot {
    /// Starts a server. Returns `None` and prints a notice if dovecot is not installed.
    pub(crate) fn start() -> Option<Self> {
        Self::start_with("")
    }

    /// Starts a server with further lines of configuration.
    pub(crate) fn start_with(more: &str) -> Option<Self> {
        let program = ["/usr/sbin/dovecot", "/usr/local/sbin/dovecot"]
            .into_iter()
            .find(|path| Path::new(path).exists());
        let Some(program) = program.filter(|_| Path::new("/usr/lib/dovecot/imap").exists()) else {
            #[expect(clippy::disallowed_methods, reason = "a test")]
            let is_ci = std::env::var_os("CI").is_some();
            assert!(!is_ci, "dovecot is not installed: apt install dovecot-imapd");
            eprintln!("skipped: dovecot is not installed (apt install dovecot-imapd)");
            return None;
        };
        let place = tempfile::tempdir().unwrap();
        // Processes of other users read the configuration.
        fs::set_permissions(place.path(), fs::Permissions::from_mode(0o755)).unwrap();
        certificates(place.path());
        let (port, tls_port) = (free_port(), free_port());
        let provider = Provider::start();
        let owner = (user("-u") == "0").then_some(NOBODY);
        fs::write(place.path().join("passwd"), format!("ann:{{PLAIN}}{PASSWORD}\n")).unwrap();
        fs::write(place.path().join("oauth2"), provider.for_dovecot()).unwrap();
        let settings = configuration(place.path(), (port, tls_port), owner) + more;
        fs::write(place.path().join("conf"), settings).unwrap();
        let mut command = Command::new(program);
        command.arg("-F").arg("-c").arg(place.path().join("conf"));
        let server = command.stdin(Stdio::null()).spawn().unwrap();
        let this = Self { port, tls_port, provider, server, place, owner, delivered: AtomicU32::new(0) };
        for folder in ["", ".Archive"] {
            for part in ["cur", "new", "tmp"] {
                fs::create_dir_all(this.folder(folder).join(part)).unwrap();
            }
        }
        this.give(&this.place.path().join("mail"));
        this.wait();
        Some(this)
    }

    /// Returns the file with the certificate of the authority.
    pub(crate) fn authority(&self) -> String {
        self.place.path().join("ca.pem").display().to_string()
    }

    /// Delivers a message.
    pub(crate) fn deliver(&self, message: &[u8]) {
        let number = self.delivered.fetch_add(1, Ordering::Relaxed);
        let file = self.folder("").join(format!("new/{}.M{number}.test", 1_700_000_000 + number));
        fs::write(&file, message).unwrap();
        self.give(&file);
    }

    /// Returns the names of the messages in a folder, which end in their flags.
    pub(crate) fn messages(&self, folder: &str) -> Vec<String> {
        let of = |part: &str| fs::read_dir(self.folder(folder).join(part)).unwrap();
        let all = ["new", "cur"].into_iter().flat_map(of);
        let mut names: Vec<String> =
            all.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Gives the folder another validity: the identifiers of all messages change.
    pub(crate) fn renumber(&self) {
        let list = self.folder("").join("dovecot-uidlist");
        let text = fs::read_to_string(&list).unwrap();
        let (head, rest) = text.split_once('\n').unwrap();
        let validity = head.split(' ').find(|word| word.starts_with('V')).unwrap();
        fs::write(&list, format!("{}\n{rest}", head.replace(validity, "V1999999999"))).unwrap();
        for entry in fs::read_dir(self.folder("")).unwrap() {
            let path = entry.unwrap().path();
            if path.file_name().unwrap().to_string_lossy().starts_with("dovecot.index") {
                fs::remove_file(path).unwrap();
            }
        }
        self.give(&list);
    }

    fn folder(&self, name: &str) -> PathBuf {
        self.place.path().join("mail/ann/Maildir").join(name)
    }

    /// Makes a file or a folder that of the user of the mail.
    fn give(&self, path: &Path) {
        let Some(owner) = self.owner else { return };
        chown(path, Some(owner), Some(owner)).unwrap();
        if path.is_dir() {
            for entry in fs::read_dir(path).unwrap() {
                self.give(&entry.unwrap().path());
            }
        }
    }

    fn wait(&self) {
        for _ in 0..300 {
            if TcpStream::connect(("127.0.0.1", self.tls_port)).is_ok() {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("dovecot does not listen");
    }

    fn log(&self) -> String {
        fs::read_to_string(self.place.path().join("log")).unwrap_or_default()
    }
}

/// Returns a fact about the user of this process: its name (`-un`), its number (`-u`) or those of its group.
fn user(option: &str) -> String {
    let found = Command::new("id").arg(option).output().unwrap().stdout;
    String::from_utf8(found).unwrap().trim().to_owned()
}

/// Creates an authority and a certificate by it for `localhost`.
fn certificates(folder: &Path) {
    let openssl = |arguments: &str| {
        let mut command = Command::new("openssl");
        command.args(arguments.split(' ')).current_dir(folder).stderr(Stdio::null());
        assert!(command.status().unwrap().success(), "openssl {arguments}");
    };
    let key = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30";
    openssl(&format!("{key} -keyout ca.key -out ca.pem -subj /CN=authority"));
    openssl(&format!(
        "{key} -CA ca.pem -CAkey ca.key -keyout key.pem -out cert.pem -subj /CN=localhost -addext \
         basicConstraints=critical,CA:FALSE -addext subjectAltName=DNS:localhost,IP:127.0.0.1"
    ));
}

fn configuration(folder: &Path, (port, tls_port): (u16, u16), owner: Option<u32>) -> String {
    let folder = folder.display();
    // Only root can run the parts of the server as different users.
    let users = if owner.is_some() {
        String::new()
    } else {
        let (name, group) = (user("-un"), user("-gn"));
        format!(
            "default_internal_user = {name}\ndefault_login_user = {name}\ndefault_internal_group = {group}\n"
        )
    };
    let owner = match owner {
        Some(owner) => format!("uid={owner} gid={owner}"),
        None => format!("uid={} gid={}", user("-u"), user("-g")),
    };
    format!(
        "protocols = imap\nlisten = 127.0.0.1\nbase_dir = {folder}/run\nstate_dir = {folder}/state\n\
         log_path = {folder}/log\nssl = required\nssl_cert = <{folder}/cert.pem\nssl_key = <{folder}/key.pem\n{users}\
         auth_failure_delay = 0 secs\nauth_mechanisms = plain login xoauth2\nfirst_valid_uid = 1\n\
         mail_location = maildir:~/Maildir\nservice anvil {{\n chroot =\n unix_listener anvil-auth-penalty {{\n mode = 0\n }}\n}}\n\
         service imap-login {{\n chroot =\n inet_listener imap {{\n port = {port}\n }}\n\
         inet_listener imaps {{\n port = {tls_port}\n ssl = yes\n }}\n}}\n\
         passdb {{\n driver = oauth2\n mechanisms = xoauth2\n args = {folder}/oauth2\n}}\n\
         passdb {{\n driver = passwd-file\n mechanisms = plain login\n args = {folder}/passwd\n}}\n\
         userdb {{\n driver = static\n args = {owner} home={folder}/mail/%n\n}}\n"
    )
}

/// Returns a port that nothing listens on. It is below those that the system gives to connections, so that
/// no other test takes it before the server listens.
fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = u16::try_from(std::process::id() % 10_000).unwrap();
    let candidate = || 20_000 + (first + NEXT.fetch_add(1, Ordering::Relaxed)) % 10_000;
    let is_free = |port: &u16| TcpListener::bind(("127.0.0.1", *port)).is_ok();
    std::iter::repeat_with(candidate).take(10_000).find(is_free).expect("a free port")
}

/// A provider of OAuth 2: a token endpoint for Saldo, and an endpoint where dovecot asks about tokens.
pub(crate) struct Provider {
    /// The address of the token endpoint.
    pub(crate) token_url: String,
    address: String,
    /// The bodies of the requests to the token endpoint.
    pub(crate) requests: Arc<Mutex<Vec<String>>>,
    /// The refresh token that works now. Each use replaces it.
    pub(crate) refresh_token: Arc<Mutex<String>>,
}

impl Provider {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let provider = Self {
            token_url: format!("http://{address}/token"),
            address,
            requests: Arc::default(),
            refresh_token: Arc::new(Mutex::new("refresh-0".to_owned())),
        };
        let (requests, refresh_token) = (provider.requests.clone(), provider.refresh_token.clone());
        std::thread::spawn(move || {
            for connection in listener.incoming() {
                answer(&connection.unwrap(), &requests, &refresh_token);
            }
        });
        provider
    }

    fn for_dovecot(&self) -> String {
        let url = format!("http://{}/introspect", self.address);
        format!(
            "introspection_mode = post\nintrospection_url = {url}\nusername_attribute = username\n\
             active_attribute = active\nactive_value = true\n"
        )
    }
}

fn answer(mut connection: &TcpStream, requests: &Mutex<Vec<String>>, refresh_token: &Mutex<String>) {
    let mut reader = BufReader::new(connection);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap() == 0 {
            return;
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if line == "\r\n" {
            break;
        }
        head += &line;
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    let body = String::from_utf8(body).unwrap();
    let (status, answer) = if head.starts_with("POST /token ") {
        let mut works = refresh_token.lock().unwrap();
        let is_known = body.contains(&format!("refresh_token={works}&"));
        requests.lock().unwrap().push(body);
        if is_known {
            *works = format!("refresh-{}", requests.lock().unwrap().len());
            (200, format!(r#"{{"access_token": "access-1", "refresh_token": "{works}", "expires_in": 60}}"#))
        } else {
            (400, r#"{"error": "invalid_grant"}"#.to_owned())
        }
    } else {
        let is_active = head.contains("access-1") || body.contains("access-1");
        (200, format!(r#"{{"active": {is_active}, "username": "ann"}}"#))
    };
    let length = answer.len();
    let head = format!(
        "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n"
    );
    connection.write_all(format!("{head}{answer}").as_bytes()).unwrap();
}
