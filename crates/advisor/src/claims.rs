//! What a reply has said so far, and what its figures may rest on.

use serde_json::Value;

use crate::conversation::Conversation;
use crate::event::Event;
use crate::grounding;

pub(crate) struct Claims {
    question: String,
    said: String,
    /// What tools answered: the call, and its answer.
    answers: Vec<(String, Value)>,
}

impl Claims {
    /// Those of the reply that a conversation ends with: it may have been begun before the person was asked something.
    pub(crate) fn of(conversation: &Conversation) -> Self {
        let answers = conversation.answered_calls().map(|call| (call.id.clone(), call.output.clone()));
        Self {
            question: conversation.words_of_the_person(),
            said: conversation.said(),
            answers: answers.collect(),
        }
    }

    pub(crate) fn take(&mut self, event: &Event) {
        match event {
            Event::Text(text) => self.said.push_str(text),
            Event::ToolAnswered { call, output } => self.answers.push((call.clone(), output.clone())),
            // What one step ends with and what the next begins with are two words.
            Event::StepFinished => self.said.push('\n'),
            _ => {}
        }
    }

    /// Where each figure comes from; `None` when there is none.
    pub(crate) fn grounding(&self) -> Option<Event> {
        let figures = grounding::check(&self.said, &self.question, &self.answers);
        (!figures.is_empty()).then_some(Event::Grounding(figures))
    }
}
