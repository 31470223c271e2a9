//! Resolves a chat request into a turn: new, edited, regenerated, or resumed after an approval.
//!
//! The question is stored before the answer begins.

use std::collections::HashMap;

use futures::{StreamExt, stream};
use saldo_domain::{ApprovalId, Author, Chat, ChatId, ChatRole, Id, MessageState, Timestamp, UserId, text};
use saldo_storage::{AnsweredApproval, ChatApproval, ChatKey, ChatMessage};
use serde_json::{Value, json};
use ui_message_stream::{Assembler, ChatRequest, Part, Role, Trigger, UiMessage};

use super::Chats;
use super::answer::Answer;
use super::attachments::{Attachment, DEFAULT_QUESTION, files_of, files_of_stored};
use super::chunks::ChatEvent;
use super::consent::{Consent, Permission};
use super::models::{Answerer, Events};
use crate::typed::{self, TypedQuestion};
use crate::{AnsweredCall, Conversation, Error, Event, FinishReason, Turn as ConversationTurn, WriteError};

/// Maximum length of a client's id for a chat or message, in characters.
const NAME_CHARACTERS_MAX: usize = 200;
/// Maximum length of a title that is taken from a question, in characters.
const TITLE_CHARACTERS: usize = 80;

/// An answer, and the events that it is written from.
pub(super) struct Turn {
    /// The answer.
    pub(super) answer: Answer,
    /// The events of the answer.
    pub(super) events: Events,
}

impl Chats {
    /// Finds a chat by its id, or by the client's id for it.
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub(super) async fn find(&self, user: UserId, name: &str) -> Result<Option<Chat>, Error> {
        if let Ok(id) = name.parse::<ChatId>()
            && let Some(chat) = self.storage.find_chat(user, ChatKey::Id(id)).await?
        {
            return Ok(Some(chat));
        }
        Ok(self.storage.find_chat(user, ChatKey::Client(name.to_owned())).await?)
    }

    /// Resolves a request, stores its question, and begins the answer. `None` if the request names no chat.
    ///
    /// # Errors
    /// As for [`Chats::ask`].
    pub(super) async fn begin(&self, author: Author, request: &ChatRequest) -> Result<Option<Turn>, Error> {
        let user = author.books;
        let last = request.last();
        typed(last)?;
        let thread = request.extra.get("threadId").and_then(Value::as_str);
        let Some(name) = thread.or(request.id.as_deref()) else { return Ok(None) };
        if name.is_empty() || name.chars().count() > NAME_CHARACTERS_MAX {
            return Err(Error::ChatIdLength { most: NAME_CHARACTERS_MAX });
        }
        let chat = self.find(user, name).await?;
        match (last.role, chat) {
            (Role::User, Some(chat)) => self.answer_question(author, &chat, request, false).await.map(Some),
            (Role::User, None) if thread.is_some() => Err(Error::NotFound),
            (Role::User, None) => {
                // No chat is created for a question that cannot be answered.
                Conversation::new(claims(&request.messages), self.advisor.limits())?;
                self.check_model(requested_model(request))?;
                Consent::of(request)?;
                self.check_files(user, last).await?;
                let chat = self.create(user, name, last).await?;
                self.answer_question(author, &chat, request, true).await.map(Some)
            }
            (Role::Assistant, Some(chat)) if last.answered_approvals().next().is_some() => {
                let consent = Consent::of(request)?;
                self.continue_turn(author, &chat, last, consent).await.map(Some)
            }
            (Role::Assistant, None) if last.answered_approvals().next().is_some() => Err(Error::NotFound),
            (Role::Assistant | Role::System, _) => Err(Error::NothingAsked),
        }
    }

