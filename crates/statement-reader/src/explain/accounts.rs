//! Stage 2, accounts: the end of each account's part of a document, the days of its rows, and the labels that
//! the places of its balances decide.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use chrono::NaiveDate;

use super::draft::runs;
use super::table::{Cell, Item, Slot, Table};
use super::tokens::Tokens;
use super::weigh::Fact;
use crate::layout::Word;
use crate::read::account::{self, PeriodForm};
use crate::read::amount::Mark;
use crate::read::date::{Calendar, Form, date_at};
use crate::read::heads::{Role, Section};
use crate::read::labels::{Label, has_total_word, squeeze};
use crate::read::rows::Row;

/// Labels balances whose words do not say which one they are: above all transactions it is the opening
/// balance, below them the closing balance.
pub(super) fn by_place(
    (items, days): (&[&Item], &[Option<Form>]),
    mut facts: Vec<Fact>,
    calendar: &Calendar,
) -> Vec<Fact> {
    let is_transaction = |(item, day): &(&&Item, &Option<Form>)| {
        item.label.is_none() && day.is_some() && !item.cells.is_empty()
    };
    let rows = || items.iter().zip(days).filter(is_transaction).map(|(item, _)| item.row);
    let (Some(first), Some(last)) = (rows().min(), rows().max()) else { return facts };
    by_day((items, days), first..=last, &mut facts, calendar);
    if runs(days.iter().filter_map(|form| calendar.resolve((*form)?))) == Some(true) {
        // Above the newest transaction stands the latest balance, whose words need not say so.
        return facts;
    }
    for (label, is_there) in [(Label::Opening, first), (Label::Closing, last)] {
        if facts.iter().any(|fact| fact.label == label) {
            continue;
        }
        let fits = |fact: &&mut Fact| {
            fact.label == Label::Balance
                && if label == Label::Opening { fact.row < is_there } else { fact.row > is_there }
        };
        if let Some(fact) = facts.iter_mut().find(fits) {
            fact.label = label;
        }
    }
    facts
}

/// Labels balances by their days: one before all transactions is the opening balance, one after them the
/// closing balance.
fn by_day(
    (items, days): (&[&Item], &[Option<Form>]),
    transactions: std::ops::RangeInclusive<usize>,
    facts: &mut [Fact],
    calendar: &Calendar,
) {
    let dated = items.iter().zip(days).filter(|(item, _)| item.label.is_none() && !item.cells.is_empty());
    let days: Vec<NaiveDate> = dated.filter_map(|(_, form)| calendar.resolve((*form)?)).collect();
    let (Some(first), Some(last)) = (days.iter().min(), days.iter().max()) else { return };
    let is_day = |row: usize| items.iter().any(|item| item.row == row && item.is_day);
    for (label, fits) in [
        (Label::Opening, &(|day: NaiveDate| day <= *first) as &dyn Fn(NaiveDate) -> bool),
        (Label::Closing, &|day| day >= *last),
    ] {
        let is_known = facts.iter().any(|fact| fact.label == label);
        let is_free = |fact: &&mut Fact| fact.label == Label::Balance;
        let is_there = |fact: &&mut Fact| fact.day.and_then(|form| calendar.resolve(form)).is_some_and(fits);
        // Balances within the table are those of a day.
        let is_end = |fact: &&mut Fact| {
            let is_outside = fact.slot.is_none() || !transactions.contains(&fact.row);
            is_outside && !(label == Label::Opening && is_day(fact.row))
        };
        for fact in facts.iter_mut().filter(is_free).filter(is_end).filter(is_there).filter(|_| !is_known) {
            fact.label = label;
        }
    }
}

/// Smallest number of rows in a sum with words beside it.
const SUMMED_MIN: usize = 2;

/// Returns the rows that are lines of heads.
fn head_rows(table: &Table) -> Vec<usize> {
    table.is_head.iter().enumerate().filter(|(_, is_head)| **is_head).map(|(row, _)| row).collect()
}

/// Number of transactions with the same number on a line below them, from which on it is that of a card with
/// which they were paid.
const CARD_ROWS_MIN: usize = 2;
/// Largest distance, in rows, between a transaction and the last line of its description.
const DETAIL_ROWS: usize = 3;

