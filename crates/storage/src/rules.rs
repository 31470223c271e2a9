//! The port for rules.

use async_trait::async_trait;
use saldo_domain::{Rule, RuleId, Timestamp, UserId};

use crate::Result;

/// The rules of a user.
#[async_trait]
pub trait Rules: Send + Sync {
    /// Returns the user's rules, in the order in which they are tried.
    async fn list_rules(&self, user: UserId) -> Result<Vec<Rule>>;

    /// Adds a rule after all others, or replaces the user's rule with the same id, which keeps its position.
    /// Returns `false` if the id belongs to another user's rule.
    async fn put_rule(&self, user: UserId, rule: Rule, now: Timestamp) -> Result<bool>;

    /// Sets the order of the rules. Returns `false`, and changes nothing, unless `order` names each of the
    /// user's rules once.
    async fn order_rules(&self, user: UserId, order: Vec<RuleId>) -> Result<bool>;

    /// Deletes a rule; returns `false` if the user has no such rule. Changes that the rule made to
    /// transactions remain.
    async fn delete_rule(&self, user: UserId, rule: RuleId) -> Result<bool>;
}
