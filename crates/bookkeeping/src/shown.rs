//! Figures as the user sees them: also in the currency that they prefer, and with the pairs of accounts that
//! may count twice in them.

use chrono::Days;
use saldo_domain::report::CashFlow;
use saldo_domain::{
    AccountId, Budget, Currency, Date, Month, Period, Query, QueryAnswer, TransactionFilter, UserId,
};
use saldo_ledger::budget::BudgetState;
use saldo_ledger::forecast::expected;
use saldo_ledger::recurring::{Decision, Recurring};
use saldo_question::Understanding;

use crate::net_worth::NetWorth;
use crate::query::{Breakdown, RowGroup, TransactionQuery};
use crate::questions::AnsweredQuestion;
use crate::reports::{CashFlowQuery, Converted, FlowBucket, PreferredAmounts, SpendingQuery, SpendingRow};
use crate::{Bookkeeper, Result};

/// Figures, and the pairs of accounts that may be the same one, so that their amounts may count twice.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shown<T> {
    /// The figures.
    pub figures: T,
    /// The pairs of accounts.
    pub counted_twice: Vec<[AccountId; 2]>,
}

/// Totals for each currency.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShownTotals {
    /// The totals.
    pub flows: Vec<CashFlow>,
    /// All totals in the currency that the user prefers; `None` without one, or without a rate.
    pub converted: Option<Converted>,
}

/// A group of transactions with its totals.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShownGroup {
    /// The common property of the transactions.
    pub group: RowGroup,
    /// The totals for each currency.
    pub flows: Vec<CashFlow>,
}

/// A budget with its state.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ShownBudget {
    /// The budget.
    pub budget: Budget,
    /// The state, as in [`crate::BudgetNow`].
    pub state: Option<BudgetState>,
    /// The state's amount, rolled-over amount, spending and rest in the currency that the user prefers.
    pub converted: Option<PreferredAmounts<4>>,
}

/// The number of days for which [`ShownRecurring::expected`] looks ahead.
pub const EXPECTED_DAYS: u64 = 30;

/// A recurring payment or income.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ShownRecurring {
    /// The payment or income.
    pub recurring: Recurring,
    /// The user's decision about it; `None` without one.
    pub decision: Option<Decision>,
    /// The dates on which it is expected in the [`EXPECTED_DAYS`] after the last day with a transaction; none
    /// if the user ignores it.
    pub expected: Vec<Date>,
    /// Its amount in the currency that the user prefers.
    pub converted: Option<PreferredAmounts<1>>,
}

impl Bookkeeper {
    /// Returns the totals of the transactions that match a filter.
    ///
    /// # Errors
    /// The errors of [`Self::flows`].
    pub async fn show_totals(
        &self,
        user: UserId,
        filter: TransactionFilter,
        today: Date,
    ) -> Result<Shown<ShownTotals>> {
        let accounts: Vec<AccountId> = filter.account.into_iter().collect();
        let on = filter.period.map_or(today, |period| period.end().min(today));
        let flows = self.flows(user, &TransactionQuery::of(filter)).await?;
        let converted = self.preferred_sum(user, &flows, on).await?;
        self.shown(user, &accounts, ShownTotals { flows, converted }).await
    }

    /// Returns the totals of each group of the transactions that match a filter. Units of time are in order,
    /// other groups by their spending, greatest first.
    ///
    /// # Errors
    /// The errors of [`Self::breakdown`].
    pub async fn show_groups(
        &self,
        user: UserId,
        filter: TransactionFilter,
        by: Breakdown,
    ) -> Result<Shown<Vec<ShownGroup>>> {
        let accounts: Vec<AccountId> = filter.account.into_iter().collect();
        let rows = self.breakdown(user, &TransactionQuery::of(filter), by).await?;
        let mut groups: Vec<ShownGroup> = Vec::new();
        // The rows of a group, one for each currency, follow each other.
        for row in rows {
            match groups.last_mut().filter(|last| last.group == row.group) {
                Some(group) => group.flows.push(row.flow),
                None => groups.push(ShownGroup { group: row.group, flows: vec![row.flow] }),
            }
        }
        if !matches!(by, Breakdown::Time(_)) {
            let spending = |group: &ShownGroup| group.flows.iter().map(|flow| flow.spending.minor()).max();
            groups.sort_by_key(|group| std::cmp::Reverse(spending(group)));
        }
        self.shown(user, &accounts, groups).await
    }

    /// Returns the cash flow of each unit of time, in the currency of the question or else the preferred one.
    ///
    /// # Errors
    /// The errors of [`Self::cash_flow_as_of`].
    pub async fn show_cash_flow(
        &self,
        user: UserId,
        mut question: CashFlowQuery,
        today: Date,
    ) -> Result<Shown<Vec<FlowBucket>>> {
        question.currency = self.or_preferred(user, question.currency).await?;
        let accounts: Vec<AccountId> = question.account.into_iter().collect();
        let buckets = self.cash_flow_as_of(user, question, today).await?;
        self.shown(user, &accounts, buckets).await
    }

