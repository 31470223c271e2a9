//! Tests of the inbox: files that users put into a watched folder.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::answers::zip;
use crate::app::{Database, Place, TestUser, with_each_database};
use crate::bad_input::LOCKED;
use crate::crash::{Process, free_base};
use crate::ledger::ok;
use crate::pdf::Sample;

/// An inbox with the folders of Ann and Ben.
struct TestInbox(PathBuf);

impl TestInbox {
    fn new(place: &Place) -> Self {
        let path = place.folder.path().join("inbox");
        for folder in ["ann@example.com", "ben@example.com"] {
            fs::create_dir_all(path.join(folder)).unwrap();
        }
        Self(path)
    }

    fn at(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    /// Puts a file into a folder.
    fn put(&self, path: &str, content: &[u8]) {
        fs::write(self.at(path), content).unwrap();
    }

    /// Returns the names in a folder, in order.
    fn names(&self, path: &str) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.at(path)) else { return Vec::new() };
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    /// Waits until a file exists and no name is only reserved, for a minute at most.
    async fn wait_for(&self, path: &str, process: &Process) {
        for _ in 0..1_200 {
            if fs::metadata(self.at(path)).is_ok_and(|found| found.len() > 0) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let (done, failed) = (self.names("ann@example.com/done"), self.names("ann@example.com/failed"));
        panic!("{path} does not exist; done: {done:?}, failed: {failed:?}: {}", process.log());
    }

    fn settings(&self) -> Vec<(&str, &str)> {
        vec![("SALDO_INBOX_DIR", self.0.to_str().unwrap()), ("SALDO_INBOX_SECONDS", "1")]
    }
}

async fn sign_up(process: &Process, name: &str) -> TestUser {
    let mut user = TestUser::new(process.base.clone());
    user.sign_up(name).await;
    user
}

/// Returns the name and the status of each statement, ordered by name.
async fn statements(user: &TestUser) -> Vec<(String, String)> {
    let page = user.json("/statements?limit=200").await;
    let text = |statement: &Value, name: &str| statement[name].as_str().unwrap().to_owned();
    let items = page["items"].as_array().unwrap().iter();
    let mut items: Vec<_> = items.map(|one| (text(one, "fileName"), text(one, "status"))).collect();
    items.sort();
    items
}

fn rows(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|(name, status)| ((*name).to_owned(), (*status).to_owned())).collect()
}

