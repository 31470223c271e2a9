//! Tests of servers that refuse requests, end the connection, send too much, or say nothing.

use std::time::Duration;

use saldo_domain::{Date, MailAction, MailLogin, MailSecurity, MailboxSettings};
use saldo_guarded_http::GuardedClient;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;

use crate::imap::{Imap, ImapSettings};
use crate::server::{MailCredential, MailError, MailServer, MailSession, OpenedFolder};

/// The answers of a server: the beginning of a command without its tag, and the answer. `TAG` is the tag.
/// After an answer without it, the server closes the connection; after an empty answer, it says nothing more.
type Answers = &'static [(&'static str, &'static str)];

const SIGN_IN: Answers = &[
    ("LOGIN", "TAG OK in\r\n"),
    ("CAPABILITY", "* CAPABILITY IMAP4rev1\r\nTAG OK done\r\n"),
    (
        "SELECT",
        "* 2 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT 9] next\r\nTAG OK [READ-WRITE] done\r\n",
    ),
];

/// Signs in to a server with these answers.
async fn open(answers: Answers) -> Result<OpenedFolder, MailError> {
    drop(rustls::crypto::ring::default_provider().install_default());
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        let (connection, _) = listener.accept().await.unwrap();
        let (read, mut write) = connection.into_split();
        write.write_all(b"* OK ready\r\n").await.unwrap();
        let mut lines = BufReader::new(read).lines();
        while let Ok(Some(line)) = lines.next_line().await {
            let (tag, command) = line.split_once(' ').unwrap();
            let known = answers.iter().chain(SIGN_IN).find(|(start, _)| command.starts_with(start));
            let answer = known.map_or("TAG BAD what\r\n", |(_, answer)| answer);
            if answer.is_empty() {
                tokio::time::sleep(Duration::from_mins(1)).await;
            }
            if write.write_all(answer.replace("TAG", tag).as_bytes()).await.is_err()
                || !answer.contains("TAG")
            {
                return;
            }
        }
    });
    let settings = MailboxSettings {
        host: "127.0.0.1".to_owned(),
        port,
        security: MailSecurity::None,
        user_name: "ann".to_owned(),
        login: MailLogin::Password,
        folder: "INBOX".to_owned(),
        since: Date::from_ymd_opt(2025, 5, 1).unwrap(),
        rules: Vec::new(),
        after: MailAction::Nothing,
        receiving_server: None,
        requires_authentication: false,
    };
    let hosts = vec!["127.0.0.1".to_owned()];
    let client = GuardedClient::new(&hosts).unwrap();
    let imap = Imap::new(client, ImapSettings::new(hosts, Duration::from_secs(2), Vec::new())).unwrap();
    imap.open(&settings, &MailCredential::Password("secret".to_owned())).await
}

async fn session(answers: Answers) -> Box<dyn MailSession> {
    open(answers).await.map_or_else(|error| panic!("{error}"), |folder| folder.session)
}

fn since() -> Date {
    Date::from_ymd_opt(2025, 5, 1).unwrap()
}

#[tokio::test]
async fn a_folder_has_a_validity_and_a_count() {
    let folder = open(&[]).await.unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((folder.uid_validity, folder.uid_next, folder.count), (7, Some(9), 2));
}

#[tokio::test]
async fn a_list_is_complete_or_an_error() {
    let mut listed =
        session(&[("UID SEARCH UID 4:* SINCE 1-May-2025", "* SEARCH 8 3 5\r\nTAG OK done\r\n")]).await;
    assert_eq!(listed.list(3, since()).await, Ok(vec![5, 8]), "the last message is always in the range");
    assert_eq!(listed.list(u32::MAX, since()).await, Ok(Vec::new()));
    let mut refusing = session(&[("UID SEARCH", "* SEARCH 5\r\nTAG NO later.\r\n")]).await;
    assert_eq!(refusing.list(0, since()).await, Err(MailError::Refused("later".to_owned())));
    let mut closing = session(&[("UID SEARCH", "* SEARCH 5\r\n")]).await;
    assert_eq!(closing.list(0, since()).await, Err(MailError::Unreachable));
    let mut silent = session(&[("UID SEARCH", "")]).await;
    assert_eq!(silent.list(0, since()).await, Err(MailError::Unreachable));
    let mut garbled = session(&[("UID SEARCH", "* )(\0 \r\nTAG OK\r\n")]).await;
    assert!(garbled.list(0, since()).await.is_err());
}

