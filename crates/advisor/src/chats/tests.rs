//! Tests of conversations over a SQLite database, with a scripted model.

use std::time::Duration;

use futures::StreamExt;
use saldo_domain::{
    AccountKind, Author, CategoryBy, Currency, Email, Id, ManualClock, Money, PreferencesChange,
    SendingConsent, Timestamp, TransactionFilter, TransactionKind,
};
use saldo_llm::LanguageModel;
use saldo_llm::scripted::{Scripted, Turn as Script};
use saldo_storage::{NewCredential, NewManualAccount, NewTransaction, NewUser};
use serde_json::json;
use tempfile::TempDir;

use super::*;
use crate::writes::{CategorizeTransactions, CreateRule};
use crate::{Analyst, Ledger, Limits, ProposedAction};

const NOW: Timestamp = Timestamp::from_milliseconds(1_752_580_800_000);

/// An upload service that refuses every file.
struct NoFiles;

#[async_trait]
impl StatementFiles for NoFiles {
    async fn store(&self, _: UserId, _: &str, _: Vec<u8>) -> Result<(Statement, bool), FileError> {
        Err(FileError::Refused("unsupported file type".to_owned()))
    }

    async fn queue(&self, _: Author, _: StatementId) -> Result<Option<Job>, ServiceError> {
        Ok(None)
    }

    fn display_name(&self, file_name: &str) -> String {
        file_name.to_owned()
    }

    fn shown(&self, _: &Job) -> Value {
        Value::Null
    }
}

/// Conversations with a scripted remote model.
struct Fixture {
    chats: Chats,
    model: Arc<Scripted>,
    clock: Arc<ManualClock>,
    user: UserId,
    _folder: TempDir,
}

impl Fixture {
    async fn open(turns: impl IntoIterator<Item = Script>) -> Self {
        let folder = TempDir::new().unwrap();
        let url = format!("sqlite://{}", folder.path().join("saldo.db").display());
        let storage = saldo_storage::open(&url).await.unwrap();
        let new = NewUser::named(Email::parse("ann@example.org").unwrap(), "Ann");
        let credential = NewCredential::at_provider("test", "ann");
        let user = storage.insert_user(new, credential, NOW).await.unwrap().id;
        let clock = Arc::new(ManualClock::at(NOW));
        let model = Arc::new(Scripted::new(turns));
        let analyst = Arc::new(Analyst::new(clock.clone()));
        let named = |model: Arc<dyn LanguageModel>| NamedModel { name: model.name().to_owned(), model };
        let models = [named(model.clone()), named(analyst)];
        let advisor = Advisor::new(Ledger::of(&storage), model.clone(), clock.clone(), Limits::default());
        let settings = ChatSettings {
            base_url: "http://localhost".to_owned(),
            grace: Duration::ZERO,
            approval_time_max: Duration::from_mins(1),
            tokens_per_day: 0,
            files_max: 1,
        };
        let (tasks, stopping) = (TaskTracker::new(), CancellationToken::new());
        let chats = Chats::new(storage, advisor, models.into(), Arc::new(NoFiles), settings, tasks, stopping);
        Self { chats, model, clock, user, _folder: folder }
    }

    async fn sends(&self, sends: SendingConsent) {
        let change = PreferencesChange { sends: Some(sends), ..PreferencesChange::default() };
        self.chats.storage.change_preferences(self.user, change, NOW).await.unwrap();
    }

    /// Sends a request in a chat and returns the whole answer.
    async fn ask(&self, request: Value) -> Result<String, Error> {
        let request = ChatRequest::parse(request.to_string().as_bytes()).unwrap();
        let pieces: Vec<_> = self.chats.ask(self.user.into(), request).await?.collect().await;
        let bytes: Vec<u8> = pieces.into_iter().flat_map(|Ok(piece)| piece).collect();
        Ok(String::from_utf8(bytes).unwrap())
    }

    /// Adds transactions of -1.00 EUR with these descriptions to a new account.
    async fn spend(&self, descriptions: &[&str]) {
        let (storage, currency) = (&self.chats.storage, Currency::parse("EUR").unwrap());
        let account = NewManualAccount {
            id: Id::new(NOW),
            name: "Jar".to_owned(),
            institution: None,
            kind: AccountKind::Cash,
            currency,
        };
        let account = storage.insert_account(self.user, account, NOW).await.unwrap().id;
        for description in descriptions {
            let new = NewTransaction {
                id: Id::new(NOW),
                account,
                statement: None,
                position: None,
                date: NOW.date(),
                description: (*description).to_owned(),
                note: String::new(),
                amount: Money::from_minor(-100, currency),
                category: None,
                category_by: CategoryBy::Words,
                kind: TransactionKind::Transaction,
                tags: Vec::new(),
            };
            storage.insert_transaction(self.user.into(), new, NOW).await.unwrap();
        }
    }

