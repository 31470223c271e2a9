//! The settings: names, defaults, sources and parsing. This is the only file that reads the environment.
//!
//! Sources, with later ones taking precedence: defaults, `saldo.toml`, environment, `NAME_FILE` (for secrets
//! in containers).

mod chat;
mod files;
mod identity;
mod mail;
mod reading;
mod settings;
mod sorting;

use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use saldo_domain::Currency;
use url::Url;

use crate::connections::Pace;

pub use chat::Chat;
pub use files::Files;
pub use identity::Identity;
pub use mail::MailServer;
pub use reading::{ModelReads, Reading};
pub use settings::{SETTINGS, Setting};
pub use sorting::Sorting;

use settings::FOREIGN;

/// The source of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// The default.
    Default,
    /// `saldo.toml`.
    File,
    /// The environment.
    Environment,
    /// The file named by `NAME_FILE`.
    SecretFile,
}

impl fmt::Display for Source {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Default => "default",
            Self::File => "saldo.toml",
            Self::Environment => "environment",
            Self::SecretFile => "secret file",
        })
    }
}

/// A setting that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// No setting has this name.
    #[error("unknown setting {0}; see docs/self-hosting/configuration.md")]
    Unknown(String),
    /// The value is invalid.
    #[error("{name} cannot be `{value}`: {why}")]
    Malformed {
        /// The setting.
        name: &'static str,
        /// Its value; masked for secrets.
        value: String,
        /// The reason.
        why: String,
    },
    /// A file that a setting names cannot be read.
    #[error("cannot read {path}")]
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        #[source]
        source: std::io::Error,
    },
    /// `saldo.toml` is not TOML, or has values other than texts and integers.
    #[error("{path} is not a list of `name = value`: {why}")]
    Toml {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
}

/// The value and source of every setting.
#[derive(Clone)]
pub struct Values(BTreeMap<&'static str, (String, Source)>);

impl Values {
    /// Layers the defaults, the file's values and the environment.
    ///
    /// # Errors
    /// [`ConfigError::Unknown`] for an unknown name, [`ConfigError::File`] if a `NAME_FILE` cannot be read.
    pub fn layered(
        environment: &BTreeMap<String, String>,
        file: &BTreeMap<String, String>,
    ) -> Result<Self, ConfigError> {
        for name in file.keys() {
            if !SETTINGS.iter().any(|setting| setting.name.eq_ignore_ascii_case(name)) {
                return Err(ConfigError::Unknown(name.clone()));
            }
        }
        for name in environment.keys().filter(|name| name.starts_with("SALDO_")) {
            let base = name.strip_suffix("_FILE").unwrap_or(name);
            let known = |wanted: &str| SETTINGS.iter().any(|setting| setting.name == wanted);
            if !known(name) && !known(base) && !FOREIGN.contains(&name.as_str()) {
                return Err(ConfigError::Unknown(name.clone()));
            }
        }
        let values = SETTINGS.iter().map(|setting| Ok((setting.name, value_of(setting, environment, file)?)));
        Ok(Self(values.collect::<Result<_, ConfigError>>()?))
    }

    fn text(&self, name: &'static str) -> &str {
        self.0.get(name).map_or("", |(value, _)| value.as_str())
    }

    fn optional(&self, name: &'static str) -> Option<&str> {
        Some(self.text(name)).filter(|value| !value.is_empty())
    }

    fn parsed<T: std::str::FromStr>(&self, name: &'static str, why: &str) -> Result<T, ConfigError> {
        self.text(name).parse().map_err(|_| self.malformed(name, why))
    }

    fn malformed(&self, name: &'static str, why: &str) -> ConfigError {
        let secret = SETTINGS.iter().any(|setting| setting.name == name && setting.secret);
        let value = if secret { "…".to_owned() } else { self.text(name).to_owned() };
        ConfigError::Malformed { name, value, why: why.to_owned() }
    }

    fn list(&self, name: &'static str) -> impl Iterator<Item = &str> {
        self.text(name).split(',').map(str::trim).filter(|item| !item.is_empty())
    }
}

fn value_of(
    setting: &Setting,
    environment: &BTreeMap<String, String>,
    file: &BTreeMap<String, String>,
) -> Result<(String, Source), ConfigError> {
    if let Some(path) = environment.get(&format!("{}_FILE", setting.name)) {
        let path = PathBuf::from(path);
        let text = std::fs::read_to_string(&path).map_err(|source| ConfigError::File { path, source })?;
        return Ok((text.trim().to_owned(), Source::SecretFile));
    }
    if let Some(value) = environment.get(setting.name) {
        return Ok((value.trim().to_owned(), Source::Environment));
    }
    let in_file = file.iter().find(|(name, _)| setting.name.eq_ignore_ascii_case(name));
    Ok(match in_file {
        Some((_, value)) => (value.trim().to_owned(), Source::File),
        None => (setting.default.to_owned(), Source::Default),
    })
}

/// The process that reads files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReaderPlace {
    /// A guarded child process for each file.
    Child,
    /// This process. It starts faster, but is not safe against hostile files.
    InProcess,
}