    /// Creates a chat for its first question. The title is the question, or the file's name if there is no
    /// text.
    async fn create(&self, user: UserId, name: &str, question: &UiMessage) -> Result<Chat, Error> {
        let now = self.clock.now();
        let words = question.text();
        let file = files_of(question).find_map(|file| file.file_name.as_deref());
        let question = if words.trim().is_empty() { file.unwrap_or(DEFAULT_QUESTION) } else { &words };
        let chat = Chat {
            id: ChatId::new(now),
            client_id: Some(name.to_owned()),
            title: title(question),
            model: None,
            consent: None,
            created_at: now,
            updated_at: now,
        };
        match self.storage.insert_chat(user, chat.clone()).await {
            Ok(()) => Ok(chat),
            // Another request of the same client has created it meanwhile.
            Err(saldo_storage::Error::Conflict) => self.find(user, name).await?.ok_or(Error::NotFound),
            Err(error) => Err(error.into()),
        }
    }

    /// Stores a question and begins its answer.
    async fn answer_question(
        &self,
        author: Author,
        chat: &Chat,
        request: &ChatRequest,
        is_new: bool,
    ) -> Result<Turn, Error> {
        let user = author.books;
        // First, because it waits until the previous answer is stored, which belongs to the history.
        let place = self.running.begin(chat.id, true).await;
        let consent = Consent::of(request)?;
        let answerer = self.choose(user, Some(chat), requested_model(request), consent).await?;
        let again = request.trigger == Trigger::RegenerateMessage;
        let mut files = Vec::new();
        if !again {
            self.check_files(user, request.last()).await?;
            files = self.receive(author, files_of(request.last()), false).await?;
        }
        let (conversation, kept) = self.store_question(user, chat.id, request, &files, is_new).await?;
        if again {
            files = self.receive(author, files_of_stored(&kept).iter(), true).await?;
        }
        let answer = Answer {
            user,
            chat: chat.id,
            message: Id::<ChatMessage>::new(self.clock.now()).to_string(),
            begun: Assembler::default(),
            leaves_machine: answerer.advisor.is_remote(),
            consent: answerer.permission.given(),
            model: answerer.name.clone(),
            place,
        };
        let events = self.answer_with_files(user, files, answerer, conversation);
        Ok(Turn { answer, events })
    }

