//! Columns of a statement's table.

use super::{Amounts, Balances, Dimension, Ends, Layout, Order};

/// Content of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Column {
    Number,
    Date,
    ValueDate,
    Reference,
    Description,
    Foreign,
    Out,
    In,
    Sign,
    Code,
    Amount,
    Mark,
    Fee,
    Balance,
}

impl Column {
    pub(super) fn is_money(self) -> bool {
        matches!(self, Self::Foreign | Self::Out | Self::In | Self::Amount | Self::Fee | Self::Balance)
    }
}

/// Returns the columns in their order.
pub(super) fn columns(layout: &Layout) -> Vec<Column> {
    let number = layout.is(Dimension::RowNumbers).then_some(Column::Number);
    let is_below = layout.is(Dimension::DateBelow);
    let has_value_date = layout.value_date && !layout.is(Dimension::StackedDates);
    let dates = [number, (!is_below).then_some(Column::Date), has_value_date.then_some(Column::ValueDate)];
    let reference = [layout.reference.then_some(Column::Reference)];
    let foreign = layout.extras.foreign.then_some(Column::Foreign);
    let description = [Some(Column::Description), foreign];
    let fee = layout.extras.fees.then_some(Column::Fee);
    let sign = layout.is(Dimension::DetachedSign).then_some(Column::Sign);
    let code = layout.is(Dimension::CurrencyColumn).then_some(Column::Code);
    let amounts = match layout.amounts {
        Amounts::Split => [code, Some(Column::Out), Some(Column::In), fee],
        Amounts::SplitSwapped => [code, Some(Column::In), Some(Column::Out), fee],
        _ => {
            let marks = [Dimension::MarkColumn, Dimension::WordMarks, Dimension::BareWordMarks];
            let has_mark = marks.into_iter().any(|dimension| layout.is(dimension));
            [sign.or(code), Some(Column::Amount), has_mark.then_some(Column::Mark), fee]
        }
    };
    let shows_balance = layout.balances != Balances::Never || layout.ends == Ends::Rows;
    let balance = [shows_balance.then_some(Column::Balance)];
    let parts: [&[Option<Column>]; 5] = match layout.order {
        _ if layout.is(Dimension::AmountFirst) => [&amounts, &balance, &dates, &reference, &description],
        Order::DateFirst => [&dates, &reference, &description, &amounts, &balance],
        Order::DateLast => [&description, &reference, &amounts, &balance, &dates],
        Order::AmountBeforeDescription => [&dates, &reference, &amounts, &balance, &description],
        Order::BalanceBeforeAmount => [&dates, &reference, &description, &balance, &amounts],
    };
    let mut columns: Vec<Column> = parts.concat().into_iter().flatten().collect();
    if layout.language().right_to_left {
        columns.reverse();
    }
    columns
}

/// Returns the head of a column.
pub(super) fn head(layout: &Layout, column: Column, currency: &str) -> String {
    let language = layout.language();
    let pick = |names: &[&'static str]| names[layout.heads % names.len()];
    let split = language.split[layout.heads % language.split.len()];
    let name = match column {
        Column::Sign => "",
        Column::Number => "No",
        Column::Code => "Currency",
        Column::Mark => "D/C",
        Column::Foreign => "Original amount",
        Column::Fee => "Fee",
        Column::Date => pick(language.date),
        Column::ValueDate => language.value_date,
        Column::Reference => language.reference,
        Column::Description => pick(language.description),
        Column::Out => split.0,
        Column::In => split.1,
        Column::Amount => language.amount,
        Column::Balance => language.balance,
    };
    if layout.is(Dimension::UnknownHeads) {
        return unknown(column).to_owned();
    }
    if layout.is(Dimension::SpacedHeads) {
        let letters: Vec<String> = name.chars().map(String::from).collect();
        return letters.join(" ");
    }
    let has_unit = layout.extras.units && column.is_money() && column != Column::Foreign;
    if has_unit { format!("{name} ({currency})") } else { name.to_owned() }
}

/// Returns a head of no language.
fn unknown(column: Column) -> &'static str {
    match column {
        Column::Date => "Velm",
        Column::ValueDate => "Velm torq",
        Column::Description => "Braskin",
        Column::Out => "Zulg",
        Column::In => "Nimf",
        Column::Amount => "Prodek",
        Column::Balance => "Hastuv",
        _ => "Quib",
    }
}
