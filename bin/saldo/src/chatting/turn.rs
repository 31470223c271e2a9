//! Resolves a chat request into a turn: new, edited, regenerated, or resumed after an approval.
//!
//! The question is stored before the answer begins.

use std::collections::HashMap;

use futures::{StreamExt, stream};
use saldo_advisor::{AnsweredCall, Conversation, Event, FinishReason, Turn as Said, WriteError};
use saldo_domain::{ApprovalId, Chat, ChatId, ChatRole, Id, MessageState, Timestamp, UserId, text};
use saldo_storage::{AnsweredApproval, CHAT_MESSAGES_MAX, ChatApproval, ChatKey, ChatMessage, Error};
use serde_json::{Value, json};
use ui_message_stream::{Assembler, ChatRequest, Part, Role, Trigger, UiMessage};

use super::attachments::{self, Attached, UNSAID, files_of, files_of_kept};
use super::consent::{Consent, Permission};
use super::models::{self, Answerer, Events};
use super::pump::Answer;
use crate::app::App;
use crate::error::ApiError;
use crate::ui_stream::Told;

/// Maximum length of a client's id for a chat or message, in characters.
const NAME_CHARACTERS_MAX: usize = 200;
/// Maximum length of a title that is taken from a question, in characters.
const TITLE_CHARACTERS: usize = 80;

/// An answer, and the events that it is written from.
pub struct Turn {
    /// The answer.
    pub answer: Answer,
    /// The events of the answer.
    pub events: Events,
}

/// Finds a chat by its id, or by the client's id for it.
///
/// # Errors
/// 5xx if the database fails.
pub async fn find(app: &App, user: UserId, name: &str) -> Result<Option<Chat>, ApiError> {
    if let Ok(id) = name.parse::<ChatId>()
        && let Some(chat) = app.storage.find_chat(user, ChatKey::Id(id)).await?
    {
        return Ok(Some(chat));
    }
    Ok(app.storage.find_chat(user, ChatKey::Client(name.to_owned())).await?)
}

/// Resolves a request, stores its question, and begins the answer. `None` if the request names no chat.
///
/// # Errors
/// 400 for a request that asks nothing, 404 for an unknown thread or approval, 409 for an approval that is
/// answered or expired.
pub async fn begin(app: &App, user: UserId, request: &ChatRequest) -> Result<Option<Turn>, ApiError> {
    let thread = request.extra.get("threadId").and_then(Value::as_str);
    let Some(name) = thread.or(request.id.as_deref()) else { return Ok(None) };
    if name.is_empty() || name.chars().count() > NAME_CHARACTERS_MAX {
        let message = format!("The id of a conversation must have 1 to {NAME_CHARACTERS_MAX} characters");
        return Err(ApiError::bad_request(message));
    }
    let chat = find(app, user, name).await?;
    let last = request.last();
    match (last.role, chat) {
        (Role::User, Some(chat)) => ask(app, user, &chat, request, false).await.map(Some),
        (Role::User, None) if thread.is_some() => Err(ApiError::not_found()),
        (Role::User, None) => {
            // No chat is created for a question that cannot be answered.
            Conversation::new(claims(&request.messages), app.advisor.limits())?;
            models::check(app, wanted(request))?;
            Consent::of(request)?;
            attachments::check(app, user, last).await?;
            let chat = create(app, user, name, last).await?;
            ask(app, user, &chat, request, true).await.map(Some)
        }
        (Role::Assistant, Some(chat)) if last.answered_approvals().next().is_some() => {
            let said = Consent::of(request)?;
            go_on(app, user, &chat, last, said).await.map(Some)
        }
        (Role::Assistant, None) if last.answered_approvals().next().is_some() => Err(ApiError::not_found()),
        (Role::Assistant | Role::System, _) => Err(saldo_advisor::Error::NothingAsked.into()),
    }
}

/// Returns the model that a request names.
#[must_use]
pub fn wanted(request: &ChatRequest) -> Option<&str> {
    request.extra.get("model").and_then(Value::as_str)
}

