//! The list of settings: names, defaults, descriptions.

use super::{chat, files, identity, mail, reading, sorting};

/// One setting, as the documentation lists it.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Its name in the environment. In `saldo.toml` the same name in lower case works too.
    pub name: &'static str,
    /// Its default; empty for a feature that is off, or a value that is derived or generated.
    pub default: &'static str,
    /// True if it is masked when printed.
    pub secret: bool,
    /// Its description.
    pub about: &'static str,
}

pub(super) const fn setting(name: &'static str, default: &'static str, about: &'static str) -> Setting {
    Setting { name, default, secret: false, about }
}
pub(super) const fn secret(name: &'static str, about: &'static str) -> Setting {
    Setting { name, default: "", secret: true, about }
}

/// All settings, in the order of `docs/self-hosting/configuration.md`.
pub const SETTINGS: &[Setting] = &[
    setting("SALDO_DATA_DIR", "data", "folder for the database, the statement files and the secret"),
    setting(
        "DATABASE_URL",
        "",
        "`sqlite://PATH` or `postgres://USER:PASSWORD@HOST/NAME`; empty: SQLite in the data folder",
    ),
    setting(
        "BASE_URL",
        "http://localhost:3000",
        "the address people type; `https://` makes cookies `Secure`",
    ),
    setting("SALDO_LISTEN", "127.0.0.1:3000", "addresses to listen on, separated by commas"),
    secret(
        "SALDO_SECRET",
        "signs cookies and seals two-factor secrets, at least 32 characters; empty: made at first start, kept in the data folder",
    ),
    setting("SALDO_TRUSTED_ORIGINS", "", "further origins whose pages may call the API, separated by commas"),
    setting("SALDO_COOKIE_PREFIX", "authlib", "what cookie names begin with"),
    setting("SALDO_SIGN_UP", "open", "who may sign up: `open`, `first` (only while nobody has), `closed`"),
    setting(
        "SALDO_ACCOUNT_NUMBERS",
        "masked",
        "what is kept of account numbers: `masked` (the last four characters, and 16 bits of a digest by which accounts are told apart) or `full`",
    ),
    identity::CLIENT_ID,
    identity::CLIENT_SECRET,
    identity::ISSUER,
    identity::NAME,
    mail::URL,
    mail::FROM,
    setting("STATEMENTS_DIR", "", "folder for the statement files; empty: `files` in the data folder"),
    setting("OPENAI_BASE_URL", "", "an OpenAI-compatible endpoint; empty with a key: OpenAI's own"),
    secret("OPENAI_API_KEY", "its key; local endpoints often need none"),
    setting(
        "OPENAI_MODEL",
        "",
        "the model's name; empty: the built-in analyst answers and nothing leaves the machine",
    ),
    setting(
        "SALDO_MODEL_TRUSTED_HOSTS",
        "",
        "hosts of models, separated by commas, that count as this machine: you answer for it that what they are sent stays at home; \
         such as `ollama.lan` or `192.168.1.5:11434`",
    ),
    chat::SETTINGS[0],
    chat::SETTINGS[1],
    chat::SETTINGS[2],
    chat::SETTINGS[3],
    chat::SETTINGS[4],
    chat::SETTINGS[5],
    chat::SETTINGS[6],
    chat::SETTINGS[7],
    chat::SETTINGS[8],
    chat::SETTINGS[9],
    setting("SALDO_FILE_BYTES_MAX", "52428800", "bytes of an uploaded file"),
    setting(
        "SALDO_IMPORT_BYTES_MAX",
        "33554432",
        "bytes of an uploaded file that is made for programs (CSV, OFX, QIF, CAMT.053, MT940)",
    ),
    setting("SALDO_IMPORT_ROWS_MAX", "100000", "rows or entries of such a file"),
    setting("SALDO_IMPORT_COLUMNS_MAX", "200", "columns of a CSV"),
    setting("SALDO_FILES_MAX", "50", "files of one upload"),
    setting("SALDO_ARCHIVE_BYTES_MAX", "2147483648", "bytes of an archive that `/me/data/import` takes"),
    files::SETTINGS[0],
    files::SETTINGS[1],
    files::SETTINGS[2],
    files::SETTINGS[3],
    files::SETTINGS[4],
    files::SETTINGS[5],
    files::SETTINGS[6],
    setting("SALDO_BODY_BYTES_MAX", "2097152", "bytes of a JSON request body"),
    setting("SALDO_CURRENCY", "USD", "the currency of imported files that name none"),
    setting("SALDO_PAGES_MAX", "600", "pages of a statement"),
    setting(
        "SALDO_READER",
        "child",
        "where files are read: `child` (a guarded process each, at most one a core) or `in-process`",
    ),
    setting("SALDO_READER_MEMORY_BYTES_MAX", "536870912", "memory of the reading process"),
    setting("SALDO_READER_SECONDS_MAX", "15", "seconds that reading a file may take"),
    reading::SETTINGS[0],
    reading::SETTINGS[1],
    reading::SETTINGS[2],
    reading::SETTINGS[3],
    reading::SETTINGS[4],
    reading::SETTINGS[5],
    reading::SETTINGS[6],
    reading::SETTINGS[7],
    reading::SETTINGS[8],
    reading::SETTINGS[9],
    reading::SETTINGS[10],
    reading::SETTINGS[11],
    reading::SETTINGS[12],
    sorting::SETTINGS[0],
    sorting::SETTINGS[1],
    sorting::SETTINGS[2],
    sorting::SETTINGS[3],
    sorting::SETTINGS[4],
    sorting::SETTINGS[5],
    setting(
        "SALDO_JOBS_PARALLEL",
        "0",
        "statements processed at once; 0: as many as there are cores; one more for users who have none running; `off`: none, this process only serves",
    ),
    setting("SALDO_JOB_LEASE_SECONDS", "60", "after how long a job of a process that died is taken over"),
    setting("SALDO_PROCESS_WAIT_SECONDS", "25", "how long `/process-statement` waits before it answers 202"),
    setting(
        "SALDO_SHUTDOWN_SECONDS",
        "20",
        "how long running requests may take to finish when the server stops",
    ),
    setting(
        "SALDO_CONNECTIONS_MAX",
        "0",
        "connections at once; more wait until one closes; 0: what the limit of open files leaves (`ulimit -n`, less 256)",
    ),
    setting(
        "SALDO_IDLE_SECONDS_MAX",
        "75",
        "seconds for which an idle connection is kept, longer than a proxy keeps its own",
    ),
    setting("SALDO_BODY_SECONDS_MAX", "10", "seconds for which the server waits for the body of a request"),
    setting(
        "SALDO_UPLOAD_BYTES_PER_SECOND_MIN",
        "4096",
        "bytes a second below which an upload or a download is given up, after the first `SALDO_BODY_SECONDS_MAX`; 0: any rate",
    ),
    setting(
        "SALDO_MCP_REQUESTS_PER_MINUTE",
        "0",
        "how often a minute one API token may ask at `/mcp`, counted by each process; 0: no limit",
    ),
    setting("SALDO_LOG", "info", "what is logged, as `tracing` filters name it"),
    setting("SALDO_LOG_FORMAT", "text", "`text` or `json`"),
];

/// Variables of other tools that happen to begin with our prefix.
pub(super) const FOREIGN: &[&str] = &["SALDO_UI_REQUIRED"];
