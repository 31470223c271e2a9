//! Categorizing transactions: by the user's rules first, then by the learner.

use std::collections::HashSet;

use saldo_domain::{
    Author, CategoryBy, CategoryId, EditAction, Rule, RuleAction, RuleId, StatementId, Timestamp,
    Transaction, TransactionFilter, TransactionId, TransactionKind, UserId,
};
use saldo_ledger::learn::{Example, Learner, Suggestion};
use saldo_ledger::rules::{CompiledRules, RuleLimits, RuleOutcome};
use saldo_storage::{EDIT_TRANSACTIONS_MAX, TransactionChange};

use crate::{Bookkeeper, Result};

/// The maximum number of transactions to learn from: the latest whose category the user chose.
const EXAMPLES_MAX: u32 = 20_000;

/// The result of categorizing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Categorized {
    /// The number of transactions that a rule changed.
    pub by_rules: u64,
    /// The number of transactions that got a category from the learner.
    pub by_learning: u64,
}

/// The changes that rules would make.
#[derive(Debug, Clone)]
pub struct RulePreview {
    /// The number of transactions that would change.
    pub changed: u64,
    /// The number of transactions that were examined.
    pub transactions: u64,
    /// The first of the transactions that would change, in their current state, with the changes.
    pub examples: Vec<(Transaction, RuleOutcome)>,
}

/// A suggested category with the earlier transactions that it is based on.
#[derive(Debug, Clone)]
pub struct Suggested {
    /// The suggestion.
    pub suggestion: Suggestion,
    /// The earlier transactions, the most important first.
    pub because: Vec<Transaction>,
}

/// The reasons for the category of a transaction.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CategoryReasons {
    /// The rule that decided it, if one did.
    pub rule: Option<RuleId>,
    /// The category that the user's own choices suggest, if they are certain enough.
    pub suggested: Option<Suggested>,
    /// The model that chose it, if one did.
    pub model: Option<String>,
}

impl Bookkeeper {
    /// Categorizes the transactions of a new statement. Transactions that were
    /// changed already are skipped, so that a repetition changes nothing.
    ///
    /// # Errors
    /// [`crate::Error::Ledger`] if a stored rule is invalid; [`crate::Error::Storage`] if the storage fails.
    pub async fn categorize_statement(
        &self,
        user: UserId,
        statement: StatementId,
        now: Timestamp,
    ) -> Result<Categorized> {
        let lines = self.storage.list_statement_lines(user, statement).await?.unwrap_or_default();
        let fresh: Vec<Transaction> =
            lines.into_iter().map(|line| line.transaction).filter(is_untouched).collect();
        if fresh.is_empty() {
            return Ok(Categorized::default());
        }
        let rules = self.rules(user).await?;
        let learner = self.learner(user).await?;
        let outcomes = fresh
            .iter()
            .map(|transaction| {
                (transaction, rules.apply(transaction).changes(transaction, &transaction.tags))
            })
            .collect();
        let mut changes = Vec::new();
        for (transaction, outcome) in self.without_user_decisions(user, outcomes).await? {
            let mut change = change_of(&outcome);
            if outcome.is_empty() {
                let suggested = learner
                    .suggest(&transaction.original_description, transaction.amount, transaction.account)
                    .filter(|suggestion| transaction.category != Some(suggestion.category));
                let Some(suggestion) = suggested else { continue };
                change.category = Some(Some(suggestion.category));
                change.category_by = Some(CategoryBy::Learned);
            }
            changes.push((transaction.id, change));
        }
        let is_learned = |(_, change): &&(TransactionId, TransactionChange)| {
            change.category_by == Some(CategoryBy::Learned)
        };
        let by_learner: HashSet<TransactionId> =
            changes.iter().filter(is_learned).map(|(id, _)| *id).collect();
        let done = self.change_each(Author::automatic(user), changes, EditAction::Categorize, now).await?;
        let by_learning = count(done.iter().filter(|id| by_learner.contains(id)).count());
        Ok(Categorized { by_rules: count(done.len()) - by_learning, by_learning })
    }

    /// Returns the changes that [`Bookkeeper::apply_rules`] would make with `rules`,
    /// without saving anything, and at most `examples_max` of the changed transactions.
    ///
    /// # Errors
    /// [`crate::Error::NotFound`] for an account or category that is not the user's; [`crate::Error::Ledger`]
    /// with the ID of an invalid rule and the problem; [`crate::Error::TooManyTransactions`] if there are too
    /// many transactions; [`crate::Error::Storage`] if the storage fails.
    pub async fn preview_rules(
        &self,
        user: UserId,
        rules: &[Rule],
        examples_max: usize,
    ) -> Result<RulePreview> {
        for rule in rules {
            self.check_names(user, rule).await?;
        }
        let compiled = CompiledRules::compile(rules, &RuleLimits::default())?;
        let transactions = self.all_transactions(user, TransactionFilter::default()).await?;
        let looked_at = count(transactions.len());
        let outcomes = self.changes_by(user, &compiled, &transactions).await?;
        let changed = count(outcomes.len());
        let examples = outcomes.into_iter().take(examples_max);
        let examples = examples.map(|(transaction, outcome)| (transaction.clone(), outcome)).collect();
        Ok(RulePreview { changed, transactions: looked_at, examples })
    }

