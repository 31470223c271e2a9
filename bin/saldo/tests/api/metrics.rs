//! Tests of the metrics of a server, on their own address.

use std::time::Duration;

use reqwest::StatusCode;

use crate::app::{Database, Place, TestUser};
use crate::crash::{Process, free_base};
use crate::pdf::Sample;

#[tokio::test(flavor = "multi_thread")]
async fn metrics_count_requests_and_statements_without_ids() {
    let place = Place::new(Database::Sqlite).await.unwrap();
    let metrics = free_base().replace("localhost", "127.0.0.1");
    let address = metrics.trim_start_matches("http://").to_owned();
    let mut process = Process::start(&place, &free_base(), &[("SALDO_METRICS_LISTEN", &address)]).await;
    let mut ann = TestUser::new(process.base.clone());
    ann.sign_up("ann").await;
    let statement = ann.upload_one("may.pdf", Sample::new(1, 5).pdf()).await;
    assert_eq!(ann.process(&statement).await.status(), StatusCode::OK);
    let damaged = ann.upload_one("damaged.pdf", b"%PDF-1.7\nnothing else".to_vec()).await;
    assert_eq!(ann.process(&damaged).await.status(), StatusCode::UNPROCESSABLE_ENTITY);
    for _ in 0..3 {
        assert_eq!(ann.get(&format!("/statements/{statement}")).await.status(), StatusCode::OK);
    }
    let invented = reqwest::Method::from_bytes(b"INVENTED").unwrap();
    ann.request(invented, "/statements").send().await.unwrap();
    let client = reqwest::Client::builder().build().unwrap();
    let scrape =
        async || client.get(format!("{metrics}/metrics")).send().await.unwrap().text().await.unwrap();
    // A job may be counted a moment after its answer.
    let mut text = scrape().await;
    for _ in 0..50 {
        if text.contains("saldo_statements_total{result=\"processed\"} 1") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
        text = scrape().await;
    }
    let has = |line: &str| assert!(text.lines().any(|one| one == line), "{line} is not in\n{text}");
    has("saldo_http_requests_total{method=\"GET\",route=\"/api/statements/{id}\",status=\"200\"} 3");
    has("saldo_statements_total{result=\"processed\"} 1");
    has("saldo_statements_total{result=\"unreadable\"} 1");
    has("saldo_jobs_open 0");
    has("saldo_database_up 1");
    has("saldo_disk_full 0");
    has("saldo_chat_streams 0");
    assert!(text.contains("saldo_http_request_seconds_bucket{route=\"/api/upload\",le=\"0.5\"}"), "{text}");
    assert!(text.contains("method=\"other\"") && !text.contains("INVENTED"), "{text}");
    assert!(text.contains("process_resident_memory_bytes"), "{text}");
    assert!(!text.contains(&statement) && !text.contains("example.com"), "{text}");
    // The public address has no metrics.
    let public = client.get(format!("{}/metrics", process.base)).send().await.unwrap();
    assert!(!public.text().await.unwrap().contains("saldo_http_requests_total"));
    assert_eq!(process.stop(), Some(0));
    assert!(!process.log().contains("did not stop in time"), "{}", process.log());
}
