//! Files that come with a question: kept as uploads are, read, and told to whoever answers.
//!
//! Storing a file and queueing its reading is done before anything is answered and whoever stays: only the waiting for it stops with
//! the answer.

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
use crate::processing;
use crate::ui_stream::Told;
use crate::wire::JobBody;

/// What a person means who sends a file without a word.
pub const UNSAID: &str = "What is in this file?";
/// How often a job is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// A file that came with a question.
pub struct Attached {
    /// Names the call that reads it.
    call: String,
    file_name: String,
    media_type: String,
    /// Where it is kept, or why it is not, for the person.
    state: Result<Kept, String>,
}

/// A file that is kept.
struct Kept {
    statement: StatementId,
    /// Whether its bytes were here before.
    was_known: bool,
    /// What reads it, when it was not read before.
    job: Option<Job>,
}

/// Where the bytes of a file are.
enum Source {
    /// They came along.
    Bytes(Vec<u8>),
    /// They are those of a statement that was uploaded.
    Statement(StatementId),
}

/// The files of a message.
pub fn files_of(message: &UiMessage) -> impl Iterator<Item = &FilePart> {
    message.parts.iter().filter_map(|part| match part {
        Part::File(file) => Some(file),
        _ => None,
    })
}

/// The files of a message that is kept.
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

/// Whether the files of a message could be kept.
///
/// # Errors
/// As [`receive`].
pub async fn check(app: &App, user: UserId, message: &UiMessage) -> Result<(), ApiError> {
    let files: Vec<&FilePart> = files_of(message).collect();
    let most = app.config.chat.files_max;
    if files.len() > most {
        return Err(ApiError::bad_request(format!("a message can have at most {most} files")));
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

/// Keeps files as uploads are kept and queues the reading of those that were not read, after a [`check`] of them all. With `was_kept`
/// they are those of a message that is kept: a statement that is gone meanwhile is then no mistake of the request's.
///
/// # Errors
/// 400 for more files than allowed, or one that is neither here nor in the request; 404 for an unknown statement.
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
            let unreadable = || ApiError::bad_request("a data: address must be in base64");
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
                "a file must come along as a data: address, or be /api/statements/{id}/file: nothing is fetched from elsewhere",
            )),
        }
    }
}

/// Keeps a file; what is wrong with it is for the person, who reads it in the answer.
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

/// Queues the reading of a statement that was not read, or finds the job that reads it.
async fn begin_reading(app: &App, user: UserId, statement: &Statement) -> Result<Option<Job>, ApiError> {
    match (statement.status, statement.job) {
        (StatementStatus::Processed, _) => Ok(None),
        (StatementStatus::Processing, Some(job)) => Ok(app.storage.find_job(user, job).await?),
        _ => {
            let password = app.passwords.take(user, statement.id, app.clock.now());
            processing::start(app, user, statement.id, password).await
        }
    }
}

impl Attached {
    /// The part by which it is kept in the person's message, never with its bytes; `None` when it is not kept.
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

    /// What the person is told of the job while they wait.
    fn progress(&self, job: &Job) -> Told {
        let mut data = serde_json::to_value(JobBody::from(job.clone())).unwrap_or_default();
        data["toolCallId"] = self.call.clone().into();
        data["fileName"] = self.file_name.clone().into();
        Told::Progress { call: self.call.clone(), data }
    }

    /// What came of reading it, or why nothing did.
    async fn outcome(&self, app: &App, user: UserId, job: Option<&Job>) -> Result<Value, String> {
        let kept = self.state.as_ref().map_err(String::clone)?;
        match job.map(|job| (job.state, &job.failure)) {
            None | Some((JobState::Done, _)) => {}
            Some((JobState::Failed, failure)) => {
                return Err(match failure {
                    Some(failure) if needs_password(failure.code) => {
                        "it is protected by a password. Upload it under Statements with its password, then ask about it".to_owned()
                    }
                    Some(failure) => failure.message.clone(),
                    None => FailureCode::Unreadable.advice().to_owned(),
                });
            }
            Some(_) => return Err("it is still being read; ask about it in a moment".to_owned()),
        }
        let read = app.advisor.run_tool(user, READ_STATEMENT, json!({ "statement": kept.statement })).await;
        let mut output = read.map_err(|error| {
            if let ToolError::Storage(cause) = &error {
                tracing::error!(cause = %Chain(cause), "a statement cannot be told");
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

/// Reads the files, then answers: whoever answers is told what was read as what a tool returned.
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
                            tracing::error!(cause = %Chain(&error), "a job cannot be watched");
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
