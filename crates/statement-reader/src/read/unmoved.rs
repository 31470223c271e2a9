//! A statement of a time in which nothing was booked: it has heads, a period and two balances that are the same.

use saldo_domain::{AccountDraft, Currency, Money};

use super::account::{self, PeriodForm};
use super::amount::Style;
use super::calendar::period;
use super::date::Calendar;
use super::labels::Label;
use super::rows::Row;
use super::segment::Labelled;
use super::tables::Tables;

/// The account of a file without entries; `None` where a figure stands in its table that may be one.
pub(super) fn without_entries(
    rows: &[Row],
    style: Style,
    tables: &Tables,
    labelled: &[Labelled],
    (calendar, periods): (&Calendar, &[PeriodForm]),
    currency: Option<Currency>,
) -> Option<AccountDraft> {
    let currency = currency.or_else(|| super::currency::usual_currency(style))?;
    let (start, end) = period(calendar, periods)?;
    let is_balance = |row: usize| {
        let mut labels = labelled.iter().filter(|label| label.row == row);
        labels.any(|label| matches!(label.label, Label::Opening | Label::Closing))
    };
    let has_figure = |row: &Row| row.figures.iter().any(|figure| figure.strong);
    let in_table = |row: usize| tables.table_of[row].is_some() && !tables.is_head[row];
    let may_be_entry = |(index, row): (usize, &Row)| {
        has_figure(row) && !is_balance(index) && (in_table(index) || !row.dates.is_empty())
    };
    if !tables.is_head.contains(&true) || rows.iter().enumerate().any(may_be_entry) {
        return None;
    }
    let balance = |wanted: Label| {
        let found = labelled.iter().filter(|label| label.label == wanted).map(|label| {
            rows[label.figure.0].figures.get(label.figure.1).and_then(|figure| {
                let minor = figure.minor(style, currency.digits())?;
                Some((minor, figure.mark))
            })
        });
        let found: Vec<_> = found.collect::<Option<Vec<_>>>()?;
        let first = *found.first()?;
        found.iter().all(|one| *one == first).then_some(first)
    };
    let (opening, closing) = (balance(Label::Opening)?, balance(Label::Closing)?);
    // which way a marked balance goes is not known without entries
    if opening != closing || opening.1 != super::amount::Mark::None {
        return None;
    }
    let money = Some(Money::from_minor(opening.0, currency));
    let (_, kind) = account::kind(rows, account::is_card(rows.iter()));
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
        entries: Vec::new(),
        printed_total_in: None,
        printed_total_out: None,
        printed_count: None,
        findings: None,
    })
}