    /// Stores the question. Returns the conversation that ends with it, and the question's parts.
    async fn store_question(
        &self,
        user: UserId,
        chat: ChatId,
        request: &ChatRequest,
        files: &[Attachment],
        is_new: bool,
    ) -> Result<(Conversation, Value), Error> {
        let now = self.clock.now();
        let history = self.storage.list_chat_messages(user, chat).await?;
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
            Conversation::new(claims(&request.messages), self.advisor.limits())?
        } else {
            let turns = earlier.iter().chain([&question]).filter_map(turn);
            Conversation::new(turns, self.advisor.limits())?
        };
        let withdrawn = self.storage.withdraw_approvals(user, chat, now).await?;
        let mut kept: Vec<ChatMessage> =
            earlier.iter().filter_map(|message| without_open(message, &withdrawn)).collect();
        kept.push(question);
        if !self.storage.put_chat_messages(user, chat, from, kept, now).await? {
            return Err(Error::ChatEnded);
        }
        Ok((conversation, parts))
    }

    /// Performs the approved changes and continues the answer.
    async fn continue_turn(
        &self,
        author: Author,
        chat: &Chat,
        last: &UiMessage,
        consent: Consent,
    ) -> Result<Turn, Error> {
        let user = author.books;
        let place = self.running.begin(chat.id, false).await;
        let mut history = self.storage.list_chat_messages(user, chat.id).await?;
        let open = self.storage.list_open_approvals(user, chat.id).await?;
        let answers = self.answers(user, chat.id, last, &open).await?;
        let Some(message) = history.pop().filter(|message| message.role == ChatRole::Assistant) else {
            return Err(Error::ChatChanged);
        };
        let mut begun = Assembler::resume(parts_of(&message), message.metadata.clone());
        let answerer = self.answerer_to_resume(user, chat, &message, consent).await?;
        let (mut events, mut outputs) = (Vec::new(), HashMap::new());
        for (id, call, approved) in &answers {
            let now = self.clock.now();
            let taken = self.storage.answer_approval(user, chat.id, *id, call, *approved, now).await?;
            let AnsweredApproval::Taken(approval) = taken else {
                return Err(Error::AnsweredAlready);
            };
            begun.answer_approval(call, *approved);
            let (event, output) = self.perform_if_approved(author, &approval, *approved).await;
            events.push(event);
            outputs.insert(call.clone(), output);
        }
        let done = |events: Vec<Event>| stream::iter(events).map(ChatEvent::Event);
        let events: Events = if open.len() > answers.len() {
            // Other approvals of this message are still open.
            let usage = saldo_llm::Usage::default();
            events.push(Event::Finished { reason: FinishReason::ToolCalls, usage });
            Box::pin(done(events))
        } else {
            let turns = history.iter().filter_map(turn).chain(steps(&message, &outputs));
            let conversation = Conversation::new(turns, self.advisor.limits())?;
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
    /// Consent for one answer holds until its end, for the model that began it. In the middle of an answer
    /// the user is not asked again: without consent the built-in analyst completes it.
    async fn answerer_to_resume(
        &self,
        user: UserId,
        chat: &Chat,
        message: &ChatMessage,
        consent: Consent,
    ) -> Result<Answerer, Error> {
        let allowed = message.metadata["consent"] == "once" && consent == Consent::NotGiven;
        let consent = if allowed { Consent::Once } else { consent };
        let answerer = self.choose(user, Some(chat), None, consent).await?;
        let is_another = allowed && message.metadata["model"] != answerer.name.as_str();
        if answerer.permission == Permission::Missing || is_another {
            return self.choose(user, Some(chat), None, Consent::No).await;
        }
        Ok(answerer)
    }

    /// Returns the user's answers to approvals. All of them must still be open.
    async fn answers(
        &self,
        user: UserId,
        chat: ChatId,
        last: &UiMessage,
        open: &[ChatApproval],
    ) -> Result<Vec<(ApprovalId, String, bool)>, Error> {
        let now = self.clock.now();
        let mut answers = Vec::new();
        for (tool, approval) in last.answered_approvals() {
            let id: ApprovalId = approval.id.parse().map_err(|_| Error::NotFound)?;
            let approved = approval.approved == Some(true);
            match open.iter().find(|open| open.asked.id == id && open.asked.call == tool.call_id) {
                Some(known) if known.asked.expires_at > now => {
                    if answers.iter().all(|(other, _, _)| *other != id) {
                        answers.push((id, tool.call_id.clone(), approved));
                    }
                }
                Some(_) => return Err(Error::ApprovalExpired),
                None => {
                    // Finds out why it is not open. Answering with a refusal changes nothing.
                    let answered =
                        self.storage.answer_approval(user, chat, id, &tool.call_id, false, now).await?;
                    return Err(match answered {
                        AnsweredApproval::Already => Error::AnsweredAlready,
                        _ => Error::NotFound,
                    });
                }
            }
        }
        Ok(answers)
    }

    /// Performs a change if the user approved it. The stored proposal counts, not what the client sends now.
    async fn perform_if_approved(
        &self,
        author: Author,
        approval: &ChatApproval,
        approved: bool,
    ) -> (Event, Value) {
        let call = approval.asked.call.clone();
        if !approved {
            let output = json!({ "error": "the user did not agree; do not propose the same change again" });
            return (Event::ToolDenied { call }, output);
        }
        match self.executor.perform(author, &approval.asked.content).await {
            Ok(output) => (Event::ToolAnswered { call, output: output.clone() }, output),
            Err(WriteError(problem)) => {
                let output = json!({ "error": problem });
                (Event::ToolFailed { call, problem }, output)
            }
        }
    }
}

/// Returns the model that a request names.
pub(super) fn requested_model(request: &ChatRequest) -> Option<&str> {
    request.extra.get("model").and_then(Value::as_str)
}

/// Returns the query that a message asks, if it has one.
///
/// # Errors
/// [`Error::InvalidQuery`].
pub(super) fn typed(message: &UiMessage) -> Result<Option<TypedQuestion>, Error> {
    let query = message.parts.iter().find_map(|part| match part {
        Part::Data(part) if part.name == typed::PART && message.role == Role::User => Some(&part.data),
        _ => None,
    });
    query.map(TypedQuestion::read).transpose()
}

/// Returns the texts and queries of a client's messages. Tool outputs and other data parts are unverified
/// claims of the client and are dropped.
pub(super) fn claims(messages: &[UiMessage]) -> impl Iterator<Item = ConversationTurn> {
    messages.iter().filter_map(|message| {
        let mut text = message.text();
        if let Ok(Some(query)) = typed(message) {
            text = query.in_words(&text);
        }
        match message.role {
            Role::User if text.trim().is_empty() && files_of(message).next().is_some() => {
                Some(ConversationTurn::User(DEFAULT_QUESTION.to_owned()))
            }
            Role::User => Some(ConversationTurn::User(text)),
            // A system text of the user's own client counts as the user's, with no additional authority.
            Role::System => (!text.is_empty()).then_some(ConversationTurn::User(text)),
            Role::Assistant => (!text.is_empty()).then_some(ConversationTurn::Advisor(text)),
        }
    })
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

/// Returns the position of the question in the history, if it was asked before.
fn asked_at(request: &ChatRequest, history: &[ChatMessage]) -> Option<usize> {
    let last = request.last();
    let is_users = |message: &&ChatMessage| message.role == ChatRole::User;
    let latest = history.iter().rposition(|message| is_users(&message));
    let known = last
        .id
        .as_deref()
        .and_then(|id| history.iter().position(|message| is_users(&message) && message.id == id));
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
    files: &[Attachment],
    history: &[ChatMessage],
    asked_at: Option<usize>,
    now: Timestamp,
) -> Result<ChatMessage, Error> {
    let given = last.id.as_deref().filter(|id| !id.is_empty());
    if given.is_some_and(|id| id.chars().count() > NAME_CHARACTERS_MAX) {
        return Err(Error::MessageIdTooLong { most: NAME_CHARACTERS_MAX });
    }
    let is_taken = |id: &str| asked_at.is_none() && history.iter().any(|message| message.id == id);
    let id = given
        .filter(|id| !is_taken(id))
        .map_or_else(|| Id::<ChatMessage>::new(now).to_string(), str::to_owned);
    let texts = last.parts.iter().filter_map(|part| match part {
        Part::Text(text) => Some(json!({ "type": "text", "text": text })),
        _ => None,
    });
    let query = typed(last)?.map(|query| query.part());
    Ok(ChatMessage {
        id,
        role: ChatRole::User,
        state: MessageState::Done,
        parts: texts.chain(query).chain(files.iter().filter_map(Attachment::part)).collect(),
        metadata: Value::Null,
        text: last.text(),
        created_at: now,
    })
}

/// Converts a stored message for the conversation. Earlier tool results are not repeated: the model calls the
/// tools again.
fn turn(message: &ChatMessage) -> Option<ConversationTurn> {
    if asks_consent(message) {
        return None;
    }
    let mut text = text_of(message);
    let parts = parts_of(message);
    let query = parts.iter().find(|part| part["type"] == format!("data-{}", typed::PART));
    if let (ChatRole::User, Some(query)) = (message.role, query)
        && let Ok(query) = TypedQuestion::read(&query["data"])
    {
        text = query.in_words(&text);
    }
    let is_wordless = text.trim().is_empty();
    match message.role {
        ChatRole::User if is_wordless && !files_of_stored(&message.parts).is_empty() => {
            Some(ConversationTurn::User(DEFAULT_QUESTION.to_owned()))
        }
        ChatRole::User => Some(ConversationTurn::User(text)),
        ChatRole::Assistant => (!text.is_empty()).then_some(ConversationTurn::Advisor(text)),
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

/// Returns the steps of the message so far, with the results of its calls.
fn steps(message: &ChatMessage, outputs: &HashMap<String, Value>) -> Vec<ConversationTurn> {
    let mut steps = Vec::new();
    let (mut text, mut calls) = (String::new(), Vec::new());
    let mut end = |text: &mut String, calls: &mut Vec<AnsweredCall>| {
        if !text.is_empty() || !calls.is_empty() {
            steps.push(ConversationTurn::Step { text: std::mem::take(text), calls: std::mem::take(calls) });
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
