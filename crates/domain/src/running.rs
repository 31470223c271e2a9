//! Running balances: the balances that statements print beside transactions.

/// A printed row with a running balance, in minor units of one currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BalancedRow {
    /// The amount of the transaction.
    pub amount: i64,
    /// The balance that is printed beside it.
    pub balance: i64,
}

/// Returns the balance at the end of a day, in minor units; `None` if `rows` is empty. `rows` are the rows of
/// that day in the order in which they are printed.
///
/// Some banks print the latest row first. The direction is the one in which more balances follow from
/// their neighbors.
#[must_use]
pub fn last_balance(rows: &[BalancedRow]) -> Option<i64> {
    let follows = |before: &BalancedRow, after: &BalancedRow| {
        before.balance.checked_add(after.amount).is_some_and(|balance| balance == after.balance)
    };
    let down = rows.windows(2).filter(|pair| follows(&pair[0], &pair[1])).count();
    let up = rows.windows(2).filter(|pair| follows(&pair[1], &pair[0])).count();
    let last = if up > down { rows.first() } else { rows.last() };
    last.map(|row| row.balance)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows<const N: usize>(rows: [(i64, i64); N]) -> [BalancedRow; N] {
        rows.map(|(amount, balance)| BalancedRow { amount, balance })
    }

    #[test]
    fn the_last_balance_of_a_day_is_independent_of_print_order() {
        assert_eq!(last_balance(&rows([(-100, 900), (-200, 700), (50, 750)])), Some(750));
        assert_eq!(last_balance(&rows([(50, 750), (-200, 700), (-100, 900)])), Some(750));
        assert_eq!(last_balance(&rows([(5, 5)])), Some(5));
        assert_eq!(last_balance(&[]), None);
    }
}
