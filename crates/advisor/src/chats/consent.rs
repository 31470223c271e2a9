//! Consent to send a conversation to a model on another machine (ADR 0018).
//!
//! If the user wants to be asked, nothing is sent before they have seen the request and agreed.

use futures::stream;
use saldo_llm::{Message, Request, Usage};
use serde_json::{Value, json};
use ui_message_stream::ChatRequest;

use super::chunks::ChatEvent;
use super::models::Events;
use super::trace;
use crate::tools::READ_STATEMENT;
use crate::{Advisor, Conversation, Error, Event, FinishReason};

/// Number of latest messages of a request that the user is shown.
const MESSAGES_SHOWN: usize = 20;
/// Number of characters shown of each message.
const CHARACTERS_SHOWN: usize = 4_000;

/// The consent that a request carries.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Consent {
    /// None.
    #[default]
    NotGiven,
    /// Consent for this answer.
    Once,
    /// Consent for this chat and its model, from now on.
    Thread,
    /// Refused: the built-in analyst answers this time.
    No,
}

impl Consent {
    /// Reads the consent of a request.
    ///
    /// # Errors
    /// [`Error::InvalidConsent`] for an unknown value.
    pub(super) fn of(request: &ChatRequest) -> Result<Self, Error> {
        match request.extra.get("consent") {
            None | Some(Value::Null) => Ok(Self::NotGiven),
            Some(given) => match given.as_str() {
                Some("once") => Ok(Self::Once),
                Some("thread") => Ok(Self::Thread),
                Some("no") => Ok(Self::No),
                _ => Err(Error::InvalidConsent),
            },
        }
    }
}

/// The permission to send data to a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Permission {
    /// Not required: the model is on this machine, or the user allows everything to be sent.
    Needless,
    /// Given, `once` or for the `thread`.
    Given(&'static str),
    /// Missing: the user must be asked.
    Missing,
}

impl Permission {
    /// Returns the scope of a given permission: `once` or `thread`.
    pub(super) const fn given(self) -> Option<&'static str> {
        match self {
            Self::Given(what) => Some(what),
            Self::Needless | Self::Missing => None,
        }
    }
}

/// Returns the destination of a consent. Consent does not extend to another model or host.
pub(super) fn destination(name: &str, host: Option<&str>) -> String {
    format!("{name} at {}", host.unwrap_or("another machine"))
}

/// Asks the user for consent, instead of answering. Nothing is sent to the model.
pub(super) fn question(advisor: &Advisor, name: &str, conversation: Conversation) -> Events {
    let host = advisor.host();
    let (request, bytes) = advisor.first_request(conversation);
    let message = format!(
        "Nothing was sent yet. {} would receive what is shown here and the results of the tools from your data. \
         Account and card numbers in it are masked, except those you typed yourself. Allow it for this answer or \
         for this conversation, or use the built-in analyst.",
        destination(name, host.as_deref())
    );
    let data = json!({
        "model": name,
        "host": host,
        "kinds": kinds(&request, advisor.has_notes()),
        "bytes": bytes,
        "system": request.system,
        "messages": shown(&request.messages),
        "messagesLeftOut": request.messages.len().saturating_sub(MESSAGES_SHOWN),
        "tools": request.tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>(),
    });
    let end = Event::Finished { reason: FinishReason::Other, usage: Usage::default() };
    Box::pin(stream::iter([
        ChatEvent::Event(Event::StepStarted),
        ChatEvent::Consent(data),
        ChatEvent::Event(Event::Text(message)),
        ChatEvent::Event(Event::StepFinished),
        ChatEvent::Event(end),
    ]))
}

/// Returns the kinds of the user's data that would be sent.
fn kinds(request: &Request, has_notes: bool) -> Vec<&'static str> {
    let messages = &request.messages;
    let questions = messages.iter().filter(|message| matches!(message, Message::User(_))).count();
    let has_answers = messages
        .iter()
        .any(|message| matches!(message, Message::Assistant { calls, .. } if calls.is_empty()));
    let has_files = messages
        .iter()
        .any(|message| matches!(message, Message::ToolResult { tool, .. } if tool == READ_STATEMENT));
    let all = [
        ("question", true),
        ("conversation", questions > 1 || has_answers),
        ("files", has_files),
        ("notes", has_notes),
        ("books", true),
    ];
    all.into_iter().filter(|(_, goes_along)| *goes_along).map(|(kind, _)| kind).collect()
}

fn shown(messages: &[Message]) -> Vec<Value> {
    let latest = &messages[messages.len().saturating_sub(MESSAGES_SHOWN)..];
    let cut = |message: &Message| {
        let mut shown = trace::message(message);
        let text = shown["text"].as_str().unwrap_or_default();
        if let Some((end, _)) = text.char_indices().nth(CHARACTERS_SHOWN) {
            shown["text"] = format!("{}…", &text[..end]).into();
        }
        shown
    };
    latest.iter().map(cut).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_consent_question_shows_the_latest_messages_and_truncates_long_ones() {
        let mut messages = vec![Message::User("a".to_owned()); MESSAGES_SHOWN];
        messages.push(Message::User("ä".repeat(CHARACTERS_SHOWN + 1)));
        let shown = shown(&messages);
        assert_eq!(shown.len(), MESSAGES_SHOWN);
        let last = shown.last().and_then(|message| message["text"].as_str()).unwrap_or_default();
        assert_eq!((last.chars().count(), last.ends_with("ä…")), (CHARACTERS_SHOWN + 1, true));
    }

    #[test]
    fn the_consent_question_names_earlier_answers_files_and_notes() {
        let question = || Message::User("a".to_owned());
        let asked = |messages: Vec<Message>| Request { messages, ..Request::default() };
        assert_eq!(kinds(&asked(vec![question()]), false), ["question", "books"]);
        let answer = Message::Assistant { text: "b".to_owned(), calls: Vec::new() };
        let file = Message::ToolResult {
            call_id: "file_1".to_owned(),
            tool: READ_STATEMENT.to_owned(),
            content: String::new(),
        };
        let all = kinds(&asked(vec![question(), answer, question(), file]), true);
        assert_eq!(all, ["question", "conversation", "files", "notes", "books"]);
    }
}
