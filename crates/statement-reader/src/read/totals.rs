//! Printed totals of an account's transactions.

/// Returns both printed totals, of money in and out, that lead from the opening to the closing balance but
/// are not the sums of the transactions. Two errors that cancel out in the balances show in the totals.
///
/// Banks subtract a refund from the money out, or a returned payment from the money in. Totals that are lower
/// only because of such transactions contradict nothing, and `None` is returned.
pub(crate) fn contradicting(
    ends: (i64, i64),
    totals: (&[i64], &[i64]),
    amounts: &[i64],
) -> Option<(i64, i64)> {
    let change = ends.1.checked_sub(ends.0)?;
    let (into, out) = (sum(amounts, 1)?, sum(amounts, -1)?);
    let pairs = || totals.0.iter().flat_map(|one| totals.1.iter().map(|other| (*one, *other)));
    let fitting: Vec<(i64, i64)> =
        pairs().filter(|(one, other)| one.checked_sub(*other) == Some(change)).collect();
    let explains = |(one, _): &(i64, i64)| {
        let less = into.checked_sub(*one).unwrap_or(-1);
        // Either the transactions that were subtracted or the remaining ones are few.
        let is_set_off =
            |sign: i64, all: i64| are_in(amounts, sign, less) || are_in(amounts, sign, all - less);
        less == 0 || less > 0 && (is_set_off(1, into) || less < out && is_set_off(-1, out))
    };
    // Transactions that do not lead from one balance to the other are wrong whatever the totals are; other
    // checks report them.
    if into.checked_sub(out) != Some(change) || fitting.iter().any(explains) {
        return None;
    }
    fitting.first().copied()
}

/// Returns the sum of all amounts of one sign, as a positive number.
fn sum(amounts: &[i64], sign: i64) -> Option<i64> {
    let own = amounts.iter().filter(|amount| amount.signum() == sign);
    own.map(|amount| amount.checked_abs()).try_fold(0_i64, |sum, amount| sum.checked_add(amount?))
}

/// Largest number of amounts of which all subsets are tried. Of more amounts, only single ones and pairs are
/// tried.
const SETS_OF_MAX: usize = 8;

/// True if some amounts of one sign add up to `wanted`.
fn are_in(amounts: &[i64], sign: i64, wanted: i64) -> bool {
    let own: Vec<i64> = amounts
        .iter()
        .filter(|amount| amount.signum() == sign)
        .filter_map(|amount| amount.checked_abs())
        .collect();
    if own.len() > SETS_OF_MAX {
        let pair = |at: usize| own[at + 1..].iter().any(|other| own[at].checked_add(*other) == Some(wanted));
        return own.contains(&wanted) || (0..own.len()).any(pair);
    }
    (0..1_u32 << own.len()).any(|set| {
        let picked = own.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 1);
        picked.map(|(_, amount)| amount).try_fold(0_i64, |sum, amount| sum.checked_add(*amount))
            == Some(wanted)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const AMOUNTS: &[i64] = &[500, 300, -200, -40, -10];

    #[test]
    fn account_totals_that_disagree_are_contradictions() {
        let ends = (1_000, 1_550);
        assert_eq!(contradicting(ends, (&[800], &[250]), AMOUNTS), None);
        assert_eq!(contradicting(ends, (&[900], &[350]), AMOUNTS), Some((900, 350)));
        assert_eq!(contradicting(ends, (&[790], &[240]), &[500, 300, -200, -50]), Some((790, 240)));
        // Totals of something else.
        assert_eq!(contradicting(ends, (&[900], &[340]), AMOUNTS), None);
        assert_eq!(contradicting(ends, (&[900, 800], &[350, 250]), AMOUNTS), None);
    }

    #[test]
    fn a_refund_may_be_set_off_against_the_money_out() {
        assert_eq!(contradicting((1_000, 1_550), (&[500], &[-50]), AMOUNTS), None);
        assert_eq!(contradicting((1_000, 1_550), (&[790], &[240]), AMOUNTS), None);
        // All refunds are subtracted from the money out; the payment of 500 is not.
        let refunds = [500, 1, 2, 4, 8, 16, 32, 64, 128, -800];
        assert_eq!(contradicting((0, -45), (&[500], &[545]), &refunds), None);
    }
}
