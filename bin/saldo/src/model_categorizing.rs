//! Categorizing with a model: selects the model, and checks whether it may be asked.

use std::sync::Arc;

use saldo_bookkeeping::{AskLimits, AskedModel, Bookkeeper};
use saldo_domain::{Clock, Sends, StatementId, UserId};
use saldo_statement_ingest::jobs::StatementEvents;
use saldo_storage::Storage;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::chatting::models::NamedModel;
use crate::disk::Disk;
use crate::error::{ApiError, Chain};
use crate::turns::Turns;

/// Asks a model for the categories of unknown merchants. Cheap to clone.
#[derive(Clone)]
pub struct ModelCategorizing {
    /// The books.
    pub books: Bookkeeper,
    /// The database, for the user's preferences.
    pub storage: Arc<dyn Storage>,
    /// The models of the settings.
    pub models: Arc<[NamedModel]>,
    /// The limits of asking. The tokens count towards the same daily limit as those of chats.
    pub limits: AskLimits,
    /// Queues the requests: one of a user at a time.
    pub turns: Arc<Turns>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Background tasks, which are awaited at shutdown.
    pub tasks: TaskTracker,
    /// Canceled when the server begins to stop.
    pub stopping: CancellationToken,
}

/// A model that can categorize.
pub struct Chosen<'a> {
    /// The model.
    pub named: &'a NamedModel,
    /// True if the user must agree before anything is sent to it.
    pub needs_consent: bool,
}

impl ModelCategorizing {
    /// Returns the model that categorizes: the first of the settings that the user's preferences allow.
    ///
    /// The built-in analyst is not one of them: it knows no more than the keywords that every user starts
    /// with.
    ///
    /// # Errors
    /// 409 if there is none, or if the user does not allow anything to be sent to one.
    pub async fn choose(&self, user: UserId) -> Result<Chosen<'_>, ApiError> {
        if self.bounded().next().is_none() {
            return Err(ApiError::conflict("No model is configured; set OPENAI_MODEL"));
        }
        let sends = self.storage.find_preferences(user).await?.advisor.sends;
        self.allowed(sends).ok_or_else(|| {
            ApiError::conflict(
                "Your preferences do not allow sending data to a model; nothing was sent. Change them first",
            )
        })
    }

    /// Asks the model about unknown merchants, of one statement or of all transactions, and categorizes them.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn ask(
        &self,
        user: UserId,
        statement: Option<StatementId>,
        named: &NamedModel,
    ) -> Result<AskedModel, saldo_bookkeeping::Error> {
        let _turn = self.turns.of(user).await;
        let model = (named.model.as_ref(), named.name.as_str());
        self.books.ask_model(user, statement, model, &self.limits, self.clock.now()).await
    }

    /// Returns the models that can categorize within limits.
    fn bounded(&self) -> impl Iterator<Item = &NamedModel> {
        self.models.iter().filter(|named| named.model.is_bounded())
    }

    /// Returns the first model that the user's preference allows.
    fn allowed(&self, sends: Sends) -> Option<Chosen<'_>> {
        let named = match sends {
            Sends::Never => self.bounded().find(|named| !named.model.is_remote()),
            Sends::Ask | Sends::Always => self.bounded().next(),
        }?;
        Some(Chosen { named, needs_consent: sends == Sends::Ask && named.model.is_remote() })
    }

    /// Categorizes a statement's unknown merchants in the background, if that needs no consent.
    fn ask_later(&self, user: UserId, statement: StatementId) {
        if self.bounded().next().is_none() {
            return;
        }
        let this = self.clone();
        self.tasks.spawn(async move {
            tokio::select! {
                asked = this.ask_without_consent(user, statement) => {
                    if let Err(error) = asked {
                        tracing::error!(%statement, cause = %Chain(&error), "cannot ask a model to categorize");
                    }
                }
                () = this.stopping.cancelled() => {}
            }
        });
    }

    async fn ask_without_consent(
        &self,
        user: UserId,
        statement: StatementId,
    ) -> Result<(), saldo_bookkeeping::Error> {
        let sends = self.storage.find_preferences(user).await?.advisor.sends;
        // Users who want to be asked, or allow nothing to be sent, start this with `POST /categorise`.
        let Some(Chosen { named, needs_consent: false }) = self.allowed(sends) else { return Ok(()) };
        let asked = self.ask(user, Some(statement), named).await?;
        tracing::info!(%statement, asked.merchants, asked.known, asked.entries, "asked a model to categorize");
        Ok(())
    }
}

/// The work of this server that follows the processing of a statement.
pub struct AfterProcessing {
    /// Categorizes what the keywords and rules leave.
    pub categorizing: ModelCategorizing,
    /// Stops uploads while the disk is full.
    pub disk: Disk,
}

impl StatementEvents for AfterProcessing {
    fn imported(&self, user: UserId, statement: StatementId) {
        self.categorizing.ask_later(user, statement);
    }

    fn disk_full(&self) {
        self.disk.found_full();
    }
}
