//! Actual: the ZIP file of "Export data", with the database `db.sqlite` in it.
//!
//! Format: `packages/loot-core/src/server/sql/init.sql` and the migrations beside it in the repository
//! actualbudget/actual. Amounts are whole hundredths. A parent has children that add up to it. The currency
//! is that of the setting `defaultCurrencyCode`, which older files do not have. Tags are words of the note
//! that begin with `#`. Budgets are amounts by month: `zero_budgets` of envelope budgeting, where unspent
//! amounts carry over, or `reflect_budgets` of tracking budgeting.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{Cursor, Read};

use saldo_domain::date::compact;
use saldo_domain::own_csv::SplitText;
use saldo_domain::{AccountKind, Currency, Money, Month, RollOver};
use zip::ZipArchive;

use crate::amount::Dec;
use crate::budgets::{Planned, Until};
use crate::builder::{At, Builder, History, Line, Share, asset_kind, debt_kind, joined, path};
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
    /// The id of the other side of a transfer.
    other_side: String,
    is_child: bool,
    parent: String,
    payee: String,
    category: String,
}

pub(crate) fn read(bytes: &[u8], hints: &Hints) -> Result<Books, Error> {
    let database = Database::open(&unpacked(bytes, |name| name == "db.sqlite", hints)?, hints)?;
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
        let Some(at) = accounts.get(&row.account) else { continue };
        let line = line(row, &categories, &mut builder, currency)?;
        let shares =
            shares(parts.map(Vec::as_slice).unwrap_or_default(), &categories, &mut builder, currency)?;
        if shares.is_empty() || row.is_transfer {
            builder.add(*at, line)?;
        } else {
            builder.add_shared(*at, line, shares)?;
        }
    }
    budgets(&database, &categories, &mut builder, currency)?;
    let left_out = [
        ("rules", "tombstone = 0", Part::Rules),
        ("schedules", "tombstone = 0", Part::Schedules),
        ("zero_budget_months", "buffered <> 0", Part::Other),
    ];
    for (table, condition, part) in left_out {
        if database.has_column(table, condition.split(' ').next().unwrap_or_default())? {
            count(&database, &format!("SELECT 1 FROM {table} WHERE {condition}"), part, &mut builder)?;
        }
    }
    if database.has_column("categories", "goal_def")? {
        let goals = "SELECT 1 FROM categories WHERE tombstone = 0 AND COALESCE(goal_def, '') NOT IN ('', 'null', '[]')";
        count(&database, goals, Part::Goals, &mut builder)?;
    }
    builder.finish(History::Whole)
}

/// Counts the rows of a query as left out.
fn count(database: &Database, query: &str, part: Part, builder: &mut Builder) -> Result<(), Error> {
    database.each(query, |_| {
        builder.leave_out(part);
        Ok(())
    })
}

/// Reads the amounts of the kind of budgeting that the user chose.
fn budgets(
    database: &Database,
    categories: &HashMap<String, Category>,
    builder: &mut Builder,
    currency: Currency,
) -> Result<(), Error> {
    let mut is_tracking = false;
    if database.has_column("preferences", "value")? {
        database.each("SELECT value FROM preferences WHERE id = 'budgetType'", |row| {
            is_tracking = matches!(text(row, 0)?.as_str(), "tracking" | "report");
            Ok(())
        })?;
    }
    let table = if is_tracking { "reflect_budgets" } else { "zero_budgets" };
    if !database.has_column(table, "amount")? {
        return Ok(());
    }
    let carries = if database.has_column(table, "carryover")? { "carryover" } else { "0" };
    let query = format!("SELECT month, category, amount, {carries} FROM {table} ORDER BY month, id");
    database.each(&query, |row| {
        let amount = money(number(row, 2)?, currency)?;
        let (month, id) = (text(row, 0)?, text(row, 1)?);
        let category = categories.get(&id).filter(|category| !category.is_income && !category.is_deleted);
        let month = compact(&format!("{month}01")).and_then(Month::of);
        let (Some(category), Some(month)) = (category, month) else {
            if !amount.is_zero() {
                builder.leave_out(Part::Budgets);
            }
            return Ok(());
        };
        let roll_over = match (is_tracking, number(row, 3)? == 1) {
            (_, true) => RollOver::Everything,
            (false, false) => RollOver::Unspent,
            (true, false) => RollOver::Nothing,
        };
        let planned = Planned { roll_over, ..Planned::monthly(amount, month, Until::OwnMonth) };
        builder.plan(&category.path, planned);
        Ok(())
    })
}

