//! The mailboxes of this server: the adapter of mail servers, and the import of the files of messages.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context;
use async_trait::async_trait;
use bytes::Bytes;
use saldo_auth::Secret;
use saldo_domain::{MailFile, MailFileOutcome, UserId};
use saldo_files::Disk;
use saldo_guarded_http::GuardedClient;
use saldo_mailbox::{BoxError, FileImporter, Imap, Mailboxes};
use saldo_statement_ingest::jobs::StatementJobs;
use saldo_statement_ingest::{Delivered, Delivery, FilePassword, Ingest};
use saldo_storage::Storage;

use crate::config::Config;
use crate::sealed::SealedBy;

/// The time that a fetch waits for a file to be read. It is read nevertheless.
const PATIENCE: Duration = Duration::from_mins(2);
/// The time between two looks at the jobs of a file.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Creates the use cases of mailboxes with the adapter of IMAP.
///
/// # Errors
/// If this machine has no certificates, or those of the settings cannot be read.
pub fn mailboxes(
    config: &Config,
    secret: &Secret,
    storage: &Arc<dyn Storage>,
    ingest: &Arc<Ingest>,
    jobs: &StatementJobs,
    disk: &Disk,
) -> anyhow::Result<Mailboxes> {
    let settings = &config.mailboxes;
    let client = GuardedClient::new(&settings.private_hosts)
        .context("this machine has no TLS certificates; install ca-certificates")?;
    let server = Imap::new(client, settings.imap.clone()).context("check SALDO_MAIL_CA_FILE")?;
    let files = AsFiles { ingest: ingest.clone(), jobs: jobs.clone(), disk: disk.clone() };
    let (server, files, seal) = (Arc::new(server), Arc::new(files), Arc::new(SealedBy::new(secret)));
    Ok(Mailboxes::new(storage.clone(), server, files, seal, settings.limits.clone()))
}

/// Imports files as if they were in the inbox.
struct AsFiles {
    ingest: Arc<Ingest>,
    jobs: StatementJobs,
    disk: Disk,
}

#[async_trait]
impl FileImporter for AsFiles {
    async fn import(
        &self,
        user: UserId,
        file_name: &str,
        content: Bytes,
        password: Option<&str>,
    ) -> Result<Vec<MailFile>, BoxError> {
        self.disk.refuse_when_full().await?;
        let body = futures::stream::iter([Ok::<_, Infallible>(content)]);
        let uploads = self.ingest.upload_all(user, file_name, body).await;
        let password = password.and_then(|password| FilePassword::new(password.to_owned()));
        let delivery = Delivery::queue(user, uploads, password.as_ref(), &self.jobs).await?;
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(results) = delivery.results(user, &self.ingest, &self.jobs).await? {
                return Ok(results.into_iter().map(file).collect());
            }
            if Instant::now() >= end {
                return Ok(delivery.names().map(queued).collect());
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }
}

fn file((name, delivered): (String, Delivered)) -> MailFile {
    let (outcome, reason) = match delivered {
        Delivered::Imported => (MailFileOutcome::Imported, None),
        Delivered::Known => (MailFileOutcome::Known, None),
        Delivered::Receipt => (MailFileOutcome::Receipt, None),
        Delivered::Unsupported(reason) => (MailFileOutcome::Unsupported, Some(reason)),
        Delivered::Refused(reason) => (MailFileOutcome::Failed, Some(reason)),
    };
    MailFile { name, outcome, reason }
}

fn queued(name: &str) -> MailFile {
    MailFile { name: name.to_owned(), outcome: MailFileOutcome::Queued, reason: None }
}
