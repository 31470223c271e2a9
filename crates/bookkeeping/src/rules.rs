//! The user's rules: their contents and their order. `categorizing` applies them.

use saldo_domain::{Rule, RuleAction, RuleCondition, RuleId, Timestamp, UserId};

use crate::accounts::require_found;
use crate::{Bookkeeper, Error, Result};

impl Bookkeeper {
    /// Returns the rules in the order in which they are tried.
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn list_rules(&self, user: UserId) -> Result<Vec<Rule>> {
        Ok(self.storage.list_rules(user).await?)
    }

    /// Stores a rule: a new one, which is tried after all others, or a new version of one with the same id.
    ///
    /// # Errors
    /// [`Error::NotFound`] for an account or category that is not the user's; [`Error::Ledger`] for an
    /// invalid rule; [`Error::Storage`] if the storage fails.
    pub async fn put_rule(&self, user: UserId, rule: &Rule, now: Timestamp) -> Result<()> {
        self.check_names(user, rule).await?;
        self.check_rule(user, rule).await?;
        require_found(self.storage.put_rule(user, rule.clone(), now).await?)
    }

    /// Replaces a rule. Its position in the order stays.
    ///
    /// # Errors
    /// As for [`Self::put_rule`]; [`Error::NotFound`] for an unknown rule.
    pub async fn replace_rule(&self, user: UserId, rule: &Rule, now: Timestamp) -> Result<()> {
        let rules = self.storage.list_rules(user).await?;
        require_found(rules.iter().any(|known| known.id == rule.id))?;
        self.put_rule(user, rule, now).await
    }

    /// Deletes a rule. Its past changes to transactions stay.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`] if the storage fails.
    pub async fn delete_rule(&self, user: UserId, rule: RuleId) -> Result<()> {
        require_found(self.storage.delete_rule(user, rule).await?)
    }

    /// Sets the order in which rules are tried, and returns them.
    ///
    /// # Errors
    /// [`Error::RulesIncomplete`] unless every rule is named once; [`Error::Storage`] if the storage fails.
    pub async fn order_rules(&self, user: UserId, order: Vec<RuleId>) -> Result<Vec<Rule>> {
        if !self.storage.order_rules(user, order).await? {
            return Err(Error::RulesIncomplete);
        }
        self.list_rules(user).await
    }

    /// Checks that the accounts and categories in a rule are the user's.
    pub(crate) async fn check_names(&self, user: UserId, rule: &Rule) -> Result<()> {
        for condition in &rule.conditions {
            if let RuleCondition::Account { account } = condition {
                self.storage.find_account(user, *account).await?.ok_or(Error::NotFound)?;
            }
        }
        let categories = self.storage.list_categories(user).await?;
        let is_known = |action: &RuleAction| match action {
            RuleAction::SetCategory { category } => categories.iter().any(|known| known.id == *category),
            _ => true,
        };
        require_found(rule.actions.iter().all(is_known))
    }
}
