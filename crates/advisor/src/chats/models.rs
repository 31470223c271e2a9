//! Selection of the model that answers: one of the settings, or the built-in analyst.

use futures::stream::BoxStream;
use futures::{Stream, StreamExt, stream};
use saldo_domain::{Chat, SendingConsent, UserId};
use saldo_llm::{FinishReason, NamedModel, Usage};
use saldo_storage::{ChatChange, ModelUsage};

use super::Chats;
use super::chunks::ChatEvent;
use super::consent::{self, Consent, Permission};
use crate::{Advisor, Conversation, Error, Event};

/// The events of an answer.
pub(super) type Events = BoxStream<'static, ChatEvent>;

/// The model that answers a request, with its permissions.
pub(super) struct Answerer {
    /// The advisor with this model. In a stored chat it can propose changes.
    pub(super) advisor: Advisor,
    /// The model's name.
    pub(super) name: String,
    /// The text to answer with if the user's tokens of the day are used up.
    pub(super) used_up: Option<String>,
    /// The permission to send data to the model.
    pub(super) permission: Permission,
}

impl Answerer {
    /// Answers a conversation, or asks the user for consent first.
    pub(super) fn answer(&self, user: UserId, conversation: Conversation) -> Events {
        match (&self.used_up, self.permission) {
            (Some(why), _) => Box::pin(stream::iter(plain(why.clone())).map(ChatEvent::Event)),
            (None, Permission::Missing) => consent::question(&self.advisor, &self.name, conversation),
            (None, _) => Box::pin(self.advisor.reply(user, conversation).map(ChatEvent::Event)),
        }
    }
}

impl Chats {
    /// Chooses the model for a request: the model that it names, else the chat's model, else the first of the
    /// settings. A named model is stored with the chat.
    ///
    /// If the user does not allow data to leave this machine, in general or for this request, the built-in
    /// analyst replaces a remote model.
    ///
    /// # Errors
    /// [`Error::UnknownModel`]; [`Error::Storage`] if the storage fails.
    pub(super) async fn choose(
        &self,
        user: UserId,
        chat: Option<&Chat>,
        wanted: Option<&str>,
        consent: Consent,
    ) -> Result<Answerer, Error> {
        self.check_model(wanted)?;
        let known = |name: &str| self.models.iter().find(|model| model.name == name);
        let kept = chat.and_then(|chat| chat.model.as_deref());
        if let (Some(name), Some(chat)) = (wanted, chat)
            && kept != Some(name)
        {
            let change = ChatChange { model: Some(Some(name.to_owned())), ..ChatChange::default() };
            self.storage.update_chat(user, chat.id, change, self.clock.now()).await?;
        }
        let all = self.storage.find_preferences(user).await?;
        let preferences = all.advisor;
        let chosen = wanted.or(kept).and_then(known).or_else(|| self.models.first());
        // A remote model is replaced by the analyst (the last one), not by another model that the user did
        // not choose.
        let may_leave = preferences.sends != SendingConsent::Never && consent != Consent::No;
        let chosen =
            chosen.filter(|model| may_leave || !model.model.is_remote()).or_else(|| self.models.last());
        let permission = match chosen.filter(|model| model.model.is_remote()) {
            Some(model) if preferences.sends == SendingConsent::Ask => {
                self.permission(user, chat, model, consent).await?
            }
            _ => Permission::Needless,
        };
        let mut advisor = self.advisor.as_ref().clone().with_preferences(all);
        if chat.is_some() {
            advisor = advisor.with_writer(self.executor.clone());
        }
        let mut name = advisor.model_name().to_owned();
        if let Some(chosen) = chosen {
            name.clone_from(&chosen.name);
            advisor = advisor.with_model(chosen.model.clone());
        }
        if advisor.model.is_bounded() {
            let today = self.clock.now().date();
            let known = advisor.ledger.books.known_days(user, &[], today).await?;
            advisor = advisor.with_known_days(known);
        }
        if preferences.memory {
            let notes = self.storage.list_memories(user).await?;
            advisor = advisor.with_notes(notes.into_iter().map(|note| note.text).collect());
        }
        let used_up = if advisor.is_remote() { self.used_up(user).await? } else { None };
        Ok(Answerer { advisor, name, used_up, permission })
    }

    /// Returns the permission of a user who wants to be asked. Consent for a chat is stored with it.
    async fn permission(
        &self,
        user: UserId,
        chat: Option<&Chat>,
        model: &NamedModel,
        consent: Consent,
    ) -> Result<Permission, Error> {
        let to = consent::destination(&model.name, model.model.host().as_deref());
        let is_kept = chat.is_some_and(|chat| chat.consent.as_ref() == Some(&to));
        match (consent, chat) {
            (Consent::Thread, Some(chat)) if !is_kept => {
                let change = ChatChange { consent: Some(Some(to)), ..ChatChange::default() };
                self.storage.update_chat(user, chat.id, change, self.clock.now()).await?;
                Ok(Permission::Given("thread"))
            }
            _ if is_kept => Ok(Permission::Given("thread")),
            (Consent::Once | Consent::Thread, _) => Ok(Permission::Given("once")),
            (Consent::NotGiven | Consent::No, _) => Ok(Permission::Missing),
        }
    }

    /// Checks that the model exists, if a request names one.
    ///
    /// # Errors
    /// [`Error::UnknownModel`].
    pub(super) fn check_model(&self, wanted: Option<&str>) -> Result<(), Error> {
        match wanted {
            Some(name) if self.models.iter().all(|model| model.name != name) => {
                Err(Error::UnknownModel { name: name.to_owned() })
            }
            _ => Ok(()),
        }
    }

    async fn used_up(&self, user: UserId) -> Result<Option<String>, Error> {
        let limit = self.settings.tokens_per_day;
        if limit == 0 {
            return Ok(None);
        }
        let today = self.storage.find_model_usage(user, self.clock.now().date()).await?;
        let message = "You have used up your model tokens for today. The limit resets at midnight UTC; until then, \
                   use the built-in analyst, which needs none.";
        Ok((today.input_tokens + today.output_tokens >= limit).then(|| message.to_owned()))
    }

    /// Counts the tokens of an answer outside stored chats while it is streamed.
    pub(super) fn counted(
        &self,
        user: UserId,
        model: String,
        events: Events,
    ) -> impl Stream<Item = ChatEvent> + use<> {
        let this = self.clone();
        events.inspect(move |event| {
            if let ChatEvent::Event(Event::TokensUsed(Usage { input_tokens, output_tokens })) = *event {
                let usage = ModelUsage { input_tokens, output_tokens, replies: 0 };
                let (storage, model, today) = (this.storage.clone(), model.clone(), this.clock.now().date());
                this.tasks.spawn(async move {
                    if let Err(error) = storage.add_model_usage(user, today, &model, usage).await {
                        let cause = &error as &dyn std::error::Error;
                        tracing::error!(cause, "cannot count the tokens of a model");
                    }
                });
            }
        })
    }
}

/// Returns the events of an answer that consists of this text only.
fn plain(text: String) -> impl IntoIterator<Item = Event, IntoIter: Send> {
    let end = Event::Finished { reason: FinishReason::Stop, usage: Usage::default() };
    [Event::StepStarted, Event::Text(text), Event::StepFinished, end]
}
