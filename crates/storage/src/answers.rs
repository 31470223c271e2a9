//! The port for the user's answers to what statements leave open.

use std::collections::BTreeMap;

use async_trait::async_trait;
use saldo_domain::{AccountId, LayoutHint, OpenFact, StatementAnswers, StatementId, Timestamp, UserId};

use crate::Result;

/// The user's answers about a statement, and the lessons from them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewAnswers {
    /// The answers about the statement. They replace earlier ones.
    pub answers: StatementAnswers,
    /// The fingerprint of its layout with the hint for later statements, which replaces an earlier one.
    pub layout: Option<(String, LayoutHint)>,
    /// Facts that the user confirmed for accounts.
    pub confirmed: Vec<(AccountId, OpenFact)>,
}

/// The answers of a user to what statements leave open.
#[async_trait]
pub trait Answers: Send + Sync {
    /// Stores answers. Returns `false`, and stores nothing, if the user does not have the statement or an
    /// account.
    async fn put_answers(
        &self,
        user: UserId,
        statement: StatementId,
        new: NewAnswers,
        now: Timestamp,
    ) -> Result<bool>;

    /// Returns the answers about a statement; empty if there are none.
    async fn find_statement_answers(&self, user: UserId, statement: StatementId) -> Result<StatementAnswers>;

    /// Returns the latest hints by the fingerprint of their layout, at most [`LAYOUT_HINTS_MAX`].
    async fn list_layout_hints(&self, user: UserId) -> Result<BTreeMap<String, LayoutHint>>;
}

/// The maximum number of layouts whose hints are used.
pub const LAYOUT_HINTS_MAX: usize = 1000;
