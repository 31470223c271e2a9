//! Creates the application from the settings. Only this file, `backups.rs`, `feeds.rs`, `mailboxes.rs` and
//! `notifications.rs` name adapters.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use saldo_advisor::settings::ModelEndpoint;
use saldo_advisor::{Advisor, Analyst, Chats, Ledger};
use saldo_auth::oidc::OidcProvider;
use saldo_auth::smtp::SmtpMailer;
use saldo_auth::{Auth, AuthConfig, Secret};
use saldo_bookkeeping::{Bookkeeper, Categorizer, RequestKeys};
use saldo_domain::{Clock, Id, SystemClock};
use saldo_files::private::{self, make_private_dir};
use saldo_files::{Disk, FilePlace};
use saldo_households::SharedBooks;
use saldo_llm::openai::{self, OpenAi};
use saldo_llm::{LanguageModel, NamedModel, ObservedModel};
use saldo_settings::without_password;
use saldo_statement_ingest::jobs::{JobSettings, ProcessStatements, StatementJobs};
use saldo_statement_ingest::page::{ChildReader, InProcess, PageReader, Tesseract};
use saldo_statement_ingest::{
    FileImporter, ImportReader, Ingest, LayoutReader, ModelTurn, MovedFiles, TextReader, Unpacker,
};
use saldo_storage::{Inspection, Storage, WorkerId};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::after_processing::AfterProcessing;
use crate::app::App;
use crate::chat_files::ChatFiles;
use crate::config::{Config, ReaderMode};
use crate::deleted_users::DeletedUsers;
use crate::feeds;
use crate::mailboxes;
use crate::metrics::{CountedChildren, CountedModels};
use crate::notifications;

/// Opens the file store and all services on a database that [`open_storage`] opened.
///
/// # Errors
/// If the data folder, the database or a setting cannot be used. The message names it.
pub async fn open(config: Config, storage: Arc<dyn Storage>) -> anyhow::Result<App> {
    let app = assemble(config, storage)?;
    // First: files of another instance must not be changed at all.
    app.ingest.join_files().await.map_err(|error| not_joined(error, &app.config))?;
    private::tighten(&app.config.data_dir, &["secret", "reserve"], app.config.files_at.folder());
    let put_back = app.ingest.restore_referenced_files().await?;
    if put_back > 0 {
        tracing::info!(put_back, "statement files were restored from the trash");
    }
    // In the background, because it writes the whole reserve to the disk.
    let disk = app.disk.clone();
    app.tasks.spawn(async move { disk.take_reserve().await });
    Ok(app)
}

/// Creates the services of this program, without a look at the files.
///
/// # Errors
/// As [`open_with`].
pub fn assemble(config: Config, storage: Arc<dyn Storage>) -> anyhow::Result<App> {
    let program = std::env::current_exe().context("cannot find the path of this program")?;
    open_with(config, storage, Arc::new(SystemClock), program, Vec::new())
}

/// Explains why the database and the files cannot be used together.
fn not_joined(error: saldo_statement_ingest::Error, config: &Config) -> anyhow::Error {
    let files = &config.files_at;
    match error {
        saldo_statement_ingest::Error::OtherInstance => anyhow::anyhow!(
            "the database {} and the statement files in {files} belong to different instances; nothing was changed. \
             Check DATABASE_URL, SALDO_DATA_DIR and STATEMENTS_URL, or restore database and files from the same backup. \
             To begin with an empty database, move the folder away. If you know that both belong together, run \
             `saldo adopt-files` once",
            without_password(&config.database_url)
        ),
        error => anyhow::Error::from(error).context(format!("cannot use the files in {files}")),
    }
}

/// Marks the file store as belonging to the database.
///
/// # Errors
/// If the database or the folder cannot be used.
pub async fn adopt_files(config: Config) -> anyhow::Result<()> {
    let storage = open_storage(&config).await?;
    Ok(assemble(config, storage)?.ingest.adopt_files().await?)
}

