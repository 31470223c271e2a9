//! Tests of the inbox over a SQLite database and the importers of this process.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

use bytes::Bytes;
use object_store::local::LocalFileSystem;
use saldo_bookkeeping::Bookkeeper;
use saldo_domain::{
    Currency, Email, Failure, FailureCode, PageRequest, StatementDraft, StatementId, StatementStatus,
    SystemClock, Timestamp, UserAnswers,
};
use saldo_storage::{NewCredential, NewUser, WorkerId};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::folder::Version;
use super::*;
use crate::import::ImportHints;
use crate::jobs::{JobSettings, ProcessStatements, StatementEvents};
use crate::page::InProcess;
use crate::{FilePassword, ImportReader, Limits, Progress, ReadFailure, StatementReader};

const ANN: &str = "ann@example.org";

struct NoPdf;

#[async_trait::async_trait]
impl StatementReader for NoPdf {
    async fn read(
        &self,
        _: Bytes,
        _: Option<&FilePassword>,
        _: &UserAnswers,
        _: &dyn Progress,
    ) -> Result<StatementDraft, ReadFailure> {
        Err(ReadFailure::Failed(Failure::of(FailureCode::NotAStatement)))
    }
}

struct NoEvents;

impl StatementEvents for NoEvents {
    fn imported(&self, _: UserId, _: StatementId) {}
    fn disk_full(&self) {}
    fn processed(&self, _: Option<FailureCode>) {}
}

struct Fixture {
    inbox: Inbox,
    user: UserId,
    stopping: CancellationToken,
    place: TempDir,
}

impl Drop for Fixture {
    fn drop(&mut self) {
        self.stopping.cancel();
    }
}

impl Fixture {
    async fn open(files_max: usize) -> Self {
        let place = TempDir::new().unwrap();
        for folder in ["files", "inbox/ann@example.org"] {
            fs::create_dir_all(place.path().join(folder)).unwrap();
        }
        let url = format!("sqlite://{}", place.path().join("saldo.db").display());
        let storage = saldo_storage::open(&url).await.unwrap();
        let new = NewUser::named(Email::parse(ANN).unwrap(), "Ann");
        let now = Timestamp::from_milliseconds(1_750_000_000_000);
        let user = storage.insert_user(new, NewCredential::at_provider("test", "ann"), now).await.unwrap().id;
        let hints = ImportHints { currency: Currency::parse("EUR").ok(), ..ImportHints::default() };
        let reader = Arc::new(ImportReader::new(Arc::new(NoPdf), Arc::new(InProcess::default()), hints));
        let files = Arc::new(LocalFileSystem::new_with_prefix(place.path().join("files")).unwrap());
        let clock = Arc::new(SystemClock);
        let ingest = Ingest::new(storage.clone(), files, reader.clone(), clock.clone(), Limits::default())
            .with_imports(reader);
        let ingest = Arc::new(ingest);
        let work = ProcessStatements {
            ingest: ingest.clone(),
            books: Bookkeeper::new(storage.clone()),
            clock,
            events: Arc::new(NoEvents),
        };
        let settings = JobSettings::new(WorkerId("a".to_owned()), Duration::from_mins(1), 1);
        let stopping = CancellationToken::new();
        let jobs = StatementJobs::new(storage.clone(), work, settings, TaskTracker::new(), stopping.clone());
        let settings = InboxSettings::new(place.path().join("inbox"), files_max, Duration::ZERO);
        Self { inbox: Inbox::new(ingest, jobs, storage, settings), user, stopping, place }
    }

    fn at(&self, path: &str) -> PathBuf {
        self.place.path().join("inbox").join(ANN).join(path)
    }

    fn put(&self, name: impl AsRef<OsStr>, content: &str) {
        fs::write(self.at("").join(name.as_ref()), content).unwrap();
    }

    fn count(&self, path: &str) -> usize {
        fs::read_dir(self.at(path)).map_or(0, Iterator::count)
    }

    async fn statements(&self) -> Vec<StatementStatus> {
        let page = self.inbox.storage.list_statements(self.user, PageRequest::first(100)).await.unwrap();
        page.items.into_iter().map(|statement| statement.status).collect()
    }

