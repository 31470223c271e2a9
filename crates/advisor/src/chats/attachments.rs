//! Files attached to a question: stored like uploads, read, and passed to the model.
//!
//! Storing the files and queueing their processing happens before the answer begins, even if the client
//! disconnects. Only the wait for the processing ends when the answer is stopped.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use futures::StreamExt;
use saldo_domain::{Author, FailureCode, Job, JobState, Statement, StatementId, StatementStatus, UserId};
use serde_json::{Value, json};
use tokio::time::Instant;
use ui_message_stream::{FilePart, Part, UiMessage};

use super::chunks::ChatEvent;
use super::models::{Answerer, Events};
use super::{Chats, FileError};
use crate::tools::{READ_STATEMENT, ToolError};
use crate::{AnsweredCall, Conversation, Error, Event};

/// The question for a file that was sent without text.
pub(super) const DEFAULT_QUESTION: &str = "What is in this file?";
/// Interval at which a job is checked.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// A file attached to a question.
pub(super) struct Attachment {
    /// Id of the tool call that reads the file.
    call: String,
    file_name: String,
    media_type: String,
    /// The stored file, or the reason for the user why it was not stored.
    state: Result<StoredFile, String>,
}

/// A stored file.
struct StoredFile {
    statement: StatementId,
    /// True if a file with the same bytes was stored before.
    was_known: bool,
    /// The job that reads the file; `None` if it is read already.
    job: Option<Job>,
}

/// The source of a file's bytes.
enum Source {
    /// Bytes in the request.
    Bytes(Vec<u8>),
    /// The file of an uploaded statement.
    Statement(StatementId),
}

/// Returns the files of a message.
pub(super) fn files_of(message: &UiMessage) -> impl Iterator<Item = &FilePart> {
    message.parts.iter().filter_map(|part| match part {
        Part::File(file) => Some(file),
        _ => None,
    })
}

/// Returns the files of a stored message.
pub(super) fn files_of_stored(parts: &Value) -> Vec<FilePart> {
    let files = parts.as_array().into_iter().flatten().filter(|part| part["type"] == "file");
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let file = |part: &Value| {
        Some(FilePart {
            media_type: text(&part["mediaType"])?,
            file_name: text(&part["filename"]),
            url: text(&part["url"])?,
        })
    };
    files.filter_map(file).collect()
}

impl Chats {
    /// Checks that the files of a message can be stored.
    ///
    /// # Errors
    /// [`Error::TooManyFiles`]; [`Error::InvalidDataUrl`] or [`Error::ForeignFile`] for a file that is
    /// neither in the request nor an uploaded statement; [`Error::NotFound`] for an unknown statement.
    pub(super) async fn check_files(&self, user: UserId, message: &UiMessage) -> Result<(), Error> {
        let files: Vec<&FilePart> = files_of(message).collect();
        let most = self.settings.files_max;
        if files.len() > most {
            return Err(Error::TooManyFiles { most });
        }
        for file in files {
            if let Source::Statement(id) = Source::of(&self.settings.base_url, &file.url)?
                && self.storage.find_statement(user, id).await?.is_none()
            {
                return Err(Error::NotFound);
            }
        }
        Ok(())
    }

