//! Backups: `saldo backup` and `saldo restore`, and those that the server makes by itself.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, ensure};
use async_trait::async_trait;
use clap::Args;
use futures::StreamExt;
use saldo_backup::schedule::{Schedule, ScratchDatabase};
use saldo_backup::{
    BackupOrder, Backups, FileBytes, FileStore, FilesError, Protection, Retention, back_up, check, name_of,
    open_store, parse_name, restore,
};
use saldo_domain::{Clock, Timestamp};
use saldo_files::{FilePlace, private};
use saldo_statement_ingest::WholeStore;
use saldo_storage::Storage;

use crate::app::App;
use crate::config::Config;
use crate::periodic::worker;
use crate::setup;

/// The encryption of backups. The passphrase is never an argument, which would stay in the shell's history
/// and in the list of processes.
#[derive(Debug, Args)]
pub struct EncryptionArguments {
    /// A file with the passphrase. Without it, the setting `SALDO_BACKUP_PASSPHRASE` is used.
    #[arg(long, value_name = "FILE")]
    passphrase_file: Option<PathBuf>,
    /// Uses backups without encryption.
    #[arg(long, conflicts_with = "passphrase_file")]
    unencrypted: bool,
}

/// Arguments of `saldo backup`.
#[derive(Debug, Args)]
pub struct BackupArguments {
    /// The place of backups: a folder, which is created if it does not exist, or `s3://BUCKET/FOLDER`,
    /// `gs://…` or `az://…`.
    #[arg(value_parser = place)]
    target: FilePlace,
    #[command(flatten)]
    encryption: EncryptionArguments,
    /// Includes the secret that signs cookies and encrypts two-factor secrets.
    #[arg(long)]
    with_secret: bool,
    /// Keeps this many of the newest backups. Without any number to keep, all are kept.
    #[arg(long, value_name = "N", default_value_t = 0)]
    keep_last: usize,
    /// Keeps the newest backup of each of this many days.
    #[arg(long, value_name = "N", default_value_t = 0)]
    keep_daily: usize,
    /// Keeps the newest backup of each of this many weeks.
    #[arg(long, value_name = "N", default_value_t = 0)]
    keep_weekly: usize,
    /// Keeps the newest backup of each of this many months.
    #[arg(long, value_name = "N", default_value_t = 0)]
    keep_monthly: usize,
}

/// Arguments of `saldo restore`.
#[derive(Debug, Args)]
pub struct RestoreArguments {
    /// The place of backups: a folder, or `s3://BUCKET/FOLDER`, `gs://…` or `az://…`.
    #[arg(value_parser = place)]
    from: FilePlace,
    /// The name of the backup, such as `20261130T050000Z`. Without it, the newest one is used.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    #[command(flatten)]
    encryption: EncryptionArguments,
    /// Deletes all data of the database first. Otherwise the database must be empty.
    #[arg(long)]
    replace: bool,
    /// Only checks the backup, and restores nothing.
    #[arg(long, conflicts_with = "replace")]
    check: bool,
}

/// Makes a backup and writes its summary to `out`.
///
/// # Errors
/// If the settings, the passphrase or the place cannot be used, or the backup cannot be made.
pub async fn run_backup(
    config: &Config,
    arguments: BackupArguments,
    clock: &dyn Clock,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let protection = protection(config, &arguments.encryption)?;
    let mut order = BackupOrder::new(clock.now(), env!("CARGO_PKG_VERSION"));
    order.retention = Retention {
        last: arguments.keep_last,
        daily: arguments.keep_daily,
        weekly: arguments.keep_weekly,
        monthly: arguments.keep_monthly,
    };
    if arguments.with_secret {
        order.secret = Some(secret(config)?);
    }
    let storage = setup::open_storage(config).await?;
    let store = open_store(&arguments.target, &config.file_options)?;
    let opened = tokio::task::spawn_blocking(move || Backups::open_or_create(store, &protection));
    let report = back_up(storage, statement_files(config)?, Arc::new(opened.await??), order).await?;
    Ok(write!(out, "{report}")?)
}

/// Makes and tests backups as long as the server runs, if the settings ask for them.
///
/// # Errors
/// If the place, the files or the secret cannot be used.
pub fn start(app: &App, storage: Arc<dyn Storage>) -> anyhow::Result<()> {
    let Some(settings) = &app.config.backups.schedule else { return Ok(()) };
    let schedule = Schedule {
        every: settings.every,
        test_every: settings.test_every,
        files: statement_files(&app.config)?,
        store: open_store(&settings.target, &app.config.file_options)?,
        protection: Protection::Passphrase(settings.passphrase.clone()),
        retention: settings.retention,
        made_by: env!("CARGO_PKG_VERSION").to_owned(),
        secret: if settings.with_secret { Some(secret(&app.config)?) } else { None },
        scratch: Arc::new(ScratchFolder(app.config.data_dir.join("backup-test"))),
        worker: worker(app),
        clock: app.clock.clone(),
        stopping: app.stopping.clone(),
        storage,
    };
    app.tasks.spawn(schedule.run());
    Ok(())
}

/// The folder of a SQLite database for the tests of backups.
struct ScratchFolder(PathBuf);