/// The sign-up policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignUp {
    /// Anyone may sign up.
    Open,
    /// Only the first user may sign up.
    First,
    /// Nobody may sign up. Users are created with `saldo user create`.
    Closed,
}

/// Limits of imported data files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImportLimits {
    /// Maximum size of the file in bytes.
    pub bytes_max: u64,
    /// Maximum number of rows of a table, or of transactions.
    pub rows_max: usize,
    /// Maximum number of columns of a table.
    pub columns_max: usize,
}

/// An OpenAI-compatible endpoint.
#[derive(Clone)]
pub struct ModelEndpoint {
    /// The base URL, without `/chat/completions`.
    pub base_url: String,
    /// The API key.
    pub api_key: Option<String>,
    /// The model's name.
    pub model: String,
}

/// The effective settings, parsed.
#[derive(Clone)]
pub struct Config {
    values: Values,
    /// The folder for all data of this instance.
    pub data_dir: PathBuf,
    /// The database's URL.
    pub database_url: String,
    /// The public base URL.
    pub base_url: Url,
    /// The addresses to listen on.
    pub listen: Vec<SocketAddr>,
    /// The secret, if it is set. Otherwise it is generated and stored in the data folder.
    pub secret: Option<String>,
    /// Additional origins whose pages may call the API.
    pub trusted_origins: Vec<String>,
    /// The prefix of cookie names.
    pub cookie_prefix: String,
    /// The sign-up policy.
    pub sign_up: SignUp,
    /// True if account numbers are stored whole instead of masked.
    pub keeps_account_numbers: bool,
    /// The identity provider, if one is configured.
    pub identity: Option<Identity>,
    /// The mail server, if one is configured.
    pub mail: Option<MailServer>,
    /// The folder for statement files.
    pub statements_dir: PathBuf,
    /// The language model, if one is configured.
    pub model: Option<ModelEndpoint>,
    /// Hosts of models that count as this machine, each with or without a port.
    pub model_trusted_hosts: Vec<String>,
    /// Maximum size of an uploaded file in bytes.
    pub file_bytes_max: u64,
    /// Limits of imported data files.
    pub imports: ImportLimits,
    /// Maximum number of files in one upload.
    pub files_max: usize,
    /// Settings of the advisor.
    pub chat: Chat,
    /// Storage limits of users, and retention of files.
    pub files: Files,
    /// Maximum size of an imported archive in bytes.
    pub archive_bytes_max: u64,
    /// Maximum size of a JSON body in bytes.
    pub body_bytes_max: usize,
    /// The currency of imported files that name none.
    pub currency: Currency,
    /// Maximum number of pages of a statement.
    pub pages_max: u32,
    /// The process that reads files.
    pub reader: ReaderPlace,
    /// Memory limit of the reading process in bytes.
    pub reader_memory_bytes_max: u64,
    /// Time limit for reading a file.
    pub reader_time_max: Duration,
    /// Settings for statements that cannot be read from their layout alone.
    pub reading: Reading,
    /// Settings for asking a model for categories.
    pub sorting: Sorting,
    /// Number of statements processed in parallel. With 0 this process only serves requests.
    pub jobs_parallel: usize,
    /// Lease of a job: the time after which the job of a dead process is taken over.
    pub job_lease: Duration,
    /// Maximum wait of `/process-statement`.
    pub process_wait: Duration,
    /// Time for running requests to finish at shutdown.
    pub shutdown_time_max: Duration,
    /// Maximum number of connections; 0 for as many as the limit of open files allows.
    pub connections_max: usize,
    /// Lifetime of an idle connection.
    pub idle_time_max: Duration,
    /// Minimum speed of clients.
    pub pace: Pace,
    /// Maximum requests per minute of one API token at `/mcp`; 0 for no limit.
    pub mcp_requests_per_minute: u32,
    /// The filter of the log, in `tracing`'s syntax.
    pub log_filter: String,
    /// True if logs are JSON.
    pub log_json: bool,
}

