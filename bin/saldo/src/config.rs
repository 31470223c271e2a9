//! The settings: names, defaults, sources and parsing. This is the only file that reads the environment.
//!
//! Each setting is declared once, with its default and the type of its value: those of a library beside what
//! they configure, all others here. `saldo-settings` layers their
//! sources: defaults, `saldo.toml`, the environment, and `NAME_FILE` for secrets in containers.

mod files;
mod identity;
mod mail;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::time::Duration;

use saldo_advisor::settings::{Chat, ModelEndpoint};
use saldo_auth::SignUp;
use saldo_auth::oidc::OidcConfig;
use saldo_backup::settings::BackupSettings;
use saldo_bookkeeping::settings::CategorizingSettings;
use saldo_connections::MinimumSpeed;
use saldo_domain::Currency;
use saldo_feeds::settings::FeedSettings;
use saldo_files::FilePlace;
use saldo_households::HouseholdLimits;
use saldo_mailbox::settings::MailboxSettings;
use saldo_settings::{
    Error as ConfigError, Known, Layers, Setting, Typed, either, items, number, optional, parsed, read_file,
    seconds, secret, settings, text,
};
use saldo_statement_ingest::Limits;
use saldo_statement_ingest::import::ImportHints;
use saldo_statement_ingest::inbox_settings::InboxFolder;
use saldo_statement_ingest::page::ChildLimits;
use saldo_statement_ingest::settings::{ModelReads, Reading};
use saldo_traces::TraceSettings;
use url::Url;

pub use files::Files;
pub use mail::MailServer;

settings! {
    INSTANCE:
    DATA_DIR: String = text(
        "SALDO_DATA_DIR",
        "data",
        "folder for the database, the statement files and the secret",
    );
    DATABASE_URL: Option<String> = optional(
        "DATABASE_URL",
        "`sqlite://PATH` or `postgres://USER:PASSWORD@HOST/NAME`; empty: SQLite in the data folder",
    );
    BASE_URL: Url = parsed(
        "BASE_URL",
        "http://localhost:3000",
        "the address that users type; `https://` makes cookies `Secure`",
        "it must be an address like https://saldo.example.org, without a path",
        base_url,
    );
    LISTEN: Vec<SocketAddr> = parsed(
        "SALDO_LISTEN",
        "127.0.0.1:3000",
        "addresses to listen on, separated by commas",
        "it must be addresses like 127.0.0.1:3000, separated by commas",
        |text| {
            let addresses: Result<Vec<SocketAddr>, _> = items(text).map(str::parse).collect();
            addresses.ok().filter(|addresses| !addresses.is_empty())
        },
    );
    METRICS_LISTEN: Option<SocketAddr> = parsed(
        "SALDO_METRICS_LISTEN",
        "",
        "address for metrics in the format of Prometheus (`GET /metrics`), such as `127.0.0.1:9184`; empty: off",
        "it must be an address like 127.0.0.1:9184",
        |text| if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) },
    );
    SECRET: Option<String> = Typed {
        why: "it must have at least 32 characters",
        parse: |text| match text {
            "" => Some(None),
            text => (text.len() >= 32).then(|| Some(text.to_owned())),
        },
        ..secret(
            "SALDO_SECRET",
            "signs cookies and encrypts two-factor secrets, at least 32 characters; empty: created at the first start and stored in the data folder",
        )
    };
    TRUSTED_ORIGINS: Vec<String> = parsed(
        "SALDO_TRUSTED_ORIGINS",
        "",
        "further origins whose pages may call the API, separated by commas",
        "it must be origins like https://app.example.org, separated by commas",
        |text| items(text).map(origin).collect(),
    );
    COOKIE_PREFIX: String = parsed(
        "SALDO_COOKIE_PREFIX",
        "authlib",
        "prefix of cookie names",
        "it must be letters, digits, - and _",
        |text| {
            let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
            (!text.is_empty() && text.bytes().all(plain)).then(|| text.to_owned())
        },
    );
    SIGN_UP: SignUp = parsed(
        "SALDO_SIGN_UP",
        "open",
        "who may sign up: `open` (everyone), `first` (only the first user), `closed` (nobody)",
        "it must be open, first or closed",
        |text| match text {
            "open" => Some(SignUp::Open),
            "first" => Some(SignUp::First),
            "closed" => Some(SignUp::Closed),
            _ => None,
        },
    );
    ACCOUNT_NUMBERS: bool = parsed(
        "SALDO_ACCOUNT_NUMBERS",
        "masked",
        "the part of account numbers that is stored: `masked` (the last four characters, and 16 bits of a digest to tell accounts apart) or `full`",
        "it must be masked or full",
        |text| either(text, "masked", "full"),
    );
}

