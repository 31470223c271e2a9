//! Stage 5, verdict: balanced only if every printed figure agrees and no other reading explains them equally
//! well.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use saldo_domain::{
    Alternative, Currency, Difference, Example, Finding, Findings, Money, Origin, Origins, Outcome,
    PrintedFigure, TransactionDraft,
};

use super::accounts::Days;
use super::draft::ORDER_MARK;
use super::table::{Item, Table};
use super::tokens::{Tokens, has_cents};
use super::weigh::{Account, Compared, Contradiction, Printed, ReadRow, Reading, Use};
use super::{Place, Verdict, weights};
use crate::read::amount::Mark;
use crate::read::calendar::is_outside;
use crate::read::date::{Calendar, Form, Order};
use crate::read::heads::Section;
use crate::read::labels::Label;

/// Evidence for the verdict on one account.
pub(super) struct VerdictEvidence<'a> {
    pub(super) tokens: &'a Tokens,
    pub(super) table: &'a Table,
    pub(super) account: &'a Account<'a>,
    /// All readings, the best first; never empty.
    pub(super) all: &'a [Reading],
    /// Transactions of the best reading in printed order, each with its item.
    pub(super) transactions: &'a [(usize, TransactionDraft)],
    pub(super) days: &'a Days,
    /// Printed period.
    pub(super) period: Option<(NaiveDate, NaiveDate)>,
    pub(super) calendar: &'a Calendar,
    /// Calendars with other orders of day and month that are as likely.
    pub(super) other_orders: &'a [Calendar],
    /// True if the user answered the order of day and month.
    pub(super) is_order_known: bool,
    pub(super) currency: Currency,
    pub(super) currency_origin: Origin,
    /// True if words on the pages state the kind of account.
    pub(super) is_kind_stated: bool,
    /// True if the user chose the best reading, or corrected rows in accordance with it.
    pub(super) is_settled: bool,
    pub(super) doubts: Doubts,
}

/// Reasons to doubt a whole document.
#[derive(Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about a document")]
pub(super) struct Doubts {
    /// True if the pages indicate the year, so that it is not derived from today's date.
    pub(super) has_own_year: bool,
    /// True if the user entered the year.
    pub(super) has_stated_year: bool,
    /// True if the figures may be read with other decimals.
    pub(super) is_ambiguous: bool,
    /// True if part of the file was lost.
    pub(super) is_damaged: bool,
    /// True if the words were recognized in pictures.
    pub(super) is_recognized: bool,
}

impl Verdict {
    /// Returns the verdict in the form that the draft stores.
    #[must_use]
    pub fn findings(&self) -> Findings {
        let finding = |place: &Place| Finding {
            figure: place.figure,
            transaction: place.transaction,
            after: place.after,
            difference: place.difference,
            message: place.message.clone(),
        };
        Findings {
            outcome: self.outcome,
            rows: 0,
            witnesses: Vec::new(),
            contradictions: self.contradictions.iter().map(finding).collect(),
            alternatives: self.alternatives.clone(),
            origins: self.origins,
            reading: self.reading.clone(),
            layout: String::new(),
            is_current: true,
        }
    }
}

/// Number of days outside the printed period from which a row suggests a wrong year or order of dates.
const OUTSIDE: chrono::Days = chrono::Days::new(45);

/// Largest number of positions listed.
const PLACES_MAX: usize = 50;