/// Returns the texts of a client's messages. Tool outputs and data parts are unverified claims of the client
/// and are dropped.
pub fn claims(messages: &[UiMessage]) -> impl Iterator<Item = Said> {
    messages.iter().filter_map(|message| {
        let text = message.text();
        match message.role {
            Role::User if text.trim().is_empty() && files_of(message).next().is_some() => {
                Some(Said::Person(UNSAID.to_owned()))
            }
            Role::User => Some(Said::Person(text)),
            // A system text of the user's own client counts as the user's, with no additional authority.
            Role::System => (!text.is_empty()).then_some(Said::Person(text)),
            Role::Assistant => (!text.is_empty()).then_some(Said::Advisor(text)),
        }
    })
}

/// Creates a chat for its first question. The title is the question, or the file's name if there is no text.
async fn create(app: &App, user: UserId, name: &str, question: &UiMessage) -> Result<Chat, ApiError> {
    let now = app.clock.now();
    let words = question.text();
    let file = files_of(question).find_map(|file| file.file_name.as_deref());
    let question = if words.trim().is_empty() { file.unwrap_or(UNSAID) } else { &words };
    let chat = Chat {
        id: ChatId::new(now),
        client_id: Some(name.to_owned()),
        title: title(question),
        model: None,
        consent: None,
        created_at: now,
        updated_at: now,
    };
    match app.storage.insert_chat(user, chat.clone()).await {
        Ok(()) => Ok(chat),
        // Another request of the same client has created it meanwhile.
        Err(Error::Conflict) => find(app, user, name).await?.ok_or_else(ApiError::not_found),
        Err(error) => Err(error.into()),
    }
}

fn title(question: &str) -> String {
    let line = text::one_line(question);
    if line.chars().count() <= TITLE_CHARACTERS {
        return line;
    }
    let cut: String = line.chars().take(TITLE_CHARACTERS).collect();
    let whole = cut.rfind(' ').map_or(cut.as_str(), |at| &cut[..at]);
    format!("{}…", whole.trim_end_matches([',', '.', ';', ':']))
}

async fn ask(
    app: &App,
    user: UserId,
    chat: &Chat,
    request: &ChatRequest,
    is_new: bool,
) -> Result<Turn, ApiError> {
    // First, because it waits until the previous answer is stored, which belongs to the history.
    let place = app.live.begin(chat.id, true).await;
    let said = Consent::of(request)?;
    let answerer = models::choose(app, user, Some(chat), wanted(request), said).await?;
    let again = request.trigger == Trigger::RegenerateMessage;
    let mut files = Vec::new();
    if !again {
        attachments::check(app, user, request.last()).await?;
        files = attachments::receive(app, user, files_of(request.last()), false).await?;
    }
    let (conversation, kept) =
        Asked { app, user, chat: chat.id, files: &files }.keep(request, is_new).await?;
    if again {
        files = attachments::receive(app, user, files_of_kept(&kept).iter(), true).await?;
    }
    let answer = Answer {
        user,
        chat: chat.id,
        message: Id::<ChatMessage>::new(app.clock.now()).to_string(),
        begun: Assembler::default(),
        leaves_machine: answerer.advisor.is_remote(),
        consent: answerer.permission.given(),
        model: answerer.name.clone(),
        place,
    };
    let events = attachments::then_answer(app, user, files, answerer, conversation);
    Ok(Turn { answer, events })
}

struct Asked<'a> {
    app: &'a App,
    user: UserId,
    chat: ChatId,
    files: &'a [Attached],
}

