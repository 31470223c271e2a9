//! A conversation as a client tells it.

use saldo_domain::text;
use saldo_llm::Message;

use crate::Error;
use crate::limits::Limits;

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
}

impl Conversation {
    /// A conversation of these turns, oldest first. Turns beyond the limits are left out from the old end.
    ///
    /// # Errors
    /// [`Error::NothingAsked`] when the last turn is not the person's, or is empty; [`Error::QuestionTooLong`].
    pub fn new(turns: impl IntoIterator<Item = Turn>, limits: &Limits) -> Result<Self, Error> {
        let turns: Vec<Turn> = turns.into_iter().collect();
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
        Ok(Self(kept))
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
            Turn::Advisor(_) => None,
        });
        words.collect::<Vec<_>>().join("\n")
    }

    pub(crate) fn into_messages(self) -> Vec<Message> {
        self.0
            .into_iter()
            .map(|turn| match turn {
                Turn::Person(text) => Message::User(text),
                Turn::Advisor(text) => Message::Assistant { text, calls: Vec::new() },
            })
            .collect()
    }
}

impl Turn {
    fn text(&self) -> &str {
        match self {
            Self::Person(text) | Self::Advisor(text) => text,
        }
    }
}