fn text_of(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

/// Writes a file in pieces, longer than two looks take.
async fn write_slowly(path: PathBuf, content: Vec<u8>) {
    let mut file = fs::File::create(path).unwrap();
    for piece in content.chunks(content.len().div_ceil(12)) {
        file.write_all(piece).unwrap();
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
}

async fn files_of_the_inbox_are_read_and_moved(database: Database) {
    let Some(place) = Place::new(database).await else { return };
    let inbox = TestInbox::new(&place);
    let process = Process::start(&place, &free_base(), &inbox.settings()).await;
    let (ann, ben) = (sign_up(&process, "ann").await, sign_up(&process, "ben").await);
    fs::create_dir(inbox.at("nobody@example.com")).unwrap();
    inbox.put("nobody@example.com/may.pdf", &Sample::new(9, 4).pdf());
    let wrong = Sample { hidden_row: Some(3), ..Sample::new(2, 8) };
    inbox.put("ann@example.com/may.pdf", &Sample::new(1, 8).pdf());
    inbox.put("ann@example.com/gap.pdf", &wrong.pdf());
    inbox.put("ann@example.com/broken.pdf", b"%PDF-1.7\nnothing");
    inbox.put("ann@example.com/locked.pdf", LOCKED);
    inbox.put("ann@example.com/notes.md", b"Milk, eggs");
    inbox.put("ann@example.com/may.pdf.part", b"%PDF-1.7");
    inbox.put("ann@example.com/all.zip", &zip(&[("one.pdf", &Sample::new(4, 3).pdf()), ("x.md", b"x")]));
    inbox.put("ben@example.com/ben.pdf", &Sample::new(3, 5).pdf());
    let secret = inbox.at("ben@example.com/ben.pdf");
    std::os::unix::fs::symlink(secret, inbox.at("ann@example.com/link.pdf")).unwrap();
    write_slowly(inbox.at("ann@example.com/slow.pdf"), Sample::new(5, 40).pdf()).await;
    for path in ["done/may.pdf", "done/gap.pdf", "done/slow.pdf", "failed/all.zip"] {
        inbox.wait_for(&format!("ann@example.com/{path}"), &process).await;
    }
    for path in ["failed/broken.pdf", "failed/locked.pdf", "failed/notes.md"] {
        inbox.wait_for(&format!("ann@example.com/{path}"), &process).await;
    }
    inbox.wait_for("ben@example.com/done/ben.pdf", &process).await;
    assert_eq!(inbox.names("ann@example.com"), [".working", "done", "failed", "link.pdf", "may.pdf.part"]);
    assert_eq!(inbox.names("ann@example.com/.working"), [""; 0]);
    assert_eq!(inbox.names("ben@example.com/done"), ["ben.pdf"]);
    let why = text_of(&inbox.at("ann@example.com/failed/notes.md.txt"));
    assert!(why.contains("The file is not a PDF, picture (JPG, PNG)"), "{why}");
    let why = text_of(&inbox.at("ann@example.com/failed/all.zip.txt"));
    assert!(why.contains("x.md: The file is not a PDF") && why.contains("The other files of this"), "{why}");
    let why = text_of(&inbox.at("ann@example.com/failed/broken.pdf.txt"));
    assert!(why.contains("\n\nThis file is damaged"), "{why}");
    let why = text_of(&inbox.at("ann@example.com/failed/locked.pdf.txt"));
    assert!(why.contains("enter its password there"), "{why}");
    let expected = [
        ("broken.pdf", "failed"),
        ("gap.pdf", "processed"),
        ("locked.pdf", "failed"),
        ("may.pdf", "processed"),
        ("one.pdf", "processed"),
        ("slow.pdf", "processed"),
    ];
    assert_eq!(statements(&ann).await, rows(&expected));
    assert_eq!(statements(&ben).await, rows(&[("ben.pdf", "processed")]));
    assert_eq!(ann.transactions().await.len(), 8 + 7 + 3 + 40);

    // The same content adds nothing, and the name gets a number.
    inbox.put("ann@example.com/may.pdf", &Sample::new(1, 8).pdf());
    inbox.wait_for("ann@example.com/done/may (2).pdf", &process).await;
    assert_eq!(statements(&ann).await, rows(&expected));
    assert_eq!(fs::read(inbox.at("ann@example.com/done/may.pdf")).unwrap(), Sample::new(1, 8).pdf());
    assert_eq!(inbox.names("nobody@example.com"), ["may.pdf"]);
    assert_eq!(process.log().matches("belongs to no user").count(), 1, "{}", process.log());
}

async fn a_folder_with_the_id_of_its_books_is_of_a_household(database: Database) {
    let Some(place) = Place::new(database).await else { return };
    let inbox = TestInbox::new(&place);
    let process = Process::start(&place, &free_base(), &inbox.settings()).await;
    let ann = sign_up(&process, "ann").await;
    let own = ann.json("/books").await["items"][0]["id"].as_str().unwrap().to_owned();
    let books =
        ok(&ann, Method::POST, "/books", json!({"name": "Home"})).await["id"].as_str().unwrap().to_owned();
    for folder in [&own, &books] {
        fs::create_dir(inbox.at(folder)).unwrap();
        inbox.put(&format!("{folder}/may.pdf"), &Sample::new(1, 8).pdf());
    }
    inbox.wait_for(&format!("{books}/done/may.pdf"), &process).await;
    assert_eq!(statements(&ann.in_books(&books)).await, rows(&[("may.pdf", "processed")]));
    assert_eq!(statements(&ann).await, rows(&[]));
    assert_eq!(inbox.names(&own), ["may.pdf"], "a user's own folder has the name of the address");
    assert_eq!(process.log().matches(&own).count(), 1, "{}", process.log());
}

async fn a_file_is_read_once_although_the_server_was_killed(database: Database) {
    let Some(place) = Place::new(database).await else { return };
    let (inbox, base) = (TestInbox::new(&place), free_base());
    let mut process = Process::start(&place, &base, &inbox.settings()).await;
    let ann = sign_up(&process, "ann").await;
    inbox.put("ann@example.com/long.pdf", &Sample::new(1, 6_000).pdf());
    inbox.wait_for("ann@example.com/.working/long.pdf", &process).await;
    process.kill();

    // A process without jobs does not watch, and the lease of the killed one ends meanwhile.
    let mut settings = inbox.settings();
    settings.push(("SALDO_JOBS_PARALLEL", "off"));
    let mut process = Process::start(&place, &base, &settings).await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_eq!(inbox.names("ann@example.com/.working"), ["long.pdf"]);
    assert_eq!(process.stop(), Some(0));

    let mut process = Process::start(&place, &base, &inbox.settings()).await;
    inbox.wait_for("ann@example.com/done/long.pdf", &process).await;
    assert_eq!(inbox.names("ann@example.com/.working"), [""; 0]);
    assert_eq!(statements(&ann).await, rows(&[("long.pdf", "processed")]));
    assert_eq!(ann.transactions().await.len(), 6_000);
    assert_eq!(process.stop(), Some(0));
}

async fn two_servers_read_each_file_once(database: Database) {
    let Some(place) = Place::new(database).await else { return };
    let inbox = TestInbox::new(&place);
    let mut first = Process::start(&place, &free_base(), &inbox.settings()).await;
    let mut second = Process::start(&place, &free_base(), &inbox.settings()).await;
    let ann = sign_up(&second, "ann").await;
    let names: Vec<String> = (10..20).map(|number| format!("{number}.pdf")).collect();
    for (number, name) in (10..).zip(&names) {
        inbox.put(&format!("ann@example.com/{name}"), &Sample::new(number, 4).pdf());
    }
    for name in &names[..5] {
        inbox.wait_for(&format!("ann@example.com/done/{name}"), &first).await;
    }
    // The other one takes over.
    assert_eq!(first.stop(), Some(0));
    for name in &names {
        inbox.wait_for(&format!("ann@example.com/done/{name}"), &second).await;
    }
    assert_eq!(inbox.names("ann@example.com/done"), names);
    assert_eq!(inbox.names("ann@example.com"), [".working", "done"]);
    let expected: Vec<_> = names.into_iter().map(|name| (name, "processed".to_owned())).collect();
    assert_eq!(statements(&ann).await, expected);
    assert_eq!(second.stop(), Some(0));
}

async fn a_file_that_cannot_be_claimed_is_not_read_and_reported_once(database: Database) {
    let Some(place) = Place::new(database).await else { return };
    let inbox = TestInbox::new(&place);
    inbox.put("ann@example.com/.working", b"a file where a folder is expected");
    let process = Process::start(&place, &free_base(), &inbox.settings()).await;
    let (ann, _ben) = (sign_up(&process, "ann").await, sign_up(&process, "ben").await);
    inbox.put("ann@example.com/may.pdf", &Sample::new(1, 8).pdf());
    inbox.put("ben@example.com/may.pdf", &Sample::new(1, 8).pdf());
    inbox.wait_for("ben@example.com/done/may.pdf", &process).await;
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(ann.json("/statements").await["items"], json!([]));
    assert_eq!(inbox.names("ann@example.com"), [".working", "may.pdf"]);
    assert_eq!(process.log().matches("cannot take files from a folder").count(), 1, "{}", process.log());
    // It is read as soon as that is possible.
    fs::remove_file(inbox.at("ann@example.com/.working")).unwrap();
    inbox.wait_for("ann@example.com/done/may.pdf", &process).await;
    assert_eq!(statements(&ann).await, rows(&[("may.pdf", "processed")]));
}

async fn a_receipt_in_the_inbox_is_kept_and_offered(database: Database) {
    let Some(place) = Place::new(database).await else { return };
    let inbox = TestInbox::new(&place);
    let process = Process::start(&place, &free_base(), &inbox.settings()).await;
    let ann = sign_up(&process, "ann").await;
    let cash = json!({"name": "Cash", "kind": "cash", "currency": "EUR"});
    let cash = ok(&ann, Method::POST, "/accounts", cash).await["id"].clone();
    let new =
        json!({"accountId": cash, "date": "2026-02-03", "description": "Acme Hosting", "amount": "-27.60"});
    ok(&ann, Method::POST, "/transactions", new).await;
    let invoice = |total: &str| {
        let lines = [
            "Invoice 2026-0131",
            "Acme Hosting Ltd",
            "Invoice date: 31 January 2026",
            "Due date: 14 February 2026",
            "Server rental January   1   19.00   19.00",
            "Backup                  1    4.00    4.00",
            total,
        ];
        crate::pdf::letter(&lines, 1)
    };
    inbox.put("ann@example.com/hosting.pdf", &invoice("Total due  EUR 27.60"));
    inbox.put("ann@example.com/other.pdf", &invoice("Total due  EUR 28.60"));
    inbox.wait_for("ann@example.com/done/hosting.pdf", &process).await;
    inbox.wait_for("ann@example.com/failed/other.pdf", &process).await;
    let note = text_of(&inbox.at("ann@example.com/done/hosting.pdf.txt"));
    assert!(note.contains("It is kept as a receipt.\n\nhosting.pdf"), "{note}");
    let unmatched = ann.json("/attachments/unmatched").await;
    let items = unmatched["items"].as_array().unwrap();
    assert_eq!(items.len(), 1, "{unmatched}");
    assert_eq!(items[0]["attachment"]["fileName"], "hosting.pdf");
    assert_eq!(items[0]["offers"].as_array().unwrap().len(), 1, "{unmatched}");
    // It is offered, never attached by itself.
    assert_eq!(items[0]["attachment"]["transactionId"], Value::Null);
    assert_eq!(statements(&ann).await, rows(&[("other.pdf", "failed")]));
}

with_each_database!(
    a_folder_with_the_id_of_its_books_is_of_a_household,
    a_receipt_in_the_inbox_is_kept_and_offered,
    files_of_the_inbox_are_read_and_moved,
    a_file_is_read_once_although_the_server_was_killed,
    two_servers_read_each_file_once,
    a_file_that_cannot_be_claimed_is_not_read_and_reported_once,
);
