//! The built-in language model: no network, no training, plain English about one's own books.
//!
//! It goes through the same port, tool loop and stream as any other model. Each answer is worked out from the conversation alone:
//! without tool results it asks for `books`, with those it understands the question and calls what the question needs, and with
//! the answers it writes sentences in which every figure is a tool's.

mod arithmetic;
mod asking;
mod clauses;
mod day;
mod files;
mod goal;
mod grouping;
mod hints;
mod leaning;
mod leftovers;
mod moves;
mod names;
mod numerals;
mod period;
mod plan;
mod question;
mod ranges;
mod reading;
mod relative;
mod roles;
mod say;
mod seasons;
mod thresholds;
mod topics;
mod vocabulary;
mod wishes;
mod words;

use std::sync::Arc;

use async_trait::async_trait;
use futures::stream;
use saldo_domain::{Clock, Date};
use saldo_llm::{Answer, Chunk, FinishReason, LanguageModel, Message, Request, Result, ToolCall};
use serde_json::Value;

use crate::tools::READ_STATEMENT;
use crate::{prompt, writes};
use names::Books;
use period::Calendar;

/// The built-in language model.
#[derive(Clone)]
pub struct Analyst {
    clock: Arc<dyn Clock>,
}

impl Analyst {
    /// An analyst for whom "last month" is relative to this clock.
    #[must_use]
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        Self { clock }
    }
}

#[async_trait]
impl LanguageModel for Analyst {
    fn name(&self) -> &'static str {
        "built-in analyst"
    }

    fn is_remote(&self) -> bool {
        false
    }

    fn is_bounded(&self) -> bool {
        false
    }

    async fn answer(&self, request: Request) -> Result<Answer> {
        let chunks = match next(&request, self.clock.now().date()) {
            Next::Call(calls) => call_chunks(calls),
            Next::Say(text) => text_chunks(&text),
        };
        Ok(Box::pin(stream::iter(chunks.into_iter().map(Ok))))
    }
}

/// What the analyst does next.
enum Next {
    Call(Vec<ToolCall>),
    Say(String),
}

fn next(request: &Request, today: Date) -> Next {
    let questions: Vec<&str> = request
        .messages
        .iter()
        .filter_map(|message| match message {
            Message::User(text) => Some(text.as_str()),
            Message::Assistant { .. } | Message::ToolResult { .. } => None,
        })
        .collect();
    let asked_at = request.messages.iter().rposition(|message| matches!(message, Message::User(_)));
    let results: Vec<(&str, Option<Value>)> = request.messages[asked_at.map_or(0, |at| at + 1)..]
        .iter()
        .filter_map(|message| match message {
            Message::ToolResult { tool, content, .. } => Some((tool.as_str(), prompt::unfence(content))),
            Message::User(_) | Message::Assistant { .. } => None,
        })
        .collect();
    let is_wish = |tool: &str| writes::descriptions().iter().any(|known| known.name == tool);
    if let Some((_, answer)) = results.iter().rfind(|(tool, _)| is_wish(tool)) {
        return Next::Say(wishes::decided(answer.as_ref()));
    }
    let read: Vec<&Value> = results
        .iter()
        .filter(|(tool, _)| *tool == READ_STATEMENT)
        .filter_map(|(_, answer)| answer.as_ref())
        .collect();
    let files = (!read.is_empty()).then(|| say::files(&read));
    if let Some(files) = &files
        && questions.last().is_none_or(|question| files::is_about_them(question))
    {
        return Next::Say(files.clone());
    }
    let before = files.map_or_else(String::new, |files| format!("{files} "));
    let Some((_, books)) = results.iter().find(|(tool, _)| *tool == plan::BOOKS) else {
        return Next::Call(vec![plan::call(0, plan::BOOKS, &Value::Object(serde_json::Map::new()))]);
    };
    let Some(books) = books.as_ref().filter(|books| books.get("error").is_none()) else {
        return Next::Say(say::CANNOT_READ.to_owned());
    };
    let books = Books::read(books);
    if let Some(refusal) = questions.last().and_then(|question| wishes::refused(question)) {
        return Next::Say(before + refusal);
    }
    let may_wish = request.tools.iter().any(|tool| is_wish(&tool.name));
    if let Some(question) = questions.last().filter(|_| may_wish)
        && let Some((tool, input)) = wishes::understand(question, &books)
    {
        return Next::Call(vec![plan::call(1, tool, &input)]);
    }
    let day = |text: &Option<String>| text.as_deref().and_then(|day| day.parse().ok()).unwrap_or(today);
    let (first, latest) = (day(&books.first), day(&books.last).min(today));
    let calendar = Calendar { today, latest, first, ranges: true };
    let Some(understood) = reading::understand(questions, &books, calendar) else {
        return Next::Say(before + &say::not_understood(&books));
    };
    let is_given = |tool: &str| tool == plan::BOOKS || tool == READ_STATEMENT;
    let answers: Vec<Option<Value>> =
        results.into_iter().filter(|(tool, _)| !is_given(tool)).map(|(_, answer)| answer).collect();
    answered(&understood, &books, &answers, today).map_or_else(Next::Call, |said| Next::Say(before + &said))
}

/// The sentences, or the calls that they still need: first those that answer the questions, then those that an empty answer asks for.
fn answered(
    understood: &reading::Understood,
    books: &Books,
    answers: &[Option<Value>],
    today: Date,
) -> std::result::Result<String, Vec<ToolCall>> {
    let queries = &understood.queries;
    let first: Vec<_> = queries.iter().map(|query| plan::calls(query, books, today)).collect();
    let count = first.iter().map(Vec::len).sum::<usize>();
    if answers.is_empty() && count > 0 {
        return Err(numbered(first.concat(), 1));
    }
    let (mut mains, mut more) = answers.split_at(count.min(answers.len()));
    let mut parts: Vec<say::Part<'_>> = Vec::new();
    let mut checks = Vec::new();
    for (query, calls) in queries.iter().zip(&first) {
        let (own, rest) = mains.split_at(calls.len().min(mains.len()));
        let wanted = plan::checks(query, books, own, today);
        let (checked, left) = more.split_at(wanted.len().min(more.len()));
        (mains, more) = (rest, left);
        checks.extend(wanted);
        parts.push(say::Part { query, answers: own, checks: checked });
    }
    if answers.len() <= count && !checks.is_empty() {
        return Err(numbered(checks, count + 1));
    }
    Ok(say::answer(&parts, &understood.missed, books, today))
}

fn numbered(wanted: Vec<plan::Wanted>, from: usize) -> Vec<ToolCall> {
    wanted.into_iter().zip(from..).map(|((tool, input), number)| plan::call(number, tool, &input)).collect()
}

fn call_chunks(calls: Vec<ToolCall>) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    for call in &calls {
        chunks.push(Chunk::CallStarted { id: call.id.clone(), name: call.name.clone() });
        chunks.push(Chunk::CallDelta { id: call.id.clone(), delta: call.arguments.clone() });
    }
    chunks.extend(calls.into_iter().map(Chunk::Call));
    chunks.push(Chunk::Finished { reason: FinishReason::ToolCalls, usage: None });
    chunks
}

fn text_chunks(text: &str) -> Vec<Chunk> {
    let mut chunks: Vec<Chunk> = text.split_inclusive(' ').map(|word| Chunk::Text(word.to_owned())).collect();
    chunks.push(Chunk::Finished { reason: FinishReason::Stop, usage: None });
    chunks
}
