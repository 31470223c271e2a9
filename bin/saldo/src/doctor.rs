//! `saldo doctor`: the checks of `saldo-doctor` for the installation of these settings.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use saldo_doctor::{BankFeedApplication, Database, Finding, Installation, has_problem, write};
use saldo_domain::Chain;
use saldo_storage::{Inspection, Storage};

use crate::config::Config;
use crate::{feeds, setup};

/// Runs all checks, writes their results, and returns true if there is no problem.
///
/// # Errors
/// If `out` cannot be written.
pub async fn run(
    config: Result<Config, saldo_settings::Error>,
    as_json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<bool> {
    let findings = match config {
        Ok(config) => installation(&config).check().await,
        Err(error) => vec![Finding::problem("settings", format!("{}; correct it first", Chain(&error)))],
    };
    write(&findings, as_json, out)?;
    Ok(!has_problem(&findings))
}

fn installation(config: &Config) -> Installation<'_> {
    Installation {
        base_url: &config.base_url,
        database_url: &config.database_url,
        database: config,
        data_dir: &config.data_dir,
        disk_reserve_bytes: config.files.disk_reserve_bytes,
        files_at: &config.files_at,
        file_options: &config.file_options,
        inbox: config.inbox.as_ref().map(|inbox| Path::new(&inbox.path)),
        model_url: config.model.as_ref().map(|model| model.base_url.as_str()),
        mail_url: config.mail.as_ref().map(|mail| mail.url.as_str()),
        bank_feeds: feeds::application_key(config).map(|key| BankFeedApplication {
            key: key.map(drop).map_err(|error| error.to_string()),
            callback: feeds::callback_url(config),
            provider: &config.feeds.enable_banking_url,
        }),
        ocr: config.reading.pictures.as_ref(),
        backups: config.backups.schedule.as_ref(),
    }
}

#[async_trait]
impl Database for Config {
    async fn inspect(&self) -> Result<Inspection, String> {
        setup::inspect_storage(self).await.map_err(|error| format!("{error:#}"))
    }

    async fn open(&self) -> Option<Arc<dyn Storage>> {
        setup::open_storage(self).await.ok()
    }
}
