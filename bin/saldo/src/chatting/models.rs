//! Selection of the model that answers: one of the settings, or the built-in analyst.

use std::pin::Pin;
use std::sync::Arc;

use futures::{Stream, StreamExt, stream};
use saldo_advisor::{Advisor, Conversation, Event};
use saldo_domain::{Chat, Sends, UserId};
use saldo_llm::{FinishReason, LanguageModel, Usage};
use saldo_storage::{ChatChange, ModelUsage};

use super::consent::{self, Consent, Permission};
use crate::app::App;
use crate::error::{ApiError, Chain};
use crate::ui_stream::Told;

/// The events of an answer.
pub type Events = Pin<Box<dyn Stream<Item = Told> + Send>>;

/// A model that a user can choose.
#[derive(Clone)]
pub struct NamedModel {
    /// Its name in the settings.
    pub name: String,
    /// The model.
    pub model: Arc<dyn LanguageModel>,
}

/// The model that answers a request, with its permissions.
pub struct Answerer {
    /// The advisor with this model. In a stored chat it can propose changes.
    pub advisor: Advisor,
    /// The model's name.
    pub name: String,
    /// The text to answer with if the user's tokens of the day are used up.
    pub used_up: Option<String>,
    /// The permission to send data to the model.
    pub permission: Permission,
}

impl Answerer {
    /// Answers a conversation, or asks the user for consent first.
    #[must_use]
    pub fn answer(&self, user: UserId, conversation: Conversation) -> Events {
        match (&self.used_up, self.permission) {
            (Some(why), _) => Box::pin(stream::iter(plain(why.clone())).map(Told::Event)),
            (None, Permission::Missing) => consent::question(&self.advisor, &self.name, conversation),
            (None, _) => Box::pin(self.advisor.reply(user, conversation).map(Told::Event)),
        }
    }
}

/// Chooses the model for a request: the model that it names, else the chat's model, else the first of the
/// settings. A named model is stored with the chat.
///
/// If the user does not allow data to leave this machine, in general or for this request, the built-in
/// analyst replaces a remote model.
///
/// # Errors
/// 400 for a model that is not in the settings.
pub async fn choose(
    app: &App,
    user: UserId,
    chat: Option<&Chat>,
    wanted: Option<&str>,
    said: Consent,
) -> Result<Answerer, ApiError> {
    check(app, wanted)?;
    let known = |name: &str| app.models.iter().find(|model| model.name == name);
    let kept = chat.and_then(|chat| chat.model.as_deref());
    if let (Some(name), Some(chat)) = (wanted, chat)
        && kept != Some(name)
    {
        let change = ChatChange { model: Some(Some(name.to_owned())), ..ChatChange::default() };
        app.storage.update_chat(user, chat.id, change, app.clock.now()).await?;
    }
    let all = app.storage.find_preferences(user).await?;
    let preferences = all.advisor;
    let chosen = wanted.or(kept).and_then(known).or_else(|| app.models.first());
    // A remote model is replaced by the analyst (the last one), not by another model that the user did not
    // choose.
    let may_leave = preferences.sends != Sends::Never && said != Consent::No;
    let chosen = chosen.filter(|model| may_leave || !model.model.is_remote()).or_else(|| app.models.last());
    let permission = match chosen.filter(|model| model.model.is_remote()) {
        Some(model) if preferences.sends == Sends::Ask => permission(app, user, chat, model, said).await?,
        _ => Permission::Needless,
    };
    let mut advisor = app.advisor.as_ref().clone().with_preferences(all);
    if chat.is_some() {
        advisor = advisor.with_writer(app.writer.clone());
    }
    let mut name = advisor.model_name().to_owned();
    if let Some(chosen) = chosen {
        name.clone_from(&chosen.name);
        advisor = advisor.with_model(chosen.model.clone());
    }
    if preferences.memory {
        let notes = app.storage.list_memories(user).await?;
        advisor = advisor.with_notes(notes.into_iter().map(|note| note.text).collect());
    }
    let used_up = if advisor.is_remote() { used_up(app, user).await? } else { None };
    Ok(Answerer { advisor, name, used_up, permission })
}

/// Returns the permission of a user who wants to be asked. Consent for a chat is stored with it.
async fn permission(
    app: &App,
    user: UserId,
    chat: Option<&Chat>,
    model: &NamedModel,
    said: Consent,
) -> Result<Permission, ApiError> {
    let to = consent::destination(&model.name, model.model.host().as_deref());
    let is_kept = chat.is_some_and(|chat| chat.consent.as_ref() == Some(&to));
    match (said, chat) {
        (Consent::Thread, Some(chat)) if !is_kept => {
            let change = ChatChange { consent: Some(Some(to)), ..ChatChange::default() };
            app.storage.update_chat(user, chat.id, change, app.clock.now()).await?;
            Ok(Permission::Given("thread"))
        }
        _ if is_kept => Ok(Permission::Given("thread")),
        (Consent::Once | Consent::Thread, _) => Ok(Permission::Given("once")),
        (Consent::Unsaid | Consent::No, _) => Ok(Permission::Missing),
    }
}

/// Checks that the model exists, if a request names one.
///
/// # Errors
/// 400 if it does not exist.
pub fn check(app: &App, wanted: Option<&str>) -> Result<(), ApiError> {
    match wanted {
        Some(name) if app.models.iter().all(|model| model.name != name) => {
            Err(ApiError::bad_request(format!("Unknown model {name:?}; choose one of GET /chat/models")))
        }
        _ => Ok(()),
    }
}

async fn used_up(app: &App, user: UserId) -> Result<Option<String>, ApiError> {
    let limit = app.config.chat.tokens_per_day;
    if limit == 0 {
        return Ok(None);
    }
    let today = app.storage.find_model_usage(user, app.clock.now().date()).await?;
    let message = "You have used up your model tokens for today. The limit resets at midnight UTC; until then, \
                   use the built-in analyst, which needs none.";
    Ok((today.input_tokens + today.output_tokens >= limit).then(|| message.to_owned()))
}

/// Counts the tokens of an answer outside stored chats while it is streamed.
pub fn counted<S: Stream<Item = Told>>(
    app: &App,
    user: UserId,
    model: String,
    events: S,
) -> impl Stream<Item = Told> + use<S> {
    let app = app.clone();
    events.inspect(move |event| {
        if let Told::Event(Event::Paid(Usage { input_tokens, output_tokens })) = *event {
            let usage = ModelUsage { input_tokens, output_tokens, replies: 0 };
            let (app, model) = (app.clone(), model.clone());
            app.tasks.clone().spawn(async move {
                let today = app.clock.now().date();
                if let Err(error) = app.storage.add_model_usage(user, today, &model, usage).await {
                    tracing::error!(cause = %Chain(&error), "cannot count the tokens of a model");
                }
            });
        }
    })
}

/// Returns the events of an answer that consists of this text only.
#[must_use]
pub fn plain(text: String) -> impl IntoIterator<Item = Event, IntoIter: Send> {
    let end = Event::Finished { reason: FinishReason::Stop, usage: Usage::default() };
    [Event::StepStarted, Event::Text(text), Event::StepFinished, end]
}
