//! The consequences of an edit: affected statements are checked again, and the edit is returned to the
//! client.

use saldo_domain::{StatementId, UserId};
use saldo_storage::{EditError, Edited};

use crate::app::App;
use crate::error::ApiError;
use crate::wire_ledger::EditBody;

/// Checks the statements that an edit affects, and returns the edit.
///
/// # Errors
/// 5xx if the database or the file store fails.
pub async fn finish(app: &App, user: UserId, edited: Edited) -> Result<EditBody, ApiError> {
    let Edited { edit, statements } = edited;
    recheck(app, user, &statements).await?;
    Ok(EditBody::from(edit))
}

/// Returns the error for more tags than a transaction may have.
#[must_use]
pub fn too_many_tags() -> ApiError {
    EditError::TooManyTags.into()
}

/// Checks the balances of statements again.
///
/// # Errors
/// 5xx if the database or the file store fails.
pub async fn recheck(app: &App, user: UserId, statements: &[StatementId]) -> Result<(), ApiError> {
    for statement in statements {
        app.ingest.recheck_statement(user, *statement).await?;
    }
    Ok(())
}