    /// Stores files like uploads and queues the processing of those that are not processed yet.
    /// [`Self::check_files`] must have accepted the message.
    ///
    /// With `was_kept` the files are those of a stored message: a statement that was deleted meanwhile is
    /// then not an error of the request.
    ///
    /// # Errors
    /// [`Error::InvalidDataUrl`] or [`Error::ForeignFile`] for a file that is neither in the request nor an
    /// uploaded statement; [`Error::NotFound`] for an unknown statement; [`Error::Files`] or
    /// [`Error::Storage`] if the file cannot be stored.
    pub(super) async fn receive<'a>(
        &self,
        author: Author,
        files: impl Iterator<Item = &'a FilePart>,
        was_kept: bool,
    ) -> Result<Vec<Attachment>, Error> {
        let user = author.books;
        let mut attached = Vec::new();
        for (index, file) in files.enumerate() {
            let source = Source::of(&self.settings.base_url, &file.url)?;
            let file_name = file.file_name.clone().unwrap_or_else(|| "file".to_owned());
            let kept = match source {
                Source::Bytes(bytes) => self.store_file(user, &file_name, bytes).await?,
                Source::Statement(id) => match self.storage.find_statement(user, id).await? {
                    Some(statement) => Ok((statement, true)),
                    None if was_kept => Err("this file was deleted".to_owned()),
                    None => return Err(Error::NotFound),
                },
            };
            let (file_name, state) = match kept {
                Ok((statement, was_known)) => {
                    let job = self.begin_reading(author, &statement).await?;
                    (statement.file_name, Ok(StoredFile { statement: statement.id, was_known, job }))
                }
                Err(problem) => (self.files.display_name(&file_name), Err(problem)),
            };
            let call = format!("file_{}", index + 1);
            attached.push(Attachment { call, file_name, media_type: file.media_type.clone(), state });
        }
        Ok(attached)
    }

    /// Stores a file. The inner error is a fault of the file itself, which the user reads in the answer.
    async fn store_file(
        &self,
        user: UserId,
        file_name: &str,
        bytes: Vec<u8>,
    ) -> Result<Result<(Statement, bool), String>, Error> {
        match self.files.store(user, file_name, bytes).await {
            Ok(stored) => Ok(Ok(stored)),
            Err(FileError::Refused(problem)) => Ok(Err(problem)),
            Err(FileError::Failed(error)) => Err(Error::Files(error)),
        }
    }

    /// Queues the processing of a statement that is not processed yet, or finds the job that is processing
    /// it.
    async fn begin_reading(&self, author: Author, statement: &Statement) -> Result<Option<Job>, Error> {
        match (statement.status, statement.job) {
            (StatementStatus::Processed, _) => Ok(None),
            (StatementStatus::Processing, Some(job)) => Ok(self.storage.find_job(author.books, job).await?),
            _ => self.files.queue(author, statement.id).await.map_err(Error::Files),
        }
    }

    /// Waits until the files are read, then answers. The model receives each file's content as a tool result.
    pub(super) fn answer_with_files(
        &self,
        user: UserId,
        files: Vec<Attachment>,
        answerer: Answerer,
        conversation: Conversation,
    ) -> Events {
        if files.is_empty() {
            return answerer.answer(user, conversation);
        }
        let chats = self.clone();
        Box::pin(async_stream::stream! {
            yield ChatEvent::Event(Event::StepStarted);
            for file in &files {
                let (call, tool) = (file.call.clone(), READ_STATEMENT.to_owned());
                yield ChatEvent::Event(Event::ToolCalled { call, tool, input: file.input() });
            }
            let deadline = Instant::now() + chats.advisor.limits().reply_time_max;
            let mut calls = Vec::with_capacity(files.len());
            for mut file in files {
                let mut job = file.state.as_mut().ok().and_then(|kept| kept.job.take());
                if let Some(job) = &mut job {
                    yield file.progress(&chats, job);
                    while !job.state.is_final() && Instant::now() < deadline {
                        tokio::time::sleep(POLL_INTERVAL).await;
                        match chats.storage.find_job(user, job.id).await {
                            Ok(Some(now)) if now == *job => {}
                            Ok(Some(now)) => {
                                *job = now;
                                yield file.progress(&chats, job);
                            }
                            Ok(None) => break,
                            Err(error) => {
                                let cause = &error as &dyn std::error::Error;
                                tracing::error!(cause, "cannot read the state of a job");
                                break;
                            }
                        }
                    }
                }
                let outcome = file.outcome(&chats, user, job.as_ref()).await;
                let (call, input) = (file.call.clone(), file.input());
                let (event, output) = match outcome {
                    Ok(output) => (Event::ToolAnswered { call: call.clone(), output: output.clone() }, output),
                    Err(problem) => {
                        let output = json!({ "error": problem, "file_name": file.file_name });
                        (Event::ToolFailed { call: call.clone(), problem }, output)
                    }
                };
                yield ChatEvent::Event(event);
                calls.push(AnsweredCall { id: call, tool: READ_STATEMENT.to_owned(), input, output });
            }
            yield ChatEvent::Event(Event::StepFinished);
            let mut answer = answerer.answer(user, conversation.and_step(calls));
            while let Some(event) = answer.next().await {
                yield event;
            }
        })
    }
}