    /// Applies the user's rules to all transactions except those whose category the user chose. Other changes
    /// by the user remain, and a repetition changes nothing. Returns the number of changed transactions.
    ///
    /// # Errors
    /// [`crate::Error::Ledger`] if a stored rule is invalid; [`crate::Error::TooManyTransactions`]
    /// if there are too many transactions; [`crate::Error::Storage`] if the storage fails.
    pub async fn apply_rules(&self, author: Author, now: Timestamp) -> Result<u64> {
        let user = author.books;
        let rules = self.rules(user).await?;
        let transactions = self.all_transactions(user, TransactionFilter::default()).await?;
        let outcomes = self.changes_by(user, &rules, &transactions).await?;
        let changes = outcomes
            .into_iter()
            .map(|(transaction, outcome)| (transaction.id, change_of(&outcome)))
            .collect();
        Ok(count(self.change_each(author, changes, EditAction::Categorize, now).await?.len()))
    }

    /// Returns the changes that rules make to the transactions whose category the user did not choose.
    async fn changes_by<'a>(
        &self,
        user: UserId,
        rules: &CompiledRules,
        transactions: &'a [Transaction],
    ) -> Result<Vec<(&'a Transaction, RuleOutcome)>> {
        let open = transactions.iter().filter(|transaction| transaction.category_by != CategoryBy::User);
        let outcomes = open.map(|transaction| {
            (transaction, rules.apply(transaction).changes(transaction, &transaction.tags))
        });
        let outcomes = outcomes.filter(|(_, outcome)| !outcome.is_empty()).collect();
        let mut left = self.without_user_decisions(user, outcomes).await?;
        left.retain(|(_, outcome)| !outcome.is_empty());
        Ok(left)
    }

    /// Checks that a rule is valid, and that the user's rules stay within the limits with it.
    ///
    /// # Errors
    /// [`crate::Error::Ledger`] with the problem; [`crate::Error::Storage`] if the storage fails.
    pub async fn check_rule(&self, user: UserId, rule: &Rule) -> Result<()> {
        let mut rules = self.storage.list_rules(user).await?;
        rules.retain(|other| other.id != rule.id);
        rules.push(rule.clone());
        CompiledRules::compile(&rules, &RuleLimits::default())?;
        Ok(())
    }

    /// Returns the rule that would give a transaction the category it has, if there is one.
    ///
    /// # Errors
    /// [`crate::Error::Ledger`] if a stored rule is invalid; [`crate::Error::Storage`] if the storage fails.
    pub async fn rule_of(&self, user: UserId, transaction: &Transaction) -> Result<Option<RuleId>> {
        let outcome = self.rules(user).await?.apply(transaction);
        Ok(outcome
            .category
            .filter(|decided| transaction.category == Some(decided.value))
            .map(|decided| decided.by))
    }

    /// Explains the category of a transaction.
    ///
    /// # Errors
    /// [`crate::Error::NotFound`] for an unknown transaction; [`crate::Error::Storage`] if the storage fails.
    pub async fn explain_category(
        &self,
        user: UserId,
        transaction: TransactionId,
    ) -> Result<CategoryReasons> {
        let known = self.transaction(user, transaction).await?;
        Ok(CategoryReasons {
            rule: self.rule_of(user, &known).await?,
            suggested: self.suggest_category(user, transaction).await?,
            model: self.model_of(user, &known).await?,
        })
    }

    /// Returns the model that chose the category of a transaction, if one did.
    async fn model_of(&self, user: UserId, transaction: &Transaction) -> Result<Option<String>> {
        if transaction.category_by != CategoryBy::Model {
            return Ok(None);
        }
        Ok(self.storage.find_model_choice(user, transaction.id).await?)
    }

    /// Suggests a category for a transaction from the user's own choices, with the
    /// reasons. `None` if the certainty is too low or the transaction does not exist.
    ///
    /// # Errors
    /// [`crate::Error::Storage`] if the storage fails.
    pub async fn suggest_category(
        &self,
        user: UserId,
        transaction: TransactionId,
    ) -> Result<Option<Suggested>> {
        let Some(transaction) = self.storage.find_transaction(user, transaction).await? else {
            return Ok(None);
        };
        let learner = self.learner_without(user, Some(transaction.id)).await?;
        let suggestion =
            learner.suggest(&transaction.original_description, transaction.amount, transaction.account);
        let Some(suggestion) = suggestion else { return Ok(None) };
        let mut because = Vec::new();
        for id in &suggestion.because {
            because.extend(self.storage.find_transaction(user, *id).await?);
        }
        Ok(Some(Suggested { suggestion, because }))
    }

    pub(crate) async fn rules(&self, user: UserId) -> Result<CompiledRules> {
        let mut rules = self.storage.list_rules(user).await?;
        let known: HashSet<CategoryId> =
            self.storage.list_categories(user).await?.into_iter().map(|category| category.id).collect();
        // A rule may name a category that was deleted since.
        // It is skipped, so that the other rules still apply.
        rules.retain(|rule| rule.actions.iter().all(|action| names_known(action, &known)));
        Ok(CompiledRules::compile(&rules, &RuleLimits::default())?)
    }

    pub(crate) async fn learner(&self, user: UserId) -> Result<Learner> {
        self.learner_without(user, None).await
    }

    async fn learner_without(&self, user: UserId, without: Option<TransactionId>) -> Result<Learner> {
        let mut sorted = self.storage.list_categorized_transactions(user, EXAMPLES_MAX).await?;
        // A suggestion names the transactions that were learned last, which should be the latest.
        sorted.reverse();
        sorted.retain(|transaction| Some(transaction.id) != without);
        Ok(Learner::from_examples(sorted.iter().map(|transaction| Example {
            transaction: transaction.id,
            description: &transaction.description,
            amount: transaction.amount,
            account: transaction.account,
            category: transaction.category,
        })))
    }

    /// Makes a different change to each transaction and returns the IDs of those that were changed.
    /// If the storage rejects one, for example because it was deleted, the others are still changed.
    pub(crate) async fn change_each(
        &self,
        author: Author,
        changes: Vec<(TransactionId, TransactionChange)>,
        action: EditAction,
        now: Timestamp,
    ) -> Result<Vec<TransactionId>> {
        let mut open: Vec<Vec<(TransactionId, TransactionChange)>> =
            changes.chunks(EDIT_TRANSACTIONS_MAX).map(<[_]>::to_vec).collect();
        let mut done = Vec::new();
        while let Some(mut chunk) = open.pop() {
            let ids: Vec<TransactionId> = chunk.iter().map(|(id, _)| *id).collect();
            match self.storage.change_each_transaction(author, chunk.clone(), action, now).await {
                Ok(_) => done.extend(ids),
                // One transaction makes the whole chunk fail. The halves are tried separately to find it.
                Err(saldo_storage::Error::Edit(_)) if chunk.len() > 1 => {
                    let rest = chunk.split_off(chunk.len() / 2);
                    open.extend([rest, chunk]);
                }
                Err(saldo_storage::Error::Edit(_)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(done)
    }
}

fn count(many: usize) -> u64 {
    u64::try_from(many).unwrap_or(u64::MAX)
}

fn names_known(action: &RuleAction, known: &HashSet<CategoryId>) -> bool {
    !matches!(action, RuleAction::SetCategory { category } if !known.contains(category))
}

/// True if a transaction is unchanged since its statement was imported.
fn is_untouched(transaction: &Transaction) -> bool {
    transaction.category_by == CategoryBy::Words
        && transaction.kind == TransactionKind::Transaction
        && transaction.description == transaction.original_description
        && transaction.note.is_empty()
        && transaction.tags.is_empty()
        && transaction.splits.is_empty()
}

/// Converts the result of rules to a change. The source of
/// its category is the rule, until the user chooses another.
fn change_of(outcome: &RuleOutcome) -> TransactionChange {
    let category: Option<CategoryId> = outcome.category.as_ref().map(|decided| decided.value);
    TransactionChange {
        description: outcome.description.as_ref().map(|decided| decided.value.clone()),
        category: category.map(Some),
        category_by: category.map(|_| CategoryBy::Rule),
        kind: outcome.transfer.map(|_| TransactionKind::Transfer),
        add_tags: outcome.tags.iter().map(|decided| decided.value.clone()).collect(),
        ..TransactionChange::default()
    }
}

#[cfg(test)]
mod tests {
    use saldo_storage::Selection;

    use super::*;
    use crate::test_books::{Books, NOW};

    #[tokio::test(flavor = "multi_thread")]
    async fn a_deleted_transaction_does_not_block_categorizing_the_others() {
        let books = Books::of(&[]).await;
        let mut ids = Vec::new();
        for _ in 0..5 {
            ids.push(books.add("Coffee").await);
        }
        let gone = Selection::Ids(vec![ids[2]]);
        books.keeper.storage.delete_transactions(books.user.into(), gone, NOW).await.unwrap();
        let renamed =
            TransactionChange { description: Some("Espresso".to_owned()), ..TransactionChange::default() };
        let changes = ids.iter().map(|id| (*id, renamed.clone())).collect();
        let mut done =
            books.keeper.change_each(books.user.into(), changes, EditAction::Categorize, NOW).await.unwrap();
        done.sort_unstable();
        let mut left = [ids[0], ids[1], ids[3], ids[4]];
        left.sort_unstable();
        assert_eq!(done, left);
        assert!(books.categorized().await.iter().all(|(description, ..)| description == "Espresso"));
    }
}
