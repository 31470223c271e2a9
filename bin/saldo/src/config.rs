//! Every setting: its name, its default, what it does. The only file that reads the environment.
//!
//! Defaults < `saldo.toml` < environment < `NAME_FILE` (for secrets in containers). Later wins.

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

use crate::connections::BodyPace;

pub use chat::Chat;
pub use files::Files;
pub use identity::Identity;
pub use mail::MailServer;
pub use reading::{ModelReads, Reading};
pub use settings::{SETTINGS, Setting};
pub use sorting::Sorting;

use settings::FOREIGN;

/// Where a value came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    /// Nothing was set.
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
    #[error("there is no setting {0}: see docs/self-hosting/configuration.md")]
    Unknown(String),
    /// The value does not fit.
    #[error("{name} cannot be `{value}`: {why}")]
    Malformed {
        /// The setting.
        name: &'static str,
        /// Its value; masked for secrets.
        value: String,
        /// What is wrong with it.
        why: String,
    },
    /// A file that a setting names cannot be read.
    #[error("cannot read {path}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        #[source]
        source: std::io::Error,
    },
    /// `saldo.toml` is not TOML of plain values.
    #[error("{path} is not a list of `name = value`: {why}")]
    Toml {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
}

/// Every setting's value and where it came from.
#[derive(Clone)]
pub struct Values(BTreeMap<&'static str, (String, Source)>);

impl Values {
    /// Layers the defaults, the file's values and the environment.
    ///
    /// # Errors
    /// [`ConfigError`] when a name is unknown or a file cannot be read.
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

/// Where files are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReaderPlace {
    /// In a guarded child process each.
    Child,
    /// In this process: faster to start, not safe against hostile files.
    InProcess,
}

/// Who may sign up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignUp {
    /// Anybody.
    Open,
    /// The first person only.
    First,
    /// Nobody; people are made with `saldo user create`.
    Closed,
}

/// When a file that is made for programs is too large.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImportLimits {
    /// Bytes of the file.
    pub bytes_max: u64,
    /// Rows of a table, or entries.
    pub rows_max: usize,
    /// Columns of a table.
    pub columns_max: usize,
}

/// An OpenAI-compatible endpoint.
#[derive(Clone)]
pub struct ModelEndpoint {
    /// Its base URL, without `/chat/completions`.
    pub base_url: String,
    /// Its key.
    pub api_key: Option<String>,
    /// The model's name.
    pub model: String,
}

/// The settings in force, parsed.
#[derive(Clone)]
pub struct Config {
    values: Values,
    /// Folder for everything this instance keeps.
    pub data_dir: PathBuf,
    /// The database's address.
    pub database_url: String,
    /// The address people type.
    pub base_url: Url,
    /// Where to listen.
    pub listen: Vec<SocketAddr>,
    /// The secret, when it is set; else it is made and kept in the data folder.
    pub secret: Option<String>,
    /// Origins besides the base URL's whose pages may call the API.
    pub trusted_origins: Vec<String>,
    /// What cookie names begin with.
    pub cookie_prefix: String,
    /// Who may sign up.
    pub sign_up: SignUp,
    /// Whether the numbers of accounts are kept whole.
    pub keeps_account_numbers: bool,
    /// The identity provider, if one is configured.
    pub identity: Option<Identity>,
    /// The mail server, if one is configured.
    pub mail: Option<MailServer>,
    /// Folder for the statement files.
    pub statements_dir: PathBuf,
    /// The language model, if one is configured.
    pub model: Option<ModelEndpoint>,
    /// Hosts of models that count as this machine, each with or without a port.
    pub model_trusted_hosts: Vec<String>,
    /// Bytes of an uploaded file.
    pub file_bytes_max: u64,
    /// When an imported file is too large.
    pub imports: ImportLimits,
    /// Files of one upload.
    pub files_max: usize,
    /// How chats are answered.
    pub chat: Chat,
    /// Storage limits of users, and retention of files.
    pub files: Files,
    /// Bytes of an archive that is imported.
    pub archive_bytes_max: u64,
    /// Bytes of a JSON body.
    pub body_bytes_max: usize,
    /// The currency of imported files that name none.
    pub currency: Currency,
    /// Pages of a statement.
    pub pages_max: u32,
    /// Where files are read.
    pub reader: ReaderPlace,
    /// Memory of the reading process, in bytes.
    pub reader_memory_bytes_max: u64,
    /// How long reading a file may take.
    pub reader_time_max: Duration,
    /// How statements are read that the layout alone does not tell.
    pub reading: Reading,
    /// How a model is asked for categories.
    pub sorting: Sorting,
    /// Statements processed at once; 0: this process only serves.
    pub jobs_parallel: usize,
    /// After how long a dead process's job is taken over.
    pub job_lease: Duration,
    /// How long `/process-statement` waits.
    pub process_wait: Duration,
    /// How long running requests may take to finish at the end.
    pub shutdown_time_max: Duration,
    /// Connections at once; 0 for as many as the limit of open files leaves.
    pub connections_max: usize,
    /// Lowest speed of a request body.
    pub body_pace: BodyPace,
    /// How often a minute one API token may ask at `/mcp`; 0 for any number.
    pub mcp_requests_per_minute: u32,
    /// What is logged.
    pub log_filter: String,
    /// Whether logs are JSON.
    pub log_json: bool,
}

impl Config {
    /// Whether the model is asked about statements that do not add up; `is_remote` says that it is neither on this machine nor trusted.
    #[must_use]
    pub fn asks_about_statements(&self, is_remote: bool) -> bool {
        match self.reading.model {
            ModelReads::Never => false,
            ModelReads::Local => self.model.is_some() && !is_remote,
            ModelReads::Any => self.model.is_some(),
        }
    }

    /// Reads the environment and `path` (or `saldo.toml` here, when it is there).
    ///
    /// # Errors
    /// [`ConfigError`] names the setting that cannot be used.
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
    /// [`ConfigError::Malformed`] names the setting that cannot be used.
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
            body_pace: BodyPace {
                wait_max: seconds(&values, "SALDO_BODY_SECONDS_MAX")?,
                file_bytes_per_second_min: values
                    .parsed("SALDO_UPLOAD_BYTES_PER_SECOND_MIN", WHOLE_NUMBER)?,
            },
            mcp_requests_per_minute: values.parsed("SALDO_MCP_REQUESTS_PER_MINUTE", WHOLE_NUMBER)?,
            log_filter: values.text("SALDO_LOG").to_owned(),
            log_json: log_json(&values)?,
            data_dir,
            values,
        })
    }

    /// What is in force and where each value came from, a line each, secrets masked.
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

/// A URL without the password it may hold.
pub(crate) fn without_password(value: &str) -> String {
    match Url::parse(value) {
        Ok(mut url) if url.password().is_some() => {
            // Only URLs without a host refuse a password, and those have none.
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
