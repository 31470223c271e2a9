//! Actual: the ZIP file of "Export data", with the database `db.sqlite` in it.
//!
//! Format: `packages/loot-core/src/server/sql/init.sql` and the migrations beside it in the repository
//! actualbudget/actual. Amounts are whole hundredths. A parent has children that add up to it. The currency
//! is that of the setting `defaultCurrencyCode`, which older files do not have. Tags are words of the note
//! that begin with `#`.

use std::collections::HashMap;
use std::io::{Cursor, Read};

use saldo_domain::date::compact;
use saldo_domain::own_csv::SplitText;
use saldo_domain::{AccountKind, Currency, Money};
use zip::ZipArchive;

use crate::amount::Dec;
use crate::builder::{At, Builder, History, Line, asset_kind, debt_kind, joined, path};
use crate::sqlite::{Database, number, text};
use crate::{Books, Error, Hints, Part};

const TRANSACTIONS: &str = "SELECT t.id, t.acct, t.date, t.amount, t.notes, t.starting_balance_flag,
        t.transferred_id, t.isParent, t.isChild, PARENT, p.name, p.transfer_acct,
        COALESCE(cm.transferId, t.category), t.imported_description
    FROM transactions t
    LEFT JOIN payee_mapping pm ON pm.id = t.description
    LEFT JOIN payees p ON p.id = COALESCE(pm.targetId, t.description)
    LEFT JOIN category_mapping cm ON cm.id = t.category
    WHERE t.tombstone = 0 AND t.date IS NOT NULL AND t.acct IS NOT NULL
    ORDER BY t.date, t.sort_order DESC, t.id";

struct Row {
    id: String,
    account: String,
    date: String,
    amount: i64,
    note: String,
    opens: bool,
    is_transfer: bool,
    is_child: bool,
    parent: String,
    payee: String,
    category: String,
}

pub(crate) fn read(bytes: &[u8], hints: &Hints) -> Result<Books, Error> {
    let database = Database::open(&unpacked(bytes, "db.sqlite", hints)?, hints)?;
    let currency = currency(&database, hints)?;
    let mut builder = Builder::new(hints);
    let accounts = accounts(&database, &mut builder, currency)?;
    let categories = categories(&database)?;
    let rows = rows(&database, &accounts)?;
    let mut children: HashMap<&str, Vec<&Row>> = HashMap::new();
    for row in rows.iter().filter(|row| row.is_child) {
        children.entry(row.parent.as_str()).or_default().push(row);
    }
    for row in rows.iter().filter(|row| !row.is_child) {
        let parts = children.get(row.id.as_str());
        let line =
            line(row, parts.map(Vec::as_slice).unwrap_or_default(), &categories, &mut builder, currency)?;
        let Some(at) = accounts.get(&row.account) else { continue };
        builder.add(*at, line)?;
    }
    for (table, part) in
        [("zero_budgets", Part::Budgets), ("rules", Part::Rules), ("schedules", Part::Schedules)]
    {
        let is_there = database.has_column(table, "id")?;
        if is_there {
            let alive = if database.has_column(table, "tombstone")? { " WHERE tombstone = 0" } else { "" };
            let amount = if part == Part::Budgets { " WHERE amount <> 0" } else { alive };
            database.each(&format!("SELECT 1 FROM {table}{amount}"), |_| {
                builder.leave_out(part);
                Ok(())
            })?;
        }
    }
    builder.finish(History::Whole)
}

/// Returns the file with this name in a ZIP file.
pub(crate) fn unpacked(bytes: &[u8], name: &str, hints: &Hints) -> Result<Vec<u8>, Error> {
    let missing = Error::at(0, "the ZIP file is damaged or lacks a part");
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| missing.clone())?;
    let file = archive.by_name(name).map_err(|_| missing.clone())?;
    let mut content = Vec::new();
    let limit = hints.bytes_max.saturating_add(1);
    let length = file.take(limit).read_to_end(&mut content).map_err(|_| missing)?;
    let is_small = u64::try_from(length).is_ok_and(|length| length <= hints.bytes_max);
    if is_small { Ok(content) } else { Err(Error::TooLarge) }
}

fn currency(database: &Database, hints: &Hints) -> Result<Currency, Error> {
    let mut found = None;
    if database.has_column("preferences", "value")? {
        database.each("SELECT value FROM preferences WHERE id = 'defaultCurrencyCode'", |row| {
            found = Currency::parse(&text(row, 0)?).ok();
            Ok(())
        })?;
    }
    found.or(hints.currency).ok_or(Error::NoCurrency)
}

