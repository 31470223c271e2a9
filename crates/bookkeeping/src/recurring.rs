//! Recurring payments, and the user's decisions about them.

use futures::stream::TryStreamExt;
use saldo_domain::{Date, MerchantNames, Timestamp, TransactionKind, UserId};
use saldo_ledger::recurring::{
    Decision, Decisions, Recurring, RecurringDecision, RecurringKey, find_recurring,
};

use crate::{Bookkeeper, Error, Result};

impl Bookkeeper {
    /// Returns recurring payments and income of the last three years, as of `today`, without those that the
    /// user ignores. Every figure and forecast is based on them.
    ///
    /// # Errors
    /// [`Error::TooManyTransactions`] if an account has more than a million transactions in these years;
    /// [`Error::Storage`] if the storage fails.
    pub async fn recurring(&self, user: UserId, today: Date) -> Result<Vec<Recurring>> {
        let decided = self.decided_recurring(user, today).await?.into_iter();
        let considered = decided.filter(|(_, decision)| *decision != Some(Decision::Ignored));
        Ok(considered.map(|(series, _)| series).collect())
    }

    /// Returns all recurring payments and income of the last three years, each with the user's decision.
    ///
    /// # Errors
    /// The errors of [`Self::recurring`].
    pub async fn decided_recurring(
        &self,
        user: UserId,
        today: Date,
    ) -> Result<Vec<(Recurring, Option<Decision>)>> {
        let names = self.storage.list_merchant_names(user).await?;
        let decisions = Decisions::new(self.storage.list_recurring_decisions(user).await?, &names);
        let found = self.found_recurring(user, &names, today).await?.into_iter();
        Ok(found.map(|series| (decisions.about(&series), series)).map(|(of, it)| (it, of)).collect())
    }

    /// Stores a decision about recurring payments, by a name of their merchant; `None` clears it. It remains
    /// if the user names the merchant.
    ///
    /// # Errors
    /// [`Error::NotFound`] for a decision about none of [`Self::decided_recurring`];
    /// [`Error::TooManyDecisions`]; the errors of [`Self::recurring`].
    pub async fn decide_recurring(
        &self,
        user: UserId,
        series: RecurringKey,
        decision: Option<Decision>,
        now: Timestamp,
    ) -> Result<()> {
        let names = self.storage.list_merchant_names(user).await?;
        let wanted = series.named(&names);
        let new = match decision {
            None => None,
            Some(decision) => {
                let as_of = self.recurring_day(user, now.date()).await?;
                let found = self.found_recurring(user, &names, as_of).await?;
                let found = found.into_iter().find(|one| one.key() == wanted).ok_or(Error::NotFound)?;
                // The name that the user sees may change; the printed one never does.
                let series = RecurringKey { merchant: found.printed, ..series };
                Some(RecurringDecision { series, decision, decided_at: now })
            }
        };
        let stored = self.storage.list_recurring_decisions(user).await?.into_iter();
        let replaced = stored.map(|one| one.series).filter(|series| series.named(&names) == wanted);
        let is_stored = self.storage.replace_recurring_decisions(user, replaced.collect(), new).await?;
        if is_stored { Ok(()) } else { Err(Error::TooManyDecisions) }
    }

    /// Returns the day as of which recurring payments are listed: the last one with a transaction. If
    /// statements are a month behind, no payment counts as ended for that reason.
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn recurring_day(&self, user: UserId, today: Date) -> Result<Date> {
        let known = self.known_days(user, &[], today).await?;
        Ok(known.map_or(today, |known| known.last.min(today)))
    }

    /// Returns the user's decisions about recurring payments.
    pub(crate) async fn recurring_decisions(&self, user: UserId) -> Result<Decisions> {
        let stored = self.storage.list_recurring_decisions(user).await?;
        Ok(Decisions::new(stored, &self.storage.list_merchant_names(user).await?))
    }