/// Moves the statement files from one place to another.
///
/// # Errors
/// If a place is not valid or cannot be used, or a file cannot be moved.
pub async fn move_files(config: &Config, from: &str, to: &str) -> anyhow::Result<MovedFiles> {
    install_tls();
    let open = |text: &str| {
        let place = FilePlace::parse(text);
        let place = place.with_context(|| format!("{text} is not a folder or a URL of a bucket"))?;
        Ok::<_, anyhow::Error>(place.open(&config.file_options)?)
    };
    Ok(saldo_statement_ingest::move_files(open(from)?.as_ref(), open(to)?.as_ref()).await?)
}

/// Opens the database and migrates it.
///
/// # Errors
/// If it cannot be opened.
pub async fn open_storage(config: &Config) -> anyhow::Result<Arc<dyn Storage>> {
    install_tls();
    make_private_dir(&config.data_dir)?;
    let opened = saldo_storage::open_with(&config.database_url, &storage_settings(config)).await;
    opened.context("cannot open the database; check DATABASE_URL")
}

/// Looks at the database without changing it.
///
/// # Errors
/// If it cannot be reached, or another version of Saldo migrated it.
pub async fn inspect_storage(config: &Config) -> anyhow::Result<Inspection> {
    install_tls();
    Ok(saldo_storage::inspect(&config.database_url, &storage_settings(config)).await?)
}

fn storage_settings(config: &Config) -> saldo_storage::Settings {
    let mut settings = saldo_storage::Settings::default();
    settings.keeps_account_numbers = config.keeps_account_numbers;
    settings
}

/// Creates the services on an open database. `program` is this binary, which is started as a child process to
/// read files. `more_models` come before those of the settings.
///
/// # Errors
/// If the file store or the secret cannot be opened.
pub fn open_with(
    config: Config,
    storage: Arc<dyn Storage>,
    clock: Arc<dyn Clock>,
    program: PathBuf,
    more_models: Vec<NamedModel>,
) -> anyhow::Result<App> {
    install_tls();
    make_private_dir(&config.data_dir)?;
    let files = config.files_at.open(&config.file_options)?;
    let model = language_model(&config, clock.clone())?;
    let models: Arc<[NamedModel]> =
        more_models.into_iter().chain(models(&config, &model, clock.clone())?).collect();
    let child = child(&config, program);
    let reader = Arc::new(reader(&config, &child, clock.clone(), &model));
    let ingest = Arc::new(
        Ingest::new(storage.clone(), files, reader.clone(), clock.clone(), config.files.limits.clone())
            .with_imports(reader)
            .with_texts(texts(&config, &child))
            .with_unpacker(unpacker(&config, child), config.data_dir.clone()),
    );
    let advisor = Advisor::new(Ledger::of(&storage), model, clock.clone(), config.chat.limits.clone());
    let books = Bookkeeper::new(storage.clone());
    let notifier = notifications::notifier(&config, &auth_config(&config)?.secret, &storage, &books)?;
    let disk = Disk::of(&config.data_dir, config.files.disk_reserve_bytes);
    let (tasks, stopping) = (TaskTracker::new(), CancellationToken::new());
    let mut ask_limits = config.categorizing.limits.clone();
    ask_limits.tokens_per_day = config.chat.settings.tokens_per_day;
    let categorizer =
        Categorizer::new(books.clone(), models.clone(), ask_limits, config.categorizing.users_max);
    let events = AfterProcessing {
        categorizer: categorizer.clone(),
        disk: disk.clone(),
        notifier: notifier.clone(),
        clock: clock.clone(),
        tasks: tasks.clone(),
        stopping: stopping.clone(),
    };
    let work = ProcessStatements {
        ingest: ingest.clone(),
        books: books.clone(),
        clock: clock.clone(),
        events: Arc::new(events),
    };
    let worker = WorkerId(Id::<App>::new(clock.now()).to_string());
    let settings = JobSettings::new(worker, config.job_lease, config.jobs_parallel);
    let statement_jobs = StatementJobs::new(storage.clone(), work, settings, tasks.clone(), stopping.clone());
    let secret = auth_config(&config)?.secret;
    let feeds = feeds::feeds(&config, &secret, &storage, &ingest, &statement_jobs, &tasks)?;
    let deleted_users = DeletedUsers { ingest: ingest.clone(), feeds: feeds.clone() };
    let auth = auth(&config, &storage, clock.clone())?.with_user_data(Arc::new(deleted_users));
    auth.prepare_providers();
    let mailboxes = mailboxes::mailboxes(&config, &secret, &storage, &ingest, &statement_jobs, &disk)?;
    let chat_files =
        Arc::new(ChatFiles { ingest: ingest.clone(), jobs: statement_jobs.clone(), disk: disk.clone() });
    let (settings, tracked, stopped) = (config.chat.settings.clone(), tasks.clone(), stopping.clone());
    let chats = Chats::new(storage.clone(), advisor, models, chat_files, settings, tracked, stopped);
    Ok(App {
        chats,
        books,
        notifier,
        feeds,
        mailboxes,
        households: households(&config, &storage)?,
        ledger: Ledger::of(&storage),
        request_keys: Arc::new(RequestKeys::new(storage)),
        auth: Arc::new(auth),
        ingest,
        clock,
        disk,
        statement_jobs,
        categorizer,
        config: Arc::new(config),
        rate_limiter: Arc::default(),
        tasks,
        stopping,
    })
}