/// Returns the printed account numbers with their rows.
fn numbers(tokens: &Tokens, transactions: &[usize]) -> Vec<(usize, String)> {
    let may_hold = |row: &Row| {
        let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
        row.line.words.iter().any(|word| digits(&word.text) > 2 || word.text.contains(['*', 'X', '•']))
    };
    let rows = tokens.rows.iter().enumerate().filter(|(_, row)| row.dates.is_empty() && may_hold(row));
    let mut all: Vec<(usize, String)> =
        rows.filter_map(|(index, row)| Some((index, account::number(std::slice::from_ref(row))?))).collect();
    let is_below_one = |row: usize| {
        let before = transactions.partition_point(|transaction| *transaction < row).checked_sub(1);
        before.is_some_and(|before| row - transactions[before] <= DETAIL_ROWS)
    };
    let mut below: HashMap<String, usize> = HashMap::new();
    for (_, number) in all.iter().filter(|(row, _)| is_below_one(*row)) {
        *below.entry(number.clone()).or_default() += 1;
    }
    all.retain(|(_, number)| below.get(number).is_none_or(|count| *count < CARD_ROWS_MIN));
    all
}

/// Smallest number of digits of an account number without a word for it.
const NUMBER_DIGITS_MIN: usize = 6;

/// Largest difference of the baselines of a line that pages repeat, in points.
const SAME_PLACE: f32 = 2.0;

/// Returns the rows that repeat a line of the title, above `first`, with another long number: the title of
/// another account, in any language.
fn renumbered(tokens: &Tokens, first: usize) -> Vec<usize> {
    let number = |row: &Row| -> Option<(String, String)> {
        let line = &row.line;
        let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
        let is_date = |at: usize| date_at(line, at).is_some();
        let is_plain = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '*'));
        let is_number = |at: &usize| {
            let text = &line.words[*at].text;
            digits(text) >= NUMBER_DIGITS_MIN && is_plain(text) && !is_date(*at)
        };
        let mut own = (0..line.words.len()).filter(is_number);
        let (Some(at), None) = (own.next(), own.next()) else { return None };
        let squeezed = |words: &[Word]| {
            squeeze(&words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" "))
        };
        let number = line.words[at].text.clone();
        // A number without words is a title only if it looks like the one before.
        let shape = || number.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
        let before = if at == 0 { shape() } else { squeezed(&line.words[..at]) };
        Some((format!("{before} {}", squeezed(&line.words[at + 1..])), number))
    };
    let mut titles: HashMap<String, String> = HashMap::new();
    let mut places: HashMap<(String, String), (u32, f32)> = HashMap::new();
    let mut found = Vec::new();
    for (index, row) in tokens.rows.iter().enumerate() {
        let is_row = !row.dates.is_empty() || row.figures.iter().any(|figure| figure.strong);
        let Some((words, own)) = number(row).filter(|_| !is_row) else { continue };
        let title = (words.clone(), own.clone());
        let before = places.get(&title).copied();
        places.entry(title).or_insert((row.line.page, row.line.baseline));
        // The head of a page repeats the address of the bank, whose postcode looks like an account's number.
        // On an earlier page, the address of the owner stood beside it.
        let is_again = |known: &str| {
            let other = places.get(&(words.clone(), known.to_owned()));
            before.zip(other).is_some_and(|((page, baseline), other)| {
                page == other.0 && (row.line.baseline - baseline).abs() < SAME_PLACE
            })
        };
        match titles.get_mut(&words) {
            Some(known) if *known != own && !is_again(known) => {
                *known = own;
                found.push(index);
            }
            None if index < first => drop(titles.insert(words, own)),
            Some(_) | None => {}
        }
    }
    found
}

/// Sums of one column above the current row.
#[derive(Default)]
struct Above {
    magnitudes: i64,
    signed: i64,
    rows: usize,
    /// The figures with their signs, in the order of the rows.
    figures: Vec<i64>,
}

impl Above {
    /// True if some last figures have this sum.
    fn ends_with(&self, minor: i64) -> bool {
        let mut sum = 0_i64;
        self.figures.iter().rev().any(|figure| {
            sum = sum.saturating_add(*figure);
            sum.saturating_abs() == minor
        })
    }
}

