//! Conversations: everything between a client's request and the advisor.
//!
//! [`Chats`] is the use case. `turn` resolves a request and stores the question. `models` selects the model,
//! `consent` asks for the user's permission to send data to it, and `attachments` reads files that come with
//! a question. `answer` writes the answer, `persister` stores it meanwhile, `running` lets clients read
//! along, `chunks` turns its events into the stream of the AI SDK, and `trace` records the requests to the
//! model. `proposals` performs the changes that the user approved.

mod answer;
mod attachments;
mod chunks;
mod consent;
mod models;
mod persister;
mod proposals;
mod running;
#[cfg(test)]
mod tests;
mod trace;
mod turn;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use futures::stream::BoxStream;
use saldo_domain::{
    Author, Chat, Clock, Job, Memory, MemoryId, MessageState, Page, PageRequest, Statement, StatementId,
    UserId,
};
use saldo_llm::NamedModel;
use saldo_storage::Storage;
pub use saldo_storage::{ChatChange, ChatMessage, ChatTrace};
use serde_json::Value;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::Instrument as _;
use ui_message_stream::{ChatRequest, Role};

use self::consent::Consent;
use self::proposals::ProposalExecutor;
use self::running::RunningAnswers;
use self::turn::Turn;
use crate::{Advisor, Conversation, Error, Writer};

/// Maximum number of notes of a user.
pub const NOTES_MAX: usize = 100;
/// Maximum number of traces in a list.
const TRACES_MAX: u32 = 50;

/// An answer in the UI message stream protocol, while it is written.
pub type ChatStream = BoxStream<'static, Result<Bytes, Infallible>>;

/// The error of another service.
pub type ServiceError = Box<dyn std::error::Error + Send + Sync>;

/// The statements that the files of a question become.
#[async_trait]
pub trait StatementFiles: Send + Sync {
    /// Stores a file like an upload. Returns its statement, and true if a file with the same bytes was stored
    /// before.
    ///
    /// # Errors
    /// [`FileError`].
    async fn store(
        &self,
        user: UserId,
        file_name: &str,
        bytes: Vec<u8>,
    ) -> Result<(Statement, bool), FileError>;

    /// Queues the processing of a statement; `None` if the user has no such statement.
    ///
    /// # Errors
    /// If the database fails.
    async fn queue(&self, author: Author, statement: StatementId) -> Result<Option<Job>, ServiceError>;

    /// Returns a file's name in the form in which it is stored and shown.
    fn display_name(&self, file_name: &str) -> String;

    /// Returns a job in the form in which clients know it.
    fn shown(&self, job: &Job) -> Value;
}

/// The reason why a file is not stored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file is at fault. The user reads the reason in the answer.
    #[error("{0}")]
    Refused(String),
    /// The server is at fault.
    #[error(transparent)]
    Failed(ServiceError),
}

/// The settings of conversations.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ChatSettings {
    /// The address of this instance, without a slash at the end.
    pub base_url: String,
    /// Time for which an answer continues without a client; none by default.
    pub grace: Duration,
    /// Time for which the user can approve a proposed change; a day by default.
    pub approval_time_max: Duration,
    /// Maximum number of model tokens per user and day; 0 for no limit, which is the default.
    pub tokens_per_day: u64,
    /// Maximum number of files in one message; 5 by default.
    pub files_max: usize,
}

impl ChatSettings {
    /// Returns the default settings of the instance with this address, without a slash at the end.
    #[must_use]
    pub fn new(base_url: &str) -> Self {
        Self {
            base_url: base_url.to_owned(),
            grace: Duration::ZERO,
            approval_time_max: Duration::from_hours(24),
            tokens_per_day: 0,
            files_max: 5,
        }
    }
}

/// A stored chat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thread {
    /// The chat.
    pub chat: Chat,
    /// True while an answer is being written.
    pub is_running: bool,
}