/// Installs `ring` for the TLS of outgoing connections. A second call has no effect.
pub fn install_tls() {
    drop(rustls::crypto::ring::default_provider().install_default());
}

/// Builds the authentication service.
///
/// # Errors
/// If the secret, the identity provider or the mail server cannot be used.
pub fn auth(config: &Config, storage: &Arc<dyn Storage>, clock: Arc<dyn Clock>) -> anyhow::Result<Auth> {
    let mut auth = Auth::new(saldo_storage::auth_ports(storage), clock.clone(), auth_config(config)?)?;
    if let Some(provider) = config.identity.clone() {
        auth = auth.with_provider(Arc::new(OidcProvider::new(provider, clock)?));
    }
    if let Some(server) = &config.mail {
        auth = auth.with_mailer(Arc::new(SmtpMailer::new(&server.url, &server.from)?));
    }
    Ok(auth)
}

/// Creates the use cases of households.
fn households(config: &Config, storage: &Arc<dyn Storage>) -> anyhow::Result<SharedBooks> {
    let books = SharedBooks::new(storage.clone(), config.base_url.clone(), config.households);
    let Some(server) = &config.mail else { return Ok(books) };
    Ok(books.with_mailer(Arc::new(SmtpMailer::new(&server.url, &server.from)?)))
}

fn auth_config(config: &Config) -> anyhow::Result<AuthConfig> {
    let secret = match &config.secret {
        Some(secret) => secret.clone(),
        None => read_or_create_secret(&config.data_dir.join("secret"))?,
    };
    let mut settings = AuthConfig::new(Secret::new(&secret), config.base_url.clone());
    settings.trusted_origins.clone_from(&config.trusted_origins);
    settings.cookie_prefix.clone_from(&config.cookie_prefix);
    "saldo_".clone_into(&mut settings.api_token_prefix);
    settings.two_step.issuer = Some("Saldo".to_owned());
    settings.sign_up = config.sign_up;
    Ok(settings)
}

/// Reads the secret in `path`, or creates it at the first start.
fn read_or_create_secret(path: &Path) -> anyhow::Result<String> {
    let secret = saldo_files::secret::read_or_create(path, saldo_auth::random_secret)?;
    anyhow::ensure!(
        secret.len() >= 32,
        "{} is damaged; restore its backup, or delete it. After deleting it, all users must sign in again, and \
         two-factor authentication must be disabled for those who use it (`saldo user disable-two-factor`)",
        path.display()
    );
    Ok(secret)
}

/// Returns the configured model, or the built-in analyst, which sends no data anywhere.
fn language_model(config: &Config, clock: Arc<dyn Clock>) -> anyhow::Result<Arc<dyn LanguageModel>> {
    let Some(endpoint) = &config.model else {
        return Ok(Arc::new(Analyst::new(clock)));
    };
    Ok(Arc::new(at_endpoint(config, endpoint)?))
}