impl Asked<'_> {
    /// Stores the question. Returns the conversation that ends with it, and the question's parts.
    async fn keep(&self, request: &ChatRequest, is_new: bool) -> Result<(Conversation, Value), ApiError> {
        let Self { app, user, chat, files } = *self;
        let now = app.clock.now();
        let history = app.storage.list_chat_messages(user, chat).await?;
        let last = request.last();
        let again = request.trigger == Trigger::RegenerateMessage;
        let asked_at = asked_at(request, &history);
        let earlier = &history[..asked_at.unwrap_or(history.len())];
        let question = match asked_at {
            Some(at) if again => history[at].clone(),
            _ => question(last, files, &history, asked_at, now)?,
        };
        let parts = question.parts.clone();
        let from = match asked_at {
            Some(at) if again => history.get(at + 1).map(|message| message.id.clone()),
            Some(at) => Some(history[at].id.clone()),
            None => None,
        };
        let conversation = if is_new {
            Conversation::new(claims(&request.messages), app.advisor.limits())?
        } else {
            let turns = earlier.iter().chain([&question]).filter_map(turn);
            Conversation::new(turns, app.advisor.limits())?
        };
        let withdrawn = app.storage.withdraw_approvals(user, chat, now).await?;
        let mut kept: Vec<ChatMessage> =
            earlier.iter().filter_map(|message| without_open(message, &withdrawn)).collect();
        kept.push(question);
        if !app.storage.put_chat_messages(user, chat, from, kept, now).await? {
            return Err(ApiError::conflict(format!(
                "This conversation was deleted or has {CHAT_MESSAGES_MAX} messages; start a new one"
            )));
        }
        Ok((conversation, parts))
    }
}

/// Returns the position of the question in the history, if it was asked before.
fn asked_at(request: &ChatRequest, history: &[ChatMessage]) -> Option<usize> {
    let last = request.last();
    let is_persons = |message: &&ChatMessage| message.role == ChatRole::User;
    let latest = history.iter().rposition(|message| is_persons(&message));
    let known = last
        .id
        .as_deref()
        .and_then(|id| history.iter().position(|message| is_persons(&message) && message.id == id));
    if request.trigger == Trigger::RegenerateMessage {
        return known.or(latest);
    }
    // A client that edits a message names it. A client that sends the latest question again has lost the
    // answer.
    known.filter(|at| {
        request.message_id == last.id || (Some(*at) == latest && text_of(&history[*at]) == last.text())
    })
}

/// Builds the stored form of the user's message: texts and references to files only.
fn question(
    last: &UiMessage,
    files: &[Attached],
    history: &[ChatMessage],
    asked_at: Option<usize>,
    now: Timestamp,
) -> Result<ChatMessage, ApiError> {
    let given = last.id.as_deref().filter(|id| !id.is_empty());
    if given.is_some_and(|id| id.chars().count() > NAME_CHARACTERS_MAX) {
        let message = format!("The id of a message must have at most {NAME_CHARACTERS_MAX} characters");
        return Err(ApiError::bad_request(message));
    }
    let is_taken = |id: &str| asked_at.is_none() && history.iter().any(|message| message.id == id);
    let id = given
        .filter(|id| !is_taken(id))
        .map_or_else(|| Id::<ChatMessage>::new(now).to_string(), str::to_owned);
    let texts = last.parts.iter().filter_map(|part| match part {
        Part::Text(text) => Some(json!({ "type": "text", "text": text })),
        _ => None,
    });
    Ok(ChatMessage {
        id,
        role: ChatRole::User,
        state: MessageState::Done,
        parts: texts.chain(files.iter().filter_map(Attached::part)).collect(),
        metadata: Value::Null,
        text: last.text(),
        created_at: now,
    })
}

/// Converts a stored message for the conversation. Earlier tool results are not repeated: the model calls the
/// tools again.
fn turn(message: &ChatMessage) -> Option<Said> {
    if asks_consent(message) {
        return None;
    }
    let text = text_of(message);
    let is_wordless = text.trim().is_empty();
    match message.role {
        ChatRole::User if is_wordless && !files_of_kept(&message.parts).is_empty() => {
            Some(Said::Person(UNSAID.to_owned()))
        }
        ChatRole::User => Some(Said::Person(text)),
        ChatRole::Assistant => (!text.is_empty()).then_some(Said::Advisor(text)),
    }
}

/// True if the message asks for consent instead of answering.
fn asks_consent(message: &ChatMessage) -> bool {
    message.parts.as_array().into_iter().flatten().any(|part| part["type"] == "data-consent")
}