impl Config {
    /// True if the model is asked about statements that do not add up. `is_remote` is true for a model that
    /// is neither on this machine nor on a trusted host.
    #[must_use]
    pub fn asks_about_statements(&self, is_remote: bool) -> bool {
        match self.reading.model {
            ModelReads::Never => false,
            ModelReads::Local => self.model.is_some() && !is_remote,
            ModelReads::Any => self.model.is_some(),
        }
    }

    /// Reads the environment and the file at `path`, by default `saldo.toml` in the current folder, if it
    /// exists.
    ///
    /// # Errors
    /// [`ConfigError`] with the setting or file that cannot be used.
    pub fn load(path: Option<&Path>) -> Result<Self, ConfigError> {
        let environment = std::env::vars().collect();
        let file = match path {
            Some(path) => read_file(path)?,
            None if Path::new("saldo.toml").exists() => read_file(Path::new("saldo.toml"))?,
            None => BTreeMap::new(),
        };
        Self::from_values(Values::layered(&environment, &file)?)
    }

    /// Parses the values.
    ///
    /// # Errors
    /// [`ConfigError::Malformed`] with the first setting that is invalid.
    pub fn from_values(values: Values) -> Result<Self, ConfigError> {
        let data_dir = PathBuf::from(values.text("SALDO_DATA_DIR"));
        let database_url = match values.optional("DATABASE_URL") {
            Some(url) => url.to_owned(),
            None => format!("sqlite://{}", data_dir.join("saldo.db").display()),
        };
        let statements_dir =
            values.optional("STATEMENTS_DIR").map_or_else(|| data_dir.join("files"), PathBuf::from);
        Ok(Self {
            database_url,
            base_url: base_url(&values)?,
            listen: listen(&values)?,
            secret: secret_of(&values)?,
            trusted_origins: trusted_origins(&values)?,
            cookie_prefix: cookie_prefix(&values)?,
            sign_up: sign_up(&values)?,
            keeps_account_numbers: keeps_account_numbers(&values)?,
            identity: identity::read(&values)?,
            mail: mail::read(&values)?,
            statements_dir,
            model: model(&values),
            model_trusted_hosts: model_trusted_hosts(&values)?,
            chat: chat::read(&values)?,
            file_bytes_max: values.parsed("SALDO_FILE_BYTES_MAX", WHOLE_NUMBER)?,
            imports: imports(&values)?,
            files_max: values.parsed("SALDO_FILES_MAX", WHOLE_NUMBER)?,
            files: files::read(&values)?,
            archive_bytes_max: values.parsed("SALDO_ARCHIVE_BYTES_MAX", WHOLE_NUMBER)?,
            body_bytes_max: values.parsed("SALDO_BODY_BYTES_MAX", WHOLE_NUMBER)?,
            currency: currency(&values)?,
            pages_max: values.parsed("SALDO_PAGES_MAX", WHOLE_NUMBER)?,
            reader: reader(&values)?,
            reader_memory_bytes_max: values.parsed("SALDO_READER_MEMORY_BYTES_MAX", WHOLE_NUMBER)?,
            reader_time_max: seconds(&values, "SALDO_READER_SECONDS_MAX")?,
            reading: reading::read(&values)?,
            sorting: sorting::read(&values)?,
            jobs_parallel: jobs_parallel(&values)?,
            job_lease: seconds(&values, "SALDO_JOB_LEASE_SECONDS")?,
            process_wait: seconds(&values, "SALDO_PROCESS_WAIT_SECONDS")?,
            shutdown_time_max: seconds(&values, "SALDO_SHUTDOWN_SECONDS")?,
            connections_max: values.parsed("SALDO_CONNECTIONS_MAX", WHOLE_NUMBER)?,
            idle_time_max: seconds(&values, "SALDO_IDLE_SECONDS_MAX")?,
            pace: Pace {
                wait_max: seconds(&values, "SALDO_BODY_SECONDS_MAX")?,
                bytes_per_second_min: values.parsed("SALDO_UPLOAD_BYTES_PER_SECOND_MIN", WHOLE_NUMBER)?,
            },
            mcp_requests_per_minute: values.parsed("SALDO_MCP_REQUESTS_PER_MINUTE", WHOLE_NUMBER)?,
            log_filter: values.text("SALDO_LOG").to_owned(),
            log_json: log_json(&values)?,
            data_dir,
            values,
        })
    }