/// Returns the verdict on the best reading.
pub(super) fn verdict(evidence: &VerdictEvidence<'_>) -> Verdict {
    let (best, account) = (&evidence.all[0], evidence.account);
    let mut rivals = rivals(evidence);
    // An answer settles only what the figures leave open.
    let is_settled = evidence.is_settled && !rivals.is_empty();
    if is_settled {
        rivals.clear();
    }
    let orders = other_orders(evidence);
    let names_order = evidence.is_order_known || rivals.is_empty() && !orders.is_empty();
    let own_order = names_order.then_some(evidence.calendar.order);
    let alternatives: Vec<Alternative> = if rivals.is_empty() {
        orders.iter().map(|other| other_order(evidence, best, other)).collect()
    } else {
        rivals.iter().take(2).map(|other| alternative(evidence, best, other, own_order)).collect()
    };
    let has_year = account.items.iter().all(|item| item.date.is_none_or(|form| form.year().is_some()));
    let is_stated = evidence.period.is_some() || evidence.doubts.has_own_year && !evidence.calendar.doubtful;
    let (held, broken) = daily(evidence);
    let compared = Compared { printed: held + broken.len(), holding: held };
    let explained = best.explained + held;
    let found: Vec<&Contradiction> = best.contradictions.iter().chain(&broken).collect();
    let mut contradictions: Vec<Place> =
        found.iter().take(PLACES_MAX).map(|one| place(evidence, one)).collect();
    contradictions.extend(impossible(evidence).chain(outside(evidence)).take(PLACES_MAX));
    let has_sure_days = !evidence.doubts.is_recognized
        || runs_one_way(evidence.transactions) && (has_year || evidence.period.is_some());
    let has_other_doubts = !orders.is_empty()
        || best.undecided > 0
        || best.overrules
        || best.leaves_rows
        || evidence.days.doubtful
        || best.read_rows.iter().any(|one| evidence.days.unsure.contains(&one.item))
        || has_unread_rows(evidence)
        || !has_year && !is_stated && !evidence.doubts.has_stated_year
        || !has_sure_days
        || evidence.doubts.is_ambiguous
        || evidence.doubts.is_damaged
        || leaves_balances(account, best);
    let is_checked = explained > 0 && best.covered && !has_other_doubts;
    let outcome = if !contradictions.is_empty() {
        Outcome::Unbalanced
    } else if is_checked && rivals.is_empty() {
        Outcome::Balanced
    } else {
        Outcome::Unchecked
    };
    let has_all = rivals.len() == alternatives.len();
    let lacks_only_signs = outcome == Outcome::Unchecked && is_checked && has_all && are_signs(&alternatives);
    Verdict {
        outcome,
        lacks_only_signs,
        explained,
        contradictions,
        alternatives,
        origins: Origins {
            currency: evidence.currency_origin,
            year: match () {
                () if has_year => Origin::Printed,
                () if evidence.doubts.has_stated_year => Origin::Confirmed,
                () if is_stated => Origin::Printed,
                () => Origin::Inferred,
            },
            kind: if evidence.is_kind_stated { Origin::Printed } else { Origin::Inferred },
            signs: signs_origin(evidence, best, is_settled),
        },
        reading: key(best, own_order),
        daily: compared,
    }
}

/// True if the other readings differ in signs only.
fn are_signs(alternatives: &[Alternative]) -> bool {
    alternatives.iter().all(|one| one.differs == [Difference::Signs])
}

/// True if a reading without balances leaves a column unused of which some figures are the balances after
/// their rows, and others are not: one of them is wrong.
fn leaves_balances(account: &Account<'_>, best: &Reading) -> bool {
    let Some(opening) = best.opening.filter(|_| !best.hypothesis.uses.contains(&Use::Balance)) else {
        return false;
    };
    let mut rows: Vec<&ReadRow> = best.read_rows.iter().collect();
    if best.hypothesis.newest_first {
        rows.reverse();
    }
    let mut balance = opening;
    let mut compared: BTreeMap<usize, (usize, usize)> = BTreeMap::new();
    for row in rows {
        balance = balance.saturating_add(row.amount);
        let unused = account.items[row.item]
            .cells
            .iter()
            .filter(|cell| best.hypothesis.uses.get(cell.slot) == Some(&Use::Nothing) && cell.minor != 0);
        for cell in unused {
            let (held, broken) = compared.entry(cell.slot).or_default();
            let size = balance.saturating_abs();
            // The last digit of `5,931.25DR` may be lost in the letters after it.
            if cell.minor == size {
                *held += 1;
            } else if cell.minor != size / 10 * 10 {
                *broken += 1;
            }
        }
    }
    compared.values().any(|(held, broken)| *held > 0 && *broken > 0)
}