fn text_of(message: &ChatMessage) -> String {
    Assembler::resume(parts_of(message), Value::Null).text()
}

fn parts_of(message: &ChatMessage) -> Vec<Value> {
    message.parts.as_array().cloned().unwrap_or_default()
}

/// Closes a message that waits for the user: marks its withdrawn approvals as denied. `None` if it does not
/// wait.
fn without_open(message: &ChatMessage, withdrawn: &[ChatApproval]) -> Option<ChatMessage> {
    if message.state == MessageState::Waiting && asks_consent(message) {
        return Some(ChatMessage { state: MessageState::Done, ..message.clone() });
    }
    let mut calls = withdrawn.iter().filter(|it| it.asked.message == message.id).peekable();
    calls.peek()?;
    let mut parts = Assembler::resume(parts_of(message), Value::Null);
    for call in calls {
        parts.push(&ui_message_stream::Chunk::ToolOutputDenied { tool_call_id: call.asked.call.clone() });
    }
    let kept = ChatMessage {
        parts: parts.parts().to_vec().into(),
        state: MessageState::Done,
        text: parts.text(),
        ..message.clone()
    };
    Some(kept)
}

/// Performs the approved changes and continues the answer.
async fn go_on(
    app: &App,
    user: UserId,
    chat: &Chat,
    last: &UiMessage,
    said: Consent,
) -> Result<Turn, ApiError> {
    let place = app.live.begin(chat.id, false).await;
    let mut history = app.storage.list_chat_messages(user, chat.id).await?;
    let open = app.storage.list_open_approvals(user, chat.id).await?;
    let answers = answers(app, user, chat.id, last, &open).await?;
    let Some(message) = history.pop().filter(|message| message.role == ChatRole::Assistant) else {
        return Err(ApiError::conflict("This conversation has changed; reload it"));
    };
    let mut begun = Assembler::resume(parts_of(&message), message.metadata.clone());
    let answerer = who_goes_on(app, user, chat, &message, said).await?;
    let (mut events, mut outputs) = (Vec::new(), HashMap::new());
    for (id, call, approved) in &answers {
        let now = app.clock.now();
        let taken = app.storage.answer_approval(user, chat.id, *id, call, *approved, now).await?;
        let AnsweredApproval::Taken(approval) = taken else {
            return Err(ApiError::conflict("This request was answered already; reload the conversation"));
        };
        begun.answer_approval(call, *approved);
        let (event, output) = fulfil(app, user, &approval, *approved).await;
        events.push(event);
        outputs.insert(call.clone(), output);
    }
    let done = |events: Vec<Event>| stream::iter(events).map(Told::Event);
    let events: Events = if open.len() > answers.len() {
        // Other approvals of this message are still open.
        let usage = saldo_llm::Usage::default();
        events.push(Event::Finished { reason: FinishReason::ToolCalls, usage });
        Box::pin(done(events))
    } else {
        let turns = history.iter().filter_map(turn).chain(steps(&message, &outputs));
        let conversation = Conversation::new(turns, app.advisor.limits())?;
        Box::pin(done(events).chain(answerer.answer(user, conversation)))
    };
    let answer = Answer {
        user,
        chat: chat.id,
        message: message.id,
        begun,
        leaves_machine: answerer.advisor.is_remote(),
        consent: answerer.permission.given(),
        model: answerer.name,
        place,
    };
    Ok(Turn { answer, events })
}

/// Selects the model that continues a message.
///
/// Consent for one answer holds until its end, for the model that began it. In the middle of an answer the
/// user is not asked again: without consent the built-in analyst completes it.
async fn who_goes_on(
    app: &App,
    user: UserId,
    chat: &Chat,
    message: &ChatMessage,
    said: Consent,
) -> Result<Answerer, ApiError> {
    let allowed = message.metadata["consent"] == "once" && said == Consent::Unsaid;
    let said = if allowed { Consent::Once } else { said };
    let answerer = models::choose(app, user, Some(chat), None, said).await?;
    let is_another = allowed && message.metadata["model"] != answerer.name.as_str();
    if answerer.permission == Permission::Missing || is_another {
        return models::choose(app, user, Some(chat), None, Consent::No).await;
    }
    Ok(answerer)
}