/// Labels rows whose figures are the sums of all rows above them as totals, whatever their words.
pub(super) fn label_sums(rows: &[Row], slots: &[Slot], items: &mut [Item]) {
    let mut above: BTreeMap<usize, Above> = BTreeMap::new();
    for item in items.iter_mut().filter(|item| item.label.is_none()) {
        let text = rows[item.row].text();
        let least = if text.is_empty() { 1 } else { SUMMED_MIN };
        let names_total = text.split_whitespace().any(|word| has_total_word(&squeeze(word)));
        let is_sum = |cell: &Cell| match above.get(&cell.slot) {
            Some(above) => {
                let is_sum = above.magnitudes == cell.minor || above.signed.abs() == cell.minor;
                above.rows >= least && is_sum || names_total && above.ends_with(cell.minor)
            }
            None => cell.minor == 0,
        };
        let figures = item.cells.iter().filter(|cell| cell.minor != 0).count();
        // A row with a date is a total only if it has the sums of several columns.
        let least = if item.date.is_none() { 1 } else { 2 };
        let is_own = |cell: &&Cell, role: Role| slots[cell.slot].role == Some(role) && cell.minor != 0;
        let of = |role: Role| item.cells.iter().find(|cell| is_own(cell, role));
        // Beside the sum of one direction, a figure of the other one is its sum, or is wrong.
        let is_pair = item.date.is_none()
            && of(Role::In).zip(of(Role::Out)).is_some_and(|(one, other)| is_sum(one) || is_sum(other));
        if is_pair || figures >= least && item.cells.iter().all(is_sum) {
            item.label = Some(Label::Total);
            continue;
        }
        for cell in &item.cells {
            let above = above.entry(cell.slot).or_default();
            let is_minus = matches!(cell.mark, Mark::Minus | Mark::Debit);
            above.magnitudes = above.magnitudes.saturating_add(cell.minor);
            above.signed = above.signed.saturating_add(if is_minus { -cell.minor } else { cell.minor });
            above.figures.push(if is_minus { -cell.minor } else { cell.minor });
            above.rows += 1;
        }
    }
}

/// Rows of the document that belong to one account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Extent {
    /// Range of the rows.
    pub(super) rows: Range<usize>,
    /// True if they may also continue the account before.
    pub(super) joins: bool,
}

/// The parts of a document, and the rows that separate them.
pub(super) struct Extents {
    /// The parts, in the order of the rows.
    pub(super) all: Vec<Extent>,
    /// Rows with the title of another account or period.
    pub(super) titles: Vec<usize>,
    /// Rows with transactions.
    pub(super) transactions: Vec<usize>,
}

/// Largest number of accounts separated in one document.
const ACCOUNTS_MAX: usize = 200;
/// Largest distance, in rows, between a transaction and the line with its day.
const DAY_REACH: usize = 6;

/// True if the figures of a row are those of a summary, below a line of labels.
fn is_summary(facts: &[Fact], row: usize) -> bool {
    let first = facts.partition_point(|fact| fact.row < row);
    facts[first..].iter().take_while(|fact| fact.row == row).filter(|fact| fact.is_below).count() > 1
}

/// Splits a document at opening balances, except those that only carry on the balance of the page before, and
/// at titles.
pub(super) fn extents(
    tokens: &Tokens,
    table: &Table,
    facts: &[Fact],
    (periods, calendar): (&[PeriodForm], &Calendar),
) -> Extents {
    let mut walk = Walk::default();
    let any_dated =
        table.items.iter().any(|item| item.date.is_some() && !item.cells.is_empty() && !item.is_day);
    // The day of a transaction may stand on a line of its own directly above it.
    let has_day = |item: &Item| {
        let after = table.days.partition_point(|(row, _)| *row < item.row);
        let day = after.checked_sub(1).map(|at| table.days[at].0);
        let before = table.items.partition_point(|other| other.row < item.row);
        let above = before.checked_sub(1).map(|at| table.items[at].row);
        day.is_some_and(|day| item.row - day <= DAY_REACH && above.is_none_or(|above| above < day))
    };
    let is_transaction = |item: &Item| {
        let is_row = item.label.is_none() && !is_summary(facts, item.row)
            || item.date.is_some() && item.cells.len() > 1;
        let is_period = |period: &PeriodForm| period.named && period.row == item.row;
        is_row
            && !item.cells.is_empty()
            && !periods.iter().any(is_period)
            && (item.date.is_some() || !any_dated || has_day(item))
            && table.parts[item.section].kind != Some(Section::Excluded)
    };
    let transactions: Vec<usize> =
        table.items.iter().filter(|item| is_transaction(item)).map(|item| item.row).collect();
    let heads = head_rows(table);
    let numbers = numbers(tokens, &transactions);
    let named: Vec<&PeriodForm> = periods.iter().filter(|period| period.named).collect();
    let titles = titles(tokens, &transactions, periods, calendar);
    // The day of a transaction may stand alone on the line below it.
    let after = |last: usize| {
        let is_alone = |row: usize| tokens.rows[row].text().is_empty();
        let has_day = table.days.iter().any(|(row, _)| *row == last + 1 && is_alone(*row));
        if has_day { last + 1 } else { last }
    };
    let mut items = table.items.iter().peekable();
    let mut labeled = facts.iter().peekable();
    for row in 0..tokens.rows.len() {
        let next = transactions.partition_point(|transaction| *transaction <= row);
        let is_title = titles.binary_search(&row).is_ok();
        if let (true, true, Some(last)) = (is_title, next < transactions.len(), walk.last) {
            walk.split(after(last), row, true);
        }
        while let Some(fact) = labeled.next_if(|fact| fact.row == row) {
            if transactions.binary_search(&row).is_ok() {
                continue;
            }
            let from = walk.last.unwrap_or(0);
            let next = transactions.partition_point(|transaction| *transaction <= row);
            let below = transactions.get(next).copied().unwrap_or(tokens.rows.len());
            let title = titles.get(titles.partition_point(|title| *title <= row));
            let has_more = next < transactions.len() && title.is_none_or(|title| *title >= below);
            let has_heads =
                heads.get(heads.partition_point(|head| *head < from)).is_some_and(|head| *head < below);
            if walk.is_known_opening(fact) && has_other_opening(facts, fact, below) {
                walk.end = Some(row);
                continue;
            }
            let is_new = || names_other(&named, &numbers, (from, row));
            walk.fact(fact, has_more, has_heads, (is_new, &after));
        }
        while let Some(item) = items.next_if(|item| item.row == row) {
            if is_transaction(item) {
                walk.transaction(item);
            } else if !item.cells.is_empty() {
                if item.label.is_none() && walk.last.is_some() {
                    walk.last = Some(item.row);
                }
                walk.values.extend(item.cells.iter().map(|cell| cell.minor));
            }
        }
    }
    walk.extents.push(Extent { rows: walk.start..tokens.rows.len(), joins: walk.joins });
    Extents { all: walk.extents, titles, transactions }
}

