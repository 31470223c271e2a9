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
    let sends = app.storage.find_preferences(user).await?.advisor.sends;
    let mut models = app.models.iter().filter(|named| named.model.is_bounded()).peekable();
    if models.peek().is_none() {
        return Err(ApiError::conflict("there is no model to ask: see OPENAI_MODEL in the settings"));
    }
    let named = match sends {
        Sends::Never => models.find(|named| !named.model.is_remote()),
        Sends::Ask | Sends::Always => models.next(),
    };
    let Some(named) = named else {
        return Err(ApiError::conflict("your preferences let nothing be sent to a model; nothing was sent"));
    };
    Ok(Sorter { named, needs_consent: sends == Sends::Ask && named.model.is_remote() })
}

/// How much asking it may take. What it costs counts with what chats cost.
#[must_use]
pub fn limits(app: &App) -> AskLimits {
    AskLimits { tokens_per_day: app.config.chat.tokens_per_day, ..AskLimits::default() }
}

/// Asks about what a statement brought, beside everything else, where a model may be told without asking the person.
pub fn ask_later(app: &App, user: UserId, statement: StatementId) {
    if app.models.iter().all(|named| !named.model.is_bounded()) {
        return;
    }
    let app = app.clone();
    app.tasks.clone().spawn(async move {
        tokio::select! {
            () = ask(&app, user, statement) => {}
            () = app.stopping.cancelled() => {}
        }
    });
}

async fn ask(app: &App, user: UserId, statement: StatementId) {
    // Whoever lets nothing be sent, or wants to be asked, asks for it themselves.
    let Ok(Sorter { named, needs_consent: false }) = sorter(app, user).await else { return };
    let model = (named.model.as_ref(), named.name.as_str());
    match app.books.ask_model(user, Some(statement), model, &limits(app), app.clock.now()).await {
        Ok(asked) => tracing::info!(%statement, asked.merchants, asked.known, asked.entries, "asked a model"),
        Err(error) => tracing::error!(%statement, cause = %Chain(&error), "a model cannot be asked"),
    }
}
