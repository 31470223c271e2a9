//! A conversation as the client sends it.

use saldo_domain::text;
use saldo_llm::{Message, ToolCall};
use serde_json::Value;

use crate::Error;
use crate::limits::Limits;
use crate::prompt::Audience;
use crate::typed;

/// A conversation that can be answered:
/// it ends with a question of the user, or with the first steps of its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversation(Vec<Turn>);

/// One turn of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// A message of the user. The query that it is asked as, if any, is a line of its own at the end.
    User(String),
    /// A message of the advisor, according to the client.
    /// It is an unverified claim: it can explain what "that" refers to, but it is no source of figures.
    Advisor(String),
    /// A stored step of the answer that is to continue: the text, the calls and their answers.
    Step {
        /// The text; may be empty.
        text: String,
        /// The calls of tools.
        calls: Vec<AnsweredCall>,
    },
}

/// A call of a tool and its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnsweredCall {
    /// The id of the call.
    pub id: String,
    /// The name of the tool.
    pub tool: String,
    /// The input as JSON.
    pub input: Value,
    /// The answer as JSON.
    pub output: Value,
}

impl Conversation {
    /// Takes turns, oldest first, and drops the oldest ones beyond the limits.
    ///
    /// The last turn is a message of the user. Only stored steps of the answer to it may follow.
    ///
    /// # Errors
    /// - [`Error::NothingAsked`] if there is no message of the user,
    ///   if it is blank, or if a message of the advisor follows.
    /// - [`Error::QuestionTooLong`] if it has more than [`Limits::question_characters_max`] characters.
    pub fn new(turns: impl IntoIterator<Item = Turn>, limits: &Limits) -> Result<Self, Error> {
        let mut turns: Vec<Turn> = turns.into_iter().collect();
        let asked_at = turns.iter().rposition(|turn| matches!(turn, Turn::User(_)));
        let after = turns.split_off(asked_at.map_or(turns.len(), |at| at + 1));
        if after.iter().any(|turn| matches!(turn, Turn::Advisor(_))) {
            return Err(Error::NothingAsked);
        }
        match turns.last() {
            Some(Turn::User(question)) if !text::one_line(question).is_empty() => {
                if question.chars().count() > limits.question_characters_max {
                    return Err(Error::QuestionTooLong { characters_max: limits.question_characters_max });
                }
            }
            _ => return Err(Error::NothingAsked),
        }
        let mut characters = 0;
        let mut kept: Vec<Turn> = turns
            .into_iter()
            .rev()
            .take(limits.turns_max)
            .take_while(|turn| {
                characters += turn.text().chars().count();
                characters <= limits.conversation_characters_max
            })
            .collect();
        kept.reverse();
        kept.extend(after);
        Ok(Self(kept))
    }

    /// Adds a step whose calls were answered before the model is asked,
    /// such as reading an attached statement.
    #[must_use]
    pub fn and_step(mut self, calls: Vec<AnsweredCall>) -> Self {
        self.0.push(Turn::Step { text: String::new(), calls });
        self
    }

    /// Returns the turns within the limits, oldest first.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.0
    }

    /// Returns all messages of the user, as the source of figures that they wrote themselves.
    pub(crate) fn user_messages(&self) -> String {
        let words = self.0.iter().filter_map(|turn| match turn {
            Turn::User(text) => Some(typed::split(text).0),
            Turn::Advisor(_) | Turn::Step { .. } => None,
        });
        words.collect::<Vec<_>>().join("\n")
    }

    /// Returns the answered calls of the stored steps.
    pub(crate) fn answered_calls(&self) -> impl Iterator<Item = &AnsweredCall> {
        self.0.iter().flat_map(|turn| match turn {
            Turn::Step { calls, .. } => calls.as_slice(),
            Turn::User(_) | Turn::Advisor(_) => &[],
        })
    }

    /// Returns the advisor's text of the stored steps.
    pub(crate) fn advisor_text(&self) -> String {
        let texts = self.0.iter().filter_map(|turn| match turn {
            Turn::Step { text, .. } => Some(format!("{text}\n")),
            Turn::User(_) | Turn::Advisor(_) => None,
        });
        texts.collect()
    }

    /// Returns the messages for a reader. The user's own messages are never masked.
    pub(crate) fn into_messages(self, audience: Audience) -> Vec<Message> {
        self.0.into_iter().flat_map(|turn| turn.into_messages(audience)).collect()
    }
}

impl Turn {
    fn text(&self) -> &str {
        match self {
            Self::User(text) | Self::Advisor(text) | Self::Step { text, .. } => text,
        }
    }

    fn into_messages(self, audience: Audience) -> Vec<Message> {
        match self {
            Self::User(text) => vec![Message::User(text)],
            Self::Advisor(text) => {
                vec![Message::Assistant { text: audience.quote(text), calls: Vec::new() }]
            }
            Self::Step { text, calls } => {
                let called = calls.iter().map(|call| ToolCall {
                    id: call.id.clone(),
                    name: call.tool.clone(),
                    arguments: call.input.to_string(),
                });
                let mut messages =
                    vec![Message::Assistant { text: audience.quote(text), calls: called.collect() }];
                messages.extend(calls.into_iter().map(|call| Message::ToolResult {
                    content: audience.format_answer(&call.output),
                    call_id: call.id,
                    tool: call.tool,
                }));
                messages
            }
        }
    }
}