impl Source {
    fn of(base_url: &str, url: &str) -> Result<Self, Error> {
        if let Some(data) = url.strip_prefix("data:") {
            let (head, body) = data.split_once(',').ok_or(Error::InvalidDataUrl)?;
            if !head.ends_with(";base64") {
                return Err(Error::InvalidDataUrl);
            }
            return Ok(Self::Bytes(STANDARD.decode(body).map_err(|_| Error::InvalidDataUrl)?));
        }
        let path = url.strip_prefix(base_url).unwrap_or(url);
        let id = path.strip_prefix("/api/statements/").and_then(|rest| rest.strip_suffix("/file"));
        match id {
            Some(id) => id.parse().map(Self::Statement).map_err(|_| Error::NotFound),
            None => Err(Error::ForeignFile),
        }
    }
}

impl Attachment {
    /// Returns the message part that refers to the stored file, without its bytes; `None` if the file is not
    /// stored.
    pub(super) fn part(&self) -> Option<Value> {
        let statement = self.statement()?;
        let url = format!("/api/statements/{statement}/file");
        Some(json!({ "type": "file", "mediaType": self.media_type, "filename": self.file_name, "url": url }))
    }

    fn statement(&self) -> Option<StatementId> {
        self.state.as_ref().ok().map(|kept| kept.statement)
    }

    fn input(&self) -> Value {
        json!({ "fileName": self.file_name, "statement": self.statement() })
    }

    /// Returns the progress of the job, for the waiting user.
    fn progress(&self, chats: &Chats, job: &Job) -> ChatEvent {
        let mut data = chats.files.shown(job);
        data["toolCallId"] = self.call.clone().into();
        data["fileName"] = self.file_name.clone().into();
        ChatEvent::Progress { call: self.call.clone(), data }
    }

    /// Returns the result of reading the file, or the reason why there is none.
    async fn outcome(&self, chats: &Chats, user: UserId, job: Option<&Job>) -> Result<Value, String> {
        let kept = self.state.as_ref().map_err(String::clone)?;
        match job.map(|job| (job.state, &job.failure)) {
            None | Some((JobState::Done, _)) => {}
            Some((JobState::Failed, failure)) => {
                return Err(match failure {
                    Some(failure) if needs_password(failure.code) => {
                        "it is protected by a password. Upload it on the Statements page with its password, \
                         then ask again"
                            .to_owned()
                    }
                    Some(failure) => failure.message.clone(),
                    None => FailureCode::Unreadable.advice().to_owned(),
                });
            }
            Some(_) => return Err("it is still being read; ask again in a moment".to_owned()),
        }
        let read = chats.advisor.run_tool(user, READ_STATEMENT, json!({ "statement": kept.statement })).await;
        let mut output = read.map_err(|error| {
            if let ToolError::Storage(cause) = &error {
                let cause = cause as &dyn std::error::Error;
                tracing::error!(cause, "cannot read a statement for a chat");
            }
            error.to_string()
        })?;
        output["known_file"] = kept.was_known.into();
        output["new_entries"] = json!(job.and_then(|job| job.progress.transactions_new));
        output["known_entries"] = json!(job.and_then(|job| job.progress.transactions_known));
        Ok(output)
    }
}

const fn needs_password(code: FailureCode) -> bool {
    matches!(code, FailureCode::NeedsPassword | FailureCode::WrongPassword)
}