/// True if the opening balance of another account follows one, above the row `below`. Newest first, the
/// opening balance ends an account.
fn has_other_opening(facts: &[Fact], fact: &Fact, below: usize) -> bool {
    let later = facts.partition_point(|other| other.row <= fact.row);
    let is_other = |other: &Fact| other.label == Label::Opening && other.minor != fact.minor;
    facts[later..].iter().take_while(|other| other.row < below).any(is_other)
}

/// True if rows `from` to `row` name a period that is not the one before, or a first number of an account
/// that differs from that of the document.
fn names_other(named: &[&PeriodForm], numbers: &[(usize, String)], (from, row): (usize, usize)) -> bool {
    let since = named.partition_point(|period| period.row < from);
    let until = named.partition_point(|period| period.row <= row);
    let before = since.checked_sub(1).map(|at| (named[at].start, named[at].end));
    let is_other = |period: &&PeriodForm| before.is_none_or(|before| before != (period.start, period.end));
    let since_number = numbers.partition_point(|(at, _)| *at < from);
    let until_number = numbers.partition_point(|(at, _)| *at <= row);
    let first = numbers[..since_number].first().map(|(_, number)| number);
    let own = numbers[since_number..until_number].first();
    named[since..until].iter().any(is_other) || own.is_some_and(|(_, number)| Some(number) != first)
}

/// Returns the rows that repeat the title with another account number, or with a period that another one does
/// not overlap.
fn titles(
    tokens: &Tokens,
    transactions: &[usize],
    periods: &[PeriodForm],
    calendar: &Calendar,
) -> Vec<usize> {
    let mut found = renumbered(tokens, transactions.first().copied().unwrap_or(0));
    let page = |row: usize| tokens.rows[row].line.page;
    // In a language without words, a period above all transactions of its page is one of the title.
    let is_page_top = |row: usize| {
        let before = transactions.partition_point(|transaction| *transaction < row).checked_sub(1);
        before.is_none_or(|before| page(transactions[before]) != page(row))
    };
    let titles = periods.iter().filter(|period| period.brief && (period.named || is_page_top(period.row)));
    let days =
        titles.filter_map(|one| Some((one.row, calendar.resolve(one.start)?, calendar.resolve(one.end)?)));
    let days: Vec<(usize, NaiveDate, NaiveDate)> = days.collect();
    let apart = days.windows(2).filter(|pair| pair[0].2 < pair[1].1 || pair[1].2 < pair[0].1);
    found.extend(apart.map(|pair| pair[1].0));
    found.sort_unstable();
    found
}

#[derive(Default)]
struct Walk {
    start: usize,
    joins: bool,
    /// Row of the latest transaction.
    last: Option<usize>,
    /// True if a closing balance was printed after it.
    closed: bool,
    /// True if any balance was printed after it.
    has_balance: bool,
    openings: Vec<i64>,
    /// Row of the latest closing balance or total.
    end: Option<usize>,
    /// Figures of the latest transaction and figures printed after it.
    values: Vec<i64>,
    extents: Vec<Extent>,
}