/// Creates the model at an endpoint. A model on a trusted host counts as being on this machine.
fn at_endpoint(config: &Config, endpoint: &ModelEndpoint) -> saldo_llm::Result<ObservedModel<OpenAi>> {
    let settings = openai::Settings::new(&endpoint.base_url, &endpoint.model, endpoint.api_key.as_deref())?;
    let model = OpenAi::new(settings.trusting(&config.model_trusted_hosts))?;
    Ok(ObservedModel::new(model, Arc::new(CountedModels)))
}

/// Returns all models that a user can choose: the default, those of `SALDO_MODELS`, and the built-in analyst.
fn models(
    config: &Config,
    default: &Arc<dyn LanguageModel>,
    clock: Arc<dyn Clock>,
) -> anyhow::Result<Vec<NamedModel>> {
    let mut models = Vec::new();
    if config.model.is_some() {
        models.push(NamedModel { name: default.name().to_owned(), model: default.clone() });
    }
    for named in &config.chat.models {
        let model = at_endpoint(config, &named.endpoint)
            .with_context(|| format!("cannot use the model {} in SALDO_MODELS", named.name))?;
        models.push(NamedModel { name: named.name.clone(), model: Arc::new(model) });
    }
    let analyst = Arc::new(Analyst::new(clock));
    models.push(NamedModel { name: analyst.name().to_owned(), model: analyst });
    Ok(models)
}

/// Builds the reader that starts this program as a guarded child process.
fn child(config: &Config, program: PathBuf) -> ChildReader {
    ChildReader::new(program, ["read-pages"], config.reader_limits.clone())
        // The allocator's initial reservation in KiB. Its default of 1 GiB would exceed the memory limit (ADR
        // 0020).
        .with_environment("MIMALLOC_ARENA_RESERVE", "32768")
        .with_events(Arc::new(CountedChildren))
}

fn unpacker(config: &Config, child: ChildReader) -> Arc<dyn Unpacker> {
    match config.reader {
        ReaderMode::InProcess => Arc::new(InProcess { limits: config.reader_limits.pages.clone() }),
        ReaderMode::Child => Arc::new(child),
    }
}

/// Builds the reader of all files, with OCR and a model if the settings enable them.
fn reader(
    config: &Config,
    child: &ChildReader,
    clock: Arc<dyn Clock>,
    model: &Arc<dyn LanguageModel>,
) -> ImportReader {
    let importer: Arc<dyn FileImporter> = match config.reader {
        ReaderMode::InProcess => Arc::new(InProcess { limits: config.reader_limits.pages.clone() }),
        ReaderMode::Child => Arc::new(child.clone()),
    };
    let mut reader = LayoutReader::new(pages(config, child), clock);
    if let Some(tesseract) = config.reading.pictures.clone() {
        reader = reader.with_pictures(Arc::new(Tesseract::new(child.clone(), tesseract)));
    }
    if config.asks_about_statements(model.is_remote()) {
        reader = reader.with_model(ModelTurn::new(model.clone(), config.reading.model_limits.clone()));
    }
    ImportReader::new(Arc::new(reader), importer, config.imports.clone())
}

/// Builds the reader of pages.
fn pages(config: &Config, child: &ChildReader) -> Arc<dyn PageReader> {
    match config.reader {
        ReaderMode::InProcess => Arc::new(InProcess { limits: config.reader_limits.pages.clone() }),
        ReaderMode::Child => Arc::new(child.clone()),
    }
}

/// Builds the reader of the texts of attachments, with OCR if the settings enable it.
fn texts(config: &Config, child: &ChildReader) -> TextReader {
    let texts = TextReader::new(pages(config, child));
    match config.reading.pictures.clone() {
        Some(tesseract) => texts.with_pictures(Arc::new(Tesseract::new(child.clone(), tesseract))),
        None => texts,
    }
}

/// Waits for Ctrl-C, or for SIGTERM from a service manager.
///
/// # Errors
/// If signal handlers cannot be installed.
pub async fn stop_signal() -> std::io::Result<()> {
    #[cfg(unix)]
    {
        let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
        tokio::select! {
            pressed = tokio::signal::ctrl_c() => pressed,
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}
