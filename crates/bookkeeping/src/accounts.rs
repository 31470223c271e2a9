//! Accounts with their balances: those found on statements, and those that the user adds.

use std::collections::BTreeMap;

use saldo_domain::{
    Account, AccountId, AccountLabels, Author, Currency, Date, Edit, Id, Money, Period, Timestamp, UserId,
};
use saldo_storage::{
    AccountChange, AccountChanged, AccountMerge, Balance, MergeUndone, Merged, NewManualAccount,
};

use crate::{Bookkeeper, Error, Result};

/// An account and its latest known balance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountNow {
    /// The account.
    pub account: Account,
    /// The user's group and note, true if it is archived, and the member who pays from it.
    pub labels: AccountLabels,
    /// The balance; `None` if none is known.
    pub balance: Option<Balance>,
}

/// The result of undoing a merge of accounts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndoneMerge {
    /// The restored account.
    pub account: AccountNow,
    /// The number of transactions that were changed or deleted after the merge and stay as they are.
    pub kept: u64,
}

impl Bookkeeper {
    /// Returns every account.
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn accounts(&self, user: UserId) -> Result<Vec<AccountNow>> {
        let accounts = self.storage.list_accounts(user).await?;
        let mut labels = self.storage.list_account_labels(user).await?;
        let balances = self.storage.list_balances(user, Period::LAST_DAY).await?;
        let now = |account| with_balance(account, &mut labels, &balances);
        Ok(accounts.into_iter().map(now).collect())
    }

    /// Returns an account.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`] if the storage fails.
    pub async fn account(&self, user: UserId, account: AccountId) -> Result<AccountNow> {
        let found = self.storage.find_account(user, account).await?.ok_or(Error::NotFound)?;
        self.now(user, found).await
    }

    /// Returns the currency of an account, without its balance.
    pub(crate) async fn currency_of(&self, user: UserId, account: AccountId) -> Result<Currency> {
        Ok(self.storage.find_account(user, account).await?.ok_or(Error::NotFound)?.currency)
    }

    /// Adds an account without statements.
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn add_account(
        &self,
        user: UserId,
        new: NewManualAccount,
        now: Timestamp,
    ) -> Result<AccountNow> {
        let account = self.storage.insert_account(user, new, now).await?;
        self.now(user, account).await
    }

    /// Changes an account and returns it, with the edit by which the change can be undone; `None` if nothing
    /// or only the number was changed. Future statements with a new number are imported into the account.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::NumberTaken`] for a number whose statements are imported into another
    /// account; [`Error::PayerNotAMember`]; [`Error::Storage`] if the storage fails.
    pub async fn update_account(
        &self,
        author: Author,
        account: AccountId,
        change: AccountChange,
        now: Timestamp,
    ) -> Result<(AccountNow, Option<Edit>)> {
        if let Some(Some(payer)) = change.payer
            && self.storage.find_role(author.books, payer).await?.is_none()
        {
            return Err(Error::PayerNotAMember);
        }
        let changed = self.storage.update_account(author, account, change, now).await;
        let changed = changed.map_err(|error| match error {
            saldo_storage::Error::Conflict => Error::NumberTaken,
            error => error.into(),
        })?;
        let AccountChanged { account, edit } = changed.ok_or(Error::NotFound)?;
        Ok((self.now(author.books, account).await?, edit))
    }

    /// Deletes an account: a manual account with its transactions, another one only if it has no statements
    /// and transactions.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::AccountInUse`]; [`Error::Storage`] if the storage fails.
    pub async fn delete_account(&self, user: UserId, account: AccountId) -> Result<()> {
        if self.storage.delete_account(user, account).await? {
            return Ok(());
        }
        self.storage.find_account(user, account).await?.ok_or(Error::NotFound)?;
        Err(Error::AccountInUse)
    }

    /// Merges `other` into an account, with its transactions, statements and future statements. Returns the
    /// account and the merge.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::MergeOfCurrencies`]; [`Error::Storage`] if the storage fails.
    pub async fn merge_accounts(
        &self,
        author: Author,
        account: AccountId,
        other: AccountId,
        now: Timestamp,
    ) -> Result<(AccountNow, Id<AccountMerge>)> {
        let Merged { account, merge } = self.storage.merge_accounts(author, account, other, now).await?;
        Ok((self.now(author.books, account).await?, merge))
    }

    /// Returns the merges of the user's accounts, newest first.
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn merges(&self, user: UserId) -> Result<Vec<AccountMerge>> {
        Ok(self.storage.list_merges(user).await?)
    }

    /// Undoes a merge. The merged account is restored with its own transactions and statements.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::MergeUndoneAlready`]; [`Error::MergedAccountGone`]; [`Error::Storage`]
    /// if the storage fails.
    pub async fn undo_merge(
        &self,
        author: Author,
        merge: Id<AccountMerge>,
        now: Timestamp,
    ) -> Result<UndoneMerge> {
        let MergeUndone { account, kept } = self.storage.undo_merge(author, merge, now).await?;
        Ok(UndoneMerge { account: self.now(author.books, account).await?, kept })
    }

    /// Marks two accounts as different, so that they are no longer suspected to be the same one.
    ///
    /// # Errors
    /// [`Error::NotFound`] unless both are the user's; [`Error::Storage`] if the storage fails.
    pub async fn keep_accounts_apart(&self, user: UserId, one: AccountId, other: AccountId) -> Result<()> {
        require_found(self.storage.put_distinct_accounts(user, one, other).await?)
    }

