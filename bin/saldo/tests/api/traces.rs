//! Tests of traces: a collector on this machine receives OTLP, without anything private in it.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use futures::future::join_all;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::app::{Database, Place, TestUser, with_each_database};
use crate::chats::ask;
use crate::crash::{Process, free_base};
use crate::pdf::Sample;
use crate::upstream::Upstream;

with_each_database!(
    requests_jobs_reads_and_model_calls_are_exported_without_private_words,
    waits_for_the_database_are_exported,
);

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const CALLER: &str = "b7ad6b7169203331";

/// Returns the spans that a collector received.
fn spans(collector: &Upstream) -> Vec<Value> {
    let mut spans = Vec::new();
    for body in collector.asked() {
        let body: Value = serde_json::from_str(&body).unwrap();
        let resource = &body["resourceSpans"][0];
        assert_eq!(resource["resource"]["attributes"][0]["value"]["stringValue"], "saldo of ann");
        spans.extend(resource["scopeSpans"][0]["spans"].as_array().unwrap().clone());
    }
    spans
}

/// Returns the only span with this name.
fn one<'a>(spans: &'a [Value], name: &str) -> &'a Value {
    let found: Vec<&Value> = spans.iter().filter(|span| span["name"] == name).collect();
    assert_eq!(found.len(), 1, "{name} in {spans:#?}");
    found[0]
}

/// Returns the attributes of a span as texts.
fn attributes(span: &Value) -> BTreeMap<&str, &str> {
    let pair = |one: &'static str, attribute: &'_ Value| attribute["value"][one].as_str().is_some();
    let of = |attribute| {
        let kind = ["stringValue", "intValue"].into_iter().find(|kind| pair(kind, attribute)).unwrap();
        (attribute["key"].as_str().unwrap(), attribute["value"][kind].as_str().unwrap())
    };
    span["attributes"].as_array().unwrap().iter().map(of).collect()
}

