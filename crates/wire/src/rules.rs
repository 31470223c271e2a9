//! Rules, and previews of their changes.

use saldo_bookkeeping::RulePreview;
use saldo_domain::{CategoryId, Rule, RuleAction, RuleCondition, RuleId, Tag};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::fields::{id_of, one_line};
use crate::transactions::TransactionBody;
use crate::{AnyId, Result};

/// Maximum length of a rule's name, in characters.
const NAME_CHARACTERS_MAX: usize = 200;

/// The contents of a rule.
#[derive(Deserialize, ToSchema)]
pub struct RuleRequest {
    name: String,
    #[serde(default = "enabled")]
    enabled: bool,
    conditions: Vec<RuleCondition>,
    actions: Vec<RuleAction>,
}

const fn enabled() -> bool {
    true
}

impl RuleRequest {
    /// Returns the rule with this id.
    ///
    /// # Errors
    /// [`Error::Invalid`](crate::Error::Invalid) for an empty or overlong name.
    pub fn rule(self, id: RuleId) -> Result<Rule> {
        let name = one_line("name", &self.name, NAME_CHARACTERS_MAX)?;
        Ok(Rule { id, name, enabled: self.enabled, conditions: self.conditions, actions: self.actions })
    }
}

/// All rules of the user, in the new order.
#[derive(Deserialize, ToSchema)]
pub struct OrderRequest {
    #[schema(value_type = Vec<AnyId>)]
    ids: Vec<String>,
}

impl OrderRequest {
    /// Returns the order.
    ///
    /// # Errors
    /// [`Error::NotFound`](crate::Error::NotFound) for a text that is not an id.
    pub fn order(&self) -> Result<Vec<RuleId>> {
        self.ids.iter().map(|id| id_of(id)).collect()
    }
}

/// The changes that a rule would make.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PreviewBody {
    #[serde(rename = "entries")]
    transactions: u64,
    changed: u64,
    examples: Vec<ExampleBody>,
}

/// A transaction that a rule would change.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExampleBody {
    transaction: TransactionBody,
    category_id: Option<CategoryId>,
    description: Option<String>,
    add_tags: Vec<Tag>,
    transfer: bool,
}

/// The number of transactions that rules changed.
#[derive(Serialize, ToSchema)]
pub struct AppliedBody {
    /// The number.
    pub changed: u64,
}

impl From<RulePreview> for PreviewBody {
    fn from(preview: RulePreview) -> Self {
        let examples = preview.examples.into_iter().map(|(transaction, outcome)| ExampleBody {
            transaction: transaction.into(),
            category_id: outcome.category.map(|decided| decided.value),
            description: outcome.description.map(|decided| decided.value),
            add_tags: outcome.tags.into_iter().map(|decided| decided.value).collect(),
            transfer: outcome.transfer.is_some(),
        });
        Self { transactions: preview.transactions, changed: preview.changed, examples: examples.collect() }
    }
}