settings! {
    MODELS:
    STATEMENTS_URL: Option<FilePlace> = parsed(
        "STATEMENTS_URL",
        "",
        "place of the statement files: a folder, or a bucket such as `s3://BUCKET/FOLDER` (also `gs://` and `az://`); empty: `files` in the data folder",
        "it must be a folder or a URL with the scheme file, s3, gs or az",
        |text| if text.is_empty() { Some(None) } else { FilePlace::parse(text).map(Some) },
    );
    STATEMENTS_DIR: Option<String> = optional(
        "STATEMENTS_DIR",
        "folder for the statement files, if `STATEMENTS_URL` is empty",
    );
    OPENAI_BASE_URL: Option<String> = optional(
        "OPENAI_BASE_URL",
        "an OpenAI-compatible endpoint; empty with a key: OpenAI's own",
    );
    OPENAI_API_KEY: Option<String> = secret("OPENAI_API_KEY", "the key for the endpoint; local endpoints often need none");
    OPENAI_MODEL: Option<String> = optional(
        "OPENAI_MODEL",
        "the model's name; empty: the built-in analyst answers and no data leaves the machine",
    );
    MODEL_TRUSTED_HOSTS: Vec<String> = parsed(
        "SALDO_MODEL_TRUSTED_HOSTS",
        "",
        "hosts of models that count as this machine, separated by commas, such as `ollama.lan` or `192.168.1.5:11434`; you take responsibility for the data sent to them",
        "it must be names or addresses of hosts like ollama.lan or 192.168.1.5:11434, without http://, separated by commas",
        |text| items(text).map(|host| is_host(host).then(|| host.to_owned())).collect(),
    );
}

settings! {
    UPLOADS:
    FILE_BYTES_MAX: u64 = number("SALDO_FILE_BYTES_MAX", "52428800", "bytes of an uploaded file");
    IMPORT_BYTES_MAX: u64 = number(
        "SALDO_IMPORT_BYTES_MAX",
        "33554432",
        "bytes of an uploaded data file (CSV, XLSX, OFX, QIF, CAMT.053, MT940)",
    );
    IMPORT_ROWS_MAX: usize = number("SALDO_IMPORT_ROWS_MAX", "100000", "rows or transactions of a data file");
    IMPORT_COLUMNS_MAX: usize = number("SALDO_IMPORT_COLUMNS_MAX", "200", "columns of a CSV file or a sheet");
    IMPORT_SHEETS_MAX: usize = number("SALDO_IMPORT_SHEETS_MAX", "50", "sheets of an XLSX workbook");
    ZIP_FILES_MAX: u32 = number("SALDO_ZIP_FILES_MAX", "50", "files in a ZIP file");
    ZIP_BYTES_MAX: u64 = number("SALDO_ZIP_BYTES_MAX", "67108864", "bytes to which a ZIP file may unpack");
    ZIP_RATIO_MAX: u64 =
        number("SALDO_ZIP_RATIO_MAX", "100", "unpacked bytes of a ZIP file for each of its own bytes, above 1 MiB");
    FILES_MAX: usize = number("SALDO_FILES_MAX", "50", "files in one upload");
    ATTACHMENT_BYTES_MAX: u64 = number("SALDO_ATTACHMENT_BYTES_MAX", "10485760", "bytes of an attachment");
    ATTACHMENTS_MAX: u64 = number("SALDO_ATTACHMENTS_MAX", "20", "attachments of one transaction");
    ARCHIVE_BYTES_MAX: u64 = number(
        "SALDO_ARCHIVE_BYTES_MAX",
        "2147483648",
        "bytes of an archive that `/me/data/import` accepts",
    );
}

