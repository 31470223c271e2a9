//! Changes of transactions. Every edit is recorded, can be undone, and is followed by a check of the
//! statements whose lines it changed.

use saldo_domain::{
    AccountId, Author, Currency, Edit, EditAction, EditId, Page, PageRequest, Split, StatementId, Timestamp,
    Transaction, TransactionFilter, TransactionId, TransactionRecord, UserId, split,
};
use saldo_storage::{Edited, NewTransaction, Selection, TransactionChange, Undone};

use crate::{Bookkeeper, Error, Result};

/// The result of undoing an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UndoneEdit {
    /// The edit that undid it. Undoing that edit redoes the original one.
    pub edit: Edit,
    /// The number of transactions and accounts that were changed since and could not be restored completely.
    pub kept: u64,
}

impl Bookkeeper {
    /// Returns a page of the transactions that match a filter.
    ///
    /// # Errors
    /// [`Error::Storage`] if the cursor is not valid, or if the storage fails.
    pub async fn transactions(
        &self,
        user: UserId,
        filter: TransactionFilter,
        page: PageRequest,
    ) -> Result<Page<Transaction>> {
        Ok(self.storage.list_transactions(user, filter, page).await?)
    }

    /// Returns a transaction.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the user has no such transaction; [`Error::Storage`] if the storage fails.
    pub async fn transaction(&self, user: UserId, transaction: TransactionId) -> Result<Transaction> {
        self.storage.find_transaction(user, transaction).await?.ok_or(Error::NotFound)
    }

    /// Returns the history of a transaction, newest first, also of a deleted one.
    ///
    /// # Errors
    /// [`Error::NotFound`] if nothing is known of the transaction; [`Error::Storage`] if the storage fails.
    pub async fn history(&self, user: UserId, transaction: TransactionId) -> Result<Vec<TransactionRecord>> {
        let records = self.storage.list_transaction_records(user, transaction).await?;
        if records.is_empty() {
            self.transaction(user, transaction).await?;
        }
        Ok(records)
    }

    /// Adds a transaction to an account and returns it. `new` makes it from the currency of the account.
    /// Unless it has a category, it is categorized.
    ///
    /// # Errors
    /// [`Error::NotFound`] if the account, statement or category is not the user's; the error of `new`;
    /// otherwise as for [`Self::change_transactions`] and [`Self::with_category`].
    pub async fn add_transaction<E: From<Error>>(
        &self,
        author: Author,
        account: AccountId,
        new: impl FnOnce(Currency) -> Result<NewTransaction, E>,
        now: Timestamp,
    ) -> Result<Transaction, E> {
        let new = new(self.currency_of(author.books, account).await?)?;
        Ok(self.insert(author, new, now).await?)
    }

    async fn insert(&self, author: Author, new: NewTransaction, now: Timestamp) -> Result<Transaction> {
        let id = new.id;
        let new = self.with_category(author.books, new).await?;
        let edited = self.storage.insert_transaction(author, new, now).await?;
        self.finish(author.books, edited).await;
        self.transaction(author.books, id).await
    }

    /// Changes the selected transactions in the same way, as one edit.
    ///
    /// # Errors
    /// [`Error::NotFound`] if a transaction or category is not the user's; [`Error::TooManyEdited`],
    /// [`Error::TooManyTags`], [`Error::OtherCurrency`]; [`Error::Storage`] if the storage fails.
    pub async fn change_transactions(
        &self,
        author: Author,
        selection: Selection,
        change: TransactionChange,
        now: Timestamp,
    ) -> Result<Edit> {
        let edited =
            self.storage.change_transactions(author, selection, change, EditAction::Change, now).await?;
        Ok(self.finish(author.books, edited).await)
    }

    /// Deletes the selected transactions, as one edit. Their statements keep the printed figures.
    ///
    /// # Errors
    /// As for [`Self::change_transactions`].
    pub async fn delete_transactions(
        &self,
        author: Author,
        selection: Selection,
        now: Timestamp,
    ) -> Result<Edit> {
        let edited = self.storage.delete_transactions(author, selection, now).await?;
        Ok(self.finish(author.books, edited).await)
    }

