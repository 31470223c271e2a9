//! Files attached to a question: stored like uploads, read, and passed to the model.
//!
//! Storing the files and queueing their processing happens before the answer begins, even if the client
//! disconnects. Only the wait for the processing ends when the answer is stopped.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use futures::{StreamExt, stream};
use saldo_advisor::tools::{READ_STATEMENT, ToolError};
use saldo_advisor::{AnsweredCall, Conversation, Event};
use saldo_domain::{FailureCode, Job, JobState, Statement, StatementId, StatementStatus, UserId};
use serde_json::{Value, json};
use tokio::time::Instant;
use ui_message_stream::{FilePart, Part, UiMessage};

use super::models::{Answerer, Events};
use crate::app::App;
use crate::error::{ApiError, Chain};
use crate::ui_stream::Told;
use crate::wire::JobBody;

/// The question for a file that was sent without text.
pub const UNSAID: &str = "What is in this file?";
/// Interval at which a job is checked.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// A file attached to a question.
pub struct Attached {
    /// Id of the tool call that reads the file.
    call: String,
    file_name: String,
    media_type: String,
    /// The stored file, or the reason for the user why it was not stored.
    state: Result<Kept, String>,
}

/// A stored file.
struct Kept {
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
pub fn files_of(message: &UiMessage) -> impl Iterator<Item = &FilePart> {
    message.parts.iter().filter_map(|part| match part {
        Part::File(file) => Some(file),
        _ => None,
    })
}

/// Returns the files of a stored message.
#[must_use]
pub fn files_of_kept(parts: &Value) -> Vec<FilePart> {
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

/// Checks that the files of a message can be stored.
///
/// # Errors
/// 400 for more files than allowed, or a file that is neither in the request nor an uploaded statement; 404
/// for an unknown statement.
pub async fn check(app: &App, user: UserId, message: &UiMessage) -> Result<(), ApiError> {
    let files: Vec<&FilePart> = files_of(message).collect();
    let most = app.config.chat.files_max;
    if files.len() > most {
        return Err(ApiError::bad_request(format!("A message can have at most {most} files; send fewer")));
    }
    for file in files {
        if let Source::Statement(id) = Source::of(app, &file.url)?
            && app.storage.find_statement(user, id).await?.is_none()
        {
            return Err(ApiError::not_found());
        }
    }
    Ok(())
}

/// Stores files like uploads and queues the processing of those that are not processed yet. [`check`] must
/// have accepted the message.
///
/// With `was_kept` the files are those of a stored message: a statement that was deleted meanwhile is then
/// not an error of the request.
///
/// # Errors
/// 400 for a file that is neither in the request nor an uploaded statement; 404 for an unknown statement; 5xx
/// if the file cannot be stored.
pub async fn receive<'a>(
    app: &App,
    user: UserId,
    files: impl Iterator<Item = &'a FilePart>,
    was_kept: bool,
) -> Result<Vec<Attached>, ApiError> {
    let mut attached = Vec::new();
    for (index, file) in files.enumerate() {
        let source = Source::of(app, &file.url)?;
        let file_name = file.file_name.clone().unwrap_or_else(|| "file".to_owned());
        let kept = match source {
            Source::Bytes(bytes) => store(app, user, &file_name, bytes).await?,
            Source::Statement(id) => match app.storage.find_statement(user, id).await? {
                Some(statement) => Ok((statement, true)),
                None if was_kept => Err("this file was deleted".to_owned()),
                None => return Err(ApiError::not_found()),
            },
        };
        let (file_name, state) = match kept {
            Ok((statement, was_known)) => {
                let job = begin_reading(app, user, &statement).await?;
                (statement.file_name, Ok(Kept { statement: statement.id, was_known, job }))
            }
            Err(problem) => (app.ingest.limits().display_name(&file_name), Err(problem)),
        };
        let call = format!("file_{}", index + 1);
        attached.push(Attached { call, file_name, media_type: file.media_type.clone(), state });
    }
    Ok(attached)
}

impl Source {
    fn of(app: &App, url: &str) -> Result<Self, ApiError> {
        if let Some(data) = url.strip_prefix("data:") {
            let unreadable =
                || ApiError::bad_request("A data: URL must be valid base64; encode the file again");
            let (head, body) = data.split_once(',').ok_or_else(unreadable)?;
            if !head.ends_with(";base64") {
                return Err(unreadable());
            }
            return Ok(Self::Bytes(STANDARD.decode(body).map_err(|_| unreadable())?));
        }
        let path = url.strip_prefix(app.config.base_url.as_str().trim_end_matches('/')).unwrap_or(url);
        let id = path.strip_prefix("/api/statements/").and_then(|rest| rest.strip_suffix("/file"));
        match id {
            Some(id) => id.parse().map(Self::Statement).map_err(|_| ApiError::not_found()),
            None => Err(ApiError::bad_request(
                "A file must be a data: URL or /api/statements/{id}/file; other addresses are not fetched",
            )),
        }
    }
}

/// Stores a file. The inner error is a fault of the file itself, which the user reads in the answer.
async fn store(
    app: &App,
    user: UserId,
    file_name: &str,
    bytes: Vec<u8>,
) -> Result<Result<(Statement, bool), String>, ApiError> {
    let body = stream::iter([Ok::<_, std::io::Error>(Bytes::from(bytes))]);
    match app.ingest.upload(user, file_name, body).await {
        Ok(uploaded) => Ok(Ok((uploaded.statement, uploaded.duplicate))),
        Err(error) => {
            let error = ApiError::from(error);
            if error.is_ours() { Err(error) } else { Ok(Err(error.message().to_owned())) }
        }
    }
}

/// Queues the processing of a statement that is not processed yet, or finds the job that is processing it.
async fn begin_reading(app: &App, user: UserId, statement: &Statement) -> Result<Option<Job>, ApiError> {
    match (statement.status, statement.job) {
        (StatementStatus::Processed, _) => Ok(None),
        (StatementStatus::Processing, Some(job)) => Ok(app.storage.find_job(user, job).await?),
        _ => Ok(app.statement_jobs.queue(user, statement.id, None).await?),
    }
}

impl Attached {
    /// Returns the message part that refers to the stored file, without its bytes; `None` if the file is not
    /// stored.
    #[must_use]
    pub fn part(&self) -> Option<Value> {
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
    fn progress(&self, job: &Job) -> Told {
        let mut data = serde_json::to_value(JobBody::from(job.clone())).unwrap_or_default();
        data["toolCallId"] = self.call.clone().into();
        data["fileName"] = self.file_name.clone().into();
        Told::Progress { call: self.call.clone(), data }
    }

    /// Returns the result of reading the file, or the reason why there is none.
    async fn outcome(&self, app: &App, user: UserId, job: Option<&Job>) -> Result<Value, String> {
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
        let read = app.advisor.run_tool(user, READ_STATEMENT, json!({ "statement": kept.statement })).await;
        let mut output = read.map_err(|error| {
            if let ToolError::Storage(cause) = &error {
                tracing::error!(cause = %Chain(cause), "cannot read a statement for a chat");
            }
            error.to_string()
        })?;
        output["known_file"] = kept.was_known.into();
        output["new_entries"] = json!(job.and_then(|job| job.progress.entries_new));
        output["known_entries"] = json!(job.and_then(|job| job.progress.entries_known));
        Ok(output)
    }
}

const fn needs_password(code: FailureCode) -> bool {
    matches!(code, FailureCode::NeedsPassword | FailureCode::WrongPassword)
}

/// Waits until the files are read, then answers. The model receives each file's content as a tool result.
#[must_use]
pub fn then_answer(
    app: &App,
    user: UserId,
    files: Vec<Attached>,
    answerer: Answerer,
    conversation: Conversation,
) -> Events {
    if files.is_empty() {
        return answerer.answer(user, conversation);
    }
    let app = app.clone();
    Box::pin(async_stream::stream! {
        yield Told::Event(Event::StepStarted);
        for file in &files {
            let (call, tool) = (file.call.clone(), READ_STATEMENT.to_owned());
            yield Told::Event(Event::ToolCalled { call, tool, input: file.input() });
        }
        let deadline = Instant::now() + app.config.chat.limits.reply_time_max;
        let mut calls = Vec::with_capacity(files.len());
        for mut file in files {
            let mut job = file.state.as_mut().ok().and_then(|kept| kept.job.take());
            if let Some(job) = &mut job {
                yield file.progress(job);
                while !job.state.is_final() && Instant::now() < deadline {
                    tokio::time::sleep(LOOK_EVERY).await;
                    match app.storage.find_job(user, job.id).await {
                        Ok(Some(now)) if now == *job => {}
                        Ok(Some(now)) => {
                            *job = now;
                            yield file.progress(job);
                        }
                        Ok(None) => break,
                        Err(error) => {
                            tracing::error!(cause = %Chain(&error), "cannot read the state of a job");
                            break;
                        }
                    }
                }
            }
            let outcome = file.outcome(&app, user, job.as_ref()).await;
            let (call, input) = (file.call.clone(), file.input());
            let (event, output) = match outcome {
                Ok(output) => (Event::ToolAnswered { call: call.clone(), output: output.clone() }, output),
                Err(problem) => {
                    let output = json!({ "error": problem, "file_name": file.file_name });
                    (Event::ToolFailed { call: call.clone(), problem }, output)
                }
            };
            yield Told::Event(event);
            calls.push(AnsweredCall { id: call, tool: READ_STATEMENT.to_owned(), input, output });
        }
        yield Told::Event(Event::StepFinished);
        let mut answer = answerer.answer(user, conversation.and_step(calls));
        while let Some(told) = answer.next().await {
            yield told;
        }
    })
}