    /// Returns the income and spending of each category, in the currency of the question or else the
    /// preferred one.
    ///
    /// # Errors
    /// The errors of [`Self::spending`].
    pub async fn show_spending(
        &self,
        user: UserId,
        mut question: SpendingQuery,
        today: Date,
    ) -> Result<Shown<Vec<SpendingRow>>> {
        question.currency = self.or_preferred(user, question.currency).await?;
        let accounts: Vec<AccountId> = question.account.into_iter().collect();
        let rows = self.spending(user, question, today).await?;
        self.shown(user, &accounts, rows).await
    }

    /// Returns the income and spending of at most `most` merchants, in the currency of the question or else
    /// the preferred one.
    ///
    /// # Errors
    /// The errors of [`Self::merchants`].
    pub async fn show_merchants(
        &self,
        user: UserId,
        mut question: SpendingQuery,
        most: usize,
        today: Date,
    ) -> Result<Shown<Vec<SpendingRow>>> {
        question.currency = self.or_preferred(user, question.currency).await?;
        let accounts: Vec<AccountId> = question.account.into_iter().collect();
        let rows = self.merchants(user, question, most, today).await?;
        self.shown(user, &accounts, rows).await
    }

    /// Returns the income and spending of each tag, in the currency of the question or else the preferred
    /// one.
    ///
    /// # Errors
    /// The errors of [`Self::spending_of_tags`].
    pub async fn show_tags(
        &self,
        user: UserId,
        mut question: SpendingQuery,
        today: Date,
    ) -> Result<Shown<Vec<SpendingRow>>> {
        question.currency = self.or_preferred(user, question.currency).await?;
        let accounts: Vec<AccountId> = question.account.into_iter().collect();
        let rows = self.spending_of_tags(user, question, today).await?;
        self.shown(user, &accounts, rows).await
    }

    /// Returns the balances of the accounts over time, in this currency or else the preferred one.
    ///
    /// # Errors
    /// The errors of [`Self::net_worth`].
    pub async fn show_net_worth(
        &self,
        user: UserId,
        period: Option<Period>,
        currency: Option<Currency>,
        today: Date,
    ) -> Result<NetWorth> {
        let currency = self.or_preferred(user, currency).await?;
        self.net_worth(user, period, currency, today).await
    }

    /// Returns all budgets with their state in `month`.
    ///
    /// # Errors
    /// The errors of [`Self::budgets`].
    pub async fn show_budgets(
        &self,
        user: UserId,
        month: Month,
        today: Date,
    ) -> Result<Shown<Vec<ShownBudget>>> {
        let budgets = self.budgets(user, month).await?;
        let on = month.period().end().min(today);
        let amounts = |state: BudgetState| (on, [state.amount, state.rolled, state.spent, state.left]);
        let states: Vec<_> = budgets.iter().filter_map(|now| now.state.map(amounts)).collect();
        let mut converted = self.preferred_amounts(user, &states).await?.into_iter();
        let shown = budgets.into_iter().map(|now| {
            let converted = now.state.and_then(|_| converted.next()?);
            ShownBudget { budget: now.budget, state: now.state, converted }
        });
        let shown = shown.collect();
        self.shown(user, &[], shown).await
    }

    /// Returns all recurring payments and income of the last three years, as of the last day with a
    /// transaction, converted at the rates of `today`.
    ///
    /// # Errors
    /// The errors of [`Self::recurring`].
    pub async fn show_recurring(&self, user: UserId, today: Date) -> Result<Shown<Vec<ShownRecurring>>> {
        let as_of = self.recurring_day(user, today).await?;
        let (found, decisions): (Vec<Recurring>, Vec<Option<Decision>>) =
            self.decided_recurring(user, as_of).await?.into_iter().unzip();
        let mut dates = vec![Vec::new(); found.len()];
        if let Some(period) = Period::new(as_of + Days::new(1), as_of + Days::new(EXPECTED_DAYS)) {
            for payment in expected(&found, period)? {
                dates[payment.recurring].push(payment.date);
            }
        }
        let amounts: Vec<_> = found.iter().map(|one| (today, [one.amount])).collect();
        let converted = self.preferred_amounts(user, &amounts).await?;
        let parts = found.into_iter().zip(decisions).zip(dates).zip(converted);
        let shown = parts.map(|(((recurring, decision), dates), converted)| {
            let expected = if decision == Some(Decision::Ignored) { Vec::new() } else { dates };
            ShownRecurring { recurring, decision, expected, converted }
        });
        self.shown(user, &[], shown.collect()).await
    }

