//! A statement of a period without transactions: it has heads, a period, and equal opening and closing
//! balances.

use std::sync::LazyLock;

use saldo_domain::{AccountDraft, Currency, Money};

use super::table::Table;
use super::tokens::Tokens;
use super::weigh::Fact;
use crate::read::account::{self, PeriodForm};
use crate::read::amount::{Figure, Mark};
use crate::read::calendar::period;
use crate::read::date::Calendar;
use crate::read::labels::{Label, squeeze};
use crate::read::lists::list;
use crate::read::rows::Row;

/// Beginnings of lines that say that there were no transactions, normalized by [`squeeze`].
static NONE: LazyLock<Vec<String>> =
    LazyLock::new(|| list("no transactions").iter().map(|words| squeeze(words)).collect());

/// True if a line says that the period has no transactions.
pub(super) fn says_none(rows: &[Row]) -> bool {
    rows.iter().any(|row| {
        let text = squeeze(&row.line.text());
        NONE.iter().any(|words| text.starts_with(words.as_str()))
    })
}

/// Returns the account of a document without transactions; `None` if a figure in its table may be one, or if
/// it lacks a period or two equal balances.
pub(super) fn without_transactions(
    tokens: &Tokens,
    table: &Table,
    facts: &[Fact],
    (calendar, periods): (&Calendar, &[PeriodForm]),
    currency: Currency,
) -> Option<AccountDraft> {
    let rows = &tokens.rows;
    let period = period(calendar, periods, &[]);
    // Totals of zero of both directions say that there were no transactions, too.
    let is_zero = |wanted: Label| facts.iter().any(|fact| fact.label == wanted && fact.minor == 0);
    if period.is_none() && !says_none(rows) && !(is_zero(Label::TotalIn) && is_zero(Label::TotalOut)) {
        return None;
    }
    let is_balance = |fact: &&Fact| matches!(fact.label, Label::Opening | Label::Closing | Label::Balance);
    let balances: std::collections::HashSet<usize> =
        facts.iter().filter(is_balance).map(|fact| fact.row).collect();
    let known: std::collections::HashSet<i64> =
        facts.iter().filter(is_balance).map(|fact| fact.minor).chain([0]).collect();
    // Further figures without a day that repeat the balance, such as the one available, are no transactions.
    let has_figure = |row: &Row| {
        let minor = |figure: &Figure| figure.minor(tokens.style, currency.digits());
        let mut strong = row.figures.iter().filter(|figure| figure.strong);
        strong
            .any(|figure| !row.dates.is_empty() || minor(figure).is_none_or(|minor| !known.contains(&minor)))
    };
    let in_table = |row: usize| table.form_of[row].is_some() && !table.is_head[row];
    // Below the last balance, a row without a day is a remark.
    let last = balances.iter().max().copied().unwrap_or(rows.len());
    let may_be_transaction = |(index, row): (usize, &Row)| {
        let may_be = in_table(index) && index < last || !row.dates.is_empty();
        has_figure(row) && !balances.contains(&index) && may_be
    };
    if !table.is_head.contains(&true) && !says_none(rows) || rows.iter().enumerate().any(may_be_transaction) {
        return None;
    }
    let is_named = facts.iter().any(|fact| matches!(fact.label, Label::Opening | Label::Closing));
    let balance = |wanted: Label| {
        // Without other words, the balances are those before and after the period.
        let wanted = if is_named { wanted } else { Label::Balance };
        let mut found = facts.iter().filter(|fact| fact.label == wanted).map(|fact| (fact.minor, fact.mark));
        let first = found.next()?;
        found.all(|one| one == first).then_some(first)
    };
    let (opening, closing) = (balance(Label::Opening)?, balance(Label::Closing)?);
    let is_card = account::is_card(rows.iter()) == Some(true);
    let is_in_favor = match opening.1 {
        Mark::None => true,
        Mark::Plus | Mark::Credit => !is_card,
        // Without transactions, the direction of any other balance is unknown.
        Mark::Minus | Mark::Debit => false,
    };
    if opening != closing || !is_in_favor {
        return None;
    }
    // Two zeros in a row of the table are the totals.
    let is_nothing =
        |figure: &&Figure| figure.strong && figure.minor(tokens.style, currency.digits()) == Some(0);
    let has_zeros =
        |(index, row): (usize, &Row)| in_table(index) && row.figures.iter().filter(is_nothing).count() > 1;
    let no_total = rows.iter().enumerate().any(has_zeros).then(|| Money::from_minor(0, currency));
    let total = |wanted: Label| {
        let found = facts.iter().find(|fact| fact.label == wanted);
        found.map(|fact| Money::from_minor(fact.minor, currency)).or(no_total)
    };
    let money = Some(Money::from_minor(opening.0, currency));
    let (_, kind) = account::kind(rows, is_card);
    Some(AccountDraft {
        number: account::number(rows),
        name: None,
        kind,
        currency,
        period_start: period.map(|(start, _)| start),
        period_end: period.map(|(_, end)| end),
        opening_balance: money,
        closing_balance: money,
        closing_on: None,
        transactions: Vec::new(),
        printed_total_in: total(Label::TotalIn),
        printed_total_out: total(Label::TotalOut),
        printed_count: says_none(rows).then_some(0),
        findings: None,
    })
}
