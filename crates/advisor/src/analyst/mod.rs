//! The built-in language model. It needs no network and no training,
//! and answers questions about the user's transactions in eight languages.
//!
//! It uses the same trait, tool loop and stream as every other model. It derives each answer from
//! the conversation alone: without tool results, it passes the question to `query`, which reads it as a typed
//! query, as a question about a report, or names the words that it does not understand.
//! Calculations that a question describes by itself and requests for changes are read here, in English.
//! From the answers of the tools, the analyst writes sentences. Every figure in them comes from
//! a tool.

mod answers;
mod arithmetic;
mod calculations;
mod change_requests;
mod clauses;
mod english;
mod goal;
mod numerals;
#[cfg(test)]
mod readings;
mod words;

use std::sync::Arc;

use async_trait::async_trait;
use futures::stream;
use saldo_domain::{Clock, Date};
use saldo_llm::{Answer, Chunk, FinishReason, LanguageModel, Message, Request, Result, ToolCall};
use serde_json::{Value, json};

use crate::tools::{QUERY, READ_STATEMENT};
use crate::typed::{self, TypedQuestion};
use crate::{prompt, writes};
use answers::{Asked, Files};
use calculations::Calculation;
use change_requests::Categories;

/// The built-in language model.
#[derive(Clone)]
pub struct Analyst {
    clock: Arc<dyn Clock>,
}