/// Returns the first file with such a name in a ZIP file.
pub(crate) fn unpacked(
    bytes: &[u8],
    is_named: impl Fn(&str) -> bool,
    hints: &Hints,
) -> Result<Vec<u8>, Error> {
    let missing = Error::at(0, "the ZIP file is damaged or lacks a part");
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| missing.clone())?;
    let name = archive.file_names().filter_map(Result::ok).find(|name| is_named(name));
    let name = name.map(Cow::into_owned);
    let file = archive.by_name(&name.ok_or_else(|| missing.clone())?).map_err(|_| missing.clone())?;
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

struct Category {
    path: String,
    is_income: bool,
    is_deleted: bool,
}

fn categories(database: &Database) -> Result<HashMap<String, Category>, Error> {
    let mut categories = HashMap::new();
    let deleted = if database.has_column("categories", "tombstone")? { "c.tombstone" } else { "0" };
    let query = format!(
        "SELECT c.id, c.name, g.name, c.is_income, {deleted} FROM categories c
        LEFT JOIN category_groups g ON g.id = c.cat_group"
    );
    database.each(&query, |row| {
        let (name, group) = (text(row, 1)?, text(row, 2)?);
        // The group of income is always called so.
        let is_income = number(row, 3)? == 1;
        let levels = if is_income { [name.as_str(), ""] } else { [group.as_str(), &name] };
        let category = Category { path: path(levels), is_income, is_deleted: number(row, 4)? == 1 };
        categories.insert(text(row, 0)?, category);
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
        let other_side = text(row, 6)?;
        let is_transfer = !other_side.is_empty() || accounts.contains_key(&other);
        let payee = text(row, 10)?;
        rows.push(Row {
            id: text(row, 0)?,
            account: text(row, 1)?,
            date: text(row, 2)?,
            amount: number(row, 3)?,
            note: text(row, 4)?,
            opens: number(row, 5)? == 1,
            is_transfer,
            other_side,
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

impl Row {
    /// Returns the number of the transfer of which the row is a side; `None` if the file names no other side.
    fn transfer(&self, builder: &mut Builder) -> Option<u64> {
        if self.other_side.is_empty() || self.amount == 0 {
            return None;
        }
        let mut sides = [self.id.as_str(), self.other_side.as_str()];
        sides.sort_unstable();
        Some(builder.transfer_named(&sides.join(" ")))
    }

    fn category(&self, categories: &HashMap<String, Category>) -> String {
        categories.get(&self.category).map(|category| category.path.clone()).unwrap_or_default()
    }
}

fn line(
    row: &Row,
    categories: &HashMap<String, Category>,
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
        line = line.transfer();
        line.marks.transfer = row.transfer(builder);
        return Ok(line);
    }
    line.marks.category = Some(row.category(categories)).filter(|path| !path.is_empty());
    Ok(line)
}

fn shares(
    children: &[&Row],
    categories: &HashMap<String, Category>,
    builder: &mut Builder,
    currency: Currency,
) -> Result<Vec<Share>, Error> {
    let share = |child: &&Row| {
        let note = Some(joined(&[&child.note])).filter(|note| !note.is_empty());
        let (amount, category) = (money(child.amount, currency)?, child.category(categories));
        let split = SplitText { amount, category, note };
        Ok(Share { split, is_transfer: child.is_transfer, transfer: child.transfer(builder) })
    };
    children.iter().map(share).collect()
}

/// Returns the words of a note that begin with `#`, and the rest.
fn tags_of(note: &str) -> (Vec<&str>, String) {
    let is_tag = |word: &&str| word.len() > 1 && word.starts_with('#') && !word.starts_with("##");
    let tags = note.split_whitespace().filter(is_tag).collect();
    let rest: Vec<&str> = note.split_whitespace().filter(|word| !is_tag(word)).collect();
    (tags, rest.join(" "))
}
