//! Tests of the embedded web UI.

use std::collections::BTreeSet;
use std::io::Read;
use std::path::Path;

use actix_web::dev::ServiceResponse;
use actix_web::http::StatusCode;
use actix_web::test::{self, TestRequest};
use actix_web::{App, HttpResponse, body, web};
use flate2::read::GzDecoder;
use saldo::assets::{configure, embedded, security_headers};

/// Returns the names of the files, without the endings of compressed copies, which have no paths of their
/// own.
fn files() -> BTreeSet<String> {
    let plain = |name: &str| name.trim_end_matches(".br").trim_end_matches(".gz").to_owned();
    embedded().map(|name| plain(&name)).collect()
}

async fn ask(request: TestRequest) -> ServiceResponse {
    let app = test::init_service(App::new().configure(configure)).await;
    test::call_service(&app, request.to_request()).await
}

fn text<'a>(response: &'a ServiceResponse, name: &str) -> &'a str {
    response.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

#[actix_web::test]
async fn every_path_outside_the_api_is_a_page() {
    for path in ["/", "/statements", "/statements/0198/entries"] {
        let response = ask(TestRequest::get().uri(path)).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        assert_eq!(text(&response, "content-type"), "text/html; charset=utf-8");
        assert_eq!(text(&response, "cache-control"), "no-cache");
        assert!(text(&response, "content-security-policy").contains("frame-ancestors 'none'"));
        assert_eq!(text(&response, "x-content-type-options"), "nosniff");
    }
}

#[actix_web::test]
async fn an_unknown_api_path_is_a_404_error_in_json() {
    for path in ["/api", "/api/nothing"] {
        let response = ask(TestRequest::get().uri(path)).await;
        assert_eq!(response.status(), StatusCode::NOT_FOUND);
        assert_eq!(text(&response, "content-type"), "application/json");
    }
}

#[actix_web::test]
async fn a_missing_asset_is_404() {
    let response = ask(TestRequest::get().uri("/assets/of-yesterday.js")).await;
    assert_eq!(response.status(), StatusCode::NOT_FOUND);
}

#[actix_web::test]
async fn pages_accept_only_get_and_head() {
    let response = ask(TestRequest::post().uri("/")).await;
    assert_eq!(response.status(), StatusCode::METHOD_NOT_ALLOWED);
    assert_eq!(text(&response, "allow"), "GET, HEAD");
}

#[actix_web::test]
async fn an_unchanged_file_is_304_without_a_body() {
    let first = ask(TestRequest::get().uri("/")).await;
    let tag = text(&first, "etag").to_owned();
    assert!(tag.starts_with('"'), "{tag}");
    let again = ask(TestRequest::get().uri("/").insert_header(("if-none-match", tag.as_str()))).await;
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(text(&again, "etag"), tag);
    let body = body::to_bytes(again.into_body()).await.unwrap();
    assert!(body.is_empty());
    let other = ask(TestRequest::get().uri("/").insert_header(("if-none-match", "\"another\""))).await;
    assert_eq!(other.status(), StatusCode::OK);
}

#[actix_web::test]
async fn assets_are_cached_for_a_year() {
    for name in files().into_iter().filter(|name| name.starts_with("assets/")) {
        let response = ask(TestRequest::get().uri(&format!("/{name}"))).await;
        assert_eq!(text(&response, "cache-control"), "public, max-age=31536000, immutable");
    }
}

#[actix_web::test]
async fn a_client_gets_only_an_encoding_that_it_accepts() {
    let all: BTreeSet<_> = embedded().collect();
    let is_compressed = |name: &String| all.contains(format!("{name}.br").as_str());
    let is_script = |name: &String| Path::new(name).extension().is_some_and(|extension| extension == "js");
    let Some(script) = files().into_iter().find(|name| is_script(name) && is_compressed(name)) else {
        return; // built without the pages: nothing is compressed
    };
    for (accepted, sent) in [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("identity", ""),
        ("", ""),
    ] {
        let uri = format!("/{script}");
        let response = ask(TestRequest::get().uri(&uri).insert_header(("accept-encoding", accepted))).await;
        assert_eq!(text(&response, "content-encoding"), sent, "{accepted}");
        assert_eq!(text(&response, "vary"), "accept-encoding");
    }
}

#[actix_web::test]
async fn a_client_without_encodings_gets_the_unpacked_file() {
    let Some(packed) = embedded().find(|name| name.ends_with(".gz")) else {
        return; // built without the pages: nothing is compressed
    };
    let uri = format!("/{}", packed.trim_end_matches(".gz"));
    let get = |accepted| ask(TestRequest::get().uri(&uri).insert_header(("accept-encoding", accepted)));
    let (gzip, plain) = (get("gzip").await, get("identity").await);
    let tags = [text(&gzip, "etag").to_owned(), text(&plain, "etag").to_owned()];
    assert_ne!(tags[0], tags[1]);
    let [gzip, plain] = [gzip, plain].map(|response| body::to_bytes(response.into_body()));
    let mut unpacked = Vec::new();
    GzDecoder::new(gzip.await.unwrap().as_ref()).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, plain.await.unwrap());
}

#[actix_web::test]
async fn every_embedded_file_has_a_media_type() {
    for name in files() {
        let response = ask(TestRequest::get().uri(&format!("/{name}"))).await;
        assert_ne!(text(&response, "content-type"), "application/x-unknown", "{name}");
    }
}

#[actix_web::test]
async fn the_middleware_adds_security_headers() {
    let app = App::new().wrap(security_headers()).route("/plain", web::get().to(HttpResponse::Ok));
    let app = test::init_service(app).await;
    let response = test::call_service(&app, TestRequest::get().uri("/plain").to_request()).await;
    assert_eq!(text(&response, "referrer-policy"), "same-origin");
}
