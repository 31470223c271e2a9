//! Changes that the advisor can propose. They use the same use cases as the web pages, so that edits are
//! recorded and can be undone.

use std::collections::HashSet;
use std::sync::Arc;

use async_trait::async_trait;
use saldo_bookkeeping::Bookkeeper;
use saldo_domain::{
    Author, Budget, BudgetId, BudgetRhythm, Category, CategoryId, Clock, Currency, Money, Month, PageRequest,
    Period, RollOver, Rule, RuleAction, RuleCondition, RuleId, TransactionFilter, TransactionId,
    TransactionKind, UserId, text,
};
use saldo_storage::{EDIT_TRANSACTIONS_MAX, Selection, Storage, TransactionChange};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::NOTES_MAX;
use crate::writes::{CategorizeTransactions, CreateRule, Remember, SetBudget};
use crate::{Proposal, ProposedAction, WriteError, Writer, naming};

/// A proposed change with all names resolved, as it is stored until the user approves it.
#[derive(Debug, Serialize, Deserialize)]
struct StoredAction {
    /// The description that the user approves.
    summary: String,
    #[serde(flatten)]
    action: Action,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
enum Action {
    Categorize { transactions: Vec<TransactionId>, category: CategoryId },
    Rule { rule: Rule },
    Budget { budget: Budget },
    Remember { text: String },
}

/// Resolves proposals against the user's data, and performs them.
pub(super) struct ProposalExecutor {
    storage: Arc<dyn Storage>,
    books: Bookkeeper,
    clock: Arc<dyn Clock>,
}

impl ProposalExecutor {
    /// Creates a writer on this storage.
    pub(super) fn new(storage: Arc<dyn Storage>, clock: Arc<dyn Clock>) -> Self {
        Self { books: Bookkeeper::new(storage.clone()), storage, clock }
    }

    async fn categorize(
        &self,
        user: UserId,
        request: &CategorizeTransactions,
    ) -> Result<Proposal, WriteError> {
        let names = Names::read(self.storage.as_ref(), user).await?;
        let target = names.category(&request.category)?;
        let account = match &request.account {
            None => None,
            Some(name) => Some(self.account(user, name).await?),
        };
        let period = match (request.from, request.to) {
            (None, None) => None,
            (from, to) => {
                let period = Period::new(from.unwrap_or(Period::FIRST_DAY), to.unwrap_or(Period::LAST_DAY));
                Some(period.ok_or_else(|| refused("from must not be after to"))?)
            }
        };
        let from = match request.from_category.as_deref() {
            None | Some("none") => None,
            Some(name) => Some(names.within(names.category(name)?.id)),
        };
        let filter = TransactionFilter {
            account,
            period,
            words: request.text.clone(),
            kind: Some(TransactionKind::Transaction),
            uncategorized: request.from_category.as_deref() == Some("none"),
            ..TransactionFilter::default()
        };
        let transactions = self.matching(user, filter, from.as_ref(), target.id).await?;
        if transactions.is_empty() {
            return Err(refused(&format!(
                "no matching transactions outside {}; search for others",
                names.shown(target)
            )));
        }
        let count = transactions.len();
        let which = request.text.as_ref().map_or_else(String::new, |text| format!(" with \"{text}\""));
        let plural = if count == 1 { "transaction" } else { "transactions" };
        let summary = format!("Move {count} {plural}{which} to {}", names.shown(target));
        let action = Action::Categorize { transactions, category: target.id };
        proposal(summary, u64::try_from(count).ok(), action)
    }

    /// Returns the transactions that match a filter and do not have the target category yet. Split
    /// transactions are left out: a category for the whole transaction would remove its splits.
    async fn matching(
        &self,
        user: UserId,
        filter: TransactionFilter,
        from: Option<&HashSet<CategoryId>>,
        target: CategoryId,
    ) -> Result<Vec<TransactionId>, WriteError> {
        let mut found = Vec::new();
        let mut page = PageRequest::first(PageRequest::LIMIT_MAX);
        loop {
            let next = self
                .storage
                .list_transactions(user, filter.clone(), page)
                .await
                .map_err(|error| failed(&error))?;
            let wanted = next.items.iter().filter(|transaction| {
                transaction.splits.is_empty()
                    && transaction.category != Some(target)
                    && from.is_none_or(|from| {
                        transaction.category.is_some_and(|category| from.contains(&category))
                    })
            });
            found.extend(wanted.map(|transaction| transaction.id));
            if found.len() > EDIT_TRANSACTIONS_MAX {
                return Err(refused(&format!(
                    "more than {EDIT_TRANSACTIONS_MAX} transactions match; select fewer"
                )));
            }
            match next.next_cursor {
                Some(cursor) => page = PageRequest { limit: PageRequest::LIMIT_MAX, cursor: Some(cursor) },
                None => return Ok(found),
            }
        }
    }

