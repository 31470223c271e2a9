//! The columns of a statement's table.

use super::{Amounts, Balances, Layout, Order};

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Column {
    Date,
    ValueDate,
    Reference,
    Description,
    Out,
    In,
    Amount,
    Balance,
}

impl Column {
    pub(super) fn is_money(self) -> bool {
        matches!(self, Self::Out | Self::In | Self::Amount | Self::Balance)
    }
}

/// In their order.
pub(super) fn columns(layout: &Layout) -> Vec<Column> {
    let dates = [Some(Column::Date), layout.value_date.then_some(Column::ValueDate)];
    let reference = [layout.reference.then_some(Column::Reference)];
    let description = [Some(Column::Description)];
    let amounts = match layout.amounts {
        Amounts::Split => [Some(Column::Out), Some(Column::In)],
        Amounts::SplitSwapped => [Some(Column::In), Some(Column::Out)],
        _ => [Some(Column::Amount), None],
    };
    let balance = [(layout.balances != Balances::Never).then_some(Column::Balance)];
    let parts: [&[Option<Column>]; 5] = match layout.order {
        Order::DateFirst => [&dates, &reference, &description, &amounts, &balance],
        Order::DateLast => [&description, &reference, &amounts, &balance, &dates],
        Order::AmountBeforeDescription => [&dates, &reference, &amounts, &balance, &description],
        Order::BalanceBeforeAmount => [&dates, &reference, &description, &balance, &amounts],
    };
    parts.concat().into_iter().flatten().collect()
}

/// The words above a column.
pub(super) fn head(layout: &Layout, column: Column) -> String {
    let language = layout.language();
    let pick = |names: &[&'static str]| names[layout.heads % names.len()];
    let split = language.split[layout.heads % language.split.len()];
    let name = match column {
        Column::Date => pick(language.date),
        Column::ValueDate => language.value_date,
        Column::Reference => language.reference,
        Column::Description => pick(language.description),
        Column::Out => split.0,
        Column::In => split.1,
        Column::Amount => language.amount,
        Column::Balance => language.balance,
    };
    name.to_owned()
}
