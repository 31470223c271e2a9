//! Tests against a server on this machine that answers by the protocol.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use saldo_domain::Date;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use super::*;

/// Answers each request with the next of these, and records the requests.
struct Server {
    address: String,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    async fn answering(answers: Vec<String>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let requests: Arc<Mutex<Vec<String>>> = Arc::default();
        let recorded = requests.clone();
        tokio::spawn(async move {
            for answer in answers {
                let (mut connection, _) = listener.accept().await.unwrap();
                let mut request = Vec::new();
                while !request.ends_with(b"\r\n\r\n") {
                    let mut buffer = [0; 1_024];
                    let read = connection.read(&mut buffer).await.unwrap();
                    request.extend_from_slice(&buffer[..read]);
                }
                recorded.lock().unwrap().push(String::from_utf8(request).unwrap());
                // The client may stop reading at a limit.
                drop(connection.write_all(answer.as_bytes()).await);
                if answer.is_empty() {
                    std::mem::forget(connection);
                }
            }
        });
        Self { address, requests }
    }

    fn token(&self) -> String {
        STANDARD.encode(format!("{}/claim/1", self.address))
    }

    fn credential(&self) -> Credential {
        Credential(self.address.replace("http://", "http://user:pass%2Fword@") + "/simplefin")
    }
}

fn answer(status: &str, body: &str) -> String {
    format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}", body.len())
}

fn adapter(permitted: &[&str]) -> SimpleFin {
    let permitted: Vec<String> = permitted.iter().map(|host| (*host).to_owned()).collect();
    drop(rustls::crypto::ring::default_provider().install_default());
    let limits = AnswerLimits::new(1_000, 10, 10, 1, Duration::from_millis(500));
    SimpleFin::new(GuardedClient::new(&permitted).unwrap(), limits)
}

fn here() -> SimpleFin {
    adapter(&["127.0.0.1"])
}

const SINCE: Date = match Date::from_ymd_opt(2026, 1, 1) {
    Some(date) => date,
    None => panic!("a valid date"),
};

async fn fetch(adapter: &SimpleFin, credential: &Credential) -> Result<Fetched, FeedError> {
    adapter.fetch(FetchRequest { credential, since: SINCE, linked: &[] }).await
}

#[tokio::test]
async fn a_setup_token_is_claimed_with_an_empty_post() {
    let url = "http://user:pass@127.0.0.1:1/simplefin";
    let server = Server::answering(vec![answer("200 OK", &format!("{url}\n"))]).await;
    let claimed = here().claim(&format!(" {}\n", server.token())).await.unwrap();
    assert_eq!((claimed.credential.0.as_str(), claimed.label.as_str()), (url, "127.0.0.1"));
    assert!(!format!("{claimed:?}").contains("pass"));
    let requests = server.requests.lock().unwrap();
    assert!(requests[0].starts_with("POST /claim/1 HTTP/1.1\r\n"), "{}", requests[0]);
    assert!(requests[0].contains("content-length: 0\r\n"), "{}", requests[0]);
}

#[tokio::test]
async fn tokens_that_cannot_be_claimed_are_refused() {
    let server = Server::answering(vec![
        answer("403 Forbidden", ""),
        answer("500 Internal Server Error", ""),
        answer("200 OK", "http://example.org/without/a/password"),
        answer("200 OK", "http://user:pass@example.org/simplefin"),
        answer("302 Found\r\nlocation: http://127.0.0.1:1/", ""),
    ])
    .await;
    let (here, token) = (here(), server.token());
    assert_eq!(here.claim(&token).await, Err(FeedError::TokenUsed));
    assert_eq!(here.claim(&token).await, Err(FeedError::Status(500)));
    assert_eq!(here.claim(&token).await, Err(FeedError::Malformed));
    assert_eq!(here.claim(&token).await, Err(FeedError::Insecure), "the password would be sent in clear");
    assert_eq!(here.claim(&token).await, Err(FeedError::Status(302)));
    for text in ["", "x", "aGVsbG8=", "ZmlsZTovLy9ldGMvcGFzc3dk"] {
        assert_eq!(here.claim(text).await, Err(FeedError::InvalidToken), "{text}");
    }
}

#[tokio::test]
async fn a_private_host_is_refused_unless_it_is_permitted() {
    let claim = async |url: &str| adapter(&[]).claim(&STANDARD.encode(url)).await;
    assert_eq!(claim("https://127.0.0.1:1/claim/1").await, Err(FeedError::PrivateAddress));
    assert_eq!(claim("https://localhost:1/claim/1").await, Err(FeedError::PrivateAddress));
    assert_eq!(claim("http://127.0.0.1:1/claim/1").await, Err(FeedError::Insecure));
    assert_eq!(claim("http://example.org/claim/1").await, Err(FeedError::Insecure));
}

#[tokio::test]
async fn accounts_are_fetched_with_the_credential_and_the_days() {
    let server = Server::answering(vec![answer("200 OK", r#"{"errors":[],"accounts":[]}"#)]).await;
    assert_eq!(fetch(&here(), &server.credential()).await, Ok(Fetched::default()));
    let requests = server.requests.lock().unwrap();
    let path = "GET /simplefin/accounts?start-date=1767225600&pending=1&version=1 HTTP/1.1\r\n";
    assert!(requests[0].starts_with(path), "{}", requests[0]);
    let basic = format!("authorization: Basic {}\r\n", STANDARD.encode("user:pass/word"));
    assert!(requests[0].contains(&basic), "{}", requests[0]);
}

#[tokio::test]
async fn answers_that_are_no_accounts_are_errors() {
    let server = Server::answering(vec![
        answer("403 Forbidden", ""),
        answer("402 Payment Required", ""),
        answer("502 Bad Gateway", ""),
        answer("200 OK", "<html>"),
        answer("200 OK", &" ".repeat(1_001)),
        String::new(),
    ])
    .await;
    let here = here();
    let expected = [
        FeedError::Revoked,
        FeedError::PaymentRequired,
        FeedError::Status(502),
        FeedError::Malformed,
        FeedError::TooLarge,
        FeedError::Unreachable,
    ];
    for error in expected {
        assert_eq!(fetch(&here, &server.credential()).await, Err(error));
    }
}
