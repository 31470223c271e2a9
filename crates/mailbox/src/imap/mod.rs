//! The adapter of IMAP (RFC 3501 and RFC 9051), over TLS.

mod grant;
mod session;
mod stream;
mod utf7;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use async_imap::imap_proto::{Response, Status};
use async_imap::{Authenticator, Client};
use async_trait::async_trait;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use saldo_domain::{MailLogin, MailSecurity, MailboxSecrets, MailboxSettings};
use saldo_guarded_http::{GuardedClient, Refused, resolve};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

use crate::server::{Granted, MailCredential, MailError, MailServer, OpenedFolder};
use session::ImapSession;
use stream::{Metered, Stream};

/// The bytes of all answers before a folder is open.
const GREETING_BYTES_MAX: u64 = 256 * 1024;

/// Settings of the adapter.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct ImapSettings {
    /// Hosts in private networks that may be connected to.
    pub private_hosts: Vec<String>,
    /// The time for one step of the protocol.
    pub step_max: Duration,
    /// Certificates of further authorities, in the format PEM.
    pub authorities: Vec<u8>,
}

impl ImapSettings {
    /// Creates settings.
    #[must_use]
    pub const fn new(private_hosts: Vec<String>, step_max: Duration, authorities: Vec<u8>) -> Self {
        Self { private_hosts, step_max, authorities }
    }
}

/// Error: certificates of authorities that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("the certificates of authorities for mail servers cannot be read; they must be in the format PEM")]
pub struct InvalidCertificates;

/// Servers of IMAP.
pub struct Imap {
    tls: TlsConnector,
    client: GuardedClient,
    settings: ImapSettings,
}

impl Imap {
    /// Creates the adapter. `client` connects to token endpoints of OAuth 2.
    ///
    /// # Errors
    /// [`InvalidCertificates`] if those of further authorities cannot be read.
    pub fn new(client: GuardedClient, settings: ImapSettings) -> Result<Self, InvalidCertificates> {
        let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
        for certificate in CertificateDer::pem_slice_iter(&settings.authorities) {
            let certificate = certificate.map_err(|_| InvalidCertificates)?;
            roots.add(certificate).map_err(|_| InvalidCertificates)?;
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|_| InvalidCertificates)?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Self { tls: TlsConnector::from(Arc::new(config)), client, settings })
    }

    /// Limits the time of a step.
    async fn step<T>(&self, work: impl Future<Output = Result<T, MailError>>) -> Result<T, MailError> {
        tokio::time::timeout(self.settings.step_max, work).await.unwrap_or(Err(MailError::Unreachable))
    }

    async fn connect(&self, settings: &MailboxSettings) -> Result<Client<Metered>, MailError> {
        let MailboxSettings { host, port, security, .. } = settings;
        let addresses = resolve(host, *port, &self.settings.private_hosts).await.map_err(refused)?;
        let is_local = addresses.iter().all(|address| address.ip().is_loopback());
        if *security == MailSecurity::None && !is_local {
            return Err(MailError::Insecure);
        }
        let connection = Stream::Plain(reach(&addresses).await?);
        match security {
            MailSecurity::None => greeted(connection).await,
            MailSecurity::Tls => greeted(self.encrypt(connection, host).await?).await,
            MailSecurity::StartTls => {
                let mut client = greeted(connection).await?;
                let started = client.run_command_and_check_ok("STARTTLS", None).await;
                started.map_err(|_| MailError::NoStartTls)?;
                // What the server sent before the handshake is dropped with the client: it could be forged.
                let connection = client.into_inner().into_inner();
                Ok(Client::new(Metered::new(self.encrypt(connection, host).await?, GREETING_BYTES_MAX)))
            }
        }
    }

    async fn encrypt(&self, connection: Stream, host: &str) -> Result<Stream, MailError> {
        let Stream::Plain(connection) = connection else { return Err(MailError::Malformed) };
        let name =
            ServerName::try_from(host.to_owned()).map_err(|error| MailError::Tls(error.to_string()))?;
        let encrypted = self.tls.connect(name, connection).await;
        let encrypted = encrypted.map_err(|error| MailError::Tls(error.to_string()))?;
        Ok(Stream::Tls(Box::new(encrypted)))
    }
}

