//! The port for savings goals.

use async_trait::async_trait;
use saldo_domain::{Contribution, ContributionId, Goal, GoalId, Timestamp, UserId};

use crate::Result;

/// The maximum number of goals of a user.
pub const GOALS_MAX: usize = 100;

/// The maximum number of contributions to a goal.
pub const CONTRIBUTIONS_MAX: usize = 2_000;

/// The savings goals of a user.
#[async_trait]
pub trait Goals: Send + Sync {
    /// Returns the user's goals in their order.
    async fn list_goals(&self, user: UserId) -> Result<Vec<Goal>>;

    /// Adds a goal after all others, or replaces the user's goal with the same id, which keeps its position
    /// and its contributions. Returns `false` if the user would have more than [`GOALS_MAX`].
    ///
    /// # Errors
    /// [`crate::Error::NotFound`] if the user does not have an account of the goal, or the id belongs to
    /// another user's goal; [`crate::Error::Conflict`] if a goal with contributions gets accounts or another
    /// currency.
    async fn put_goal(&self, user: UserId, goal: Goal, now: Timestamp) -> Result<bool>;

    /// Sets the order of the goals. Returns `false`, and changes nothing, unless `order` names each of the
    /// user's goals once.
    async fn order_goals(&self, user: UserId, order: Vec<GoalId>) -> Result<bool>;

    /// Deletes a goal with its contributions; returns `false` if the user has no such goal.
    async fn delete_goal(&self, user: UserId, goal: GoalId) -> Result<bool>;

    /// Returns the contributions to all of the user's goals, oldest first.
    async fn list_contributions(&self, user: UserId) -> Result<Vec<(GoalId, Contribution)>>;

    /// Adds a contribution to a goal. Returns `false` if the goal would have more than
    /// [`CONTRIBUTIONS_MAX`].
    ///
    /// # Errors
    /// [`crate::Error::NotFound`] if the user has no such goal; [`crate::Error::Conflict`] if its accounts
    /// count instead of contributions, or for another currency.
    async fn insert_contribution(&self, user: UserId, goal: GoalId, new: Contribution) -> Result<bool>;

    /// Deletes a contribution; returns `false` if the user has no such contribution.
    async fn delete_contribution(&self, user: UserId, contribution: ContributionId) -> Result<bool>;
}