    async fn found_recurring(
        &self,
        user: UserId,
        names: &MerchantNames,
        today: Date,
    ) -> Result<Vec<Recurring>> {
        let mut of_accounts =
            self.movements_by_account(user, today, Some(TransactionKind::Transaction)).await?;
        let mut found = Vec::new();
        while let Some(movements) = of_accounts.try_next().await? {
            found.extend(find_recurring(&movements, names, today));
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use saldo_domain::query::{Figure, Measure};
    use saldo_domain::transaction::Direction;
    use saldo_domain::{Currency, MoneyError, Query};
    use saldo_ledger::recurring::Rhythm;

    use super::*;
    use crate::test_books::{Books, NOW};

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    fn monthly(merchant: &str) -> RecurringKey {
        RecurringKey {
            merchant: merchant.to_owned(),
            currency: Currency::parse("EUR").unwrap(),
            direction: Direction::Out,
            rhythm: Rhythm::Monthly,
        }
    }

    /// Returns books with payments of two merchants in each of five months.
    async fn books() -> Books {
        let books = Books::of(&[]).await;
        for month in 1..=5 {
            books.add_amount(day(&format!("2025-{month:02}-03")), "STREAMING LTD", -999).await;
            books.add_amount(day(&format!("2025-{month:02}-20")), "GYM CLUB", -2_500).await;
        }
        books
    }

    async fn merchants(books: &Books) -> Vec<String> {
        let found = books.keeper.recurring(books.user, day("2025-06-20")).await.unwrap();
        found.into_iter().map(|one| one.merchant).collect()
    }

    async fn decided(books: &Books) -> Vec<(String, Option<Decision>)> {
        let found = books.keeper.decided_recurring(books.user, day("2025-06-20")).await.unwrap();
        found.into_iter().map(|(one, decision)| (one.merchant, decision)).collect()
    }

    #[tokio::test]
    async fn an_ignored_series_leaves_every_figure_and_remains_listed() {
        let books = books().await;
        let (user, keeper) = (books.user, &books.keeper);
        let next = async || {
            let answer = keeper.answer(user, &Query::of(Measure::Next), day("2025-06-01")).await.unwrap();
            answer.rows.first().map(|row| row.figure.clone())
        };
        assert_eq!(merchants(&books).await, ["gym club", "streaming ltd"]);
        assert!(matches!(next().await, Some(Figure::Date(date)) if date == day("2025-06-03")));
        let ignore = Some(Decision::Ignored);
        keeper.decide_recurring(user, monthly("Streaming LTD"), ignore, NOW).await.unwrap();
        assert_eq!(merchants(&books).await, ["gym club"]);
        assert!(matches!(next().await, Some(Figure::Date(date)) if date == day("2025-06-20")));
        let listed = [("gym club".to_owned(), None), ("streaming ltd".to_owned(), ignore)];
        assert_eq!(decided(&books).await, listed);
        let usual = async || {
            let recurring = keeper.recurring(user, day("2025-06-20")).await.unwrap();
            let usual = keeper.usual_spending(user, &[books.account], &recurring, day("2025-06-20")).await;
            usual.unwrap().unwrap().per_month.values().map(|money| money.minor()).sum::<i64>()
        };
        assert_eq!(usual().await, 999, "its payments are ordinary spending");
        keeper.decide_recurring(user, monthly("streaming ltd"), None, NOW).await.unwrap();
        assert_eq!(usual().await, 0);
        assert_eq!(merchants(&books).await, ["gym club", "streaming ltd"]);
    }

    #[tokio::test]
    async fn a_decision_remains_if_the_merchant_gets_a_name() {
        let books = books().await;
        let (user, keeper) = (books.user, &books.keeper);
        let (confirm, ignore) = (Some(Decision::Confirmed), Some(Decision::Ignored));
        keeper.decide_recurring(user, monthly("gym club"), ignore, NOW).await.unwrap();
        keeper
            .name_merchants(user.into(), vec!["gym club".to_owned()], Some("Gym".to_owned()), NOW)
            .await
            .unwrap();
        assert_eq!(decided(&books).await[0], ("Gym".to_owned(), ignore));
        keeper.decide_recurring(user, monthly("Gym"), confirm, NOW).await.unwrap();
        assert_eq!(decided(&books).await[0], ("Gym".to_owned(), confirm));
        assert_eq!(keeper.storage.list_recurring_decisions(user).await.unwrap().len(), 1);
        keeper.decide_recurring(user, monthly("Gym"), None, NOW).await.unwrap();
        assert!(keeper.storage.list_recurring_decisions(user).await.unwrap().is_empty());
    }

    #[tokio::test]
    async fn an_unknown_series_cannot_be_decided() -> Result<(), MoneyError> {
        let books = books().await;
        let confirm = Some(Decision::Confirmed);
        let yearly = RecurringKey { rhythm: Rhythm::Yearly, ..monthly("gym club") };
        let income = RecurringKey { direction: Direction::In, ..monthly("gym club") };
        let dollars = RecurringKey { currency: Currency::parse("USD")?, ..monthly("gym club") };
        for unknown in [monthly("club"), yearly, income, dollars] {
            let refused = books.keeper.decide_recurring(books.user, unknown, confirm, NOW).await;
            assert!(matches!(refused, Err(Error::NotFound)), "{refused:?}");
        }
        Ok(())
    }
}