fn accounts(
    database: &Database,
    builder: &mut Builder,
    currency: Currency,
) -> Result<HashMap<String, At>, Error> {
    let mut accounts = HashMap::new();
    database.each("SELECT id, name FROM accounts WHERE tombstone = 0 ORDER BY rowid", |row| {
        let name = text(row, 1)?;
        let kind = match debt_kind(&name) {
            AccountKind::Other => asset_kind(&name),
            debt => debt,
        };
        accounts.insert(text(row, 0)?, builder.account(Some(&name), kind, currency));
        Ok(())
    })?;
    Ok(accounts)
}

fn categories(database: &Database) -> Result<HashMap<String, String>, Error> {
    let mut categories = HashMap::new();
    let query = "SELECT c.id, c.name, g.name, c.is_income FROM categories c
        LEFT JOIN category_groups g ON g.id = c.cat_group";
    database.each(query, |row| {
        let (name, group) = (text(row, 1)?, text(row, 2)?);
        // The group of income is always called so.
        let levels = if number(row, 3)? == 1 { [name.as_str(), ""] } else { [group.as_str(), &name] };
        categories.insert(text(row, 0)?, path(levels));
        Ok(())
    })?;
    Ok(categories)
}

fn rows(database: &Database, accounts: &HashMap<String, At>) -> Result<Vec<Row>, Error> {
    let has_parent = database.has_column("transactions", "parent_id")?;
    // Older files name the parent only in the id of the child.
    let id = "CASE WHEN instr(t.id, '/') > 0 THEN substr(t.id, 1, instr(t.id, '/') - 1) END";
    let parent = if has_parent { format!("COALESCE(t.parent_id, {id})") } else { id.to_owned() };
    let mut rows = Vec::new();
    database.each(&TRANSACTIONS.replace("PARENT", &parent), |row| {
        let other = text(row, 11)?;
        let is_transfer = !text(row, 6)?.is_empty() || accounts.contains_key(&other);
        let payee = text(row, 10)?;
        rows.push(Row {
            id: text(row, 0)?,
            account: text(row, 1)?,
            date: text(row, 2)?,
            amount: number(row, 3)?,
            note: text(row, 4)?,
            opens: number(row, 5)? == 1,
            is_transfer,
            is_child: number(row, 8)? == 1,
            parent: text(row, 9)?,
            payee: if payee.is_empty() { text(row, 13)? } else { payee },
            category: text(row, 12)?,
        });
        Ok(())
    })?;
    Ok(rows)
}

fn money(hundredths: i64, currency: Currency) -> Result<Money, Error> {
    let amount = Dec::fraction(hundredths, 100).and_then(|amount| amount.money(currency));
    amount.ok_or(Error::at(0, "an amount has more decimals than the currency; choose another currency"))
}

fn line(
    row: &Row,
    children: &[&Row],
    categories: &HashMap<String, String>,
    builder: &mut Builder,
    currency: Currency,
) -> Result<Line, Error> {
    let date = compact(&row.date).ok_or(Error::at(0, "invalid date"))?;
    let (tags, note) = tags_of(&row.note);
    let description = joined(&[&row.payee, if row.payee.is_empty() { &note } else { "" }]);
    let mut line = Line::new(date, description, money(row.amount, currency)?);
    line.opens = row.opens;
    line.marks.tags = builder.tags(tags);
    line.marks.note = note;
    if row.is_transfer {
        return Ok(line.transfer());
    }
    let category = |row: &Row| categories.get(&row.category).cloned().unwrap_or_default();
    if children.is_empty() {
        line.marks.category = Some(category(row)).filter(|path| !path.is_empty());
        return Ok(line);
    }
    let mut parts = Vec::with_capacity(children.len());
    for child in children {
        let note = Some(joined(&[&child.note])).filter(|note| !note.is_empty());
        parts.push(SplitText { amount: money(child.amount, currency)?, category: category(child), note });
    }
    builder.split(&mut line, parts);
    Ok(line)
}

/// Returns the words of a note that begin with `#`, and the rest.
fn tags_of(note: &str) -> (Vec<&str>, String) {
    let is_tag = |word: &&str| word.len() > 1 && word.starts_with('#') && !word.starts_with("##");
    let tags = note.split_whitespace().filter(is_tag).collect();
    let rest: Vec<&str> = note.split_whitespace().filter(|word| !is_tag(word)).collect();
    (tags, rest.join(" "))
}