#[async_trait]
impl MailServer for Imap {
    async fn authorize(
        &self,
        settings: &MailboxSettings,
        secrets: &MailboxSecrets,
    ) -> Result<Granted, MailError> {
        match &settings.login {
            MailLogin::Password => {
                let credential = MailCredential::Password(secrets.login.clone());
                Ok(Granted { credential, refresh_token: None })
            }
            MailLogin::OAuth2 { token_url, client_id } => {
                self.step(grant::access_token(&self.client, token_url, client_id, secrets)).await
            }
        }
    }

    async fn open(
        &self,
        settings: &MailboxSettings,
        credential: &MailCredential,
    ) -> Result<OpenedFolder, MailError> {
        let client = self.step(self.connect(settings)).await?;
        let session = self.step(sign_in(client, &settings.user_name, credential)).await?;
        self.step(ImapSession::open(session, settings, self.settings.step_max)).await
    }
}

/// Connects to the first address that answers.
async fn reach(addresses: &[SocketAddr]) -> Result<TcpStream, MailError> {
    for address in addresses {
        if let Ok(connection) = TcpStream::connect(address).await {
            return Ok(connection);
        }
    }
    Err(MailError::Unreachable)
}

/// Returns a client after the greeting of the server.
async fn greeted(connection: Stream) -> Result<Client<Metered>, MailError> {
    let mut client = Client::new(Metered::new(connection, GREETING_BYTES_MAX));
    let greeting = client.read_response().await.map_err(|error| io_failed(&error))?;
    match greeting.as_ref().map(|greeting| greeting.parsed()) {
        Some(Response::Data { status: Status::Ok, .. }) => Ok(client),
        Some(_) => Err(MailError::Malformed),
        None => Err(MailError::Unreachable),
    }
}

async fn sign_in(
    client: Client<Metered>,
    user_name: &str,
    credential: &MailCredential,
) -> Result<async_imap::Session<Metered>, MailError> {
    match credential {
        // Strings of the command LOGIN are ASCII, and those of PLAIN are UTF-8.
        MailCredential::Password(password) if user_name.is_ascii() && password.is_ascii() => {
            let signed_in = client.login(user_name, password).await;
            signed_in.map_err(|(error, _)| sign_in_failed(error, MailError::Rejected))
        }
        MailCredential::Password(password) => {
            let answers = Answers(vec![format!("\0{user_name}\0{password}")]);
            let signed_in = client.authenticate("PLAIN", answers).await;
            signed_in.map_err(|(error, _)| sign_in_failed(error, MailError::Rejected))
        }
        MailCredential::AccessToken(token) => {
            let answers = Answers(vec![format!("user={user_name}\x01auth=Bearer {token}\x01\x01")]);
            let signed_in = client.authenticate("XOAUTH2", answers).await;
            signed_in.map_err(|(error, _)| sign_in_failed(error, MailError::TokenRejected))
        }
    }
}

/// The answers to the challenges of a sign-in; empty ones after the last.
struct Answers(Vec<String>);

impl Authenticator for Answers {
    type Response = String;

    fn process(&mut self, _: &[u8]) -> String {
        // XOAUTH2 reports an error as a challenge, to which the answer is empty.
        self.0.pop().unwrap_or_default()
    }
}

fn sign_in_failed(error: async_imap::error::Error, rejected: MailError) -> MailError {
    use async_imap::error::Error;
    match error {
        // RFC 5530: the server cannot check the password at the moment.
        Error::No(text) if text.contains("UNAVAILABLE") => MailError::Unreachable,
        Error::No(_) | Error::Bad(_) => rejected,
        error => failed(error),
    }
}

fn failed(error: async_imap::error::Error) -> MailError {
    use async_imap::error::Error;
    match error {
        Error::Io(error) => io_failed(&error),
        Error::ConnectionLost => MailError::Unreachable,
        Error::No(text) | Error::Bad(text) => MailError::Refused(session::shown(&text)),
        _ => MailError::Malformed,
    }
}

fn io_failed(error: &std::io::Error) -> MailError {
    match error.kind() {
        std::io::ErrorKind::QuotaExceeded => MailError::TooLarge,
        // The parser reports what it cannot read so.
        std::io::ErrorKind::Other => MailError::Malformed,
        _ => MailError::Unreachable,
    }
}

fn refused(refused: Refused) -> MailError {
    match refused {
        Refused::PrivateAddress => MailError::PrivateAddress,
        _ => MailError::Unreachable,
    }
}
