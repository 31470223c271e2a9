//! The bank feeds of this server: the adapters of their providers, and the import of what they bring.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use async_trait::async_trait;
use saldo_auth::Secret;
use saldo_domain::{AccountId, Author, StatementId, SystemClock, UserId};
use saldo_feeds::{
    ApplicationKey, BankConsents, BankFeeds, BoxError, EnableBanking, FileImporter, KeyError, Providers,
    SimpleFin,
};
use saldo_guarded_http::GuardedClient;
use saldo_statement_ingest::jobs::StatementJobs;
use saldo_statement_ingest::{ImportTarget, Ingest};
use saldo_storage::Storage;
use tokio_util::task::TaskTracker;

use crate::config::Config;
use crate::sealed::SealedBy;

/// The time that a fetch waits for a file to be read. It is read nevertheless.
const PATIENCE: Duration = Duration::from_secs(20);

/// The page to which banks send browsers back.
const CALLBACK_PATH: &str = "/feeds/callback";

/// Creates the use cases of bank feeds with their providers.
///
/// # Errors
/// If this machine has no certificates, or the key of the application cannot be read.
pub fn feeds(
    config: &Config,
    secret: &Secret,
    storage: &Arc<dyn Storage>,
    ingest: &Arc<Ingest>,
    jobs: &StatementJobs,
    tasks: &TaskTracker,
) -> anyhow::Result<BankFeeds> {
    let settings = &config.feeds;
    let client = GuardedClient::new(&settings.private_hosts)
        .context("this machine has no TLS certificates; install ca-certificates")?;
    let consents = enable_banking(config, client.clone())?;
    let providers =
        Providers { tokens: Some(Arc::new(SimpleFin::new(client, settings.answers.clone()))), consents };
    let files = Arc::new(AsFiles { ingest: ingest.clone(), jobs: jobs.clone() });
    let seal = Arc::new(SealedBy::new(secret));
    let limits = settings.fetches.clone();
    Ok(BankFeeds::new(storage.clone(), providers, files, seal, limits, tasks.clone()))
}

/// Returns the address to which banks send browsers back. It must be registered for the application.
#[must_use]
pub fn callback_url(config: &Config) -> url::Url {
    let mut url = config.base_url.clone();
    url.set_path(CALLBACK_PATH);
    url
}

/// Reads the key of the application; `None` if the server has none.
///
/// # Errors
/// [`KeyError`] for a key that cannot be used.
#[must_use]
pub fn application_key(config: &Config) -> Option<Result<ApplicationKey, KeyError>> {
    let application = config.feeds.application.as_ref()?;
    Some(ApplicationKey::new(&application.id, &application.key))
}

fn enable_banking(config: &Config, client: GuardedClient) -> anyhow::Result<Option<Arc<dyn BankConsents>>> {
    let Some(key) = application_key(config).transpose().context("SALDO_ENABLE_BANKING_KEY cannot be used")?
    else {
        return Ok(None);
    };
    let (url, answers) = (config.feeds.enable_banking_url.clone(), config.feeds.answers.clone());
    let clock = Arc::new(SystemClock);
    Ok(Some(Arc::new(EnableBanking::new(client, url, key, callback_url(config), answers, clock))))
}

/// Imports files as if the user uploaded them.
struct AsFiles {
    ingest: Arc<Ingest>,
    jobs: StatementJobs,
}

#[async_trait]
impl FileImporter for AsFiles {
    async fn import(
        &self,
        user: UserId,
        account: AccountId,
        file_name: &str,
        content: Vec<u8>,
    ) -> Result<StatementId, BoxError> {
        let body = futures::stream::iter([Ok::<_, Infallible>(content.into())]);
        let statement = self.ingest.upload(user, file_name, body).await?.statement.id;
        let target = ImportTarget::Account(account);
        self.jobs.import(Author::automatic(user), statement, None, target, PATIENCE).await?;
        Ok(statement)
    }

    async fn delete_replaced(&self, user: UserId, statement: StatementId) -> Result<(), BoxError> {
        let lines = self.ingest.lines(user, statement).await?;
        if lines.iter().all(|line| line.printed.is_some()) {
            self.ingest.delete_statement(user, statement).await?;
        }
        Ok(())
    }
}
