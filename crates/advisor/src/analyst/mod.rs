//! The built-in language model. It needs no network and no training,
//! and answers questions about the user's transactions in eight languages.
//!
//! It uses the same trait, tool loop and stream as every other model. It derives each answer from
//! the conversation alone: without tool results, it calls `books` and passes the question to `query`, which
//! reads it as a typed query or names the words that it does not understand. Questions beyond typed queries
//! (recurring payments, budgets, loans) are read by the English phrases in this module, if these use every
//! word. From the answers of the tools, the analyst writes sentences. Every figure in them comes from a tool.

mod answers;
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
use saldo_domain::query::Measure;
use saldo_domain::{Clock, Date, Query};
use saldo_llm::{Answer, Chunk, FinishReason, LanguageModel, Message, Request, Result, ToolCall};
use serde_json::{Value, json};

use crate::tools::{QUERY, READ_STATEMENT};
use crate::{prompt, writes};
use answers::Asked;
use names::Books;
use period::Calendar;

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
        let mut calls = vec![plan::call(0, plan::BOOKS, &json!({}))];
        if let Some((question, earlier)) = questions.split_last() {
            calls.push(plan::call(1, QUERY, &json!({"question": question, "before": earlier})));
        }
        return Next::Call(calls);
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
    replied(&questions, results, &books, today).after(&before)
}

/// Returns the reply to the last question.
/// It comes from the query, or from the English phrases if no query asks for the same.
fn replied(questions: &[&str], results: Vec<(&str, Option<Value>)>, books: &Books, today: Date) -> Next {
    let day = |text: &Option<String>| text.as_deref().and_then(|day| day.parse().ok()).unwrap_or(today);
    let (first, latest) = (day(&books.first), day(&books.last).min(today));
    let calendar = Calendar { today, latest, first, year: books.year, ranges: true };
    let asked: Vec<Value> = results
        .iter()
        .filter(|(tool, _)| *tool == QUERY)
        .map(|(_, answer)| answer.clone().unwrap_or_default())
        .collect();
    let nothing = Value::Null;
    let whole = Asked::read(asked.first().unwrap_or(&nothing));
    if let Some(next) = of_clauses(questions, &whole, &asked) {
        return next;
    }
    let asked = whole;
    let question = questions.last().copied().unwrap_or_default();
    let understood = reading::understand(questions.iter().copied(), books, calendar);
    let understood = understood.filter(reading::Understood::is_whole);
    let is_better = |query: &Query| match query.measure {
        // For balances, the phrases also state the day on which each one was known.
        Measure::Balance | Measure::NetWorth => true,
        Measure::PriceChange | Measure::Next | Measure::TimeUntil | Measure::TimeSince => false,
        _ => asked.follows_unknown() || understood.as_ref().is_some_and(reading::Understood::is_of_topics),
    };
    let is_english = asked.query().is_none() || asked.is_english();
    let prefers_phrases = is_english && asked.query().is_none_or(is_better);
    let Some(understood) = understood.filter(|_| prefers_phrases) else {
        return Next::Say(asked.answer().unwrap_or_else(|| asked.refusal(question)));
    };
    let is_given = |tool: &str| [plan::BOOKS, READ_STATEMENT, QUERY].contains(&tool);
    let answers: Vec<Option<Value>> =
        results.into_iter().filter(|(tool, _)| !is_given(tool)).map(|(_, answer)| answer).collect();
    answered(&understood, books, &answers, today).map_or_else(Next::Call, Next::Say)
}

/// Returns the answers to a text of several questions, or the calls that they need.
///
/// Returns `None` for a single question, or if one of several was not understood.
fn of_clauses(questions: &[&str], whole: &Asked<'_>, asked: &[Value]) -> Option<Next> {
    let (text, earlier) = questions.split_last()?;
    let clauses = clauses::of(text);
    if whole.query().is_some() || clauses.len() < 2 || clauses.len() > CLAUSES_MAX {
        return None;
    }
    if asked.len() <= 1 {
        let call = |(at, clause): (usize, &String)| {
            let before: Vec<&str> =
                earlier.iter().copied().chain(clauses[..at].iter().map(String::as_str)).collect();
            plan::call(at + 1, QUERY, &json!({"question": clause, "before": before}))
        };
        return Some(Next::Call(clauses.iter().enumerate().map(call).collect()));
    }
    let said: Vec<String> = asked[1..].iter().map(|it| Asked::read(it).answer()).collect::<Option<_>>()?;
    let between = if said.iter().any(|it| it.contains('\n')) { "\n\n" } else { " " };
    Some(Next::Say(said.join(between)))
}

/// Returns the sentences, or the calls that are still missing:
/// first those that answer the questions, then those that follow from an empty answer.
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
    Ok(say::answer(&parts, books, today))
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
