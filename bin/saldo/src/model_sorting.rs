//! Selects the model that categorizes unknown merchants, and checks whether it may be asked.

use saldo_bookkeeping::AskLimits;
use saldo_domain::{Sends, StatementId, UserId};

use crate::app::App;
use crate::chatting::models::NamedModel;
use crate::error::{ApiError, Chain};

/// A model that can categorize.
pub struct Sorter<'a> {
    /// The model.
    pub named: &'a NamedModel,
    /// True if the user must agree before anything is sent to it.
    pub needs_consent: bool,
}

/// Returns the model that categorizes: the first of the settings that the user's preferences allow.
///
/// The built-in analyst is not one of them: it knows no more than the keywords that every user starts with.
///
/// # Errors
/// 409 if there is none, or if the user does not allow anything to be sent to one.
pub async fn sorter(app: &App, user: UserId) -> Result<Sorter<'_>, ApiError> {
    if bounded(app).next().is_none() {
        return Err(ApiError::conflict("No model is configured; set OPENAI_MODEL"));
    }
    let sends = app.storage.find_preferences(user).await?.advisor.sends;
    who_may(app, sends).ok_or_else(|| {
        ApiError::conflict(
            "Your preferences do not allow sending data to a model; nothing was sent. Change them first",
        )
    })
}

/// Returns the models that can categorize within limits.
fn bounded(app: &App) -> impl Iterator<Item = &NamedModel> {
    app.models.iter().filter(|named| named.model.is_bounded())
}

/// Returns the first model that the user's preference allows.
fn who_may(app: &App, sends: Sends) -> Option<Sorter<'_>> {
    let named = match sends {
        Sends::Never => bounded(app).find(|named| !named.model.is_remote()),
        Sends::Ask | Sends::Always => bounded(app).next(),
    }?;
    Some(Sorter { named, needs_consent: sends == Sends::Ask && named.model.is_remote() })
}

/// Returns the limits of asking. The tokens count towards the same daily limit as those of chats.
#[must_use]
pub fn limits(app: &App) -> AskLimits {
    AskLimits { tokens_per_day: app.config.chat.tokens_per_day, ..app.config.sorting.limits.clone() }
}

/// Categorizes a statement's unknown merchants in the background, if that needs no consent.
pub fn ask_later(app: &App, user: UserId, statement: StatementId) {
    if bounded(app).next().is_none() {
        return;
    }
    let app = app.clone();
    app.tasks.clone().spawn(async move {
        tokio::select! {
            asked = ask(&app, user, statement) => {
                if let Err(error) = asked {
                    tracing::error!(%statement, cause = %Chain(&error), "cannot ask a model to categorize");
                }
            }
            () = app.stopping.cancelled() => {}
        }
    });
}

async fn ask(app: &App, user: UserId, statement: StatementId) -> Result<(), saldo_bookkeeping::Error> {
    let _turn = app.sorting_turns.of(user).await;
    let sends = app.storage.find_preferences(user).await?.advisor.sends;
    // Users who want to be asked, or allow nothing to be sent, start this themselves with `POST /categorise`.
    let Some(Sorter { named, needs_consent: false }) = who_may(app, sends) else { return Ok(()) };
    let model = (named.model.as_ref(), named.name.as_str());
    let asked = app.books.ask_model(user, Some(statement), model, &limits(app), app.clock.now()).await?;
    tracing::info!(%statement, asked.merchants, asked.known, asked.entries, "asked a model to categorize");
    Ok(())
}
