//! Lists and reports are compressed for clients that accept it; nothing else is.

use std::io::Read as _;

use flate2::read::GzDecoder;
use reqwest::{Method, header};
use serde_json::Value;

use crate::app::{TestApp, TestUser, on_each_database};
use crate::ledger::with_statement;
use crate::pdf::Sample;

on_each_database!(lists_and_reports_are_compressed_if_the_client_accepts_it);

/// Returns the encoding and the body of the answer to a client that accepts this encoding.
async fn answer(user: &TestUser, path: &str, accepted: &str) -> (Option<String>, Vec<u8>) {
    let request = user.request(Method::GET, path).header(header::ACCEPT_ENCODING, accepted);
    let answer = request.send().await.unwrap();
    let encoding = answer.headers().get(header::CONTENT_ENCODING);
    let encoding = encoding.map(|value| value.to_str().unwrap().to_owned());
    (encoding, answer.bytes().await.unwrap().to_vec())
}

async fn lists_and_reports_are_compressed_if_the_client_accepts_it(app: TestApp) {
    let (ann, statement) = with_statement(&app, Sample::new(1, 40)).await;
    for path in ["/transactions", "/statements", "/categories", "/reports/cash-flow"] {
        let (encoding, plain) = answer(&ann, path, "identity").await;
        assert_eq!(encoding, None, "{path}");
        let (encoding, packed) = answer(&ann, path, "gzip, deflate, br").await;
        assert_eq!(encoding.as_deref(), Some("gzip"), "{path}");
        let mut unpacked = Vec::new();
        GzDecoder::new(&packed[..]).read_to_end(&mut unpacked).unwrap();
        let value = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).unwrap();
        assert_eq!(value(&unpacked), value(&plain), "{path}");
        assert!(
            path != "/transactions" || packed.len() * 3 < plain.len(),
            "{} of {}",
            packed.len(),
            plain.len()
        );
    }
    for path in ["/auth/get-session", "/preferences", &format!("/statements/{statement}/file")] {
        assert_eq!(answer(&ann, path, "gzip").await.0, None, "{path}");
    }
}