    /// Looks until so many files are in a folder.
    async fn look_until(&mut self, count: usize, path: &str) {
        for _ in 0..1_000 {
            self.inbox.look().await;
            if self.count(path) == count {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{path} has {} files", self.count(path));
    }
}

fn csv(number: u32) -> String {
    format!("Date,Description,Amount\n2024-01-30,RENT {number},-500.00\n")
}

#[tokio::test]
async fn any_name_that_the_file_system_allows_is_read() {
    let mut fixture = Fixture::open(50).await;
    fixture.inbox.jobs.start();
    let long = "ä".repeat(125) + ".csv";
    let names = [&b"\xff\xfe.csv"[..], b"line\nbreak.csv", long.as_bytes(), b"no extension"];
    for (number, name) in (0..).zip(names) {
        fixture.put(OsStr::from_bytes(name), &csv(number));
    }
    let too_long_for_a_note = "x".repeat(255);
    fixture.put(&too_long_for_a_note, "nothing that is a statement");
    fixture.look_until(4, "done").await;
    fixture.look_until(2, "failed").await;
    for name in names {
        assert!(fixture.at("done").join(OsStr::from_bytes(name)).exists());
    }
    let note = fs::read_to_string(fixture.at("failed").join("x".repeat(251) + ".txt")).unwrap();
    assert!(note.contains("The file is not a PDF"), "{note}");
    assert_eq!(fixture.statements().await, [StatementStatus::Processed; 4]);
}

#[tokio::test]
async fn files_beyond_the_limit_stay_in_the_folder() {
    let mut fixture = Fixture::open(2).await;
    for number in 0..5 {
        fixture.put(format!("{number}.csv"), &csv(number));
    }
    for _ in 0..4 {
        fixture.inbox.look().await;
    }
    assert_eq!((fixture.count(".working"), fixture.count("")), (2, 3 + 1));
    fixture.inbox.jobs.start();
    fixture.look_until(5, "done").await;
    assert_eq!(fixture.statements().await.len(), 5);
}

#[tokio::test]
async fn a_file_that_changed_after_the_look_returns_unread() {
    let fixture = Fixture::open(50).await;
    fixture.put("may.csv", &csv(1));
    let place = Place { inbox: fixture.inbox.settings.folder.clone(), name: ANN.into() };
    let claimed = place.claim(OsStr::new("may.csv")).unwrap().unwrap();
    let earlier = Version::new(1, 1);
    let mut taken = TakenFile::new(place, fixture.user, "may.csv".into(), claimed, earlier);
    assert!(taken.advance(&fixture.inbox.ingest, &fixture.inbox.jobs).await.unwrap());
    assert!(fixture.at("may.csv").exists() && fixture.count(".working") == 0);
    assert_eq!(fixture.statements().await, []);
}

#[tokio::test]
async fn a_copy_that_pauses_is_read_when_it_has_its_end() {
    let mut fixture = Fixture::open(1).await;
    fixture.inbox.jobs.start();
    let (half, rest) = ("%PDF-1.7\nobjects\n", "xref\nstartxref\n18\n%%EOF\n");
    fixture.put("a.pdf", half);
    fixture.put("b.csv", &csv(1));
    fixture.look_until(1, "done").await;
    for _ in 0..5 {
        fixture.inbox.look().await;
    }
    assert!(fixture.at("a.pdf").exists(), "it takes no place of other files, and waits");
    fixture.put("a.pdf", &format!("{half}{rest}"));
    fixture.look_until(2, "failed").await;
    fixture.put("cut.pdf", half);
    fixture.look_until(4, "failed").await;
    let note = fs::read_to_string(fixture.at("failed/cut.pdf.txt")).unwrap();
    assert!(note.contains("No statement was found"), "one that is never completed is read as it is: {note}");
}

#[tokio::test]
async fn a_file_waits_while_the_file_store_fails() {
    let mut fixture = Fixture::open(50).await;
    fixture.inbox.jobs.start();
    let files = fixture.place.path().join("files");
    fs::remove_dir(&files).unwrap();
    fs::write(&files, "a file where a folder is expected").unwrap();
    fixture.put("may.csv", &csv(1));
    fixture.look_until(1, ".working").await;
    for _ in 0..5 {
        fixture.inbox.look().await;
    }
    assert_eq!((fixture.count(".working"), fixture.count("failed")), (1, 0));
    fs::remove_file(&files).unwrap();
    fs::create_dir(&files).unwrap();
    fixture.look_until(1, "done").await;
    assert_eq!(fixture.statements().await, [StatementStatus::Processed]);
}

#[tokio::test]
async fn folders_of_nobody_and_an_inbox_that_is_missing_are_found() {
    let fixture = Fixture::open(50).await;
    let (inbox, storage) = (fixture.place.path().join("inbox"), fixture.inbox.storage.as_ref());
    let found = async |storage| check(&inbox, storage).await.unwrap();
    assert_eq!(found(Some(storage)).await, InboxFolders { count: 1, strangers: Vec::new() });
    for folder in [".hidden", "ben@example.org"] {
        fs::create_dir(inbox.join(folder)).unwrap();
    }
    fs::write(inbox.join("a file.csv"), csv(1)).unwrap();
    let strangers = vec!["ben@example.org".to_owned()];
    assert_eq!(found(Some(storage)).await, InboxFolders { count: 2, strangers });
    assert_eq!(found(None).await, InboxFolders { count: 2, strangers: Vec::new() }, "nobody knows the users");
    let missing = check(&inbox.join("nowhere"), None).await.unwrap_err();
    assert!(matches!(missing, InboxFault::Inbox(error) if error.kind() == io::ErrorKind::NotFound));
}