/// The conversations of all users. Cheap to clone.
///
/// ```no_run
/// use std::sync::Arc;
///
/// use futures::StreamExt;
/// use saldo_advisor::chats::{ChatSettings, StatementFiles};
/// use saldo_advisor::{Advisor, Analyst, Chats, Error, Ledger, Limits};
/// use saldo_domain::{SystemClock, UserId};
/// use saldo_llm::NamedModel;
/// use saldo_storage::Storage;
/// use tokio_util::sync::CancellationToken;
/// use tokio_util::task::TaskTracker;
/// use ui_message_stream::ChatRequest;
///
/// async fn answer(
///     storage: Arc<dyn Storage>,
///     files: Arc<dyn StatementFiles>,
///     user: UserId,
///     request: ChatRequest,
/// ) -> Result<(), Error> {
///     let clock = Arc::new(SystemClock);
///     let model = Arc::new(Analyst::new(clock.clone()));
///     let advisor = Advisor::new(Ledger::of(&storage), model.clone(), clock, Limits::default());
///     let models = Arc::new([NamedModel { name: "analyst".to_owned(), model }]);
///     let settings = ChatSettings::new("https://money.example.com");
///     let (tasks, stopping) = (TaskTracker::new(), CancellationToken::new());
///     let chats = Chats::new(storage, advisor, models, files, settings, tasks, stopping);
///     let mut pieces = Box::pin(chats.ask(user.into(), request).await?);
///     while let Some(Ok(piece)) = pieces.next().await {
///         print!("{}", String::from_utf8_lossy(&piece));
///     }
///     Ok(())
/// }
/// ```
#[derive(Clone)]
pub struct Chats {
    storage: Arc<dyn Storage>,
    advisor: Arc<Advisor>,
    models: Arc<[NamedModel]>,
    files: Arc<dyn StatementFiles>,
    executor: Arc<dyn Writer>,
    running: Arc<RunningAnswers>,
    clock: Arc<dyn Clock>,
    settings: Arc<ChatSettings>,
    tasks: TaskTracker,
    stopping: CancellationToken,
}

impl Chats {
    /// Creates the use case. `models` are those that a user can choose: the default first, the built-in
    /// analyst last. `tasks` tracks the answers that are being written; they end when `stopping` is canceled.
    #[must_use]
    pub fn new(
        storage: Arc<dyn Storage>,
        advisor: Advisor,
        models: Arc<[NamedModel]>,
        files: Arc<dyn StatementFiles>,
        settings: ChatSettings,
        tasks: TaskTracker,
        stopping: CancellationToken,
    ) -> Self {
        let clock = advisor.clock.clone();
        Self {
            executor: Arc::new(ProposalExecutor::new(storage.clone(), clock.clone())),
            storage,
            advisor: Arc::new(advisor),
            models,
            files,
            running: Arc::default(),
            clock,
            settings: Arc::new(settings),
            tasks,
            stopping,
        }
    }

    /// Returns the models that a user can choose, the default first.
    #[must_use]
    pub fn models(&self) -> &[NamedModel] {
        &self.models
    }

    /// Answers the last message of a request. If it names a chat, question and answer are stored.
    ///
    /// # Errors
    /// [`Error::NothingAsked`] and other errors of the request; [`Error::NotFound`] for an unknown thread,
    /// statement or approval; [`Error::AnsweredAlready`], [`Error::ApprovalExpired`], [`Error::ChatChanged`]
    /// and [`Error::ChatEnded`] for conflicts; [`Error::Storage`] and [`Error::Files`] if the server is at
    /// fault.
    pub async fn ask(&self, author: Author, request: ChatRequest) -> Result<ChatStream, Error> {
        let user = author.books;
        // A separate task, so that an action the user approved completes even if their client disconnects
        // meanwhile.
        let chats = self.clone();
        let begun = async move {
            let turn = chats.begin(author, &request).await;
            (turn, request)
        };
        let task = self.tasks.spawn(begun.in_current_span());
        let (turn, request) = task.await.map_err(Error::Task)?;
        if let Some(Turn { answer, events }) = turn? {
            let body = running::read(Arc::clone(&answer.place.running), true, self.settings.grace);
            self.tasks.spawn(answer::write(self.clone(), answer, events).in_current_span());
            return Ok(body);
        }
        let conversation = match request.last().role {
            Role::User => Conversation::new(turn::claims(&request.messages), self.advisor.limits())?,
            Role::Assistant | Role::System => return Err(Error::NothingAsked),
        };
        let consent = Consent::of(&request)?;
        let answerer = self.choose(user, None, turn::requested_model(&request), consent).await?;
        let name = answerer.name.clone();
        self.check_files(user, request.last()).await?;
        let files = self.receive(author, attachments::files_of(request.last()), false).await?;
        let events = self.answer_with_files(user, files, answerer, conversation);
        let events = self.counted(user, name.clone(), events);
        Ok(chunks::body(events, &name, self.stopping.clone()))
    }

    /// Returns a page of the user's threads, the latest first. With `search`, only those that contain the
    /// text.
    ///
    /// # Errors
    /// [`Error::Storage`] if the cursor is not valid, or if the storage fails.
    pub async fn threads(
        &self,
        user: UserId,
        search: Option<String>,
        page: PageRequest,
    ) -> Result<Page<Thread>, Error> {
        let Page { items, next_cursor } = self.storage.list_chats(user, search, page).await?;
        Ok(Page { items: items.into_iter().map(|chat| self.thread_of(chat)).collect(), next_cursor })
    }

