//! A conversation as a client tells it.

use saldo_domain::text;
use saldo_llm::{Message, ToolCall};
use serde_json::Value;

use crate::Error;
use crate::limits::Limits;
use crate::prompt::Audience;

/// A conversation that can be answered: its last turn is the person's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversation(Vec<Turn>);

/// One turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turn {
    /// What the person said.
    Person(String),
    /// What the client says that the advisor said. It is a claim: good for understanding what "that" means, worthless for figures.
    Advisor(String),
    /// A step of the answer that is to go on, as it was kept: what the advisor said and called, and what came of it.
    Step {
        /// The text; may be empty.
        text: String,
        /// The calls.
        calls: Vec<AnsweredCall>,
    },
}

/// A call of a tool and its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnsweredCall {
    /// Names the call.
    pub id: String,
    /// The tool.
    pub tool: String,
    /// The input.
    pub input: Value,
    /// What came of it.
    pub output: Value,
}

impl Conversation {
    /// A conversation of these turns, oldest first. Turns beyond the limits are left out from the old end. The last turn is the
    /// person's, or the steps of the answer to it that are kept stand after it.
    ///
    /// # Errors
    /// [`Error::NothingAsked`] when the last turn is not the person's, or is empty; [`Error::QuestionTooLong`].
    pub fn new(turns: impl IntoIterator<Item = Turn>, limits: &Limits) -> Result<Self, Error> {
        let mut turns: Vec<Turn> = turns.into_iter().collect();
        let asked_at = turns.iter().rposition(|turn| matches!(turn, Turn::Person(_)));
        let after = turns.split_off(asked_at.map_or(turns.len(), |at| at + 1));
        if after.iter().any(|turn| matches!(turn, Turn::Advisor(_))) {
            return Err(Error::NothingAsked);
        }
        match turns.last() {
            Some(Turn::Person(question)) if !text::one_line(question).is_empty() => {
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

    /// The same conversation after a step that was done before anybody was asked: what these calls answered is known.
    #[must_use]
    pub fn and_step(mut self, calls: Vec<AnsweredCall>) -> Self {
        self.0.push(Turn::Step { text: String::new(), calls });
        self
    }

    /// The turns that count.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.0
    }

    /// Everything that the person wrote.
    pub(crate) fn words_of_the_person(&self) -> String {
        let words = self.0.iter().filter_map(|turn| match turn {
            Turn::Person(text) => Some(text.as_str()),
            Turn::Advisor(_) | Turn::Step { .. } => None,
        });
        words.collect::<Vec<_>>().join("\n")
    }

    /// The calls that were answered in the steps that are kept.
    pub(crate) fn answered_calls(&self) -> impl Iterator<Item = &AnsweredCall> {
        self.0.iter().flat_map(|turn| match turn {
            Turn::Step { calls, .. } => calls.as_slice(),
            Turn::Person(_) | Turn::Advisor(_) => &[],
        })
    }

    /// What the advisor said in the steps that are kept.
    pub(crate) fn said(&self) -> String {
        let said = self.0.iter().filter_map(|turn| match turn {
            Turn::Step { text, .. } => Some(format!("{text}\n")),
            Turn::Person(_) | Turn::Advisor(_) => None,
        });
        said.collect()
    }

    /// The messages for a reader. What the person wrote stays as they wrote it.
    pub(crate) fn into_messages(self, audience: Audience) -> Vec<Message> {
        self.0.into_iter().flat_map(|turn| turn.into_messages(audience)).collect()
    }
}

impl Turn {
    fn text(&self) -> &str {
        match self {
            Self::Person(text) | Self::Advisor(text) | Self::Step { text, .. } => text,
        }
    }

    fn into_messages(self, audience: Audience) -> Vec<Message> {
        match self {
            Self::Person(text) => vec![Message::User(text)],
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
                    content: audience.tell(&call.output),
                    call_id: call.id,
                    tool: call.tool,
                }));
                messages
            }
        }
    }
}