settings! {
    READER:
    BODY_BYTES_MAX: usize = number("SALDO_BODY_BYTES_MAX", "2097152", "bytes of a JSON request body");
    CURRENCY: Currency = parsed(
        "SALDO_CURRENCY",
        "USD",
        "the currency of imported files that do not name one",
        "it must be a currency's three letters, such as EUR",
        |text| Currency::parse(text).ok(),
    );
    PAGES_MAX: u32 = number("SALDO_PAGES_MAX", "600", "pages of a statement");
    PICTURE_DOTS_MAX: u32 =
        number("SALDO_PICTURE_DOTS_MAX", "50000000", "dots of a picture file (JPG, PNG)");
    READER_PLACE: ReaderMode = parsed(
        "SALDO_READER",
        "child",
        "where files are read: `child` (a guarded process for each file; at most one per core for each user, and one more in total) or `in-process`",
        "it must be child or in-process",
        |text| match text {
            "child" => Some(ReaderMode::Child),
            "in-process" => Some(ReaderMode::InProcess),
            _ => None,
        },
    );
    READER_MEMORY_BYTES_MAX: u64 = number(
        "SALDO_READER_MEMORY_BYTES_MAX",
        "536870912",
        "memory of the reading process",
    );
    READER_SECONDS_MAX: Duration = seconds(
        "SALDO_READER_SECONDS_MAX",
        "15",
        "seconds for reading a file",
    );
}

settings! {
    SERVER:
    JOBS_PARALLEL: usize = parsed(
        "SALDO_JOBS_PARALLEL",
        "0",
        "statements processed at the same time, plus one for users without a running job, and as many of those sent with a password; 0: one more than cores; `off`: none, this process only serves requests",
        "it must be a whole number or off",
        |text| match text {
            "off" => Some(0),
            // One job more than cores, because a job also waits for its child process and for the disk.
            "0" => Some(std::thread::available_parallelism().map_or(1, usize::from).saturating_add(1)),
            text => text.parse().ok(),
        },
    );
    JOB_LEASE_SECONDS: Duration = seconds(
        "SALDO_JOB_LEASE_SECONDS",
        "60",
        "seconds after which another process takes over a job of a process that died",
    );
    PROCESS_WAIT_SECONDS: Duration = seconds(
        "SALDO_PROCESS_WAIT_SECONDS",
        "25",
        "seconds that `/process-statement` waits before it answers 202",
    );
    SHUTDOWN_SECONDS: Duration = seconds(
        "SALDO_SHUTDOWN_SECONDS",
        "20",
        "seconds that running requests have to finish when the server stops",
    );
    CONNECTIONS_MAX: usize = number(
        "SALDO_CONNECTIONS_MAX",
        "0",
        "simultaneous connections; further ones wait until one closes; 0: the limit on open files (`ulimit -n`) less 256",
    );
    IDLE_SECONDS_MAX: Duration = seconds(
        "SALDO_IDLE_SECONDS_MAX",
        "75",
        "seconds that an idle connection stays open; longer than a proxy keeps its own",
    );
    BODY_SECONDS_MAX: Duration = seconds(
        "SALDO_BODY_SECONDS_MAX",
        "10",
        "seconds that the server waits for the body of a request",
    );
    UPLOAD_BYTES_PER_SECOND_MIN: u64 = number(
        "SALDO_UPLOAD_BYTES_PER_SECOND_MIN",
        "4096",
        "bytes per second below which an upload or a download is aborted, after the first `SALDO_BODY_SECONDS_MAX`; 0: any rate",
    );
    MCP_REQUESTS_PER_MINUTE: u32 = number(
        "SALDO_MCP_REQUESTS_PER_MINUTE",
        "0",
        "requests per minute from one API token to `/mcp`, counted by each process; 0: no limit",
    );
    LOG: String = text("SALDO_LOG", "info", "the log filter, in the syntax of `tracing`");
    LOG_FORMAT: bool = parsed(
        "SALDO_LOG_FORMAT",
        "text",
        "`text` or `json`",
        "it must be text or json",
        |text| either(text, "text", "json"),
    );
}