    /// Returns a thread, by its id or by the client's id for it, with its messages. A message that a running
    /// stream sends from its beginning is left out: a client that got both would show it twice.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`] if the storage fails.
    pub async fn thread(&self, user: UserId, name: &str) -> Result<(Thread, Vec<ChatMessage>), Error> {
        let chat = self.known(user, name).await?;
        let mut messages = self.storage.list_chat_messages(user, chat.id).await?;
        if self.running.find(chat.id).is_some_and(|running| running.is_new) {
            messages.pop_if(|message| message.state == MessageState::Streaming);
        }
        Ok((self.thread_of(chat), messages))
    }

    /// Changes a thread.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`] if the storage fails.
    pub async fn update(&self, user: UserId, name: &str, change: ChatChange) -> Result<Thread, Error> {
        let chat = self.known(user, name).await?;
        let changed = self.storage.update_chat(user, chat.id, change, self.clock.now()).await?;
        Ok(self.thread_of(changed.ok_or(Error::NotFound)?))
    }

    /// Deletes a thread with its messages, and stops an answer that is being written.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`] if the storage fails.
    pub async fn delete(&self, user: UserId, name: &str) -> Result<(), Error> {
        let chat = self.known(user, name).await?;
        self.running.stop(chat.id).await;
        if self.storage.delete_chat(user, chat.id).await? { Ok(()) } else { Err(Error::NotFound) }
    }

    /// Returns the traces of a thread's latest answers, oldest first.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`] if the storage fails.
    pub async fn traces(&self, user: UserId, name: &str) -> Result<Vec<ChatTrace>, Error> {
        let chat = self.known(user, name).await?;
        Ok(self.storage.list_chat_traces(user, chat.id, TRACES_MAX).await?)
    }

    /// Returns the number of answers that this process is writing.
    #[must_use]
    pub fn running_answers(&self) -> usize {
        self.running.count()
    }

    /// Returns the answer that is being written, from its beginning; `None` if there is none.
    ///
    /// # Errors
    /// [`Error::NotFound`] for a thread id that is not the user's. An unknown client id is not an error,
    /// since its chat may not have begun. [`Error::Storage`] if the storage fails.
    pub async fn resume(&self, user: UserId, name: &str) -> Result<Option<ChatStream>, Error> {
        let Some(chat) = self.find(user, name).await? else {
            return if name.parse::<saldo_domain::ChatId>().is_ok() {
                Err(Error::NotFound)
            } else {
                Ok(None)
            };
        };
        let running = self.running.find(chat.id);
        Ok(running.map(|running| running::read(running, false, self.settings.grace)))
    }

    /// Stops the answer that is being written. The text so far is stored.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`] if the storage fails.
    pub async fn stop(&self, user: UserId, name: &str) -> Result<(), Error> {
        let chat = self.known(user, name).await?;
        self.running.stop(chat.id).await;
        Ok(())
    }

    /// Returns the advisor's notes about the user, oldest first.
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn notes(&self, user: UserId) -> Result<Vec<Memory>, Error> {
        Ok(self.storage.list_memories(user).await?)
    }

    /// Adds a note.
    ///
    /// # Errors
    /// [`Error::TooManyNotes`]; [`Error::Storage`] if the storage fails.
    pub async fn add_note(&self, user: UserId, text: &str) -> Result<Memory, Error> {
        let added = self.storage.insert_memory(user, text, NOTES_MAX, self.clock.now()).await?;
        added.ok_or(Error::TooManyNotes)
    }

    /// Changes a note.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`] if the storage fails.
    pub async fn update_note(&self, user: UserId, note: MemoryId, text: &str) -> Result<Memory, Error> {
        self.storage.update_memory(user, note, text, self.clock.now()).await?.ok_or(Error::NotFound)
    }

    /// Deletes a note.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`] if the storage fails.
    pub async fn delete_note(&self, user: UserId, note: MemoryId) -> Result<(), Error> {
        if self.storage.delete_memory(user, note).await? { Ok(()) } else { Err(Error::NotFound) }
    }

    async fn known(&self, user: UserId, name: &str) -> Result<Chat, Error> {
        self.find(user, name).await?.ok_or(Error::NotFound)
    }

    fn thread_of(&self, chat: Chat) -> Thread {
        Thread { is_running: self.running.find(chat.id).is_some(), chat }
    }
}
