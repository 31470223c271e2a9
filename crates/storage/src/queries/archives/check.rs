//! Validation of the rows of an archive, which may come from an untrusted source.

use std::collections::BTreeSet;

use saldo_domain::merchant::MERCHANT_CHARACTERS_MAX;
use saldo_domain::text::{in_plain_letters, visible, with_one_spelling};
use saldo_domain::transaction::Direction;
use saldo_domain::{
    AccountKind, AccountState, ApprovalState, AttachmentText, Budget, CategoryBy, ChatRole, Currency, Date,
    EditAction, Event, Failure, Findings, Id, LayoutHint, MediaType, MessageState, NotificationKind,
    OpenFact, Outcome, Period, Place, Preferences, Rate, ReadBy, Rule, StatementAnswers, StatementKind,
    StatementStatus, Tag, TransactionId, TransactionKind, ViewPage, Witness,
};
use saldo_ledger::edit::Snapshot;
use saldo_ledger::recurring::{Decision, Rhythm};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::super::chats::VERSION;
use crate::archives::{BookTable, ColumnKind};
use crate::rows::{CauseRow, from_word};

/// The largest count. Sums of such counts fit into 64 bits, and JSON readers that use floats represent it
/// exactly.
const COUNT_MAX: i64 = 1 << 53;

/// The largest number of characters of a file's name, as for uploads.
const FILE_NAME_CHARACTERS_MAX: usize = 255;

/// Columns whose numbers are never negative.
const COUNTS: &[(&str, &str)] = &[
    ("transactions", "position"),
    ("statements", "size"),
    ("statements", "pages"),
    ("attachments", "size"),
    ("statement_accounts", "position"),
    ("statement_accounts", "transaction_count"),
    ("splits", "position"),
    ("goals", "position"),
    ("goals", "target_minor"),
    ("edits", "transactions"),
    ("chat_messages", "position"),
    ("model_usage", "input_tokens"),
    ("model_usage", "output_tokens"),
    ("model_usage", "replies"),
];

/// Returns the row's values in the order of the table's columns, or a text that states what is wrong.
///
/// A row must be written exactly as a dump writes it, so that a later dump reproduces it byte for byte.
pub(super) fn values(table: &BookTable, line: &str) -> Result<Vec<Value>, String> {
    let mut row: Map<String, Value> =
        serde_json::from_str(line).map_err(|_| "it is not a JSON object".to_owned())?;
    if serde_json::to_string(&row).ok().as_deref() != Some(line) {
        return Err("it was not written by an export of Saldo".to_owned());
    }
    whole(table, &row)?;
    let mut values = Vec::with_capacity(table.columns.len());
    for (column, kind) in table.columns {
        let value = row.remove(*column).ok_or_else(|| format!("column {column} is missing"))?;
        if !value.is_null() {
            fits(table, column, *kind, &value).ok_or_else(|| format!("column {column} is invalid"))?;
        }
        values.push(as_searched(column, value));
    }
    match row.keys().next() {
        Some(unknown) => Err(format!("unknown column {unknown:.64}")),
        None => Ok(values),
    }
}

/// Returns the value as it is stored today. In an archive of an older version, the search text has characters
/// and spellings that searches do not use now.
fn as_searched(column: &str, value: Value) -> Value {
    match value {
        Value::String(text) if column == "search_text" => {
            Value::String(with_one_spelling(&in_plain_letters(&text)))
        }
        value => value,
    }
}

fn fits(table: &BookTable, column: &str, kind: ColumnKind, value: &Value) -> Option<()> {
    let is_count = COUNTS.contains(&(table.name, column));
    match kind {
        ColumnKind::Id => is(value.as_str()?.parse::<Id<()>>().ok()?.to_string() == value.as_str()?),
        ColumnKind::Text => text(table.name, column, value.as_str()?),
        ColumnKind::Json => json(table.name, column, value.as_str()?),
        ColumnKind::Small => {
            is(!is_count || value.as_i64()? >= 0)?;
            i32::try_from(value.as_i64()?).ok().map(|_| ())
        }
        ColumnKind::Large => {
            is(!is_count || (0..=COUNT_MAX).contains(&value.as_i64()?)).and(value.as_i64()).map(|_| ())
        }
        ColumnKind::Flag => value.as_bool().map(|_| ()),
        ColumnKind::Bytes => is(is_digest(value.as_str()?)),
        ColumnKind::Day => is(is_day(value.as_str()?)),
        ColumnKind::Moment => is(is_moment(value)?),
    }
}

fn is(fact: bool) -> Option<()> {
    fact.then_some(())
}