impl Walk {
    fn transaction(&mut self, item: &Item) {
        self.last = Some(item.row);
        self.closed = false;
        self.has_balance = false;
        self.values.clear();
        self.values.extend(item.cells.iter().map(|cell| cell.minor));
    }

    /// True for the opening balance of the account that is printed again below its transactions.
    fn is_known_opening(&self, fact: &Fact) -> bool {
        fact.label == Label::Opening && self.last.is_some() && self.openings.contains(&fact.minor)
    }

    /// Begins another account, at `row` at the latest. The rows after the last transaction that end the
    /// account before stay with it.
    fn split(&mut self, last: usize, row: usize, joins: bool) {
        let ended = self.end.map_or(last, |end| end.max(last)) + 1;
        let start = ended.min(row);
        self.extents.push(Extent { rows: self.start..start, joins: self.joins });
        *self = Self { start, joins, extents: std::mem::take(&mut self.extents), ..Self::default() };
    }

    fn fact(
        &mut self,
        fact: &Fact,
        has_more: bool,
        has_heads: bool,
        (is_new, after): (impl Fn() -> bool, impl Fn(usize) -> usize),
    ) {
        match fact.label {
            Label::Opening => {
                let Some(last) = self.last else {
                    self.openings.push(fact.minor);
                    return;
                };
                let carries = self.values.contains(&fact.minor) && !is_new();
                let repeats = self.openings.contains(&fact.minor) && !(self.closed && has_heads);
                let is_late = self.openings.is_empty() && !has_heads;
                if !has_more || self.extents.len() >= ACCOUNTS_MAX {
                    // Newest first, the opening balance ends the account.
                    self.end = if self.openings.is_empty() { Some(fact.row) } else { self.end };
                    return;
                }
                if carries {
                    // The balance of the page before is carried on, so the account continues.
                    self.openings.push(fact.minor);
                    return;
                }
                let is_doubtful = repeats || is_late;
                if is_doubtful && !has_heads {
                    self.openings.push(fact.minor);
                    return;
                }
                self.split(after(last), fact.row, is_doubtful);
                self.openings.push(fact.minor);
            }
            Label::Balance
                if has_more && has_heads && self.has_balance && !self.values.contains(&fact.minor) =>
            {
                // Below new heads, another balance after the last one belongs to another account.
                let last = self.last.unwrap_or(fact.row);
                self.split(after(last), fact.row, false);
                self.openings.push(fact.minor);
            }
            Label::Closing => {
                self.closed |= self.last.is_some() && !fact.carried;
                self.has_balance |= self.last.is_some();
                self.end = Some(fact.row);
                self.values.push(fact.minor);
            }
            Label::Total | Label::Balance | Label::TotalIn | Label::TotalOut => {
                self.has_balance |= self.last.is_some() && fact.label == Label::Balance;
                self.end = Some(fact.row);
                self.values.push(fact.minor);
            }
            Label::Count | Label::CountIn | Label::CountOut => {}
        }
    }
}

/// Largest number of digits of a check's number.
const CHECK_DIGITS_MAX: usize = 9;

/// Returns the number with which the text of an item begins, such as that of a check.
fn leading_number(tokens: &Tokens, item: &Item) -> Option<u64> {
    let text = tokens.rows[item.row].text_between(item.span.0, item.span.1);
    let word = text.split_whitespace().find(|word| word.bytes().any(|byte| byte.is_ascii_digit()))?;
    let digits = word.trim_matches('*');
    digits.parse().ok().filter(|_| digits.len() <= CHECK_DIGITS_MAX)
}

/// Sorts items into reading order. Two lists side by side are read one after the other if the numbers of
/// their checks then ascend, or without numbers if the days then change direction less often. Otherwise they
/// are read row by row.
pub(super) fn in_order(tokens: &Tokens, table: &Table, items: Vec<Item>, calendar: &Calendar) -> Vec<Item> {
    if items.iter().all(|item| item.span.0 == f32::NEG_INFINITY) {
        return items;
    }
    let turns = |run: &[Item]| {
        let days = run.iter().filter_map(|item| item.date.and_then(|form| calendar.resolve(form)));
        let days: Vec<NaiveDate> = days.collect();
        let count = |wanted: fn(&NaiveDate, &NaiveDate) -> bool| {
            days.windows(2).filter(|pair| wanted(&pair[0], &pair[1])).count()
        };
        count(|this, next| this < next).min(count(|this, next| this > next))
    };
    let descents = |run: &[Item]| -> Option<usize> {
        let numbers = run.iter().map(|item| leading_number(tokens, item)).collect::<Option<Vec<u64>>>()?;
        Some(numbers.windows(2).filter(|pair| pair[0] > pair[1]).count())
    };
    let place = |item: &Item| (table.form_of[item.row], item.page);
    let runs = items.chunk_by(|one, two| place(one) == place(two));
    runs.flat_map(|run| {
        let mut halves = run.to_vec();
        halves.sort_by(|one, two| one.span.0.total_cmp(&two.span.0));
        let is_better = match (descents(&halves), descents(run)) {
            (Some(by_list), Some(by_row)) if by_list != by_row => by_list < by_row,
            _ => turns(&halves) < turns(run),
        };
        if is_better { halves } else { run.to_vec() }
    })
    .collect()
}

