//! The request to a model. Its text is in `prompt.md`; increase [`VERSION`] with every change.

use std::fmt::Write;
use std::ops::Range;

use saldo_domain::{Sha256, mask_numbers};
use saldo_llm::{Message, Request, Tool};
use serde_json::json;

use crate::read::CandidateLines;

/// The version of the prompt, which is logged with every request.
pub(super) const VERSION: u32 = 3;
/// The tool that the model calls to answer.
pub(super) const TOOL: &str = "report";

const SYSTEM: &str = include_str!("prompt.md");
/// The smallest gap between two columns, in font sizes.
const COLUMN_GAP: f32 = 0.85;

/// Returns the lines in the form that the model sees.
pub(super) fn lines(candidates: &CandidateLines) -> String {
    let mut text = String::new();
    let mut page = 0;
    for index in 0..candidates.len() {
        let Some(line) = candidates.line(index) else { continue };
        if line.page != page {
            page = line.page;
            put(&mut text, format_args!("page {page}\n"));
        }
        put(&mut text, format_args!("{}|", index + 1));
        let is_apart = |number: usize| number > 0 && line.gap_before(number) >= COLUMN_GAP;
        let printed: Vec<(bool, &str)> = line
            .words
            .iter()
            .enumerate()
            .map(|(number, word)| (is_apart(number), word.text.as_str()))
            .collect();
        let words = masked(&printed);
        for ((is_apart, _), word) in printed.iter().zip(&words) {
            put(&mut text, format_args!("{}{word}", if *is_apart { "   " } else { " " }));
        }
        tokens(candidates, index, &words, &mut text);
        text.push('\n');
    }
    text
}

/// Returns the words of a line with masked account and card numbers. `printed` states for each word whether
/// it may be in another column than the previous one. No word is removed, so that dates and amounts keep
/// their positions.
fn masked(printed: &[(bool, &str)]) -> Vec<String> {
    let mut text = String::new();
    for (is_apart, word) in printed {
        // A number does not continue in another column.
        text.push(if *is_apart { '\t' } else { ' ' });
        text.push_str(word);
    }
    // Masking preserves the number of characters.
    let masked = mask_numbers(&text);
    let mut characters = masked.chars();
    let words =
        printed.iter().map(|(_, word)| characters.by_ref().skip(1).take(word.chars().count()).collect());
    words.collect()
}

fn tokens(candidates: &CandidateLines, index: usize, words: &[String], text: &mut String) {
    let (dates, figures) = (candidates.dates(index), candidates.figures(index));
    if dates.is_empty() && figures.is_empty() {
        return;
    }
    let of = |range: &Range<usize>| words.get(range.clone()).unwrap_or_default().join(" ");
    text.push_str("   [");
    for (number, date) in (1..).zip(dates) {
        put(text, format_args!(" d{number}={}", of(&date.words)));
    }
    for (number, figure) in (1..).zip(figures) {
        put(text, format_args!(" a{number}={}@{:.0}", of(&figure.words), figure.x1));
    }
    text.push_str(" ]");
}

/// Appends to a string, which cannot fail.
fn put(text: &mut String, what: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(what);
}

/// Returns the first request for these lines.
pub(super) fn question(lines: &str, output_tokens_max: u32) -> Request {
    // A text cannot contain its own digest, so that no line of a statement can imitate the fence.
    let mut fence = "=====statement-".to_owned();
    for byte in Sha256::of(lines.as_bytes()).as_bytes().iter().take(8) {
        put(&mut fence, format_args!("{byte:02x}"));
    }
    fence.push_str("=====");
    let text =
        format!("{fence}\n{lines}{fence}\n\nReport the transactions of the statement between the fences.");
    Request {
        system: SYSTEM.to_owned(),
        messages: vec![Message::User(text)],
        tools: vec![tool()],
        output_tokens_max: Some(output_tokens_max),
    }
}

/// Returns the request after an answer that was rejected.
pub(super) fn question_again(lines: &str, output_tokens_max: u32, why: &str) -> Request {
    let mut request = question(lines, output_tokens_max);
    let text =
        format!("An earlier report of these lines did not stand: {why} Report them again, all of them.");
    if let Some(Message::User(question)) = request.messages.first_mut() {
        question.push_str("\n\n");
        question.push_str(&text);
    }
    request
}

fn tool() -> Tool {
    let token = json!({ "type": "string", "pattern": r"^[1-9][0-9]*\.[da][1-9][0-9]*$" });
    let tokens = json!({ "type": "array", "items": token });
    let transaction = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["date", "amount", "direction"],
        "properties": {
            "date": token, "valueDate": token, "amount": token, "balance": token,
            "direction": { "enum": ["in", "out"] },
            "text": { "type": "array", "items": { "type": "integer", "minimum": 1 } },
        },
    });
    let account = json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["transactions"],
        "properties": {
            "opening": token, "closing": token, "balances": { "enum": ["held", "owed"] },
            "transactions": { "type": "array", "items": transaction }, "carried": tokens, "totals": tokens,
        },
    });
    Tool {
        name: TOOL.to_owned(),
        description: "Reports which lines are transactions and which tokens are their dates and amounts."
            .to_owned(),
        parameters: json!({
            "type": "object",
            "additionalProperties": false,
            "required": ["accounts"],
            "properties": { "accounts": { "type": "array", "items": account } },
        }),
    }
}