impl Analyst {
    /// Creates an analyst. "Last month" and the like are relative to `clock`.
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

/// The tool that lists accounts, categories, merchants and dates.
const BOOKS: &str = "books";
/// The maximum number of questions in one message; an answer to more would be too long to read.
const CLAUSES_MAX: usize = 4;

/// The next step of the analyst.
enum Next {
    Call(Vec<ToolCall>),
    Say(String),
}

impl Next {
    /// Puts other sentences before the text, if the step is a text.
    fn after(self, before: &str) -> Self {
        match self {
            Self::Say(text) => Self::Say(format!("{before}{text}")),
            call @ Self::Call(_) => call,
        }
    }
}

fn next(request: &Request, today: Date) -> Next {
    let (questions, typed): (Vec<&str>, Vec<Option<TypedQuestion>>) = request
        .messages
        .iter()
        .filter_map(|message| match message {
            Message::User(text) => Some(typed::split(text)),
            Message::Assistant { .. } | Message::ToolResult { .. } => None,
        })
        .unzip();
    let asked_at = request.messages.iter().rposition(|message| matches!(message, Message::User(_)));
    let results: Vec<(&str, Option<Value>)> = request.messages[asked_at.map_or(0, |at| at + 1)..]
        .iter()
        .filter_map(|message| match message {
            Message::ToolResult { tool, content, .. } => Some((tool.as_str(), prompt::unfence(content))),
            Message::User(_) | Message::Assistant { .. } => None,
        })
        .collect();
    let is_change_tool = |tool: &str| writes::NAMES.contains(&tool);
    if let Some((_, answer)) = results.iter().rfind(|(tool, _)| is_change_tool(tool)) {
        return Next::Say(change_requests::decided(answer.as_ref().unwrap_or(&Value::Null)));
    }
    let read: Vec<&Value> = results
        .iter()
        .filter(|(tool, _)| *tool == READ_STATEMENT)
        .filter_map(|(_, answer)| answer.as_ref())
        .collect();
    let mut said_before = String::new();
    if !read.is_empty() {
        let files = Files::of(&questions, today);
        said_before = files.described(&read);
        if files.are_meant {
            return Next::Say(said_before);
        }
        said_before.push(' ');
    }
    let question = questions.last().copied().unwrap_or_default();
    let earlier = before(&questions, &typed);
    let may_change =
        request.tools.iter().any(|tool| is_change_tool(&tool.name)) && change_requests::is_asked(question);
    if !results.iter().any(|(tool, _)| *tool == QUERY) {
        let ask = match typed.last() {
            Some(Some(typed)) => json!(typed),
            _ => json!({"question": question, "before": earlier}),
        };
        let books = may_change.then(|| call(0, BOOKS, &json!({})));
        return Next::Call(books.into_iter().chain([call(1, QUERY, &ask)]).collect());
    }
    if let Some(Some(_)) = typed.last() {
        return replied("", &[], &results, today);
    }
    if let Some(refusal) = change_requests::refused(question) {
        return Next::Say(said_before + &refusal);
    }
    let books = results.iter().find(|(tool, _)| *tool == BOOKS).and_then(|(_, books)| books.as_ref());
    if let Some((tool, input)) =
        books.and_then(|books| change_requests::understand(question, &Categories::read(books)))
    {
        return Next::Call(vec![call(1, tool, &input)]);
    }
    replied(question, &earlier, &results, today).after(&said_before)
}

/// Returns the questions before the last one, each as its query if it was asked as one.
fn before(questions: &[&str], typed: &[Option<TypedQuestion>]) -> Vec<Value> {
    let all = questions.iter().zip(typed).map(|(words, typed)| match typed {
        Some(typed) => json!(typed.query),
        None => json!(words),
    });
    all.take(questions.len().saturating_sub(1)).collect()
}

/// Returns the reply to the last question, or the call that it needs.
fn replied(question: &str, earlier: &[Value], results: &[(&str, Option<Value>)], today: Date) -> Next {
    let asked: Vec<Value> = results
        .iter()
        .filter(|(tool, _)| *tool == QUERY)
        .map(|(_, answer)| answer.clone().unwrap_or_default())
        .collect();
    let nothing = Value::Null;
    let whole = Asked::read(asked.first().unwrap_or(&nothing));
    if whole.topic().is_none()
        && let Some(next) = of_clauses(question, earlier, &whole, &asked)
    {
        return next;
    }
    let is_report = |tool: &str| ![BOOKS, READ_STATEMENT, QUERY].contains(&tool);
    let report = results
        .iter()
        .find(|(tool, _)| is_report(tool))
        .map(|(_, answer)| answer.clone().unwrap_or_default());
    if let Some(topic) = whole.topic() {
        return match (topic.call(today), &report) {
            (Some((tool, input)), None) => Next::Call(vec![call(2, tool, &input)]),
            _ => Next::Say(topic.answer(report.as_ref())),
        };
    }
    if let Some(answer) = whole.answer() {
        return Next::Say(answer);
    }
    let calculation =
        Some(()).filter(|()| whole.is_english()).and_then(|()| Calculation::read(question, today));
    match (calculation.as_ref().map(Calculation::call), report) {
        (Some(Err(missing)), _) => Next::Say(missing),
        (Some(Ok((tool, input))), None) => Next::Call(vec![call(2, tool, &input)]),
        (Some(Ok(_)), Some(report)) => {
            Next::Say(calculation.map(|it| it.answer(&report)).unwrap_or_default())
        }
        (None, _) => Next::Say(whole.refusal(question)),
    }
}

/// Returns the answers to a text of several questions, or the calls that they need.
///
/// Returns `None` for a single question, or if one of several was not understood.
fn of_clauses(text: &str, earlier: &[Value], whole: &Asked<'_>, asked: &[Value]) -> Option<Next> {
    let clauses = clauses::of(text);
    if whole.query().is_some() || clauses.len() < 2 || clauses.len() > CLAUSES_MAX {
        return None;
    }
    if asked.len() <= 1 {
        let call = |(at, clause): (usize, &String)| {
            let before: Vec<Value> =
                earlier.iter().cloned().chain(clauses[..at].iter().map(|it| json!(it))).collect();
            call(at + 1, QUERY, &json!({"question": clause, "before": before}))
        };
        return Some(Next::Call(clauses.iter().enumerate().map(call).collect()));
    }
    let said: Vec<String> = asked[1..].iter().map(|it| Asked::read(it).answer()).collect::<Option<_>>()?;
    let between = if said.iter().any(|it| it.contains('\n')) { "\n\n" } else { " " };
    Some(Next::Say(said.join(between)))
}

fn call(number: usize, tool: &str, input: &Value) -> ToolCall {
    ToolCall { id: format!("call_{number}"), name: tool.to_owned(), arguments: input.to_string() }
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
