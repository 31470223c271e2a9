//! Digests: the figures of a week or a month that has ended.

use std::collections::HashMap;

use saldo_domain::report::CashFlow;
use saldo_domain::{
    Category, Currency, Date, Digest, DigestBehind, DigestCategory, DigestFlow, DigestRhythm, Money, Period,
    TransactionFilter, UserId,
};

use crate::query::{Breakdown, BreakdownRow, RowGroup, TransactionQuery};
use crate::{Bookkeeper, Result};

/// The number of categories that a digest names.
const CATEGORIES_MAX: usize = 6;

impl Bookkeeper {
    /// Returns the digest of the last week or month that ended before `today`. If statements of its last days
    /// are missing, it is made only when they are unlikely to come soon: after six days for a week, and after
    /// fourteen for a month. `None` until then, and for a period without transactions.
    ///
    /// # Errors
    /// [`crate::Error::Money`] if a sum does not fit; [`crate::Error::Storage`] if the storage fails.
    pub async fn digest(&self, user: UserId, rhythm: DigestRhythm, today: Date) -> Result<Option<Digest>> {
        let Some(period) = rhythm.last_before(today) else { return Ok(None) };
        let data = self.user_data(user, today).await?;
        let Some(known) = data.known else { return Ok(None) };
        let behind = self.statements_behind(user, &data, period.end()).await?;
        if !behind.is_empty() && (today - period.end()).num_days() < wait_of(rhythm) {
            return Ok(None);
        }
        let flows = self.flows(user, &query_of(period)).await?;
        let rows = self.breakdown(user, &query_of(period), Breakdown::CategoryGroup).await?;
        // A part of a period is not compared with a whole one.
        let earlier =
            rhythm.before(period).filter(|earlier| behind.is_empty() && known.since <= earlier.start());
        let before = match earlier {
            Some(earlier) => Some(self.flows(user, &query_of(earlier)).await?),
            None => None,
        };
        let mut digested = Vec::new();
        for flow in flows.into_iter().filter(|flow| flow.transactions > 0) {
            let spending_before = before.as_deref().map(|flows| spending_in(flows, flow.spending.currency()));
            let transactions = flow.transactions;
            digested.push((transactions, digest_flow(flow, spending_before, &rows, &data.categories)?));
        }
        digested.sort_by_key(|(transactions, flow)| {
            (std::cmp::Reverse(*transactions), flow.spending.currency().code())
        });
        if digested.is_empty() {
            return Ok(None);
        }
        let names: HashMap<_, _> =
            data.accounts.into_iter().map(|account| (account.id, account.name)).collect();
        let behind = behind.into_iter().filter_map(|one| {
            Some(DigestBehind { name: names.get(&one.account)?.clone(), until: one.until })
        });
        Ok(Some(Digest {
            from: period.start(),
            to: period.end(),
            flows: digested.into_iter().map(|(_, flow)| flow).collect(),
            behind: behind.collect(),
        }))
    }
}

/// Returns the days after the end of a period for which a digest waits for missing statements.
const fn wait_of(rhythm: DigestRhythm) -> i64 {
    match rhythm {
        DigestRhythm::Weekly => 6,
        DigestRhythm::Monthly => 14,
    }
}

fn query_of(period: Period) -> TransactionQuery {
    TransactionQuery::of(TransactionFilter { period: Some(period), ..TransactionFilter::default() })
}

fn spending_in(flows: &[CashFlow], currency: Currency) -> Money {
    let found = flows.iter().find(|flow| flow.spending.currency() == currency);
    found.map_or(Money::zero(currency), |flow| flow.spending)
}

