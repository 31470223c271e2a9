//! Connecting to a PostgreSQL server, with or without TLS.

use std::sync::Arc;
use std::time::Duration;

use diesel::{ConnectionError, ConnectionResult};
use diesel_async::AsyncPgConnection;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use saldo_domain::Chain;
use tokio_postgres::config::SslMode;
use tokio_postgres::{Config, NoTls};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::{Error, Result};

/// A server's address and, if the address requires encryption, the certificates to trust.
#[derive(Clone)]
pub(super) struct Server {
    config: Config,
    tls: Option<MakeRustlsConnect>,
}

impl Server {
    /// Parses a `postgres://` URL.
    ///
    /// With `sslmode` `require`, `verify-ca` or `verify-full`, the connection is encrypted and the server's
    /// certificate and name are verified. With any other mode, or none, it is not encrypted, because an
    /// attacker could decline optional encryption. `sslrootcert` names a file of PEM certificates to trust
    /// instead of the public ones.
    ///
    /// # Errors
    /// [`Error::Database`] if the URL or a certificate is not valid, or the file cannot be read.
    pub(super) fn parse(url: &str, connect_timeout: Duration) -> Result<Self> {
        let (url, options) = TlsOptions::split_from(url);
        let mut config: Config = url.parse().map_err(Error::database)?;
        config.application_name("saldo");
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(connect_timeout);
        }
        config.ssl_mode(if options.encrypt { SslMode::Require } else { SslMode::Disable });
        let tls = if options.encrypt { Some(trusting(options.root_file.as_deref())?) } else { None };
        Ok(Self { config, tls })
    }

    pub(super) async fn connect(&self) -> ConnectionResult<AsyncPgConnection> {
        // Diesel's connection errors hold only text.
        let failed = |error: tokio_postgres::Error| ConnectionError::BadConnection(Chain(&error).to_string());
        if let Some(tls) = self.tls.clone() {
            let (client, connection) = self.config.connect(tls).await.map_err(failed)?;
            AsyncPgConnection::try_from_client_and_connection(client, connection).await
        } else {
            let (client, connection) = self.config.connect(NoTls).await.map_err(failed)?;
            AsyncPgConnection::try_from_client_and_connection(client, connection).await
        }
    }
}

/// The TLS options of a URL. They are parsed here because tokio-postgres knows fewer modes and no certificate
/// files.
#[derive(Debug, Default, PartialEq, Eq)]
struct TlsOptions {
    encrypt: bool,
    root_file: Option<String>,
}

impl TlsOptions {
    fn split_from(url: &str) -> (String, Self) {
        let Some((base, query)) = url.split_once('?') else {
            return (url.to_owned(), Self::default());
        };
        let mut options = Self::default();
        let mut rest = Vec::new();
        for pair in query.split('&') {
            match pair.split_once('=') {
                Some(("sslmode", "require" | "verify-ca" | "verify-full")) => options.encrypt = true,
                Some(("sslmode", "disable" | "allow" | "prefer")) => {}
                Some(("sslrootcert", file)) => options.root_file = Some(file.replace("%2F", "/")),
                _ => rest.push(pair),
            }
        }
        let url = if rest.is_empty() { base.to_owned() } else { format!("{base}?{}", rest.join("&")) };
        (url, options)
    }
}

fn trusting(root_file: Option<&str>) -> Result<MakeRustlsConnect> {
    let mut roots = RootCertStore::empty();
    if let Some(file) = root_file {
        for certificate in CertificateDer::pem_file_iter(file).map_err(Error::database)? {
            roots.add(certificate.map_err(Error::database)?).map_err(Error::database)?;
        }
    } else {
        roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(Error::database)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}
