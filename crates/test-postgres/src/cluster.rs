//! A temporary PostgreSQL cluster.

use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// An error while starting a cluster.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The program `initdb` is not installed.
    #[error(
        "its initdb was not found on the PATH or in /usr/lib/postgresql: install it, or set TEST_POSTGRES_URL"
    )]
    NotInstalled,
    /// A program that could not be started.
    #[error("a program could not be run")]
    Run(#[from] std::io::Error),
    /// A program that failed.
    #[error("{program} failed: {output}")]
    Failed {
        /// The name of the program.
        program: String,
        /// The output of the program.
        output: String,
    },
}

/// A running cluster. It is stopped when the process that started it ends.
#[derive(Debug)]
pub(crate) struct Cluster {
    url: String,
    /// The shell that stops the server. It waits for the end of a pipe whose other end this process holds.
    _keeper: Child,
}

impl Cluster {
    pub(crate) fn start() -> Result<Self, Error> {
        let programs = programs().ok_or(Error::NotInstalled)?;
        let user = ServerUser::find()?;
        let folder = TempDir::with_prefix("saldo-test-postgres-")?;
        user.own(folder.path())?;
        let data = folder.path().join("data");
        let initdb = user
            .command(&programs.join("initdb"), folder.path())
            .arg("-D")
            .arg(&data)
            .args(["-U", "saldo", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"])
            .output()?;
        succeeded("initdb", &initdb)?;
        // Another process may take the port between the search for a free one and the start of the server.
        let mut attempts = 0;
        let port = loop {
            let port = free_port()?;
            match start_server(&user, &programs, folder.path(), port) {
                Ok(()) => break port,
                Err(error) if attempts == 2 => return Err(error),
                Err(_) => attempts += 1,
            }
        };
        let keeper = keep(&user, &programs, folder)?;
        Ok(Self { url: format!("postgres://saldo@127.0.0.1:{port}/postgres"), _keeper: keeper })
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

fn start_server(user: &ServerUser, programs: &Path, folder: &Path, port: u16) -> Result<(), Error> {
    let options = format!(
        "-p {port} -k {} -c listen_addresses=127.0.0.1 -c max_connections=400 -c fsync=off \
         -c synchronous_commit=off -c full_page_writes=off",
        folder.display()
    );
    let output = user
        .command(&programs.join("pg_ctl"), folder)
        .arg("-D")
        .arg(folder.join("data"))
        .arg("-l")
        .arg(folder.join("log"))
        .args(["-w", "-o", &options, "start"])
        .stdin(Stdio::null())
        .output()?;
    succeeded("pg_ctl start", &output)
}

/// Starts a shell that waits until this process ends, then stops the server and removes its folder.
fn keep(user: &ServerUser, programs: &Path, folder: TempDir) -> Result<Child, Error> {
    let folder = folder.keep();
    let script = "cat; \"$1\" -D \"$2/data\" -m immediate stop; rm -rf \"$2\"";
    let keeper = user
        .command(Path::new("sh"), &folder)
        .args(["-c", script, "sh"])
        .arg(programs.join("pg_ctl"))
        .arg(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    Ok(keeper)
}

/// Returns the folder of PostgreSQL's programs; `None` if `initdb` is not found.
fn programs() -> Option<PathBuf> {
    let on_path = output_of("sh", &["-c", "command -v initdb"]).map(PathBuf::from);
    let initdb = on_path.or_else(|| {
        let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
        let found = versions.flatten().map(|version| version.path().join("bin/initdb"));
        found.filter(|path| path.exists()).max_by_key(|path| version_of(path))
    })?;
    // `initdb` may be a symbolic link in a folder without the other programs.
    Some(initdb.canonicalize().ok()?.parent()?.to_owned())
}

fn version_of(initdb: &Path) -> Option<u32> {
    initdb.parent()?.parent()?.file_name()?.to_str()?.parse().ok()
}

fn free_port() -> Result<u16, Error> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

/// The user that runs the server, because PostgreSQL does not run as root.
enum ServerUser {
    Myself,
    Other { name: &'static str, user: u32, group: u32 },
}

impl ServerUser {
    fn find() -> Result<Self, Error> {
        if output_of("id", &["-u"]).as_deref() != Some("0") {
            return Ok(Self::Myself);
        }
        let number = |flag: &str, name: &str| output_of("id", &[flag, name])?.parse::<u32>().ok();
        ["postgres", "nobody"]
            .into_iter()
            .find_map(|name| {
                Some(Self::Other { name, user: number("-u", name)?, group: number("-g", name)? })
            })
            .ok_or_else(|| Error::Failed {
                program: "id".to_owned(),
                output: "root cannot run PostgreSQL, and there is no user postgres or nobody".to_owned(),
            })
    }

    fn own(&self, path: &Path) -> Result<(), Error> {
        if let Self::Other { user, group, .. } = self {
            std::os::unix::fs::chown(path, Some(*user), Some(*group))?;
        }
        Ok(())
    }

    fn command(&self, program: &Path, folder: &Path) -> Command {
        let mut command = match self {
            Self::Myself => Command::new(program),
            Self::Other { name, user, group } if output_of("sh", &["-c", "command -v setpriv"]).is_some() => {
                let mut command = Command::new("setpriv");
                command.args([format!("--reuid={user}"), format!("--regid={group}")]);
                command.arg("--clear-groups").arg(program).env("USER", name);
                command
            }
            Self::Other { name, .. } => {
                let mut command = Command::new("runuser");
                command.args(["-u", name, "--"]).arg(program);
                command
            }
        };
        // In a separate process group, Ctrl-C does not stop the
        // server directly. It ends the tests, and their end stops it.
        command.current_dir(folder).process_group(0);
        command
    }
}

fn output_of(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}

fn succeeded(program: &str, output: &std::process::Output) -> Result<(), Error> {
    if output.status.success() {
        return Ok(());
    }
    let printed = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
    let output = String::from_utf8_lossy(&printed).trim().to_owned();
    Err(Error::Failed { program: program.to_owned(), output })
}