    /// Splits a transaction. `parts` makes the shares in its currency. Returns the transaction.
    ///
    /// # Errors
    /// Those of `parts`, and as for [`Self::split_transaction`].
    pub async fn split_in_currency<E: From<Error>>(
        &self,
        author: Author,
        transaction: TransactionId,
        parts: impl FnOnce(Currency) -> std::result::Result<Vec<Split>, E>,
        now: Timestamp,
    ) -> std::result::Result<Transaction, E> {
        let known = self.transaction(author.books, transaction).await?;
        self.split_transaction(author, transaction, parts(known.amount.currency())?, now).await?;
        Ok(self.transaction(author.books, transaction).await?)
    }

    /// Splits a transaction; no splits at all remove the existing ones.
    ///
    /// # Errors
    /// [`Error::SplitsDoNotAddUp`] unless there are at least two splits with the sign of the transaction that
    /// add up to its amount; [`Error::Money`] if their sum does not fit; otherwise as for
    /// [`Self::change_transactions`].
    pub async fn split_transaction(
        &self,
        author: Author,
        transaction: TransactionId,
        parts: Vec<Split>,
        now: Timestamp,
    ) -> Result<Edit> {
        let known = self.transaction(author.books, transaction).await?;
        if !parts.is_empty() {
            let same_way = parts.iter().all(|part| part.amount.is_negative() == known.amount.is_negative());
            if !same_way || !split::adds_up(known.amount, &parts)? {
                return Err(Error::SplitsDoNotAddUp);
            }
        }
        // The amount may have changed since it was read. The storage checks it again in the database
        // transaction that writes.
        let edited = self.storage.split_transaction(author, transaction, parts, now).await?;
        Ok(self.finish(author.books, edited).await)
    }

    /// Returns a page of the user's edits, newest first.
    ///
    /// # Errors
    /// [`Error::Storage`] if the cursor is not valid, or if the storage fails.
    pub async fn edits(&self, user: UserId, page: PageRequest) -> Result<Page<Edit>> {
        Ok(self.storage.list_edits(user, page).await?)
    }

    /// Undoes an edit. Undoing the undo redoes the edit.
    ///
    /// # Errors
    /// [`Error::NotFound`] for an unknown edit, [`Error::UndoneAlready`]; [`Error::Storage`] if the storage
    /// fails.
    pub async fn undo_edit(&self, author: Author, edit: EditId, now: Timestamp) -> Result<UndoneEdit> {
        let Undone { edit, kept, statements } = self.storage.undo_edit(author, edit, now).await?;
        self.recheck(author.books, &statements).await;
        Ok(UndoneEdit { edit, kept })
    }

    /// Completes an edit: checks the statements whose lines it changed.
    pub(crate) async fn finish(&self, user: UserId, Edited { edit, statements }: Edited) -> Edit {
        self.recheck(user, &statements).await;
        edit
    }