/// The day of each item: its own, or that of a row above or below it.
pub(super) struct Days {
    /// For each item, its day.
    pub(super) forms: Vec<Option<Form>>,
    /// For each item, true if it stands where the rows of its table stand.
    pub(super) near: Vec<bool>,
    /// True if the days above and the days below would both fit, or neither.
    pub(super) doubtful: bool,
    /// Items whose own day may not have been read.
    pub(super) unsure: Vec<usize>,
    /// Rows of the table with a day and a text that belong to no item.
    pub(super) unread: Vec<usize>,
}

/// True if words with a colon name the first date of a row, such as `Statement period: 1 May 2025`.
fn is_named_date(row: &Row) -> bool {
    let before = row.dates.first().and_then(|date| date.words.start.checked_sub(1));
    before.is_some_and(|before| row.line.words[before].text.ends_with(':'))
}

/// Largest distance of neighboring rows of a table, in font sizes.
const ROWS_APART: f32 = 4.2;
/// Largest difference of the left edges of dates in one column, in points.
const DATE_EDGE: f32 = 8.0;

/// True if an item is a row of the table with a date of its own. A line of a description may have both a date
/// and a figure outside the columns.
fn has_own_date(item: &Item) -> bool {
    item.date.is_some() && !item.cells.is_empty()
}

/// Returns the left edges of the dates under each set of heads, in order: they share a column.
fn date_columns(rows: &[Row], table: &Table, items: &[&Item]) -> HashMap<Option<usize>, Vec<f32>> {
    let mut edges: HashMap<Option<usize>, Vec<f32>> = HashMap::new();
    for item in items.iter().filter(|item| has_own_date(item)) {
        let edge = rows[item.row].dates.first().map(|date| date.x0);
        edges.entry(table.form_of[item.row]).or_default().extend(edge);
    }
    for edges in edges.values_mut() {
        edges.sort_by(f32::total_cmp);
    }
    edges
}

/// True if the first date of a row stands in the column of dates of its table, or if that has none.
fn is_in_column(rows: &[Row], table: &Table, own: &HashMap<Option<usize>, Vec<f32>>, row: usize) -> bool {
    own.get(&table.form_of[row]).is_none_or(|own| {
        rows[row].dates.first().is_some_and(|date| {
            let at = own.partition_point(|one| *one <= date.x0 - DATE_EDGE);
            own.get(at).is_some_and(|one| *one < date.x0 + DATE_EDGE)
        })
    })
}

/// Returns the rows with a day in a column of dates, or on a page without any: it may have another margin.
fn days_in_columns(
    rows: &[Row],
    table: &Table,
    items: &[&Item],
    own: &HashMap<Option<usize>, Vec<f32>>,
) -> HashSet<usize> {
    let in_column = |row: usize| is_in_column(rows, table, own, row);
    let page = |row: usize| rows[row].line.page;
    let days = || table.days.iter().map(|(row, _)| *row);
    // Balances of days, in a list of their own, show no margin of the transactions.
    let is_own = |item: &&&Item| table.parts[item.section].kind != Some(Section::Excluded);
    let dated = items.iter().filter(|item| item.date.is_some()).filter(is_own).map(|item| item.row);
    let pages: HashSet<u32> = dated.chain(days()).filter(|row| in_column(*row)).map(page).collect();
    days().filter(|row| in_column(*row) || !pages.contains(&page(*row))).collect()
}

