//! Which model sorts what nobody knows, and whether it may be asked.

use saldo_bookkeeping::AskLimits;
use saldo_domain::{Sends, StatementId, UserId};

use crate::app::App;
use crate::chatting::models::NamedModel;
use crate::error::{ApiError, Chain};

/// A model that can sort.
pub struct Sorter<'a> {
    /// The model.
    pub named: &'a NamedModel,
    /// Whether the person is to agree before it is told anything.
    pub needs_consent: bool,
}

/// The model that sorts: the first one of the settings that may be told anything. The built-in analyst knows no more than the words that
/// every person starts with.
///
/// # Errors
/// 409 where there is none, or the person lets nothing be sent to one.
pub async fn sorter(app: &App, user: UserId) -> Result<Sorter<'_>, ApiError> {
    if bounded(app).next().is_none() {
        return Err(ApiError::conflict("there is no model to ask: see OPENAI_MODEL in the settings"));
    }
    let sends = app.storage.find_preferences(user).await?.advisor.sends;
    who_may(app, sends).ok_or_else(|| {
        ApiError::conflict("your preferences let nothing be sent to a model; nothing was sent")
    })
}

/// The models that sort within limits.
fn bounded(app: &App) -> impl Iterator<Item = &NamedModel> {
    app.models.iter().filter(|named| named.model.is_bounded())
}

/// The first model that a person's wish lets be asked.
fn who_may(app: &App, sends: Sends) -> Option<Sorter<'_>> {
    let named = match sends {
        Sends::Never => bounded(app).find(|named| !named.model.is_remote()),
        Sends::Ask | Sends::Always => bounded(app).next(),
    }?;
    Some(Sorter { named, needs_consent: sends == Sends::Ask && named.model.is_remote() })
}

/// How much asking it may take. What it costs counts with what chats cost.
#[must_use]
pub fn limits(app: &App) -> AskLimits {
    AskLimits { tokens_per_day: app.config.chat.tokens_per_day, ..app.config.sorting.limits.clone() }
}

/// Asks about what a statement brought, beside everything else, where a model may be told without asking the person.
pub fn ask_later(app: &App, user: UserId, statement: StatementId) {
    if bounded(app).next().is_none() {
        return;
    }
    let app = app.clone();
    app.tasks.clone().spawn(async move {
        tokio::select! {
            asked = ask(&app, user, statement) => {
                if let Err(error) = asked {
                    tracing::error!(%statement, cause = %Chain(&error), "a model cannot be asked");
                }
            }
            () = app.stopping.cancelled() => {}
        }
    });
}

async fn ask(app: &App, user: UserId, statement: StatementId) -> Result<(), saldo_bookkeeping::Error> {
    let _turn = app.sorting_turns.of(user).await;
    let sends = app.storage.find_preferences(user).await?.advisor.sends;
    // Whoever lets nothing be sent, or wants to be asked, asks for it themselves.
    let Some(Sorter { named, needs_consent: false }) = who_may(app, sends) else { return Ok(()) };
    let model = (named.model.as_ref(), named.name.as_str());
    let asked = app.books.ask_model(user, Some(statement), model, &limits(app), app.clock.now()).await?;
    tracing::info!(%statement, asked.merchants, asked.known, asked.entries, "asked a model");
    Ok(())
}