/// Returns the origin of the sign convention. It is printed if marks, columns or headings decide every sign.
fn signs_origin(evidence: &VerdictEvidence<'_>, best: &Reading, is_settled: bool) -> Origin {
    if is_settled {
        return Origin::Confirmed;
    }
    let all_signed = best.read_rows.iter().all(|one| one.is_signed);
    let is_assumed = evidence.all.iter().skip(1).any(|other| {
        other.hypothesis.uses == best.hypothesis.uses
            && other.hypothesis.signs != best.hypothesis.signs
            && other.facts() >= best.facts()
            && other.differs(best)
    });
    if all_signed && !is_assumed { Origin::Printed } else { Origin::Inferred }
}

/// True if a row without a readable amount stands before all transactions or after them, where no balance
/// proves that it is none, or if a day of the table has an amount that was not read.
fn has_unread_rows(evidence: &VerdictEvidence<'_>) -> bool {
    let best = &evidence.all[0];
    let transactions = || best.read_rows.iter().filter(|one| !one.is_balance);
    let rows = || transactions().map(|one| evidence.account.items[one.item].row);
    let (Some(first), Some(last)) = (rows().min(), rows().max()) else { return false };
    let (above, below) = if best.hypothesis.newest_first {
        (best.are_printed.1, best.are_printed.0)
    } else {
        best.are_printed
    };
    let is_open = |row: usize| row < first && !above || row > last && !below;
    // The balance beside such a row is not one before all transactions, or after them.
    let dated = evidence.account.items.iter().zip(&evidence.account.dated).filter(|(_, is_dated)| **is_dated);
    let mut outer = dated.map(|(item, _)| item).filter(|item| !(first..=last).contains(&item.row));
    let is_unread = |item: &Item| {
        let is_own =
            item.label.is_none() && evidence.table.parts[item.section].kind != Some(Section::Excluded);
        let is_lost = item.date.is_some() && has_lost_amount(evidence, item.row);
        is_own && (is_lost || best.hypothesis.has_rest(item) && is_open(item.row))
    };
    let is_unread_day = |row: usize| is_open(row) || has_lost_amount(evidence, row);
    outer.any(|item| is_unread(item)) || evidence.days.unread.iter().any(|row| is_unread_day(*row))
}

/// True if a word of a row looks like an amount and is part of no figure.
fn has_lost_amount(evidence: &VerdictEvidence<'_>, row: usize) -> bool {
    let row = &evidence.tokens.rows[row];
    let is_read = |at: usize| {
        row.figures.iter().any(|figure| figure.words.contains(&at))
            || row.dates.iter().any(|date| date.words.contains(&at))
    };
    let mut words = row.line.words.iter().enumerate();
    let digits = |text: &str| text.trim_end_matches(|c: char| !c.is_ascii_digit()).to_owned();
    words.any(|(at, word)| has_cents(&digits(&word.text)) && !is_read(at))
}

/// Returns the other readings that explain the printed figures as well as the best one. Words do not decide
/// against one that has more rows, because nothing printed is left out without a reason.
fn rivals<'a>(evidence: &VerdictEvidence<'a>) -> Vec<&'a Reading> {
    let Some((best, others)) = evidence.all.split_first() else { return Vec::new() };
    // Figures directly below the last balance, such as a limit, are no transactions.
    let account = evidence.account;
    let above = account.tail.checked_sub(1).and_then(|at| account.items[at].label);
    let is_below_balance = matches!(above, Some(Label::Closing | Label::Balance));
    let is_below = |other: &Reading| is_below_balance && other.hypothesis.tail && !best.hypothesis.tail;
    let is_as_good = |other: &&Reading| {
        let has_more = other.read_rows.len() > best.read_rows.len() && other.covered;
        other.facts() >= best.facts()
            && other.undecided <= best.undecided
            && (has_more || best.words - other.words < weights::DECISIVE)
            && !is_below(other)
            && other.differs(best)
    };
    others.iter().filter(is_as_good).collect()
}

