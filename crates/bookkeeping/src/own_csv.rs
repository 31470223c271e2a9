//! Restoring the user's changes from a CSV file that Saldo exported, or from the export of another program.

use std::collections::HashMap;

use saldo_domain::own_csv::{BudgetText, SplitText, TransactionMarks};
use saldo_domain::{
    Author, Budget, BudgetId, Category, CategoryBy, CategoryId, EditAction, Split, StatementId, Timestamp,
    Transaction, TransactionId, TransactionKind, UserId, split,
};
use saldo_ledger::export::{ExportData, category_paths};
use saldo_storage::{EDIT_TRANSACTIONS_MAX, Edited, StatementLine, TransactionChange};

use crate::transfers::are_sides;
use crate::{Bookkeeper, Result};

impl Bookkeeper {
    /// Adds the marks of an imported file to the transactions of its statement. `marks`
    /// has a list for each part of the statement, in the order of its lines. Transactions
    /// that have changes already are skipped, so that a repetition changes nothing.
    /// Missing categories are created. The two sides of a transfer are linked, unless the user decided
    /// otherwise about one of them. Returns the number of changed transactions.
    ///
    /// # Errors
    /// [`crate::Error::Storage`] if the storage fails.
    pub async fn restore_marks(
        &self,
        author: Author,
        statement: StatementId,
        marks: Vec<Vec<TransactionMarks>>,
        now: Timestamp,
    ) -> Result<u64> {
        let user = author.books;
        let lines = self.storage.list_statement_lines(user, statement).await?.unwrap_or_default();
        let pairs = pairs(&lines, &marks);
        let mut found = marked(lines, &marks);
        let sides = found.iter().filter(|(_, marks)| marks.kind == TransactionKind::Transfer);
        let decided = self.user_decisions(user, sides.map(|(side, _)| side.id).collect()).await?;
        // A transaction that the user made income or spending again looks as if it had no changes.
        for (transaction, marks) in &mut found {
            if decided.get(&transaction.id).is_some_and(|decided| decided.no_transfer) {
                marks.kind = TransactionKind::Transaction;
            }
        }
        let mut categories = self.paths_of_categories(user).await?;
        let mut changes = Vec::with_capacity(found.len());
        for (transaction, marks) in found {
            let splits = self.splits(user, &mut categories, &marks.splits, now).await?;
            let category = match &marks.category {
                Some(path) if splits.is_empty() => self.category(user, &mut categories, path, now).await?,
                _ => None,
            };
            changes.push((transaction.id, change_of(&transaction, marks, category, splits)));
        }
        let mut count = 0;
        for chunk in changes.chunks(EDIT_TRANSACTIONS_MAX) {
            match self.storage.change_each_transaction(author, chunk.to_vec(), EditAction::Change, now).await
            {
                Ok(Edited { edit, .. }) => count += edit.transactions,
                Err(saldo_storage::Error::Edit(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.link_pairs(author, pairs, now).await?;
        Ok(count)
    }

    /// Creates the budgets of an imported file, with missing categories. A budget that the user has for the
    /// same category and currency stays. Returns the number of new budgets.
    ///
    /// # Errors
    /// [`crate::Error::Storage`] if the storage fails.
    pub async fn restore_budgets(
        &self,
        user: UserId,
        budgets: Vec<BudgetText>,
        now: Timestamp,
    ) -> Result<usize> {
        if budgets.is_empty() {
            return Ok(0);
        }
        let mut categories = self.paths_of_categories(user).await?;
        let mut count = 0;
        for BudgetText { category, amount, rhythm, roll_over, start, end } in budgets {
            let Some(category) = self.category(user, &mut categories, &category, now).await? else {
                continue;
            };
            let budget = Budget { id: BudgetId::new(now), category, amount, rhythm, roll_over, start, end };
            match self.storage.put_budget(user, budget, now).await {
                Ok(()) => count += 1,
                Err(saldo_storage::Error::Conflict | saldo_storage::Error::NotFound) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(count)
    }

    async fn paths_of_categories(&self, user: UserId) -> Result<HashMap<String, CategoryId>> {
        let categories = self.storage.list_categories(user).await?;
        let books = ExportData { categories, ..ExportData::default() };
        Ok(category_paths(&books).into_iter().map(|(id, path)| (path, id)).collect())
    }

    /// Returns the category with this path, and creates it if
    /// it does not exist. `None` if the storage rejects it.
    async fn category(
        &self,
        user: UserId,
        known: &mut HashMap<String, CategoryId>,
        path: &str,
        now: Timestamp,
    ) -> Result<Option<CategoryId>> {
        if let Some(id) = known.get(path) {
            return Ok(Some(*id));
        }
        let (parent, name) = match path.split_once(": ") {
            Some((above, name)) => (Some(above), name),
            None => (None, path),
        };
        let parent = match parent {
            Some(above) => match known.get(above) {
                Some(id) => Some(*id),
                None => self.insert_category(user, known, above, None, now).await?,
            },
            None => None,
        };
        let made = self.insert_category(user, known, name, parent, now).await?;
        known.extend(made.map(|id| (path.to_owned(), id)));
        Ok(made)
    }

    async fn insert_category(
        &self,
        user: UserId,
        known: &mut HashMap<String, CategoryId>,
        name: &str,
        parent: Option<CategoryId>,
        now: Timestamp,
    ) -> Result<Option<CategoryId>> {
        match self.storage.insert_category(user, CategoryId::new(now), name, parent).await {
            Ok(Category { id, .. }) => {
                if parent.is_none() {
                    known.insert(name.to_owned(), id);
                }
                Ok(Some(id))
            }
            Err(saldo_storage::Error::NotFound | saldo_storage::Error::TooDeep) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    async fn splits(
        &self,
        user: UserId,
        categories: &mut HashMap<String, CategoryId>,
        texts: &[SplitText],
        now: Timestamp,
    ) -> Result<Vec<Split>> {
        let mut splits = Vec::with_capacity(texts.len());
        for SplitText { amount, category, note } in texts {
            let category = if category.is_empty() {
                None
            } else {
                self.category(user, categories, category, now).await?
            };
            splits.push(Split { amount: *amount, category, note: note.clone() });
        }
        Ok(splits)
    }
}

/// Returns the pairs of transactions that are the two sides of a transfer and not linked yet: the one that
/// takes the money out, and the one that brings it in.
fn pairs(lines: &[StatementLine], marks: &[Vec<TransactionMarks>]) -> Vec<(TransactionId, TransactionId)> {
    let mut firsts: HashMap<u64, &Transaction> = HashMap::new();
    let mut pairs = Vec::new();
    for line in lines {
        let transfer = marks_of(line, marks).and_then(|marks| marks.transfer);
        let Some(transfer) = transfer.filter(|_| line.transaction.transfer.is_none()) else { continue };
        let Some(other) = firsts.insert(transfer, &line.transaction) else { continue };
        let is_out = line.transaction.amount.is_negative();
        let (out, into) = if is_out { (&line.transaction, other) } else { (other, &line.transaction) };
        // The user may have corrected an amount since.
        if are_sides(out, into) {
            pairs.push((out.id, into.id));
        }
    }
    pairs
}

/// Returns the transactions without changes, each with the marks of its line.
fn marked(
    lines: Vec<StatementLine>,
    marks: &[Vec<TransactionMarks>],
) -> Vec<(Transaction, TransactionMarks)> {
    let mut found = Vec::new();
    for line in lines {
        let marks = marks_of(&line, marks).filter(|marks| !marks.is_empty() && has_none(&line.transaction));
        found.extend(marks.cloned().map(|marks| (line.transaction, marks)));
    }
    found
}

/// Returns the marks of a line, by its place in the file: a line that the user deleted has none. `None` for a
/// line that the user added.
fn marks_of<'a>(line: &StatementLine, marks: &'a [Vec<TransactionMarks>]) -> Option<&'a TransactionMarks> {
    line.printed?;
    let part = marks.get(usize::try_from(line.part).ok()?)?;
    part.get(usize::try_from(line.transaction.position).ok()?)
}

/// True if nothing was added to a transaction. Its category, if any, was guessed from words.
fn has_none(transaction: &Transaction) -> bool {
    transaction.category_by == CategoryBy::Words
        && transaction.kind == TransactionKind::Transaction
        && transaction.description == transaction.original_description
        && transaction.note.is_empty()
        && transaction.tags.is_empty()
        && transaction.splits.is_empty()
}

fn change_of(
    transaction: &Transaction,
    marks: TransactionMarks,
    category: Option<CategoryId>,
    splits: Vec<Split>,
) -> TransactionChange {
    let adds_up = split::adds_up(transaction.amount, &splits).unwrap_or(false);
    TransactionChange {
        description: marks.description,
        note: Some(marks.note).filter(|note| !note.is_empty()),
        category: category.map(Some),
        kind: (marks.kind == TransactionKind::Transfer).then_some(marks.kind),
        tags: Some(marks.tags).filter(|tags| !tags.is_empty()),
        splits: Some(splits).filter(|_| adds_up),
        ..TransactionChange::default()
    }
}
