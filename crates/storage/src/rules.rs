//! Rules.

use async_trait::async_trait;
use saldo_domain::{Rule, RuleId, Timestamp, UserId};

use crate::Result;

/// The person's rules.
#[async_trait]
pub trait Rules: Send + Sync {
    /// The person's rules, in the order in which they are tried.
    async fn list_rules(&self, user: UserId) -> Result<Vec<Rule>>;

    /// Adds a rule after all others, or changes the one of the same identifier, which stays where it is.
    /// `false` when the identifier is somebody else's.
    async fn put_rule(&self, user: UserId, rule: Rule, now: Timestamp) -> Result<bool>;

    /// Puts the rules into this order; `false`, and nothing changes, unless it names each of the person's rules once.
    async fn order_rules(&self, user: UserId, order: Vec<RuleId>) -> Result<bool>;

    /// Deletes a rule; what it did to entries stays. `false` when the person has no such rule.
    async fn delete_rule(&self, user: UserId, rule: RuleId) -> Result<bool>;
}