/// Returns the user's answers to approvals. All of them must still be open.
async fn answers(
    app: &App,
    user: UserId,
    chat: ChatId,
    last: &UiMessage,
    open: &[ChatApproval],
) -> Result<Vec<(ApprovalId, String, bool)>, ApiError> {
    let now = app.clock.now();
    let mut answers = Vec::new();
    for (tool, approval) in last.answered_approvals() {
        let id: ApprovalId = approval.id.parse().map_err(|_| ApiError::not_found())?;
        let approved = approval.approved == Some(true);
        match open.iter().find(|open| open.asked.id == id && open.asked.call == tool.call_id) {
            Some(known) if known.asked.expires_at > now => {
                if answers.iter().all(|(other, _, _)| *other != id) {
                    answers.push((id, tool.call_id.clone(), approved));
                }
            }
            Some(_) => return Err(ApiError::conflict("This request has expired; ask again")),
            None => {
                // Finds out why it is not open. Answering with a refusal changes nothing.
                let answered = app.storage.answer_approval(user, chat, id, &tool.call_id, false, now).await?;
                return Err(match answered {
                    AnsweredApproval::Already => {
                        ApiError::conflict("This request was answered already; reload the conversation")
                    }
                    _ => ApiError::not_found(),
                });
            }
        }
    }
    Ok(answers)
}

/// Performs a change if the user approved it. The stored proposal counts, not what the client sends now.
async fn fulfil(app: &App, user: UserId, approval: &ChatApproval, approved: bool) -> (Event, Value) {
    let call = approval.asked.call.clone();
    if !approved {
        let output = json!({ "error": "the user did not agree; do not propose the same change again" });
        return (Event::ToolDenied { call }, output);
    }
    match app.writer.perform(user, &approval.asked.content).await {
        Ok(output) => (Event::ToolAnswered { call, output: output.clone() }, output),
        Err(WriteError(problem)) => {
            let output = json!({ "error": problem });
            (Event::ToolFailed { call, problem }, output)
        }
    }
}

/// Returns the steps of the message so far, with the results of its calls.
fn steps(message: &ChatMessage, outputs: &HashMap<String, Value>) -> Vec<Said> {
    let mut steps = Vec::new();
    let (mut text, mut calls) = (String::new(), Vec::new());
    let mut end = |text: &mut String, calls: &mut Vec<AnsweredCall>| {
        if !text.is_empty() || !calls.is_empty() {
            steps.push(Said::Step { text: std::mem::take(text), calls: std::mem::take(calls) });
        }
    };
    for part in parts_of(message) {
        let kind = part["type"].as_str().unwrap_or_default();
        match (kind, kind.strip_prefix("tool-"), part["toolCallId"].as_str()) {
            ("step-start", _, _) => end(&mut text, &mut calls),
            ("text", _, _) => text.push_str(part["text"].as_str().unwrap_or_default()),
            (_, Some(tool), Some(id)) => {
                let kept = || match part.get("errorText") {
                    Some(problem) => json!({ "error": problem }),
                    None => part["output"].clone(),
                };
                calls.push(AnsweredCall {
                    id: id.to_owned(),
                    tool: tool.to_owned(),
                    input: part["input"].clone(),
                    output: outputs.get(id).cloned().unwrap_or_else(kept),
                });
            }
            _ => {}
        }
    }
    end(&mut text, &mut calls);
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_the_first_question_cut_at_a_word() {
        assert_eq!(title(" How much\n did I spend? "), "How much did I spend?");
        let long =
            "How much did I spend on groceries, restaurants and everything else that one can eat since March";
        assert_eq!(
            title(long),
            "How much did I spend on groceries, restaurants and everything else that one can…"
        );
    }
}