    /// Checks statements again. The edit is stored already, and marked them as unchecked: if the check fails
    /// they stay so, and the caller must not take the edit for a failed one and repeat it.
    async fn recheck(&self, user: UserId, statements: &[StatementId]) {
        for statement in statements {
            if let Err(error) = self.recheck_statement(user, *statement).await {
                let cause = &error as &dyn std::error::Error;
                tracing::error!(%statement, cause, "cannot check a statement again");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use saldo_domain::{
        AccountDraft, AccountKind, Currency, Date, Id, Money, Outcome, ReadBy, Sha256, StatementDraft,
        StatementKind, TransactionDraft,
    };
    use saldo_statement_reader::reconcile;
    use saldo_storage::NewStatement;

    use super::*;
    use crate::test_books::{Books, NOW};

    fn euros(minor: i64) -> Money {
        Money::from_minor(minor, Currency::parse("EUR").unwrap())
    }

    /// Imports a statement with two lines and both balances.
    async fn import(books: &Books) -> StatementId {
        let storage = &books.keeper.storage;
        let id = StatementId::new(NOW);
        let new = NewStatement {
            id,
            file_name: "may.pdf".to_owned(),
            file_key: format!("files/{id}"),
            size: 1,
            sha256: Sha256::of(b"may"),
        };
        storage.insert_statement(books.user, new, NOW).await.unwrap();
        let line = |day, description: &str, minor| TransactionDraft {
            date: Date::from_ymd_opt(2025, 5, day).unwrap(),
            value_date: None,
            description: description.to_owned(),
            amount: euros(minor),
            balance: None,
            place: None,
        };
        let account = AccountDraft {
            number: Some("1111".to_owned()),
            opening_balance: Some(euros(1_000)),
            closing_balance: Some(euros(1_400)),
            transactions: vec![line(1, "Coffee", -300), line(2, "Refund", 700)],
            ..AccountDraft::new(AccountKind::Checking, euros(0).currency())
        };
        let draft = StatementDraft {
            kind: StatementKind::Bank,
            institution: None,
            read_by: ReadBy::Layout,
            pages: 1,
            accounts: vec![account],
        };
        storage.import_statement(books.user, id, reconcile::check(draft), NOW).await.unwrap();
        id
    }

    async fn outcome(books: &Books, statement: StatementId) -> Option<Outcome> {
        books.keeper.storage.find_statement(books.user, statement).await.unwrap().unwrap().outcome()
    }

    async fn lines(books: &Books, statement: StatementId) -> Vec<TransactionId> {
        let lines = books.keeper.storage.list_statement_lines(books.user, statement).await.unwrap();
        lines.unwrap().into_iter().map(|line| line.transaction.id).collect()
    }

    #[tokio::test]
    async fn the_statement_is_checked_again_after_every_edit_and_its_undo() {
        let books = Books::of(&[]).await;
        let (user, keeper) = (books.user, &books.keeper);
        let statement = import(&books).await;
        assert_eq!(outcome(&books, statement).await, Some(Outcome::Balanced));
        let coffee = lines(&books, statement).await[0];
        let one = || Selection::Ids(vec![coffee]);
        let dearer = TransactionChange { amount: Some(euros(-400)), ..TransactionChange::default() };
        let mut edits = vec![keeper.change_transactions(user.into(), one(), dearer, NOW).await.unwrap()];
        assert_eq!(outcome(&books, statement).await, Some(Outcome::Unbalanced));
        edits.push(keeper.delete_transactions(user.into(), one(), NOW).await.unwrap());
        assert_eq!(outcome(&books, statement).await, Some(Outcome::Unbalanced));
        for edit in edits.into_iter().rev() {
            keeper.undo_edit(user.into(), edit.id, NOW).await.unwrap();
            let again = keeper.undo_edit(user.into(), edit.id, NOW).await;
            assert!(matches!(again, Err(Error::UndoneAlready)), "{again:?}");
        }
        assert_eq!(outcome(&books, statement).await, Some(Outcome::Balanced));
        let missed = NewTransaction {
            id: TransactionId::new(NOW),
            account: keeper.transaction(user, coffee).await.unwrap().account,
            statement: Some(statement),
            position: None,
            date: Date::from_ymd_opt(2025, 5, 3).unwrap(),
            description: "Tea".to_owned(),
            note: String::new(),
            amount: euros(-100),
            category: None,
            category_by: saldo_domain::CategoryBy::Words,
            kind: saldo_domain::TransactionKind::Transaction,
            tags: Vec::new(),
        };
        assert_eq!(
            keeper
                .add_transaction(user.into(), missed.account, |_| Ok::<_, Error>(missed), NOW)
                .await
                .unwrap()
                .description,
            "Tea"
        );
        assert_eq!(outcome(&books, statement).await, Some(Outcome::Unbalanced));
    }

    #[tokio::test]
    async fn transactions_of_others_are_not_found() {
        let books = Books::of(&["Coffee"]).await;
        let (keeper, nobody) = (&books.keeper, UserId::new(NOW));
        let transaction =
            keeper.all_transactions(books.user, TransactionFilter::default()).await.unwrap()[0].id;
        let not_found = |result: Result<()>| assert!(matches!(result, Err(Error::NotFound)), "{result:?}");
        let one = || Selection::Ids(vec![transaction]);
        not_found(keeper.transaction(nobody, transaction).await.map(drop));
        not_found(keeper.history(nobody, transaction).await.map(drop));
        not_found(
            keeper
                .change_transactions(nobody.into(), one(), TransactionChange::default(), NOW)
                .await
                .map(drop),
        );
        not_found(keeper.delete_transactions(nobody.into(), one(), NOW).await.map(drop));
        not_found(keeper.split_transaction(nobody.into(), transaction, Vec::new(), NOW).await.map(drop));
        not_found(keeper.link_transfer(nobody.into(), transaction, transaction, NOW).await.map(drop));
        not_found(keeper.undo_edit(nobody.into(), Id::new(NOW), NOW).await.map(drop));
    }
}