/// Returns true for a SHA-256 digest in hexadecimal; archives contain no other bytes.
fn is_digest(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn is_day(text: &str) -> bool {
    text.parse::<Date>().is_ok_and(|day| Period::EVER.contains(day) && day.to_string() == text)
}

fn is_moment(value: &Value) -> Option<bool> {
    let moment: saldo_domain::Timestamp = serde_json::from_value(value.clone()).ok()?;
    Some(Period::EVER.contains(moment.date()) && moment.to_string() == value.as_str()?)
}

fn text(table: &str, column: &str, text: &str) -> Option<()> {
    is(!text.contains('\0'))?;
    match (table, column) {
        (_, "currency") => is(Currency::parse(text).ok()?.code() == text),
        ("accounts", "kind") => word::<AccountKind>(text),
        ("statements", "kind") => word::<StatementKind>(text),
        ("statements" | "attachments", "file_name") => is(is_file_name(text)),
        ("attachments", "media_type") => word::<MediaType>(text),
        ("attachments", "text_state") => word::<AttachmentText>(text),
        ("statements", "status") => word::<StatementStatus>(text),
        ("statements", "read_by") => word::<ReadBy>(text),
        ("transactions", "kind") => word::<TransactionKind>(text),
        ("transactions", "category_by") => word::<CategoryBy>(text),
        ("transaction_tags", "tag") => is(Tag::parse(text).ok()?.as_str() == text),
        ("merchant_names" | "merchant_changes", _) | ("recurring_decisions", "merchant") => {
            is(text.chars().count() <= MERCHANT_CHARACTERS_MAX)
        }
        ("recurring_decisions", "direction") => word::<Direction>(text),
        ("recurring_decisions", "rhythm") => word::<Rhythm>(text),
        ("recurring_decisions", "decision") => word::<Decision>(text),
        ("edits", "action") => word::<EditAction>(text),
        ("statement_accounts", "outcome") => word::<Outcome>(text),
        ("confirmed_facts", "fact") => word::<OpenFact>(text),
        ("saved_views", "page") => word::<ViewPage>(text),
        ("rates", "per_euro") => Rate::parse(text).map(|_| ()),
        ("chat_messages", "role") => word::<ChatRole>(text),
        ("chat_messages", "state") => word::<MessageState>(text),
        ("chat_approvals", "state") => word::<ApprovalState>(text),
        _ => Some(()),
    }
}

fn json(table: &str, column: &str, text: &str) -> Option<()> {
    match (table, column) {
        (_, "place") => holds::<Place>(text),
        ("statements", "failure") => holds::<Failure>(text),
        ("statement_accounts", "witnesses") => holds::<Vec<Witness>>(text),
        ("statement_accounts", "likely_causes") => holds::<Vec<CauseRow>>(text),
        ("statement_accounts", "findings") => holds::<Findings<TransactionId>>(text),
        ("statement_answers", "content") => holds::<StatementAnswers>(text),
        ("layout_hints", "content") => holds::<LayoutHint>(text),
        ("transaction_changes", _) => holds::<Snapshot>(text),
        ("account_changes", _) => holds::<AccountState>(text),
        ("rules", "content") => holds::<Rule>(text),
        ("budgets", "content") => holds::<Budget>(text),
        ("preferences", "content") => holds::<Preferences>(text),
        ("notifications", "content") => holds::<Event>(text),
        ("notification_settings", "content") => holds::<BTreeSet<NotificationKind>>(text),
        ("chat_messages" | "chat_approvals", "content") => holds::<Map<String, Value>>(text),
        _ => holds::<Value>(text),
    }
}

/// Returns true for a name as an upload gets it: visible, without folders, and of limited length. One that
/// was cut may end with a space.
fn is_file_name(text: &str) -> bool {
    (1..=FILE_NAME_CHARACTERS_MAX).contains(&text.chars().count())
        && visible(text) == text.trim_end_matches(' ')
        && !text.contains(['/', '\\'])
}

fn word<T: DeserializeOwned>(text: &str) -> Option<()> {
    from_word::<T>(text).ok().map(|_| ())
}

fn holds<T: DeserializeOwned>(text: &str) -> Option<()> {
    // The text must be valid JSON by itself, because PostgreSQL would reject what a lenient type accepts.
    serde_json::from_str::<Value>(text)
        .ok()
        .and_then(|value| serde_json::from_value::<T>(value).ok())
        .map(|_| ())
}

/// Checks columns that must agree with each other.
fn whole(table: &BookTable, row: &Map<String, Value>) -> Result<(), String> {
    let content = || serde_json::from_str::<Value>(row.get("content")?.as_str()?).ok();
    let agrees = match table.name {
        "rules" => content().is_some_and(|content| Some(&content["id"]) == row.get("id")),
        "budgets" => content().is_some_and(|content| {
            Some(&content["id"]) == row.get("id") && Some(&content["category"]) == row.get("category_id")
        }),
        "notifications" => {
            let event = content().and_then(|content| serde_json::from_value::<Event>(content).ok());
            event.is_some_and(|event| Some(&Value::from(event.key())) == row.get("key"))
        }
        "chat_messages" => row.get("version") == Some(&Value::from(VERSION)),
        _ => true,
    };
    if agrees {
        Ok(())
    } else {
        Err("its columns contradict each other, or a newer version of Saldo wrote it".to_owned())
    }
}