    /// Returns one line for each setting with its effective value and source. Secrets are masked.
    #[must_use]
    pub fn describe(&self) -> String {
        let lines = SETTINGS.iter().map(|setting| {
            let (value, source) = self
                .values
                .0
                .get(setting.name)
                .map_or(("", Source::Default), |(value, source)| (value.as_str(), *source));
            let shown = if value.is_empty() {
                "(not set)".to_owned()
            } else if setting.secret {
                "••••".to_owned()
            } else {
                without_password(value)
            };
            format!("{:<32} {shown}  [{source}]\n", setting.name)
        });
        lines.collect()
    }
}

const WHOLE_NUMBER: &str = "it must be a whole number";

/// Masks the password of a URL, if it has one.
pub(crate) fn without_password(value: &str) -> String {
    match Url::parse(value) {
        Ok(mut url) if url.password().is_some() => {
            // Setting a password fails only for URLs without a host, and these have no password.
            let _ = url.set_password(Some("••••"));
            url.to_string()
        }
        _ => value.to_owned(),
    }
}

fn read_file(path: &Path) -> Result<BTreeMap<String, String>, ConfigError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| ConfigError::File { path: path.to_owned(), source })?;
    let malformed = |why: String| ConfigError::Toml { path: path.to_owned(), why };
    let table: toml::Table =
        text.parse().map_err(|error: toml::de::Error| malformed(error.message().to_owned()))?;
    let plain = |(name, value): (String, toml::Value)| match value {
        toml::Value::String(text) => Ok((name, text)),
        toml::Value::Integer(number) => Ok((name, number.to_string())),
        _ => Err(malformed(format!("{name} is neither text nor a whole number"))),
    };
    table.into_iter().map(plain).collect()
}

fn base_url(values: &Values) -> Result<Url, ConfigError> {
    let why = "it must be an address like https://saldo.example.org, without a path";
    let url: Url = values.parsed("BASE_URL", why)?;
    let plain = matches!(url.scheme(), "http" | "https") && url.host().is_some() && url.path() == "/";
    if plain { Ok(url) } else { Err(values.malformed("BASE_URL", why)) }
}

fn listen(values: &Values) -> Result<Vec<SocketAddr>, ConfigError> {
    let why = "it must be addresses like 127.0.0.1:3000, separated by commas";
    let addresses: Result<Vec<SocketAddr>, _> = values.list("SALDO_LISTEN").map(str::parse).collect();
    match addresses {
        Ok(addresses) if !addresses.is_empty() => Ok(addresses),
        _ => Err(values.malformed("SALDO_LISTEN", why)),
    }
}

fn secret_of(values: &Values) -> Result<Option<String>, ConfigError> {
    match values.optional("SALDO_SECRET") {
        Some(secret) if secret.len() < 32 => {
            Err(values.malformed("SALDO_SECRET", "it must have at least 32 characters"))
        }
        secret => Ok(secret.map(str::to_owned)),
    }
}

fn model_trusted_hosts(values: &Values) -> Result<Vec<String>, ConfigError> {
    let name = "SALDO_MODEL_TRUSTED_HOSTS";
    let why = "it must be names or addresses of hosts like ollama.lan or 192.168.1.5:11434, without http://, separated by commas";
    let is_host = |host: &str| {
        let plain = |url: Url| url.path() == "/" && url.username().is_empty() && url.query().is_none();
        !host.contains(['/', '@', '?', '#', '*']) && Url::parse(&format!("http://{host}")).is_ok_and(plain)
    };
    let checked = |host: &str| {
        if is_host(host) { Ok(host.to_owned()) } else { Err(values.malformed(name, why)) }
    };
    values.list(name).map(checked).collect()
}