/// The name of the file of settings.
const FILE: &str = "saldo.toml";

/// All settings, in the order of `docs/self-hosting/configuration.md`.
pub static SETTINGS: LazyLock<Vec<Setting>> = LazyLock::new(|| {
    [
        INSTANCE,
        identity::ALL,
        mail::ALL,
        saldo_notifications::settings::ALL,
        saldo_feeds::settings::ALL,
        saldo_mailbox::settings::ALL,
        saldo_households::settings::ALL,
        MODELS,
        saldo_advisor::settings::ALL,
        UPLOADS,
        files::ALL,
        saldo_statement_ingest::inbox_settings::ALL,
        saldo_backup::settings::ALL,
        READER,
        saldo_statement_ingest::settings::ALL,
        saldo_bookkeeping::settings::ALL,
        SERVER,
        saldo_traces::settings::ALL,
    ]
    .concat()
});

/// The process that reads files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReaderMode {
    /// A guarded child process for each file.
    Child,
    /// This process. It starts faster, but is not safe against hostile files.
    InProcess,
}

/// The effective settings, parsed.
#[derive(Clone)]
pub struct Config {
    layers: Layers,
    /// The folder for all data of this instance.
    pub data_dir: PathBuf,
    /// The database's URL.
    pub database_url: String,
    /// The public base URL.
    pub base_url: Url,
    /// The addresses to listen on.
    pub listen: Vec<SocketAddr>,
    /// The address of the metrics, if they are on.
    pub metrics_listen: Option<SocketAddr>,
    /// The secret, if it is set. Otherwise it is generated and stored in the data folder.
    pub secret: Option<String>,
    /// Additional origins whose pages may call the API.
    pub trusted_origins: Vec<String>,
    /// The prefix of cookie names.
    pub cookie_prefix: String,
    /// The users who may sign up.
    pub sign_up: SignUp,
    /// True if account numbers are stored whole instead of masked.
    pub keeps_account_numbers: bool,
    /// The identity provider, if one is configured.
    pub identity: Option<OidcConfig>,
    /// The mail server, if one is configured.
    pub mail: Option<MailServer>,
    /// Hosts in private networks to which notifications may be sent.
    pub notification_private_hosts: Vec<String>,
    /// The limits of households.
    pub households: HouseholdLimits,
    /// The settings of bank feeds.
    pub feeds: FeedSettings,
    /// The settings of mailboxes.
    pub mailboxes: MailboxSettings,
    /// The place of the statement files.
    pub files_at: FilePlace,
    /// Options of the bucket of statement files: environment variables, which may be secret.
    pub file_options: Vec<(String, String)>,
    /// The language model, if one is configured.
    pub model: Option<ModelEndpoint>,
    /// Hosts of models that count as this machine, each with or without a port.
    pub model_trusted_hosts: Vec<String>,
    /// Maximum number of files in one upload.
    pub files_max: usize,
    /// Settings of the advisor.
    pub chat: Chat,
    /// Limits of files, and their cleanup.
    pub files: Files,
    /// Limits of imported data files, and the currency of those that name none.
    pub imports: ImportHints,
    /// The watched folder, if there is one.
    pub inbox: Option<InboxFolder>,
    /// Settings of backups.
    pub backups: BackupSettings,
    /// Maximum size of an imported archive in bytes.
    pub archive_bytes_max: u64,
    /// Maximum size of a JSON body in bytes.
    pub body_bytes_max: usize,
    /// The process that reads files.
    pub reader: ReaderMode,
    /// Limits of the reading process.
    pub reader_limits: ChildLimits,
    /// Settings for statements that cannot be read from their layout alone.
    pub reading: Reading,
    /// Settings for asking a model for categories.
    pub categorizing: CategorizingSettings,
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
    pub minimum_speed: MinimumSpeed,
    /// Maximum requests per minute of one API token at `/mcp`; 0 for no limit.
    pub mcp_requests_per_minute: u32,
    /// The filter of the log, in `tracing`'s syntax.
    pub log_filter: String,
    /// True if logs are JSON.
    pub log_json: bool,
    /// The export of traces, if it is on.
    pub traces: Option<TraceSettings>,
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
    /// The setting or file that cannot be used.
    pub fn load(path: Option<&Path>) -> Result<Self, ConfigError> {
        let environment = std::env::vars().collect();
        let file = match path {
            Some(path) => read_file(path)?,
            None if Path::new(FILE).exists() => read_file(Path::new(FILE))?,
            None => BTreeMap::new(),
        };
        Self::layered(&environment, &file)
    }