#[async_trait]
impl ScratchDatabase for ScratchFolder {
    async fn create(&self) -> Result<Arc<dyn Storage>, FilesError> {
        self.delete().await?;
        private::make_private_dir(&self.0)?;
        Ok(saldo_storage::open(&format!("sqlite://{}", self.0.join("test.db").display())).await?)
    }

    async fn delete(&self) -> Result<(), FilesError> {
        match fs::remove_dir_all(&self.0) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }
}

/// Checks a backup, restores it unless only the check is wanted, and writes a summary to `out`.
///
/// # Errors
/// If the backup, the passphrase, the database or the files cannot be used.
pub async fn run_restore(
    config: &Config,
    arguments: RestoreArguments,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let RestoreArguments { from, name, encryption, replace, check: only_check } = arguments;
    let protection = protection(config, &encryption)?;
    let name: Option<Timestamp> = name.as_deref().map(time_of).transpose()?;
    let store = open_store(&from, &config.file_options)?;
    let opened = tokio::task::spawn_blocking(move || Backups::open(store, &protection));
    let backups = Arc::new(opened.await??);
    let backup = check(backups.clone(), name).await?;
    let (name, lost) = (name_of(backup.created), backup.lost);
    let content = format!("{} rows, {} files ({} bytes in all)", backup.rows, backup.files, backup.bytes);
    if only_check {
        writeln!(out, "backup {name} is complete: {content}")?;
    } else {
        let storage = setup::open_storage(config).await?;
        restore(storage, statement_files(config)?, backups, &backup, replace).await?;
        writeln!(out, "backup {name} was restored and verified: {content}")?;
        if let Some(secret) = &backup.secret {
            writeln!(out, "{}", restore_secret(config, secret)?)?;
        }
    }
    if lost > 0 {
        writeln!(out, "warning: {lost} statement files were missing or damaged when the backup was made")?;
    }
    Ok(())
}

fn place(text: &str) -> anyhow::Result<FilePlace> {
    FilePlace::parse(text).context("it must be a folder, or a URL such as s3://BUCKET/FOLDER")
}

fn time_of(name: &str) -> anyhow::Result<Timestamp> {
    parse_name(name).with_context(|| format!("{name} is not the name of a backup, such as 20261130T050000Z"))
}

fn protection(config: &Config, arguments: &EncryptionArguments) -> anyhow::Result<Protection> {
    if arguments.unencrypted {
        return Ok(Protection::Unencrypted);
    }
    let passphrase = match &arguments.passphrase_file {
        Some(path) => {
            let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            let text = text.trim().to_owned();
            ensure!(
                Protection::is_long_enough(&text),
                "the passphrase in {} is too short; use at least 12 characters",
                path.display()
            );
            Some(text)
        }
        None => config.backups.passphrase.clone(),
    };
    passphrase.map(Protection::Passphrase).context(
        "no passphrase; set SALDO_BACKUP_PASSPHRASE or --passphrase-file, or permit backups that anyone can \
         read with --unencrypted",
    )
}

/// Returns the secret that is in use.
fn secret(config: &Config) -> anyhow::Result<String> {
    match &config.secret {
        Some(secret) => Ok(secret.clone()),
        None => Ok(saldo_files::secret::read(&config.data_dir.join("secret"))?),
    }
}

/// Stores the secret of a backup in the data folder. Returns a sentence for the administrator.
fn restore_secret(config: &Config, secret: &str) -> anyhow::Result<String> {
    if let Some(set) = &config.secret {
        return Ok(if set == secret {
            "SALDO_SECRET is the secret of the backup".to_owned()
        } else {
            "warning: SALDO_SECRET is not the secret of the backup: all users must sign in again".to_owned()
        });
    }
    let path = config.data_dir.join("secret");
    saldo_files::secret::replace(&path, secret)?;
    Ok(format!("the secret was restored to {}", path.display()))
}

fn statement_files(config: &Config) -> anyhow::Result<Arc<dyn FileStore>> {
    let files = config.files_at.open(&config.file_options)?;
    Ok(Arc::new(StatementStore(WholeStore::new(files))))
}

/// The statement files, for backups.
struct StatementStore(WholeStore);

/// An error of storing a file: of its source, or of the store.
#[derive(Debug, thiserror::Error)]
enum PutError {
    #[error(transparent)]
    Source(FilesError),
    #[error(transparent)]
    Store(#[from] saldo_statement_ingest::Error),
}

#[async_trait]
impl FileStore for StatementStore {
    async fn open(&self, key: &str) -> Result<Option<FileBytes<'static>>, FilesError> {
        let found = self.0.open(key).await?;
        Ok(found.map(|bytes| bytes.map(|piece| piece.map_err(FilesError::from)).boxed()))
    }

    async fn put(&self, key: &str, bytes: FileBytes<'_>) -> Result<(), FilesError> {
        let bytes = bytes.map(|piece| piece.map_err(PutError::Source)).boxed();
        Ok(self.0.put(key, bytes).await?)
    }

    async fn instance(&self) -> Result<Option<String>, FilesError> {
        Ok(self.0.instance().await?)
    }

    async fn has_statements(&self) -> Result<bool, FilesError> {
        Ok(self.0.has_statements().await?)
    }

    async fn mark(&self, instance: &str) -> Result<(), FilesError> {
        Ok(self.0.mark(instance.parse()?).await?)
    }
}