fn digest_flow(
    flow: CashFlow,
    spending_before: Option<Money>,
    rows: &[BreakdownRow],
    categories: &[Category],
) -> Result<DigestFlow> {
    let currency = flow.spending.currency();
    let spent = rows.iter().filter_map(|row| {
        let RowGroup::Category(id) = row.group else { return None };
        let spending = row.flow.spending;
        if spending.currency() != currency || spending.minor() == 0 {
            return None;
        }
        let known = id.and_then(|id| categories.iter().find(|category| category.id == id));
        Some(DigestCategory { category: id, name: known.map(|category| category.name.clone()), spending })
    });
    let mut largest: Vec<DigestCategory> = spent.collect();
    largest.sort_by(|one, other| {
        other.spending.minor().cmp(&one.spending.minor()).then_with(|| one.name.cmp(&other.name))
    });
    largest.truncate(CATEGORIES_MAX);
    let named = Money::sum(currency, largest.iter().map(|it| it.spending))?;
    let other = flow.spending.checked_sub(named)?;
    Ok(DigestFlow {
        income: flow.income,
        spending: flow.spending,
        spending_before,
        categories: largest,
        other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_books::Books;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[tokio::test]
    async fn a_digest_has_the_figures_of_the_last_whole_period_and_of_the_one_before() {
        let books = Books::of(&[]).await;
        for (date, minor) in
            [("2025-03-20", -100), ("2025-04-07", -700), ("2025-05-05", -1_250), ("2025-05-30", 9_000)]
        {
            books.add_amount(day(date), "Shop", minor).await;
        }
        let keeper = &books.keeper;
        let may = keeper.digest(books.user, DigestRhythm::Monthly, day("2025-06-01")).await.unwrap().unwrap();
        assert_eq!((may.from, may.to), (day("2025-05-01"), day("2025-05-31")));
        let [flow] = &may.flows[..] else { panic!("{may:?}") };
        assert_eq!((flow.income.minor(), flow.spending.minor()), (9_000, 1_250));
        assert_eq!(flow.spending_before.map(Money::minor), Some(700));
        let [category] = &flow.categories[..] else { panic!("{may:?}") };
        assert_eq!((category.category, category.spending.minor(), flow.other.minor()), (None, 1_250, 0));
        let week = keeper.digest(books.user, DigestRhythm::Weekly, day("2025-05-12")).await.unwrap().unwrap();
        assert_eq!((week.from, week.to), (day("2025-05-05"), day("2025-05-11")));
        // In the week from May 12 there is no transaction, and of June nothing is known.
        assert_eq!(keeper.digest(books.user, DigestRhythm::Weekly, day("2025-05-19")).await.unwrap(), None);
        assert_eq!(keeper.digest(books.user, DigestRhythm::Monthly, day("2025-07-03")).await.unwrap(), None);
    }

    #[tokio::test]
    async fn nothing_is_compared_with_a_period_that_is_not_known_from_its_first_day() {
        let books = Books::of(&[]).await;
        books.add_amount(day("2025-04-20"), "Shop", -700).await;
        books.add_amount(day("2025-05-20"), "Shop", -900).await;
        let may = books.keeper.digest(books.user, DigestRhythm::Monthly, day("2025-06-02")).await.unwrap();
        assert_eq!(may.unwrap().flows[0].spending_before, None);
    }

    #[test]
    fn named_categories_and_the_rest_are_the_whole_spending() {
        let currency = Currency::parse("EUR").unwrap();
        let money = |minor| Money::from_minor(minor, currency);
        let row = |minor: i64| BreakdownRow {
            group: RowGroup::Category(Some(saldo_domain::Id::new(crate::test_books::NOW))),
            flow: CashFlow { income: money(0), spending: money(minor), transactions: 1 },
            filter: TransactionFilter::default(),
        };
        let rows: Vec<BreakdownRow> = (1..=9).map(|part| row(part * 100)).collect();
        let whole = CashFlow { income: money(0), spending: money(4_500), transactions: 9 };
        let flow = digest_flow(whole, None, &rows, &[]).unwrap();
        assert_eq!(flow.categories.len(), CATEGORIES_MAX);
        assert_eq!((flow.categories[0].spending.minor(), flow.other.minor()), (900, 600));
    }
}