    /// Parses the values of an environment and a file.
    ///
    /// # Errors
    /// The first setting that is unknown or invalid.
    pub fn layered(
        environment: &BTreeMap<String, String>,
        file: &BTreeMap<String, String>,
    ) -> Result<Self, ConfigError> {
        let known = Known {
            settings: SETTINGS.clone(),
            prefix: "SALDO_",
            file: FILE,
            // A variable of the build.
            foreign: &["SALDO_UI_REQUIRED"],
            passed_on: &saldo_files::PREFIXES,
            documentation: "docs/self-hosting/configuration.md",
        };
        Self::of(Layers::new(known, environment, file)?)
    }

    fn of(values: Layers) -> Result<Self, ConfigError> {
        let data_dir = PathBuf::from(values.get(&DATA_DIR)?);
        let in_data_dir = |name| data_dir.join(name);
        Ok(Self {
            database_url: values
                .get(&DATABASE_URL)?
                .unwrap_or_else(|| format!("sqlite://{}", in_data_dir("saldo.db").display())),
            base_url: values.get(&BASE_URL)?,
            listen: values.get(&LISTEN)?,
            metrics_listen: values.get(&METRICS_LISTEN)?,
            secret: values.get(&SECRET)?,
            trusted_origins: values.get(&TRUSTED_ORIGINS)?,
            cookie_prefix: values.get(&COOKIE_PREFIX)?,
            sign_up: values.get(&SIGN_UP)?,
            keeps_account_numbers: values.get(&ACCOUNT_NUMBERS)?,
            identity: identity::read(&values)?,
            mail: mail::read(&values)?,
            notification_private_hosts: saldo_notifications::settings::read(&values)?,
            households: saldo_households::settings::read(&values)?,
            feeds: saldo_feeds::settings::read(&values)?,
            mailboxes: saldo_mailbox::settings::read(&values)?,
            files_at: match (values.get(&STATEMENTS_URL)?, values.get(&STATEMENTS_DIR)?) {
                (Some(place), _) => place,
                (None, folder) => {
                    FilePlace::Folder(folder.map_or_else(|| in_data_dir("files"), PathBuf::from))
                }
            },
            file_options: values.passed_on().to_vec(),
            model: model(&values)?,
            model_trusted_hosts: values.get(&MODEL_TRUSTED_HOSTS)?,
            chat: saldo_advisor::settings::read(&values, &values.get(&BASE_URL)?)?,
            files_max: values.get(&FILES_MAX)?,
            files: files::read(&values, upload_limits(&values)?)?,
            imports: import_hints(&values)?,
            inbox: saldo_statement_ingest::inbox_settings::read(&values)?,
            backups: saldo_backup::settings::read(&values)?,
            archive_bytes_max: values.get(&ARCHIVE_BYTES_MAX)?,
            body_bytes_max: values.get(&BODY_BYTES_MAX)?,
            reader: values.get(&READER_PLACE)?,
            reader_limits: reader_limits(&values)?,
            reading: saldo_statement_ingest::settings::read(&values)?,
            categorizing: saldo_bookkeeping::settings::read(&values)?,
            jobs_parallel: values.get(&JOBS_PARALLEL)?,
            job_lease: values.get(&JOB_LEASE_SECONDS)?,
            process_wait: values.get(&PROCESS_WAIT_SECONDS)?,
            shutdown_time_max: values.get(&SHUTDOWN_SECONDS)?,
            connections_max: values.get(&CONNECTIONS_MAX)?,
            idle_time_max: values.get(&IDLE_SECONDS_MAX)?,
            minimum_speed: MinimumSpeed {
                wait_max: values.get(&BODY_SECONDS_MAX)?,
                bytes_per_second_min: values.get(&UPLOAD_BYTES_PER_SECOND_MIN)?,
            },
            mcp_requests_per_minute: values.get(&MCP_REQUESTS_PER_MINUTE)?,
            log_filter: values.get(&LOG)?,
            log_json: values.get(&LOG_FORMAT)?,
            traces: saldo_traces::settings::read(&values)?,
            data_dir,
            layers: values,
        })
    }