const HEAD: &str = "* 1 FETCH (UID 5 RFC822.SIZE 10 INTERNALDATE \"17-Jul-2025 02:44:25 -0700\" BODY[HEADER.FIELDS (FROM)] {6}\r\nFrom:x)\r\nTAG OK done\r\n";

#[tokio::test]
async fn a_missing_message_was_deleted_or_is_an_error() {
    let mut deleted =
        session(&[("UID FETCH", HEAD), ("UID SEARCH UID 6", "* SEARCH\r\nTAG OK done\r\n")]).await;
    let heads = deleted.heads(&[5, 6]).await.unwrap();
    assert_eq!((heads.len(), heads[0].uid, heads[0].size), (1, 5, 10));
    assert_eq!((&heads[0].fields[..], heads[0].received_at.is_some()), (&b"From:x"[..], true));
    let mut lying =
        session(&[("UID FETCH", HEAD), ("UID SEARCH UID 6", "* SEARCH 6\r\nTAG OK done\r\n")]).await;
    assert!(matches!(lying.heads(&[5, 6]).await, Err(MailError::Refused(_))));
    let mut refusing = session(&[("UID FETCH", "TAG NO busy\r\n")]).await;
    assert_eq!(refusing.message(5, 100).await, Err(MailError::Refused("busy".to_owned())));
    let mut gone =
        session(&[("UID FETCH", "TAG OK done\r\n"), ("UID SEARCH", "* SEARCH\r\nTAG OK done\r\n")]).await;
    assert_eq!(gone.message(5, 100).await, Ok(None));
}

#[tokio::test]
async fn an_answer_is_bounded() {
    // The server announces a literal of 400 MB.
    let mut large = session(&[("UID FETCH", "* 1 FETCH (UID 5 BODY[]<0> {400000000}\r\nTAG")]).await;
    assert_eq!(large.message(5, 100).await, Err(MailError::TooLarge), "no memory is reserved for it");
    let endless: &'static str =
        Box::leak(format!("{}TAG", "* 1 EXISTS\r\n".repeat(400_000)).into_boxed_str());
    let answers: Answers = Box::leak(Box::new([("UID SEARCH", endless)]));
    assert_eq!(session(answers).await.list(0, since()).await, Err(MailError::TooLarge));
}

#[tokio::test]
async fn a_folder_or_a_password_may_be_wrong() {
    let error = async |answers| open(answers).await.map(|folder| folder.count).unwrap_err();
    assert_eq!(error(&[("LOGIN", "TAG NO [AUTHENTICATIONFAILED] no\r\n")]).await, MailError::Rejected);
    assert_eq!(error(&[("LOGIN", "* BYE\r\n")]).await, MailError::Unreachable);
    assert_eq!(error(&[("SELECT", "TAG NO what\r\n")]).await, MailError::NoFolder("INBOX".to_owned()));
    assert_eq!(error(&[("SELECT", "TAG OK done\r\n")]).await, MailError::Malformed, "without a validity");
}

#[tokio::test]
async fn a_change_that_the_server_refuses_is_an_error() {
    let mut session = session(&[("UID STORE 5 +FLAGS.SILENT (\\Seen)", "TAG OK done\r\n")]).await;
    assert_eq!(session.apply(5, &MailAction::MarkSeen).await, Ok(()));
    assert_eq!(session.apply(5, &MailAction::Flag).await, Err(MailError::Refused("what".to_owned())));
}