/// Returns the rows with a day that may be that of the rows below or above, in order.
fn day_rows(
    tokens: &Tokens,
    table: &Table,
    items: &[&Item],
    extent: &Extent,
    own: &HashMap<Option<usize>, Vec<f32>>,
) -> Vec<(usize, Form)> {
    let rows = &tokens.rows;
    let days_in_columns = days_in_columns(rows, table, items, own);
    let mut item_rows: Vec<usize> = items.iter().map(|item| item.row).collect();
    item_rows.sort_unstable();
    let heads = head_rows(table);
    // Rows above the heads of a page, with no item between, are the page's own heading.
    let is_page_top = |row: usize| {
        let page = rows[row].line.page;
        let before = item_rows.partition_point(|item| *item < row);
        let has_above = before.checked_sub(1).is_some_and(|at| rows[item_rows[at]].line.page == page);
        let below = item_rows[before..].iter().find(|item| **item > row).copied().unwrap_or(rows.len());
        let head = heads.get(heads.partition_point(|head| *head <= row));
        !has_above && head.is_some_and(|head| *head < below && rows[*head].line.page == page)
    };
    let first_head = extent.rows.clone().find(|row| table.is_head[*row]);
    table
        .days
        .iter()
        .filter(|(row, _)| {
            extent.rows.contains(row) && days_in_columns.contains(row) && rows[*row].dates.len() <= 2
        })
        .filter(|(row, _)| !is_page_top(*row) && first_head.is_none_or(|head| head < *row))
        .filter(|(row, _)| !is_named_date(&rows[*row]))
        .copied()
        .collect()
}

/// Assigns days to the items of an account.
pub(super) fn days(tokens: &Tokens, table: &Table, items: &[&Item], extent: &Extent) -> Days {
    let rows = &tokens.rows;
    let own = date_columns(rows, table, items);
    let heads = head_rows(table);
    let days = day_rows(tokens, table, items, extent, &own);
    let undated: Vec<usize> = items
        .iter()
        .filter(|item| item.date.is_none() && item.label.is_none())
        .filter(|item| table.parts[item.section].kind != Some(Section::Excluded))
        .map(|item| item.row)
        .collect();
    let dated = items.iter().filter(|item| item.date.is_some() && item.label.is_none()).count();
    let after = |row: usize| days.get(days.partition_point(|(day, _)| *day <= row));
    let follows = |row: &usize| after(*row).is_some_and(|(day, _)| *day <= *row + 3);
    let leads = |row: &usize| days.first().is_some_and(|(day, _)| day < row);
    let below_fits = dated == 0 && !undated.is_empty() && undated.iter().all(follows);
    let above_fits = !undated.is_empty() && undated.iter().all(leads);
    let is_below = below_fits && !above_fits;
    let mut forms = Vec::with_capacity(items.len());
    let mut last: Option<Form> = None;
    let mut days_above = days.iter().peekable();
    for (at, item) in items.iter().enumerate() {
        let next = items.get(at + 1).filter(|next| next.label.is_none());
        while let Some((_, form)) = days_above.next_if(|(row, _)| *row < item.row) {
            last = Some(*form);
        }
        let below = || after(item.row).map(|(_, form)| *form);
        let form = centered(tokens, &table.days, item)
            .or(item.date)
            .or_else(|| if is_below { below() } else { last });
        let is_own = has_own_date(item) || item.date.is_some() && is_in_column(rows, table, &own, item.row);
        // Below the balance brought forward, the first rows share its day.
        let leads_day = || item.label == Some(Label::Opening) && next.is_some_and(|next| next.date.is_none());
        if is_own && (item.label.is_none() || item.is_day || leads_day()) {
            last = item.date;
        }
        forms.push(form);
    }
    let first_dated = items.iter().position(|item| item.date.is_some()).unwrap_or(items.len());
    let is_directly_above = |index: usize| {
        let below = items.get(index + 1);
        below.is_some_and(|below| items[index].row + 1 == below.row && is_close(rows, below))
    };
    let is_started = |(index, item): (usize, &&Item)| {
        table.form_of[item.row].is_some() && heads.first().is_some_and(|head| *head < item.row)
            || first_dated < index
            || first_dated == index + 1 && is_directly_above(index)
            || days.first().is_some_and(|(row, _)| *row < item.row)
    };
    let near = items.iter().enumerate().map(|one| is_close(rows, one.1) && is_started(one)).collect();
    let unread = unread(rows, items, &days, is_below);
    // A row above all days whose own day may stand below it shows that the others may stand there too.
    let may_be_below = || dated == 0 && undated.iter().any(|row| !leads(row) && follows(row));
    let doubtful = below_fits && above_fits || !is_below && may_be_below();
    let unsure = if is_below { Vec::new() } else { lost_days(rows, items, table, &own) };
    Days { forms, near, doubtful, unsure, unread }
}