    /// Answers a query.
    ///
    /// # Errors
    /// The errors of [`Self::answer`].
    pub async fn show_answer(&self, user: UserId, query: &Query, today: Date) -> Result<Shown<QueryAnswer>> {
        let answer = self.answer(user, query, today).await?;
        self.shown(user, &query.filter.only.accounts, answer).await
    }

    /// Answers a question in words, which may name only the changes to the query before it.
    ///
    /// # Errors
    /// The errors of [`Self::ask`].
    pub async fn show_question(
        &self,
        user: UserId,
        question: String,
        previous: Option<&Query>,
        today: Date,
    ) -> Result<Shown<AnsweredQuestion>> {
        let answered = self.ask(user, &[question], previous, today).await?;
        let Understanding::Understood(found) = &answered.understanding else {
            return Ok(Shown { figures: answered, counted_twice: Vec::new() });
        };
        let accounts = found.query.filter.only.accounts.clone();
        self.shown(user, &accounts, answered).await
    }

    async fn shown<T>(&self, user: UserId, accounts: &[AccountId], figures: T) -> Result<Shown<T>> {
        Ok(Shown { figures, counted_twice: self.counted_twice(user, accounts).await? })
    }

    async fn or_preferred(&self, user: UserId, asked: Option<Currency>) -> Result<Option<Currency>> {
        match asked {
            Some(currency) => Ok(Some(currency)),
            None => Ok(self.storage.find_preferences(user).await?.currency),
        }
    }
}

#[cfg(test)]
mod tests {
    use saldo_domain::{EditAction, Granularity, Tag, TransactionId};
    use saldo_storage::{Selection, TransactionChange};

    use super::*;
    use crate::test_books::{Books, NOW};

    #[tokio::test(flavor = "multi_thread")]
    async fn groups_add_up_to_the_totals_of_the_list_except_those_of_tags() {
        let books = Books::of(&["Blue Cafe"]).await;
        let day = |text: &str| text.parse::<Date>().unwrap();
        let tea = books.add_amount(day("2025-05-01"), "Tea", -200).await;
        let refund = books.add_amount(day("2025-06-02"), "Refund", 700).await;
        let tag = async |transaction: TransactionId, tags: &[&str]| {
            let tags = Some(tags.iter().map(|tag| Tag::parse(tag).unwrap()).collect());
            let change = TransactionChange { tags, ..TransactionChange::default() };
            let one = Selection::Ids(vec![transaction]);
            let storage = &books.keeper.storage;
            storage
                .change_transactions(books.user.into(), one, change, EditAction::Change, NOW)
                .await
                .unwrap();
        };
        tag(tea, &["work", "trip"]).await;
        tag(refund, &["trip"]).await;
        let groups = async |filter: TransactionFilter, by: Breakdown| {
            let shown = books.keeper.show_groups(books.user, filter, by).await.unwrap();
            let row = |group: ShownGroup| {
                let [flow] = group.flows[..] else { panic!("one currency") };
                (group.group, flow.income.minor(), flow.spending.minor(), flow.transactions)
            };
            shown.figures.into_iter().map(row).collect::<Vec<_>>()
        };
        let all = TransactionFilter::default;
        let days = groups(all(), Breakdown::Time(Granularity::Day)).await;
        let names: Vec<_> = days.iter().map(|(group, ..)| group.period().unwrap().start()).collect();
        assert_eq!(names, [day("2025-05-01"), day("2025-06-02")]);
        let total = books.keeper.show_totals(books.user, all(), day("2025-07-01")).await.unwrap();
        let total = total.figures.flows[0];
        for by in [
            Breakdown::Time(Granularity::Day),
            Breakdown::Time(Granularity::Month),
            Breakdown::CategoryGroup,
            Breakdown::Merchant,
            Breakdown::Account,
        ] {
            let rows = groups(all(), by).await;
            let sums = rows.iter().fold((0, 0, 0), |sum, row| (sum.0 + row.1, sum.1 + row.2, sum.2 + row.3));
            assert_eq!(sums, (total.income.minor(), total.spending.minor(), total.transactions), "{by:?}");
        }
        let tagged = |name: &str| RowGroup::Tag(Tag::parse(name).unwrap());
        let tags = groups(all(), Breakdown::Tag).await;
        assert_eq!(tags, [(tagged("trip"), 700, 200, 2), (tagged("work"), 0, 200, 1)]);
        let work = TransactionFilter { tag: Some(Tag::parse("work").unwrap()), ..all() };
        assert_eq!(groups(work, Breakdown::Tag).await, [(tagged("work"), 0, 200, 1)]);
    }
}