/// Largest number of days between two neighboring rows that were recognized in a picture. A misread year
/// makes a larger gap.
const GAP_DAYS_MAX: i64 = 184;

/// True if the days only increase or only decrease, without a large gap. No sum proves a day, and a misread
/// day usually breaks the order.
fn runs_one_way(transactions: &[(usize, TransactionDraft)]) -> bool {
    let pairs = || transactions.windows(2).map(|pair| (pair[0].1.date, pair[1].1.date));
    let is_near = pairs().all(|(this, next)| (next - this).num_days().abs() <= GAP_DAYS_MAX);
    is_near && (pairs().all(|(this, next)| this <= next) || pairs().all(|(this, next)| this >= next))
}

/// Reports transactions on days that do not exist.
fn impossible<'a>(evidence: &'a VerdictEvidence<'_>) -> impl Iterator<Item = Place> + 'a {
    let is_impossible =
        |item: usize| evidence.days.forms[item].is_some_and(|form| !evidence.calendar.has(form));
    let transactions = evidence.transactions.iter().enumerate();
    transactions.filter(move |(_, (item, _))| is_impossible(*item)).map(|(at, (_, transaction))| Place {
        figure: PrintedFigure::Date,
        transaction: Some(at),
        after: None,
        difference: Money::from_minor(0, evidence.currency),
        message: format!("The date of row {} does not exist. Check if it is {}.", at + 1, transaction.date),
    })
}

/// Reports transactions outside the printed period.
fn outside(evidence: &VerdictEvidence<'_>) -> Option<Place> {
    let period = evidence.period?;
    let transaction = evidence
        .transactions
        .iter()
        .position(|(_, transaction)| is_outside(transaction.date, period, OUTSIDE))?;
    Some(Place {
        figure: PrintedFigure::Date,
        transaction: Some(transaction),
        after: None,
        difference: Money::from_minor(0, evidence.currency),
        message: "The dates of some rows are outside the printed period. Check the years.".to_owned(),
    })
}

/// Compares lists of daily balances. Returns the number of balances that hold, and the others as
/// contradictions. If fewer hold than not, the lists are about something else and do not count.
fn daily(evidence: &VerdictEvidence<'_>) -> (usize, Vec<Contradiction>) {
    let best = &evidence.all[0];
    let Some(opening) = best.opening else { return (0, Vec::new()) };
    let mut rows: Vec<(NaiveDate, i64)> = evidence
        .transactions
        .iter()
        .map(|(_, transaction)| (transaction.date, transaction.amount.minor()))
        .collect();
    rows.sort_by_key(|(date, _)| *date);
    let mut balances = vec![opening];
    for (_, minor) in &rows {
        let before = balances.last().copied().unwrap_or(opening);
        balances.push(before.saturating_add(*minor));
    }
    let (mut held, mut broken) = (0, Vec::new());
    for (form, minor, mark) in listed_balances(evidence) {
        let Some(date) = evidence.calendar.resolve(form) else { continue };
        let expected = balances[rows.partition_point(|(day, _)| *day <= date)];
        let is_negative = match (best.hypothesis.owed, mark) {
            (false, Mark::Minus | Mark::Debit) => true,
            (false, _) | (true, Mark::Minus | Mark::Credit) => false,
            (true, _) => true,
        };
        let printed = if is_negative { -minor } else { minor };
        if printed == expected {
            held += 1;
        } else {
            let difference = printed.saturating_sub(expected);
            let (item, after) = (None, None);
            broken.push(Contradiction { fact: Printed::Daily, item, after, difference, alone: true });
        }
    }
    if held < broken.len() { (0, Vec::new()) } else { (held, broken) }
}

