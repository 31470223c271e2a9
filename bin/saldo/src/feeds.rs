//! The bank feeds of this server: the adapter of their provider, and the import of what they bring.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use async_trait::async_trait;
use saldo_auth::Secret;
use saldo_domain::{AccountId, Id, StatementId, UserId};
use saldo_feeds::{BankFeeds, BoxError, FileImporter, SimpleFin};
use saldo_guarded_http::GuardedClient;
use saldo_statement_ingest::jobs::StatementJobs;
use saldo_statement_ingest::{ImportTarget, Ingest};
use saldo_storage::{Storage, WorkerId};

use crate::app::App;
use crate::config::Config;
use crate::sealed::SealedBy;

/// The time that a fetch waits for a file to be read. It is read nevertheless.
const PATIENCE: Duration = Duration::from_secs(20);

/// Creates the use cases of bank feeds with their provider.
///
/// # Errors
/// If this machine has no certificates.
pub fn feeds(
    config: &Config,
    secret: &Secret,
    storage: &Arc<dyn Storage>,
    ingest: &Arc<Ingest>,
    jobs: &StatementJobs,
) -> anyhow::Result<BankFeeds> {
    let settings = &config.feeds;
    let client = GuardedClient::new(&settings.private_hosts)
        .context("this machine has no TLS certificates; install ca-certificates")?;
    let provider = Arc::new(SimpleFin::new(client, settings.answers.clone()));
    let files = Arc::new(AsFiles { ingest: ingest.clone(), jobs: jobs.clone() });
    let seal = Arc::new(SealedBy::new(secret));
    Ok(BankFeeds::new(storage.clone(), provider, files, seal, settings.fetches.clone()))
}

/// Fetches feeds that are due as long as the server runs. A process that runs no jobs only serves requests,
/// and leaves this to others.
pub fn start(app: &App) {
    if app.config.jobs_parallel == 0 {
        return;
    }
    let worker = WorkerId(Id::<App>::new(app.clock.now()).to_string());
    app.tasks.spawn(app.feeds.clone().run(worker, app.clock.clone(), app.stopping.clone()));
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
        self.jobs.import(user, statement, None, target, PATIENCE).await?;
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