    /// Performs a proposed change as if the user had approved it.
    async fn change(&self, action: ProposedAction) {
        let executor = &self.chats.executor;
        let proposal = executor.propose(self.user, &action).await.unwrap();
        executor.perform(self.user.into(), &proposal.content).await.unwrap();
    }

    async fn messages(&self) -> Vec<ChatMessage> {
        self.chats.thread(self.user, "c").await.unwrap().1
    }
}

/// Returns a request with one message in the chat `c`.
fn question(id: &str, text: &str) -> Value {
    json!({ "id": "c", "messages": [{ "id": id, "role": "user", "content": text }] })
}

#[tokio::test]
async fn a_question_and_its_answer_are_stored_and_the_next_question_continues_them() {
    let fixture = Fixture::open([Script::text("Hello"), Script::text("Again")]).await;
    fixture.sends(SendingConsent::Always).await;
    let first = fixture.ask(question("u1", "Who are you?")).await.unwrap();
    assert!(first.contains("Hello") && first.ends_with("data: [DONE]\n\n"), "{first}");
    fixture.ask(question("u2", "And now?")).await.unwrap();
    let texts: Vec<String> = fixture.messages().await.into_iter().map(|message| message.text).collect();
    assert_eq!(texts.len(), 4, "{texts:?}");
    let sent = fixture.model.requests().pop().unwrap().messages;
    assert_eq!(sent.len(), 3, "the second request repeats the first question and its answer: {sent:?}");
    let (thread, _) = fixture.chats.thread(fixture.user, "c").await.unwrap();
    assert_eq!((thread.chat.title.as_str(), thread.is_running), ("Who are you?", false));
    assert_eq!(fixture.chats.traces(fixture.user, "c").await.unwrap().len(), 2);
}

#[tokio::test]
async fn nothing_is_sent_to_a_remote_model_before_the_user_agrees() {
    let fixture = Fixture::open([Script::text("Hello")]).await;
    let asked = fixture.ask(question("u1", "Who are you?")).await.unwrap();
    assert!(asked.contains("data-consent") && fixture.model.requests().is_empty(), "{asked}");
    let mut agreed = question("u1", "Who are you?");
    agreed["consent"] = "once".into();
    agreed["trigger"] = "regenerate-message".into();
    assert!(fixture.ask(agreed).await.unwrap().contains("Hello"));
    assert_eq!(fixture.model.requests().len(), 1);
    let refused =
        fixture.ask(json!({ "messages": [{ "role": "user", "content": "a" }], "consent": 1 })).await;
    assert!(matches!(refused, Err(Error::InvalidConsent)), "{refused:?}");
}