/// Returns the days and figures in lists of daily balances. A line may have several.
fn listed_balances(evidence: &VerdictEvidence<'_>) -> Vec<(Form, i64, Mark)> {
    let mut found = Vec::new();
    let mut rows: Vec<usize> = evidence
        .account
        .items
        .iter()
        .filter(|item| evidence.table.parts[item.section].is_balances && item.date.is_some())
        .map(|item| item.row)
        .collect();
    rows.dedup();
    for index in rows {
        let row = &evidence.tokens.rows[index];
        for (at, date) in row.dates.iter().enumerate() {
            let next = row.dates.get(at + 1).map_or(f32::INFINITY, |next| next.x0);
            let mut own = row.figures.iter().filter(|one| one.strong && one.x0 > date.x1 && one.x0 < next);
            if let (Some(figure), None) = (own.next(), own.next())
                && let Some(minor) = figure.minor(evidence.tokens.style, evidence.currency.digits())
            {
                found.push((date.form, minor, figure.mark));
            }
        }
    }
    found
}

/// Describes a contradiction and its position.
fn place(evidence: &VerdictEvidence<'_>, one: &Contradiction) -> Place {
    let transaction_of = |item: Option<usize>| {
        item.and_then(|item| evidence.transactions.iter().rposition(|(own, _)| *own <= item))
    };
    let transaction = transaction_of(one.item);
    let difference = Money::from_minor(one.difference, evidence.currency);
    let off = Money::from_minor(one.difference.saturating_abs(), evidence.currency).decimal();
    let way = if one.difference > 0 { "high" } else { "low" };
    let row = transaction.map_or_else(String::new, |transaction| format!(" beside row {}", transaction + 1));
    let message = match (one.fact, one.alone) {
        (Printed::Balance, true) => {
            format!("The balance printed{row} is {off} too {way}; everything else adds up.")
        }
        (Printed::Balance, false) => match (transaction_of(one.after), transaction) {
            (Some(before), Some(transaction)) => {
                let (from, to) = (before.min(transaction) + 1, before.max(transaction) + 1);
                format!(
                    "Between row {from} and row {to} the balance changes by {off}, which no row explains."
                )
            }
            _ => format!("The balance printed{row} changes by {off}, which no row explains."),
        },
        (Printed::Opening, _) => format!("A second opening balance differs by {off}."),
        (Printed::Closing, _) => format!("The closing balance is {off} too {way}."),
        (Printed::TotalIn, _) => format!("The printed total of money in is {off} too {way}."),
        (Printed::TotalOut, _) => format!("The printed total of money out is {off} too {way}."),
        (Printed::Sum, _) => format!("The sum printed below{row} is {off} too {way}."),
        (Printed::Daily, _) => format!("A balance in the list of daily balances is {off} too {way}."),
        (Printed::Count, _) => "A printed number of transactions differs from the rows.".to_owned(),
        (Printed::Sign, _) => format!("The sign printed{row} contradicts the balances."),
    };
    let figure = match one.fact {
        Printed::Balance => PrintedFigure::RunningBalance,
        Printed::Opening => PrintedFigure::OpeningBalance,
        Printed::Closing => PrintedFigure::ClosingBalance,
        Printed::TotalIn => PrintedFigure::TotalIn,
        Printed::TotalOut => PrintedFigure::TotalOut,
        Printed::Sum => PrintedFigure::Sum,
        Printed::Daily => PrintedFigure::DailyBalance,
        Printed::Sign => PrintedFigure::Sign,
        Printed::Count => PrintedFigure::Count,
    };
    Place { figure, transaction, after: transaction_of(one.after), difference, message }
}

