//! Tests of the user's choices for a data file, over a SQLite database and a file store in memory.

use std::sync::Arc;

use bytes::Bytes;
use object_store::memory::InMemory;
use saldo_bookkeeping::NewManualAccount;
use saldo_domain::{
    AccountId, AccountKind, Currency, Email, Id, ManualClock, StatementId, Timestamp, UserId,
};
use saldo_statement_ingest::import::ImportHints;
use saldo_statement_ingest::page::InProcess;
use saldo_statement_ingest::{
    Error, ImportReader, ImportTarget, Ingest, Limits, MappingOrigin, PreviewChoice,
};
use saldo_storage::{NewCredential, NewUser, Storage};
use tempfile::TempDir;

use crate::import::NoReader;

const NOW: Timestamp = Timestamp::from_milliseconds(1_750_000_000_000);
const NAMED: &str = "Date;Description;Amount;Currency\n31.01.2024;Miete;-1.250,00;EUR\n";
const UNNAMED: &str = "31.01.2024;Miete;-1.250,00;EUR\n01.02.2024;Zinsen;5,00;EUR\n";

struct Fixture {
    ingest: Ingest,
    storage: Arc<dyn Storage>,
    user: UserId,
    _folder: TempDir,
}

impl Fixture {
    async fn open() -> Self {
        let folder = TempDir::new().unwrap();
        let url = format!("sqlite://{}", folder.path().join("saldo.db").display());
        let storage = saldo_storage::open(&url).await.unwrap();
        let new = NewUser::named(Email::parse("ann@example.org").unwrap(), "Ann");
        let credential = NewCredential::at_provider("test", "ann");
        let user = storage.insert_user(new, credential, NOW).await.unwrap().id;
        let reader =
            ImportReader::new(Arc::new(NoReader), Arc::new(InProcess::default()), ImportHints::default());
        let reader = Arc::new(reader);
        let clock = Arc::new(ManualClock::at(NOW));
        let files = Arc::new(InMemory::new());
        let ingest = Ingest::new(storage.clone(), files, reader.clone(), clock, Limits::default())
            .with_imports(reader);
        Self { ingest, storage, user, _folder: folder }
    }

    async fn upload(&self, file: &'static str) -> StatementId {
        let body = futures::stream::iter([Ok::<_, std::io::Error>(Bytes::from_static(file.as_bytes()))]);
        self.ingest.upload(self.user, "bank.csv", body).await.unwrap().statement.id
    }

    async fn account(&self, currency: &str) -> AccountId {
        self.storage.insert_account(self.user, account(currency), NOW).await.unwrap().id
    }

    async fn preview(
        &self,
        statement: StatementId,
        choice: PreviewChoice,
    ) -> (MappingOrigin, Option<AccountId>) {
        let chosen = self.ingest.preview(self.user, statement, choice).await.unwrap();
        (chosen.mapping, chosen.account)
    }
}

fn account(currency: &str) -> NewManualAccount {
    NewManualAccount {
        id: AccountId::new(NOW),
        name: currency.to_owned(),
        institution: None,
        kind: AccountKind::Checking,
        currency: Currency::parse(currency).unwrap(),
    }
}

#[tokio::test]
async fn a_confirmed_mapping_and_its_account_are_suggested_for_the_next_file_with_the_header() {
    let fixture = Fixture::open().await;
    let (statement, giro) = (fixture.upload(NAMED).await, fixture.account("EUR").await);
    let nothing = PreviewChoice::default;
    assert_eq!(fixture.preview(statement, nothing()).await, (MappingOrigin::Guessed, None));
    fixture.ingest.choose(fixture.user, statement, None, ImportTarget::Account(giro)).await.unwrap();
    assert_eq!(fixture.preview(statement, nothing()).await, (MappingOrigin::Saved, Some(giro)));
    let for_another = PreviewChoice { currency: Currency::parse("CHF").ok(), ..nothing() };
    assert_eq!(fixture.preview(statement, for_another).await, (MappingOrigin::Saved, None));
    assert_eq!(fixture.ingest.saved_mappings(fixture.user).await.unwrap().len(), 1);
    fixture.ingest.delete_mappings(fixture.user, giro).await.unwrap();
    assert_eq!(fixture.preview(statement, nothing()).await, (MappingOrigin::Guessed, None));
}

#[tokio::test]
async fn a_file_that_cannot_be_imported_as_chosen_leaves_no_account_and_no_mapping() {
    let fixture = Fixture::open().await;
    let choose = async |file, target| {
        let statement = fixture.upload(file).await;
        fixture.ingest.choose(fixture.user, statement, None, target).await
    };
    let uncertain = choose(UNNAMED, ImportTarget::New(account("EUR"))).await;
    assert!(matches!(uncertain, Err(Error::UncertainColumns)), "{uncertain:?}");
    let other = choose(NAMED, ImportTarget::New(account("USD"))).await;
    assert!(matches!(other, Err(Error::OtherCurrency { .. })), "{other:?}");
    let broken =
        choose("Date,Description,Amount\n2024-02-31,A,1.00\n", ImportTarget::New(account("USD"))).await;
    assert!(matches!(broken, Err(Error::UnreadLine { line: 2, .. })), "{broken:?}");
    let pdf = choose("%PDF-1.7\n1 0 obj", ImportTarget::Named).await;
    assert!(matches!(pdf, Err(Error::NotImportable)), "{pdf:?}");
    assert_eq!(fixture.storage.list_accounts(fixture.user).await.unwrap(), []);
    assert!(fixture.ingest.saved_mappings(fixture.user).await.unwrap().is_empty());
}

#[tokio::test]
async fn files_and_accounts_of_others_are_not_found() {
    let fixture = Fixture::open().await;
    let (statement, giro) = (fixture.upload(NAMED).await, fixture.account("EUR").await);
    let bob = Id::new(NOW);
    let seen = fixture.ingest.preview(bob, statement, PreviewChoice::default()).await;
    assert!(matches!(seen, Err(Error::NotFound)), "{seen:?}");
    let chosen = fixture.ingest.choose(bob, statement, None, ImportTarget::Account(giro)).await;
    assert!(matches!(chosen, Err(Error::NotFound)), "{chosen:?}");
    let deleted = fixture.ingest.delete_mappings(bob, giro).await;
    assert!(matches!(deleted, Err(Error::NotFound)), "{deleted:?}");
    assert!(matches!(fixture.ingest.statement(bob, statement).await, Err(Error::NotFound)));
    assert!(matches!(fixture.ingest.lines(bob, statement).await, Err(Error::NotFound)));
}