#[tokio::test]
async fn an_approved_change_is_made_once_and_the_answer_continues() {
    let call = [("set_budget", r#"{"category":"Groceries","amount":"300.00","currency":"EUR"}"#)];
    for expires in [false, true] {
        let fixture = Fixture::open([Script::calls(call), Script::text("Done")]).await;
        fixture.sends(SendingConsent::Always).await;
        let asked = fixture.ask(question("u1", "Set a budget for groceries")).await.unwrap();
        assert!(asked.contains("tool-approval-request"), "{asked}");
        let waiting = fixture.messages().await.pop().unwrap();
        assert_eq!(waiting.state, MessageState::Waiting);
        assert!(fixture.chats.storage.list_budgets(fixture.user).await.unwrap().is_empty());
        let mut parts = waiting.parts.clone();
        for part in parts.as_array_mut().unwrap() {
            if part.get("approval").is_some() {
                part["state"] = "approval-responded".into();
                part["approval"]["approved"] = true.into();
            }
        }
        let message = json!({ "id": waiting.id, "role": "assistant", "parts": parts });
        let agreed = json!({ "id": "c", "messages": [message] });
        if expires {
            fixture.clock.advance(Duration::from_secs(61));
            let refused = fixture.ask(agreed).await;
            assert!(matches!(refused, Err(Error::ApprovalExpired)), "{refused:?}");
            assert!(fixture.chats.storage.list_budgets(fixture.user).await.unwrap().is_empty());
            continue;
        }
        let answer = fixture.ask(agreed.clone()).await.unwrap();
        assert!(answer.contains("budgetId") && answer.contains("Done"), "{answer}");
        assert_eq!(fixture.chats.storage.list_budgets(fixture.user).await.unwrap().len(), 1);
        let again = fixture.ask(agreed).await;
        assert!(matches!(again, Err(Error::AnsweredAlready)), "{again:?}");
    }
}

#[tokio::test]
async fn a_proposed_change_of_a_merchant_leaves_longer_words_alone() {
    let fixture = Fixture::open([]).await;
    fixture.spend(&["UBER *TRIP 1", "Überweisung Miete", "Dauerauftrag Uber"]).await;
    let (storage, user) = (&fixture.chats.storage, fixture.user);
    let categories = storage.list_categories(user).await.unwrap();
    let id = categories.iter().find(|it| it.name == "Transport").unwrap().id;
    let in_transport = async || {
        let filter = TransactionFilter { category: Some(id), ..TransactionFilter::default() };
        let found = storage.list_transactions(user, filter, PageRequest::first(9)).await.unwrap().items;
        let mut found: Vec<String> = found.into_iter().map(|it| it.description).collect();
        found.sort();
        found
    };
    let category = "Transport".to_owned();
    fixture
        .change(ProposedAction::CategorizeTransactions(CategorizeTransactions {
            category: category.clone(),
            text: Some("Uber".to_owned()),
            from_category: None,
            account: None,
            from: None,
            to: None,
        }))
        .await;
    assert_eq!(in_transport().await, ["Dauerauftrag Uber", "UBER *TRIP 1"]);
    fixture.change(ProposedAction::CreateRule(CreateRule { text: "Uber".to_owned(), category })).await;
    fixture.spend(&["Überweisung Strom", "Uber Eats"]).await;
    saldo_bookkeeping::Bookkeeper::new(storage.clone()).apply_rules(user.into(), NOW).await.unwrap();
    assert_eq!(in_transport().await, ["Dauerauftrag Uber", "UBER *TRIP 1", "Uber Eats"]);
}

#[tokio::test]
async fn a_refused_file_is_named_in_the_answer() {
    let fixture = Fixture::open([Script::text("I cannot read it")]).await;
    fixture.sends(SendingConsent::Always).await;
    let file =
        |url: &str| json!({ "type": "file", "mediaType": "image/png", "filename": "a.png", "url": url });
    let with = |files: Vec<Value>| json!({ "id": "c", "messages": [{ "id": "u1", "role": "user", "parts": files }] });
    let answer = fixture.ask(with(vec![file("data:image/png;base64,AAAA")])).await.unwrap();
    assert!(answer.contains("unsupported file type") && answer.contains("I cannot read it"), "{answer}");
    let foreign = fixture.ask(with(vec![file("https://example.org/a.png")])).await;
    assert!(matches!(foreign, Err(Error::ForeignFile)), "{foreign:?}");
    let broken = fixture.ask(with(vec![file("data:image/png;base64,-")])).await;
    assert!(matches!(broken, Err(Error::InvalidDataUrl)), "{broken:?}");
    let many = fixture.ask(with(vec![file("data:;base64,AAAA"), file("data:;base64,AAAA")])).await;
    assert!(matches!(many, Err(Error::TooManyFiles { most: 1 })), "{many:?}");
}

#[tokio::test]
async fn threads_and_notes_belong_to_their_user() {
    let fixture = Fixture::open([Script::text("Hello")]).await;
    fixture.sends(SendingConsent::Always).await;
    fixture.ask(question("u1", "Who are you?")).await.unwrap();
    let (chats, bob) = (&fixture.chats, Id::new(NOW));
    let note = chats.add_note(fixture.user, "Rent is due on the first").await.unwrap();
    assert!(matches!(chats.thread(bob, "c").await, Err(Error::NotFound)));
    assert!(matches!(chats.delete(bob, "c").await, Err(Error::NotFound)));
    assert!(matches!(chats.update_note(bob, note.id, "x").await, Err(Error::NotFound)));
    assert!(matches!(chats.delete_note(bob, note.id).await, Err(Error::NotFound)));
    assert!(chats.resume(bob, "c").await.unwrap().is_none());
    chats.delete(fixture.user, "c").await.unwrap();
    assert!(matches!(chats.traces(fixture.user, "c").await, Err(Error::NotFound)));
    for index in 1..NOTES_MAX {
        chats.add_note(fixture.user, &format!("note {index}")).await.unwrap();
    }
    assert!(matches!(chats.add_note(fixture.user, "one more").await, Err(Error::TooManyNotes)));
}