    async fn account(&self, user: UserId, name: &str) -> Result<saldo_domain::AccountId, WriteError> {
        let accounts = self.storage.list_accounts(user).await.map_err(|error| failed(&error))?;
        let found = naming::account(&accounts, name).map_err(|error| refused(&error.to_string()))?;
        Ok(found.id)
    }

    async fn rule(&self, user: UserId, request: &CreateRule) -> Result<Proposal, WriteError> {
        let names = Names::read(self.storage.as_ref(), user).await?;
        let category = names.category(&request.category)?;
        let words = text::one_line(&request.text);
        if words.is_empty() {
            return Err(refused("text must not be empty"));
        }
        let rule = Rule {
            id: RuleId::new(self.clock.now()),
            name: format!("{words} → {}", names.shown(category)),
            enabled: true,
            conditions: vec![RuleCondition::DescriptionHasWords { words: words.clone() }],
            actions: vec![RuleAction::SetCategory { category: category.id }],
        };
        self.books.check_rule(user, &rule).await.map_err(|error| refused(&error.to_string()))?;
        let summary =
            format!("Create a rule: move new transactions with \"{words}\" to {}", names.shown(category));
        proposal(summary, None, Action::Rule { rule })
    }

    async fn budget(&self, user: UserId, request: &SetBudget) -> Result<Proposal, WriteError> {
        let names = Names::read(self.storage.as_ref(), user).await?;
        let category = names.category(&request.category)?;
        let currency = self.currency(user, request.currency.as_deref()).await?;
        let amount = Money::parse_stated(&request.amount, currency)
            .map_err(|_| refused("the amount must be a decimal string such as \"300.00\""))?;
        if amount.is_negative() || amount.is_zero() {
            return Err(refused("the amount must be greater than zero"));
        }
        let rhythm = match request.rhythm.as_deref() {
            None => None,
            Some("monthly") => Some(BudgetRhythm::Monthly),
            Some("yearly") => Some(BudgetRhythm::Yearly),
            Some(_) => return Err(refused("rhythm must be \"monthly\" or \"yearly\"")),
        };
        let now = self.clock.now();
        let budgets = self.storage.list_budgets(user).await.map_err(|error| failed(&error))?;
        let known = budgets
            .into_iter()
            .find(|budget| budget.category == category.id && budget.amount.currency() == currency);
        let start = Month::of(now.date())
            .ok_or_else(|| refused("the server's clock is wrong; tell the user to correct it"))?;
        let before = known.as_ref().map(|budget| budget.amount);
        let mut budget = known.unwrap_or(Budget {
            id: BudgetId::new(now),
            category: category.id,
            amount,
            rhythm: BudgetRhythm::Monthly,
            roll_over: RollOver::Nothing,
            start,
            end: None,
        });
        budget.amount = amount;
        budget.rhythm = rhythm.unwrap_or(budget.rhythm);
        let often = if budget.rhythm == BudgetRhythm::Monthly { "month" } else { "year" };
        let instead = before.map_or_else(String::new, |before| format!(" instead of {before}"));
        let summary = format!("Set the budget for {} to {amount} a {often}{instead}", names.shown(category));
        proposal(summary, None, Action::Budget { budget })
    }

    /// Returns the named currency, or else the currency of the user's reports, or else that of all their
    /// accounts.
    async fn currency(&self, user: UserId, named: Option<&str>) -> Result<Currency, WriteError> {
        if let Some(code) = named {
            return Currency::parse(code).map_err(|_| refused("the currency must be an ISO 4217 code"));
        }
        if let Some(currency) =
            self.storage.find_preferences(user).await.map_err(|error| failed(&error))?.currency
        {
            return Ok(currency);
        }
        let accounts = self.storage.list_accounts(user).await.map_err(|error| failed(&error))?;
        let mut currencies: Vec<Currency> = accounts.iter().map(|account| account.currency).collect();
        currencies.dedup();
        match currencies.as_slice() {
            [one] => Ok(*one),
            _ => Err(refused("the currency is not clear; name it")),
        }
    }

    async fn remember(&self, user: UserId, request: &Remember) -> Result<Proposal, WriteError> {
        if !self.storage.find_preferences(user).await.map_err(|error| failed(&error))?.advisor.memory {
            return Err(refused("notes are switched off; the user can switch them on in the settings"));
        }
        let text = text::one_line(&request.text);
        if text.is_empty() {
            return Err(refused("text must not be empty"));
        }
        proposal(format!("Remember: {text}"), None, Action::Remember { text })
    }

