//! What follows an edit of entries: the statements it touched are checked again, and the client is told.

use saldo_domain::{StatementId, UserId};
use saldo_storage::{EDIT_ENTRIES_MAX, ENTRY_TAGS_MAX, Edited};

use crate::app::App;
use crate::error::ApiError;
use crate::wire_ledger::EditBody;

/// Checks the statements again whose lines an edit touched, and answers the edit.
///
/// # Errors
/// 404 for what is not the person's, 400 for an edit that is too large or of another currency.
pub async fn finish(app: &App, user: UserId, edited: Edited) -> Result<EditBody, ApiError> {
    match edited {
        Edited::Done { edit, statements } => {
            recheck(app, user, &statements).await?;
            Ok(EditBody::from(edit))
        }
        Edited::Unknown => Err(ApiError::not_found()),
        Edited::TooMany => Err(ApiError::bad_request(format!(
            "An edit is for at most {EDIT_ENTRIES_MAX} entries, and nothing was changed; send some of the ids, or narrow the \
             filter, as by from and to, and do the rest in another edit"
        ))),
        Edited::TooManyTags => Err(too_many_tags()),
        Edited::OtherCurrency => Err(ApiError::bad_request("The amount must be of the account's currency")),
    }
}

/// What is said of more tags than an entry may have.
#[must_use]
pub fn too_many_tags() -> ApiError {
    ApiError::bad_request(format!("An entry has at most {ENTRY_TAGS_MAX} tags"))
}

/// Checks statements again.
///
/// # Errors
/// When the database fails.
pub async fn recheck(app: &App, user: UserId, statements: &[StatementId]) -> Result<(), ApiError> {
    for statement in statements {
        app.ingest.recheck_statement(user, *statement).await?;
    }
    Ok(())
}
