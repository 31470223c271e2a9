//! What a model is told and asked. The words stand in `prompt.md`; whoever changes them raises [`VERSION`].

use std::fmt::Write;

use saldo_domain::Sha256;
use saldo_llm::{Message, Request, Tool};
use serde_json::json;

use crate::read::Grounds;

/// Which words were used; logged with each question.
pub(super) const VERSION: u32 = 1;
/// The tool through which a model answers.
pub(super) const TOOL: &str = "report";

const SYSTEM: &str = include_str!("prompt.md");
/// A gap as wide as this, in font sizes, stands between columns.
const COLUMN_GAP: f32 = 0.85;

/// The lines as the model is to see them.
pub(super) fn lines(grounds: &Grounds) -> String {
    let mut text = String::new();
    let mut page = 0;
    for index in 0..grounds.len() {
        let Some(line) = grounds.line(index) else { continue };
        if line.page != page {
            page = line.page;
            put(&mut text, format_args!("page {page}\n"));
        }
        put(&mut text, format_args!("{}|", index + 1));
        for (number, word) in line.words.iter().enumerate() {
            let gap = if number > 0 && line.gap_before(number) >= COLUMN_GAP { "   " } else { " " };
            put(&mut text, format_args!("{gap}{}", word.text));
        }
        tokens(grounds, index, &mut text);
        text.push('\n');
    }
    text
}

fn tokens(grounds: &Grounds, index: usize, text: &mut String) {
    let (dates, figures) = (grounds.dates(index), grounds.figures(index));
    if dates.is_empty() && figures.is_empty() {
        return;
    }
    text.push_str("   [");
    for (number, date) in (1..).zip(dates) {
        let words = grounds.words(index, |word| date.words.contains(&word));
        put(text, format_args!(" d{number}={words}"));
    }
    for (number, figure) in (1..).zip(figures) {
        let words = grounds.words(index, |word| figure.words.contains(&word));
        put(text, format_args!(" a{number}={words}@{:.0}", figure.x1));
    }
    text.push_str(" ]");
}

/// Writing to a string does not fail.
fn put(text: &mut String, what: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(what);
}

/// The first question about these lines.
pub(super) fn question(lines: &str, output_tokens_max: u32) -> Request {
    // The text cannot contain its own digest: no line of a statement can end the fence.
    let mut fence = "=====statement-".to_owned();
    for byte in Sha256::of(lines.as_bytes()).as_bytes().iter().take(8) {
        put(&mut fence, format_args!("{byte:02x}"));
    }
    fence.push_str("=====");
    let text = format!("{fence}\n{lines}{fence}\n\nReport the entries of the statement between the fences.");
    Request {
        system: SYSTEM.to_owned(),
        messages: vec![Message::User(text)],
        tools: vec![tool()],
        output_tokens_max: Some(output_tokens_max),
    }
}

/// The question after an answer that did not stand.
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
    let entry = json!({
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
        "required": ["entries"],
        "properties": {
            "opening": token, "closing": token, "balances": { "enum": ["held", "owed"] },
            "entries": { "type": "array", "items": entry }, "carried": tokens, "totals": tokens,
        },
    });
    Tool {
        name: TOOL.to_owned(),
        description: "Reports which lines are entries and which tokens are their dates and amounts."
            .to_owned(),
        parameters: json!({
            "type": "object",
            "additionalProperties": false,
            "required": ["accounts"],
            "properties": { "accounts": { "type": "array", "items": account } },
        }),
    }
}