async fn traced(place: &Place, endpoint: &str, settings: &[(&str, &str)]) -> Process {
    let mut all = vec![
        ("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint),
        ("OTEL_EXPORTER_OTLP_HEADERS", "authorization=Bearer%20sesame"),
        ("OTEL_SERVICE_NAME", "saldo of ann"),
        ("OTEL_BSP_SCHEDULE_DELAY", "100"),
        ("SALDO_LOG", "info"),
    ];
    all.extend(settings);
    Process::start(place, &free_base(), &all).await
}

async fn requests_jobs_reads_and_model_calls_are_exported_without_private_words(database: Database) {
    let Some(place) = Place::new(database).await else { return };
    let collector = Upstream::start("200 OK", "{}".to_owned()).await;
    let model =
        Upstream::saying(json!({ "role": "assistant", "content": "Sixty at the greengrocer." })).await;
    let (endpoint, at) =
        (format!("http://127.0.0.1:{}", collector.port), format!("http://127.0.0.1:{}/v1", model.port));
    let settings =
        [("OPENAI_BASE_URL", at.as_str()), ("OPENAI_MODEL", "test-model"), ("OPENAI_API_KEY", "open-key")];
    let mut server = traced(&place, &endpoint, &settings).await;
    let mut ann = TestUser::new(server.base.clone());
    ann.sign_up("annabella").await;
    let statement = ann.upload_one("salary-of-may.pdf", Sample::new(1, 5).pdf()).await;
    assert_eq!(ann.process(&statement).await.status(), StatusCode::OK);
    let path = format!("/statements/{statement}?note=pineapple");
    let request = ann.request(Method::GET, &path).header("traceparent", format!("00-{TRACE}-{CALLER}-01"));
    request.send().await.unwrap();
    ask(&ann, "c", "u1", "How much for vegetables?").await;
    let listed = ann.json("/transactions").await.to_string();
    assert_eq!(server.stop(), Some(0));

    let spans = spans(&collector);
    let request = one(&spans, "GET /api/statements/{id}");
    assert_eq!((&request["traceId"], &request["parentSpanId"]), (&json!(TRACE), &json!(CALLER)));
    assert_eq!(request["kind"], 2);
    let found = attributes(request);
    assert_eq!((found["http.route"], found["http.request.method"]), ("/api/statements/{id}", "GET"));
    let id = found["saldo.request.id"];
    assert!(server.log().contains(id), "{id} is not in the log");
    let (job, read) = (one(&spans, "job"), one(&spans, "read"));
    assert_eq!((&read["traceId"], &read["parentSpanId"]), (&job["traceId"], &job["spanId"]));
    assert_eq!((job["parentSpanId"].as_str(), attributes(job)["saldo.outcome"]), (None, "done"));
    let chat = one(&spans, "POST /api/chat");
    // The model is also asked for the categories of the statement.
    let is_asked = |span: &&Value| span["name"] == "model request" && span["parentSpanId"] == chat["spanId"];
    let asked = spans.iter().find(is_asked).unwrap();
    assert_eq!((&asked["traceId"], &asked["kind"]), (&chat["traceId"], &json!(3)));
    assert_eq!(attributes(asked)["gen_ai.request.model"], "test-model");
    for span in &spans {
        let number = |field: &str| span[field].as_str().unwrap().parse::<u128>().unwrap();
        assert!(number("startTimeUnixNano") <= number("endTimeUnixNano"), "{span}");
    }
    let sent = collector.asked().concat();
    let words = [
        "annabella",
        "example.com",
        "correct horse",
        "salary",
        "pineapple",
        "vegetables",
        "greengrocer",
        "open-key",
        "sesame",
        "SHOP",
        "ORDER",
        "Sample Bank",
        "1012",
        &statement,
    ];
    for word in words {
        assert!(!sent.contains(word), "{word} is in {sent}");
    }
    assert!(listed.contains("SHOP 1 ORDER 4"), "{listed}");
}

async fn waits_for_the_database_are_exported(database: Database) {
    let Some(place) = Place::new(database).await else { return };
    let collector = Upstream::start("200 OK", "{}".to_owned()).await;
    let endpoint = format!("http://127.0.0.1:{}", collector.port);
    let server = traced(&place, &endpoint, &[]).await;
    let mut ann = TestUser::new(server.base.clone());
    ann.sign_up("ann").await;
    let statement = ann.upload_one("long.pdf", Sample::new(1, 400).pdf()).await;
    ann.process(&statement).await;
    for _ in 0..60 {
        join_all((0..60).map(|_| ann.get("/transactions?limit=500"))).await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        let spans = spans(&collector);
        let is_request = |id: &Value| spans.iter().any(|span| span["spanId"] == *id && span["kind"] == 2);
        if spans.iter().any(|span| span["name"] == "database wait" && is_request(&span["parentSpanId"])) {
            return;
        }
    }
    panic!("no wait was exported: {}", server.log());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_collector_that_does_not_answer_delays_no_request() {
    let place = Place::new(Database::Sqlite).await.unwrap();
    // It accepts connections, and never answers.
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", silent.local_addr().unwrap());
    let settings = [
        ("OTEL_BSP_MAX_QUEUE_SIZE", "4"),
        ("OTEL_EXPORTER_OTLP_TIMEOUT", "1000"),
        ("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "4"),
    ];
    let mut server = traced(&place, &endpoint, &settings).await;
    let mut ann = TestUser::new(server.base.clone());
    ann.sign_up("ann").await;
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(3) {
        let asked = Instant::now();
        assert_eq!(ann.get("/preferences").await.status(), StatusCode::OK);
        assert!(asked.elapsed() < Duration::from_secs(1), "a request took {:?}", asked.elapsed());
    }
    let stopped = Instant::now();
    assert_eq!(server.stop(), Some(0));
    assert!(stopped.elapsed() < Duration::from_secs(10), "{:?}", stopped.elapsed());
    assert!(server.log().contains("cannot export traces"), "{}", server.log());
    assert!(!server.log().contains("sesame"), "{}", server.log());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_share_of_traces_is_sampled_and_a_client_decides_for_its_own() {
    let place = Place::new(Database::Sqlite).await.unwrap();
    let collector = Upstream::start("200 OK", "{}".to_owned()).await;
    let endpoint = format!("http://127.0.0.1:{}", collector.port);
    let mut server = traced(&place, &endpoint, &[("OTEL_TRACES_SAMPLER_ARG", "0")]).await;
    let ann = TestUser::new(server.base.clone());
    for (method, flags) in [(Method::GET, "00"), (Method::POST, "01")] {
        let request = ann.request(method, "/health/live");
        request.header("traceparent", format!("00-{TRACE}-{CALLER}-{flags}")).send().await.unwrap();
    }
    assert_eq!(server.stop(), Some(0));
    let spans = spans(&collector);
    assert_eq!(spans.len(), 1, "{spans:#?}");
    assert_eq!(attributes(&spans[0])["http.request.method"], "POST");
}
