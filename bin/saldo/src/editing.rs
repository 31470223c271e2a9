//! The consequences of an edit: affected statements are checked again, and the edit is returned to the
//! client.

use saldo_domain::{EditAction, StatementId, UserId};
use saldo_storage::{EDIT_ENTRIES_MAX, ENTRY_TAGS_MAX, Edited};

use crate::app::App;
use crate::error::ApiError;
use crate::wire_ledger::EditBody;

/// Checks the statements that an edit affects, and returns the edit.
///
/// # Errors
/// 404 for records that are not the user's, 400 for an edit that is too large, has too many tags or another
/// currency.
pub async fn finish(app: &App, user: UserId, edited: Edited) -> Result<EditBody, ApiError> {
    match edited {
        Edited::Done { edit, statements } => {
            recheck(app, user, &statements).await?;
            if edit.action == EditAction::Change && edit.entries == 1 {
                learn(app, user, &statements).await?;
            }
            Ok(EditBody::from(edit))
        }
        Edited::Unknown => Err(ApiError::not_found()),
        Edited::TooMany => Err(ApiError::bad_request(format!(
            "An edit can change at most {EDIT_ENTRIES_MAX} transactions; nothing was changed. Send fewer \
             ids, or narrow the filter with from and to"
        ))),
        Edited::TooManyTags => Err(too_many_tags()),
        Edited::OtherCurrency => Err(ApiError::bad_request("The amount must be in the account's currency")),
    }
}

/// Reads statements again under the user's correction of a transaction. If other transactions then change,
/// too, the statement is processed again.
///
/// # Errors
/// 5xx if the database or the file store fails.
async fn learn(app: &App, user: UserId, statements: &[StatementId]) -> Result<(), ApiError> {
    for statement in statements {
        let is_lesson = match app.ingest.learn_from_corrections(user, *statement).await {
            // The correction is stored, even if it teaches nothing.
            Err(saldo_statement_ingest::Error::FileMissing | saldo_statement_ingest::Error::Failed(_)) => {
                false
            }
            learned => learned?,
        };
        if is_lesson && let Some(job) = app.statement_jobs.queue(user, *statement, None).await? {
            app.statement_jobs.wait(user, job, app.config.process_wait).await?;
        }
    }
    Ok(())
}

/// Returns the error for more tags than a transaction may have.
#[must_use]
pub fn too_many_tags() -> ApiError {
    ApiError::bad_request(format!("A transaction can have at most {ENTRY_TAGS_MAX} tags"))
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
