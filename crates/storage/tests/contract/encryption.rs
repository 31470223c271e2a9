//! Tests of which PostgreSQL URLs request encryption, from the server's point of view.

use std::time::Duration;

use saldo_storage::{Error, Settings, open_with};
use tokio::io::AsyncReadExt;
use tokio::net::TcpListener;

/// The `SSLRequest` message of PostgreSQL's protocol: its length, then the request code 80877103.
const WANTS_ENCRYPTION: [u8; 8] = [0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f];

/// Returns the first bytes that a client with this URL sends; then the server closes the connection.
async fn first_words(query: &str) -> [u8; 8] {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("postgres://ada@{}/saldo{query}", listener.local_addr().unwrap());
    let mut settings = Settings::default();
    settings.connect_timeout = Duration::from_secs(5);
    let received = async {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut words = [0; 8];
        stream.read_exact(&mut words).await.unwrap();
        drop((stream, listener));
        words
    };
    let (words, opened) = tokio::join!(received, open_with(&url, &settings));
    assert!(matches!(opened.err(), Some(Error::Database(_))));
    words
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_is_encrypted_as_its_url_requires() {
    for mode in ["require", "verify-ca", "verify-full"] {
        let options = format!("?options=-csearch_path%3Dsaldo&sslmode={mode}");
        for query in [format!("?sslmode={mode}"), options] {
            assert_eq!(first_words(&query).await, WANTS_ENCRYPTION, "{query}");
        }
    }
    for query in ["", "?sslmode=disable", "?sslmode=prefer", "?application_name=sslmode"] {
        assert_ne!(first_words(query).await, WANTS_ENCRYPTION, "{query}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unsupported_url_is_rejected() {
    let missing = "?sslmode=require&sslrootcert=%2Fnowhere%2Fca.pem";
    for query in ["?sslmode=sometimes", missing] {
        let error = saldo_storage::open(&format!("postgres://127.0.0.1:1/saldo{query}")).await.err();
        let Some(Error::Database(cause)) = error else { panic!("{query}: {error:?}") };
        let refused = format!("{cause:?}").to_lowercase();
        assert!(!refused.contains("connection refused"), "{query}: a connection was attempted: {refused}");
    }
}
