//! The files of chat messages, stored and processed like uploads.

use std::sync::Arc;

use async_trait::async_trait;
use bytes::Bytes;
use futures::stream;
use saldo_advisor::chats::{FileError, ServiceError, StatementFiles};
use saldo_domain::{Author, Job, Statement, StatementId, UserId};
use saldo_files::Disk;
use saldo_statement_ingest::Ingest;
use saldo_statement_ingest::jobs::StatementJobs;
use saldo_wire::jobs::JobBody;
use serde_json::Value;

use crate::error::ApiError;

/// Stores the files of chat messages with the pipeline for uploads.
pub struct ChatFiles {
    /// Stores the files.
    pub ingest: Arc<Ingest>,
    /// Processes the files.
    pub jobs: StatementJobs,
    /// The disk of the files.
    pub disk: Disk,
}

#[async_trait]
impl StatementFiles for ChatFiles {
    async fn store(
        &self,
        user: UserId,
        file_name: &str,
        bytes: Vec<u8>,
    ) -> Result<(Statement, bool), FileError> {
        let body = stream::iter([Ok::<_, std::io::Error>(Bytes::from(bytes))]);
        let stored = async {
            self.disk.refuse_when_full().await?;
            Ok::<_, ApiError>(self.ingest.upload(user, file_name, body).await?)
        };
        match stored.await {
            Ok(uploaded) => Ok((uploaded.statement, uploaded.duplicate)),
            Err(error) => {
                // The user reads the words in which an upload would be refused.
                Err(if error.is_server_fault() {
                    FileError::Failed(error.into())
                } else {
                    FileError::Refused(error.message().to_owned())
                })
            }
        }
    }

    async fn queue(&self, author: Author, statement: StatementId) -> Result<Option<Job>, ServiceError> {
        self.jobs.queue(author, statement, None).await.map_err(|error| ApiError::from(error).into())
    }

    fn display_name(&self, file_name: &str) -> String {
        self.ingest.limits().display_name(file_name)
    }

    fn shown(&self, job: &Job) -> Value {
        serde_json::to_value(JobBody::from(job.clone())).unwrap_or_default()
    }
}