/// Returns the items without a day that have a word with digits in the column of dates: a day that was not
/// read.
fn lost_days(
    rows: &[Row],
    items: &[&Item],
    table: &Table,
    edges: &HashMap<Option<usize>, Vec<f32>>,
) -> Vec<usize> {
    let is_there = |item: &Item, x: f32| {
        let own = edges.get(&table.form_of[item.row]).map_or(&[][..], Vec::as_slice);
        own.get(own.partition_point(|one| *one <= x - SAME_EDGE)).is_some_and(|one| *one < x + SAME_EDGE)
    };
    // Above all days stands the title.
    let first = items.iter().find(|item| item.date.is_some()).map_or(0, |item| item.row);
    let is_lost = |item: &Item| {
        let mut words = rows[item.row].line.words.iter();
        words.any(|word| word.text.contains(|c: char| c.is_ascii_digit()) && is_there(item, word.x0))
    };
    let undated = |item: &Item| item.date.is_none() && item.label.is_none() && item.row + BESIDE >= first;
    let found = items.iter().enumerate().filter(|(_, item)| undated(item) && is_lost(item));
    found.map(|(at, _)| at).collect()
}

/// Largest difference of the left edges of two dates in one column, in points.
const SAME_EDGE: f32 = 1.5;

/// Largest distance, in rows, between the lines of one row.
const BESIDE: usize = 3;
/// Largest distance, in font sizes, between the lines of one row.
const BESIDE_APART: f32 = 2.0;

/// Returns the rows with a day and a text that belong to no item.
fn unread(rows: &[Row], items: &[&Item], days: &[(usize, Form)], is_below: bool) -> Vec<usize> {
    let sorted = |wanted: fn(&Item) -> bool| {
        let mut found: Vec<usize> = items.iter().filter(|item| wanted(item)).map(|item| item.row).collect();
        found.sort_unstable();
        found
    };
    let (all, undated) = (sorted(|_| true), sorted(|item| item.date.is_none()));
    let dated = sorted(|item| item.date.is_some() && item.label.is_none());
    let after = |found: &[usize], row: usize| found.get(found.partition_point(|own| *own < row)).copied();
    let has_item = |at: usize, row: usize| {
        let next = days.get(at + 1).map_or(usize::MAX, |(next, _)| *next);
        let next = after(&dated, row + 1).map_or(next, |dated| dated.min(next));
        let before = at.checked_sub(1).map_or(0, |before| days[before].0);
        let (from, to) = if is_below { (before, row) } else { (row, next) };
        let line = &rows[row].line;
        let is_beside = |own: usize| {
            let other = &rows[own].line;
            other.page == line.page && (other.baseline - line.baseline).abs() < BESIDE_APART * line.size
        };
        let first = all.partition_point(|own| own + BESIDE < row);
        let mut near = all[first..].iter().take_while(|own| **own <= row + BESIDE);
        after(&undated, from).is_some_and(|own| own < to) || near.any(|own| is_beside(*own))
    };
    let is_text = |row: usize| rows[row].text().chars().filter(|c| c.is_alphabetic()).count() > 2;
    let unread = days.iter().enumerate().filter(|(at, (row, _))| !has_item(*at, *row));
    unread.map(|(_, (row, _))| *row).filter(|row| is_text(*row)).collect()
}

/// Distance, in font sizes, below which two lines belong to one row.
const CENTERED: f32 = 0.95;

/// Returns the date of a cell of several lines, which stands slightly above or below the figures of its row.
fn centered(tokens: &Tokens, days: &[(usize, Form)], item: &Item) -> Option<Form> {
    let own = &tokens.rows[item.row];
    let at = days.partition_point(|(row, _)| *row < item.row);
    let near = days.get(at.saturating_sub(2)..(at + 2).min(days.len()))?;
    let fits = |(row, _): &&(usize, Form)| {
        let other = &tokens.rows[*row];
        let is_left = match (other.dates.first(), own.dates.first()) {
            (Some(date), Some(first)) => date.x0 < first.x0 - 2.0,
            (Some(_), None) => true,
            _ => false,
        };
        let apart = (other.line.baseline - own.line.baseline).abs();
        is_left && other.line.page == own.line.page && apart < CENTERED * own.line.size
    };
    near.iter().find(fits).map(|(_, form)| *form)
}

/// True if an item follows the row before it as closely as rows of a table do, or continues the table below
/// the title of its page.
fn is_close(rows: &[Row], item: &Item) -> bool {
    let line = &rows[item.row].line;
    let mut above = rows[..item.row].iter().rev().take_while(|row| row.line.page == line.page).peekable();
    let is_near = above
        .peek()
        .is_none_or(|row| line.baseline - row.line.baseline < ROWS_APART * line.size.max(row.line.size));
    is_near || above.all(|row| row.dates.is_empty() && row.figures.iter().all(|figure| !figure.strong))
}