    /// Returns one line for each setting with its effective value and source. Secrets are masked.
    #[must_use]
    pub fn describe(&self) -> String {
        self.layers.describe()
    }
}

fn upload_limits(values: &Layers) -> Result<Limits, ConfigError> {
    let mut limits = Limits::default();
    limits.file_bytes_max = values.get(&FILE_BYTES_MAX)?;
    limits.import_bytes_max = values.get(&IMPORT_BYTES_MAX)?;
    limits.attachment_bytes_max = values.get(&ATTACHMENT_BYTES_MAX)?;
    limits.attachments_max = values.get(&ATTACHMENTS_MAX)?;
    limits.unpack.files_max = values.get(&ZIP_FILES_MAX)?;
    limits.unpack.bytes_max = values.get(&ZIP_BYTES_MAX)?;
    limits.unpack.ratio_max = values.get(&ZIP_RATIO_MAX)?;
    Ok(limits)
}

fn import_hints(values: &Layers) -> Result<ImportHints, ConfigError> {
    let mut hints = ImportHints::default();
    hints.currency = Some(values.get(&CURRENCY)?);
    hints.transactions_max = values.get(&IMPORT_ROWS_MAX)?;
    hints.columns_max = values.get(&IMPORT_COLUMNS_MAX)?;
    hints.sheets_max = values.get(&IMPORT_SHEETS_MAX)?;
    Ok(hints)
}

fn reader_limits(values: &Layers) -> Result<ChildLimits, ConfigError> {
    let mut limits = ChildLimits::default();
    limits.pages.pages_max = values.get(&PAGES_MAX)?;
    limits.pages.picture_dots_max = values.get(&PICTURE_DOTS_MAX)?;
    limits.memory_bytes_max = values.get(&READER_MEMORY_BYTES_MAX)?;
    limits.wall_time_max = values.get(&READER_SECONDS_MAX)?;
    Ok(limits)
}

fn base_url(text: &str) -> Option<Url> {
    let url: Url = text.parse().ok()?;
    let plain = matches!(url.scheme(), "http" | "https") && url.host().is_some() && url.path() == "/";
    plain.then_some(url)
}

fn is_host(host: &str) -> bool {
    let plain = |url: Url| url.path() == "/" && url.username().is_empty() && url.query().is_none();
    !host.contains(['/', '@', '?', '#', '*']) && Url::parse(&format!("http://{host}")).is_ok_and(plain)
}

fn origin(text: &str) -> Option<String> {
    let url = Url::parse(text).ok()?;
    matches!(url.scheme(), "http" | "https").then(|| url.origin().ascii_serialization())
}

fn model(values: &Layers) -> Result<Option<ModelEndpoint>, ConfigError> {
    let Some(model) = values.get(&OPENAI_MODEL)? else { return Ok(None) };
    let base_url = values.get(&OPENAI_BASE_URL)?;
    let base_url = base_url.as_deref().unwrap_or("https://api.openai.com/v1").trim_end_matches('/');
    let api_key = values.get(&OPENAI_API_KEY)?;
    Ok(Some(ModelEndpoint { base_url: base_url.to_owned(), api_key, model }))
}

#[cfg(test)]
#[path = "config/tests.rs"]
mod tests;