    async fn put_into(
        &self,
        author: Author,
        transactions: Vec<TransactionId>,
        category: CategoryId,
    ) -> Result<Value, WriteError> {
        let change = TransactionChange { category: Some(Some(category)), ..TransactionChange::default() };
        let edited = self
            .books
            .change_transactions(author, Selection::Ids(transactions), change, self.clock.now())
            .await;
        let why = "the transactions or the category have changed; propose the change again";
        let edit = edited.map_err(|error| explained(error, why))?;
        Ok(json!({ "editId": edit.id, "entries": edit.transactions }))
    }
}

#[async_trait]
impl Writer for ProposalExecutor {
    async fn propose(&self, user: UserId, request: &ProposedAction) -> Result<Proposal, WriteError> {
        match request {
            ProposedAction::CategorizeTransactions(request) => self.categorize(user, request).await,
            ProposedAction::CreateRule(request) => self.rule(user, request).await,
            ProposedAction::SetBudget(request) => self.budget(user, request).await,
            ProposedAction::Remember(request) => self.remember(user, request).await,
        }
    }

    async fn perform(&self, author: Author, content: &Value) -> Result<Value, WriteError> {
        let user = author.books;
        let stored: StoredAction = serde_json::from_value(content.clone())
            .map_err(|_| refused("an older version proposed this change; propose it again"))?;
        let now = self.clock.now();
        let mut done = match stored.action {
            Action::Categorize { transactions, category } => {
                self.put_into(author, transactions, category).await?
            }
            Action::Rule { rule } => {
                let put = self.books.put_rule(user, &rule, now).await;
                put.map_err(|error| explained(error, "the category was deleted; choose another"))?;
                json!({ "ruleId": rule.id })
            }
            Action::Budget { budget } => {
                let put = self.books.put_budget(user, &budget, now).await;
                put.map_err(|error| match error {
                    saldo_bookkeeping::Error::BudgetTaken => {
                        refused("the category has another budget now; propose the change again")
                    }
                    error => explained(error, "the category was deleted; choose another"),
                })?;
                json!({ "budgetId": budget.id, "amount": budget.amount })
            }
            Action::Remember { text } => {
                let kept = self
                    .storage
                    .insert_memory(user, &text, NOTES_MAX, now)
                    .await
                    .map_err(|error| failed(&error))?;
                let memory =
                    kept.ok_or_else(|| refused("there are too many notes; ask the user to delete some"))?;
                json!({ "memoryId": memory.id })
            }
        };
        done["done"] = stored.summary.into();
        Ok(done)
    }
}

fn proposal(summary: String, transactions: Option<u64>, action: Action) -> Result<Proposal, WriteError> {
    let content = serde_json::to_value(StoredAction { summary: summary.clone(), action })
        .map_err(|error| refused(&error.to_string()))?;
    Ok(Proposal { summary, transactions, content })
}

fn refused(why: &str) -> WriteError {
    WriteError(why.to_owned())
}

/// Returns the reason why a change was not made. `gone` is the one for a record that does not exist any more.
fn explained(error: saldo_bookkeeping::Error, gone: &str) -> WriteError {
    match error {
        saldo_bookkeeping::Error::Storage(error) => failed(&error),
        saldo_bookkeeping::Error::NotFound => refused(gone),
        error => refused(&error.to_string()),
    }
}

fn failed(error: &saldo_storage::Error) -> WriteError {
    let cause = error as &dyn std::error::Error;
    tracing::error!(cause, "cannot apply a change of the advisor");
    refused("the data cannot be changed right now; try again")
}

/// The names of the user's categories.
struct Names(Vec<Category>);

impl Names {
    async fn read(storage: &dyn Storage, user: UserId) -> Result<Self, WriteError> {
        Ok(Self(storage.list_categories(user).await.map_err(|error| failed(&error))?))
    }

    fn category(&self, name: &str) -> Result<&Category, WriteError> {
        naming::category(&self.0, name).map_err(|error| refused(&error.to_string()))
    }

    /// Returns the name of a category that the user reads.
    fn shown(&self, category: &Category) -> String {
        naming::category_name(&self.0, category)
    }

    /// Returns a category and its subcategories.
    fn within(&self, category: CategoryId) -> HashSet<CategoryId> {
        let below = self.0.iter().filter(|other| other.parent == Some(category)).map(|other| other.id);
        below.chain([category]).collect()
    }
}