/// Returns the key of a reading, with the order of day and month if the user has stated it.
fn key(reading: &Reading, order: Option<Order>) -> String {
    let order = order.map_or_else(String::new, |order| format!("{ORDER_MARK}{}", order.key()));
    format!("{}{order}", reading.hypothesis.key())
}

/// Returns the calendars with other orders under which some transaction has another date.
fn other_orders(evidence: &VerdictEvidence<'_>) -> Vec<Calendar> {
    let own = |calendar: &Calendar| -> Vec<Option<NaiveDate>> {
        let days = evidence.transactions.iter().map(|(item, _)| evidence.days.forms[*item]);
        days.map(|form| calendar.resolve(form?)).collect()
    };
    let mut known = vec![own(evidence.calendar)];
    let mut found = Vec::new();
    for other in evidence.other_orders {
        let other = Calendar { order: other.order, buddhist: other.buddhist, ..*evidence.calendar };
        let days = own(&other);
        if !days.contains(&None) && !known.contains(&days) {
            known.push(days);
            found.push(other);
        }
    }
    found
}

/// Describes the best reading with another order of day and month.
fn other_order(evidence: &VerdictEvidence<'_>, best: &Reading, other: &Calendar) -> Alternative {
    let message = match other.order {
        Order::Day => "The dates may begin with the day.",
        Order::Month => "The dates may begin with the month.",
        Order::Year => "The dates may begin with the year.",
    };
    let example = |(transaction, (item, own)): (usize, &(usize, TransactionDraft))| {
        let date = other.resolve(evidence.days.forms[*item]?)?;
        (date != own.date).then_some(Example { transaction, date, amount: own.amount })
    };
    Alternative {
        differs: vec![Difference::Dates],
        message: message.to_owned(),
        examples: evidence.transactions.iter().enumerate().filter_map(example).take(EXAMPLES_MAX).collect(),
        reading: key(best, Some(other.order)),
    }
}

/// Describes another reading.
fn alternative(
    evidence: &VerdictEvidence<'_>,
    best: &Reading,
    other: &Reading,
    order: Option<Order>,
) -> Alternative {
    let message = if other.hypothesis.owed != best.hypothesis.owed {
        let (one, two) = if best.hypothesis.owed {
            ("money spent", "money received")
        } else {
            ("money received", "money spent")
        };
        format!("Amounts without a sign may be {two} instead of {one}.")
    } else if other.hypothesis.uses != best.hypothesis.uses {
        let both = best.hypothesis.uses.iter().zip(&other.hypothesis.uses);
        let changed = both.filter(|(a, b)| a != b).count();
        let balance =
            if other.hypothesis.uses.contains(&Use::Balance) { "" } else { ", and none the balance" };
        format!("{changed} columns may hold something else{balance}.")
    } else {
        "The signs of some rows may be reversed.".to_owned()
    };
    let rows = |reading: &Reading| -> Vec<(usize, i64)> {
        let mut rows: Vec<_> =
            reading.read_rows.iter().map(|it| (it.item, it.amount.saturating_abs())).collect();
        rows.sort_unstable();
        rows
    };
    let differs = if rows(best) == rows(other) { Difference::Signs } else { Difference::Rows };
    Alternative {
        differs: vec![differs],
        message,
        examples: examples(evidence, other),
        reading: key(other, order),
    }
}

/// Largest number of rows listed for another reading.
const EXAMPLES_MAX: usize = 3;

/// Returns the first rows that have another amount under another reading.
fn examples(evidence: &VerdictEvidence<'_>, other: &Reading) -> Vec<Example> {
    let rows = evidence.transactions.iter().enumerate();
    let example = |(transaction, (item, own)): (usize, &(usize, TransactionDraft))| {
        let found = other.read_rows.iter().find(|one| one.item == *item)?;
        let amount = Money::from_minor(found.amount, evidence.currency);
        (amount != own.amount).then_some(Example { transaction, date: own.date, amount })
    };
    rows.filter_map(example).take(EXAMPLES_MAX).collect()
}
