//! A statement of a period without transactions: it has heads, a period, and equal opening and closing
//! balances.

use saldo_domain::{AccountDraft, Currency, Money};

use super::table::Table;
use super::tokens::Tokens;
use super::weigh::Fact;
use crate::read::account::{self, PeriodForm};
use crate::read::amount::Mark;
use crate::read::calendar::period;
use crate::read::date::Calendar;
use crate::read::labels::Label;
use crate::read::rows::Row;

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
    let (start, end) = period(calendar, periods, &[])?;
    let is_balance = |fact: &&Fact| matches!(fact.label, Label::Opening | Label::Closing);
    let balances: std::collections::HashSet<usize> =
        facts.iter().filter(is_balance).map(|fact| fact.row).collect();
    let has_figure = |row: &Row| row.figures.iter().any(|figure| figure.strong);
    let in_table = |row: usize| table.form_of[row].is_some() && !table.is_head[row];
    let may_be_transaction = |(index, row): (usize, &Row)| {
        has_figure(row) && !balances.contains(&index) && (in_table(index) || !row.dates.is_empty())
    };
    if !table.is_head.contains(&true) || rows.iter().enumerate().any(may_be_transaction) {
        return None;
    }
    let balance = |wanted: Label| {
        let mut found = facts.iter().filter(|fact| fact.label == wanted).map(|fact| (fact.minor, fact.mark));
        let first = found.next()?;
        found.all(|one| one == first).then_some(first)
    };
    let (opening, closing) = (balance(Label::Opening)?, balance(Label::Closing)?);
    // Without transactions, the direction of a balance with a mark is unknown.
    if opening != closing || opening.1 != Mark::None {
        return None;
    }
    let money = Some(Money::from_minor(opening.0, currency));
    let (_, kind) = account::kind(rows, account::is_card(rows.iter()) == Some(true));
    Some(AccountDraft {
        number: account::number(rows),
        name: None,
        kind,
        currency,
        period_start: Some(start),
        period_end: Some(end),
        opening_balance: money,
        closing_balance: money,
        closing_on: None,
        transactions: Vec::new(),
        printed_total_in: None,
        printed_total_out: None,
        printed_count: None,
        findings: None,
    })
}