fn trusted_origins(values: &Values) -> Result<Vec<String>, ConfigError> {
    let why = "it must be origins like https://app.example.org, separated by commas";
    values
        .list("SALDO_TRUSTED_ORIGINS")
        .map(|text| match Url::parse(text) {
            Ok(url) if matches!(url.scheme(), "http" | "https") => Ok(url.origin().ascii_serialization()),
            _ => Err(values.malformed("SALDO_TRUSTED_ORIGINS", why)),
        })
        .collect()
}

fn cookie_prefix(values: &Values) -> Result<String, ConfigError> {
    let prefix = values.text("SALDO_COOKIE_PREFIX");
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if prefix.is_empty() || !prefix.bytes().all(plain) {
        return Err(values.malformed("SALDO_COOKIE_PREFIX", "it must be letters, digits, - and _"));
    }
    Ok(prefix.to_owned())
}

fn keeps_account_numbers(values: &Values) -> Result<bool, ConfigError> {
    match values.text("SALDO_ACCOUNT_NUMBERS") {
        "masked" => Ok(false),
        "full" => Ok(true),
        _ => Err(values.malformed("SALDO_ACCOUNT_NUMBERS", "it must be masked or full")),
    }
}

fn sign_up(values: &Values) -> Result<SignUp, ConfigError> {
    match values.text("SALDO_SIGN_UP") {
        "open" => Ok(SignUp::Open),
        "first" => Ok(SignUp::First),
        "closed" => Ok(SignUp::Closed),
        _ => Err(values.malformed("SALDO_SIGN_UP", "it must be open, first or closed")),
    }
}

fn model(values: &Values) -> Option<ModelEndpoint> {
    let model = values.optional("OPENAI_MODEL")?.to_owned();
    let base_url = values.optional("OPENAI_BASE_URL").unwrap_or("https://api.openai.com/v1");
    Some(ModelEndpoint {
        base_url: base_url.trim_end_matches('/').to_owned(),
        api_key: values.optional("OPENAI_API_KEY").map(str::to_owned),
        model,
    })
}

fn imports(values: &Values) -> Result<ImportLimits, ConfigError> {
    Ok(ImportLimits {
        bytes_max: values.parsed("SALDO_IMPORT_BYTES_MAX", WHOLE_NUMBER)?,
        rows_max: values.parsed("SALDO_IMPORT_ROWS_MAX", WHOLE_NUMBER)?,
        columns_max: values.parsed("SALDO_IMPORT_COLUMNS_MAX", WHOLE_NUMBER)?,
    })
}

fn reader(values: &Values) -> Result<ReaderPlace, ConfigError> {
    match values.text("SALDO_READER") {
        "child" => Ok(ReaderPlace::Child),
        "in-process" => Ok(ReaderPlace::InProcess),
        _ => Err(values.malformed("SALDO_READER", "it must be child or in-process")),
    }
}

fn jobs_parallel(values: &Values) -> Result<usize, ConfigError> {
    match values.text("SALDO_JOBS_PARALLEL") {
        "off" => Ok(0),
        "0" => Ok(std::thread::available_parallelism().map_or(1, usize::from)),
        _ => values.parsed("SALDO_JOBS_PARALLEL", "it must be a whole number or off"),
    }
}

fn seconds(values: &Values, name: &'static str) -> Result<Duration, ConfigError> {
    values.parsed(name, WHOLE_NUMBER).map(Duration::from_secs)
}

fn currency(values: &Values) -> Result<Currency, ConfigError> {
    let why = "it must be a currency's three letters, such as EUR";
    Currency::parse(values.text("SALDO_CURRENCY")).map_err(|_| values.malformed("SALDO_CURRENCY", why))
}

fn log_json(values: &Values) -> Result<bool, ConfigError> {
    match values.text("SALDO_LOG_FORMAT") {
        "text" => Ok(false),
        "json" => Ok(true),
        _ => Err(values.malformed("SALDO_LOG_FORMAT", "it must be text or json")),
    }
}

#[cfg(test)]
#[path = "config/tests.rs"]
mod tests;
