//! The text of a reply so far, and the sources that its figures are checked against.

use serde_json::Value;

use crate::conversation::Conversation;
use crate::event::Event;
use crate::grounding;

pub(crate) struct Claims {
    question: String,
    said: String,
    /// The answers of tools, each with the id of its call.
    answers: Vec<(String, Value)>,
}

impl Claims {
    /// Starts with the steps that the conversation already has.
    /// A reply that resumes after an approval began in an earlier request.
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
            // Keeps the last word of one step apart from the first word of the next.
            Event::StepFinished => self.said.push('\n'),
            _ => {}
        }
    }

    /// Returns the sources of all figures, or `None` if the reply has no figures.
    pub(crate) fn grounding(&self) -> Option<Event> {
        let figures = grounding::check(&self.said, &self.question, &self.answers);
        (!figures.is_empty()).then_some(Event::Grounding(figures))
    }
}
