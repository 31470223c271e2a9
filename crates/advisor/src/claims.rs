//! The text of a reply so far, and the sources that its figures are checked against.

use chrono::NaiveDate;
use serde_json::Value;

use crate::conversation::Conversation;
use crate::event::Event;
use crate::grounding;
use crate::tools::QUERY;
use crate::wording::query_part;

pub(crate) struct Claims {
    question: String,
    reply: String,
    /// The answers of tools, each with the id of its call.
    answers: Vec<(String, Value)>,
    /// The calls of the tool `query`, in order.
    queries: Vec<String>,
}

impl Claims {
    /// Starts with the steps that the conversation already has.
    /// A reply that resumes after an approval began in an earlier request.
    pub(crate) fn of(conversation: &Conversation) -> Self {
        let answers = conversation.answered_calls().map(|call| (call.id.clone(), call.output.clone()));
        Self {
            question: conversation.user_messages(),
            reply: conversation.advisor_text(),
            answers: answers.collect(),
            queries: Vec::new(),
        }
    }

    pub(crate) fn take(&mut self, event: &Event) {
        match event {
            Event::Text(text) => self.reply.push_str(text),
            Event::ToolCalled { call, tool, .. } if tool == QUERY => self.queries.push(call.clone()),
            Event::ToolAnswered { call, output } => self.answers.push((call.clone(), output.clone())),
            // Keeps the last word of one step apart from the first word of the next.
            Event::StepFinished => self.reply.push('\n'),
            _ => {}
        }
    }

    /// Returns the sources of all figures, or `None` if the reply has no figures.
    pub(crate) fn grounding(&self) -> Option<Event> {
        let figures = grounding::check(&self.reply, &self.question, &self.answers);
        (!figures.is_empty()).then_some(Event::Grounding(figures))
    }

    /// Returns the answered queries of the reply, or the offers of the first one that was refused.
    ///
    /// A question that is not understood as a whole may be understood in its parts, which are asked next.
    pub(crate) fn queries(&self, today: NaiveDate) -> Vec<Event> {
        let shown = |call: &String| {
            let answer = self.answers.iter().find(|(id, _)| id == call);
            let data = answer.and_then(|(_, data)| query_part(data, &self.reply, today));
            (call.clone(), data.unwrap_or_default())
        };
        let mut all: Vec<(String, Value)> = self.queries.iter().map(shown).collect();
        let has_query = |(_, data): &(String, Value)| !data["query"].is_null();
        if all.len() > 1 && all[1..].iter().all(has_query) {
            all.retain(has_query);
        } else {
            all.truncate(1);
        }
        all.retain(|(_, data)| !data.is_null());
        all.into_iter().map(|(call, data)| Event::Query { call, data }).collect()
    }
}