    /// Returns the balances of an account that the user entered, oldest first.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`] if the storage fails.
    pub async fn stated_balances(&self, user: UserId, account: AccountId) -> Result<Vec<(Date, Money)>> {
        self.currency_of(user, account).await?;
        Ok(self.storage.list_stated_balances(user, account).await?)
    }

    /// Sets the user's balance of an account at the end of a day; `None` deletes it. `balance` makes it from
    /// the currency of the account.
    ///
    /// # Errors
    /// [`Error::NotFound`]; the error of `balance`; [`Error::Storage`] if the storage fails.
    pub async fn set_balance<E: From<Error>>(
        &self,
        user: UserId,
        account: AccountId,
        balance: impl FnOnce(Currency) -> Result<(Date, Option<Money>), E>,
    ) -> Result<AccountNow, E> {
        let (date, amount) = balance(self.currency_of(user, account).await?)?;
        Ok(self.store_balance(user, account, date, amount).await?)
    }

    async fn store_balance(
        &self,
        user: UserId,
        account: AccountId,
        date: Date,
        amount: Option<Money>,
    ) -> Result<AccountNow> {
        match amount {
            None => self.storage.delete_balance(user, account, date).await?,
            Some(amount) => require_found(self.storage.put_balance(user, account, date, amount).await?)?,
        }
        self.account(user, account).await
    }

    async fn now(&self, user: UserId, account: Account) -> Result<AccountNow> {
        let mut labels = self.storage.list_account_labels(user).await?;
        let balances = self.storage.list_balances(user, Period::LAST_DAY).await?;
        Ok(with_balance(account, &mut labels, &balances))
    }
}

fn with_balance(
    account: Account,
    labels: &mut BTreeMap<AccountId, AccountLabels>,
    balances: &[Balance],
) -> AccountNow {
    let balance = balances.iter().find(|balance| balance.account == account.id).cloned();
    AccountNow { labels: labels.remove(&account.id).unwrap_or_default(), account, balance }
}

/// Returns [`Error::NotFound`] unless the storage found the record to change.
pub(crate) fn require_found(is_found: bool) -> Result<()> {
    if is_found { Ok(()) } else { Err(Error::NotFound) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_books::{Books, NOW};

    #[tokio::test]
    async fn a_merge_recalculates_balances_and_can_be_undone_once() {
        let books = Books::of(&["Coffee"]).await;
        let (user, keeper) = (books.user, &books.keeper);
        let euro = Currency::parse("EUR").unwrap();
        let other = books.add_account("Purse", euro).await;
        let dollars = books.add_account("Dollars", Currency::parse("USD").unwrap()).await;
        let day = "2025-05-02".parse().unwrap();
        let stated =
            keeper.store_balance(user, other, day, Some(Money::from_minor(700, euro))).await.unwrap();
        assert_eq!(stated.balance.unwrap().amount.minor(), 700);
        let refused = keeper.merge_accounts(user.into(), other, dollars, NOW).await;
        assert!(matches!(refused, Err(Error::MergeOfCurrencies)), "{refused:?}");
        let (merged, merge) = keeper.merge_accounts(user.into(), books.account, other, NOW).await.unwrap();
        assert_eq!(merged.account.id, books.account);
        assert_eq!(keeper.accounts(user).await.unwrap().len(), 2);
        let undone = keeper.undo_merge(user.into(), merge, NOW).await.unwrap();
        assert_eq!((undone.account.account.id, undone.kept), (other, 0));
        let again = keeper.undo_merge(user.into(), merge, NOW).await;
        assert!(matches!(again, Err(Error::MergeUndoneAlready)), "{again:?}");
    }

    #[tokio::test]
    async fn a_changed_account_returns_by_undo_and_redo() {
        let books = Books::of(&[]).await;
        let (user, keeper, account) = (books.user, &books.keeper, books.account);
        let before = keeper.account(user, account).await.unwrap();
        let change = AccountChange {
            name: Some("Purse".to_owned()),
            note: Some(Some("Blue".to_owned())),
            is_archived: Some(true),
            ..AccountChange::default()
        };
        let (changed, edit) = keeper.update_account(user.into(), account, change.clone(), NOW).await.unwrap();
        assert_eq!((changed.account.name.as_str(), changed.labels.is_archived), ("Purse", true));
        let undone = keeper.undo_edit(user.into(), edit.unwrap().id, NOW).await.unwrap();
        assert_eq!(keeper.account(user, account).await.unwrap(), before);
        keeper.undo_edit(user.into(), undone.edit.id, NOW).await.unwrap();
        assert_eq!(keeper.account(user, account).await.unwrap(), changed);
        assert_eq!(keeper.update_account(user.into(), account, change, NOW).await.unwrap().1, None);
    }

    #[tokio::test]
    async fn accounts_of_others_are_not_found() {
        let books = Books::of(&[]).await;
        let (keeper, account, nobody) = (&books.keeper, books.account, UserId::new(NOW));
        let not_found = |result: Result<()>| assert!(matches!(result, Err(Error::NotFound)), "{result:?}");
        not_found(keeper.account(nobody, account).await.map(drop));
        not_found(
            keeper.update_account(nobody.into(), account, AccountChange::default(), NOW).await.map(drop),
        );
        not_found(keeper.delete_account(nobody, account).await);
        not_found(keeper.merge_accounts(nobody.into(), account, account, NOW).await.map(drop));
        not_found(keeper.keep_accounts_apart(nobody, account, account).await);
        not_found(keeper.stated_balances(nobody, account).await.map(drop));
        let day = "2025-05-02".parse().unwrap();
        not_found(keeper.set_balance(nobody, account, |_| Ok((day, None))).await.map(drop));
    }
}
