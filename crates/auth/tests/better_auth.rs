//! The routes of better-auth's client, without a server: a request goes in, an answer comes out.
#![expect(clippy::unwrap_used, reason = "tests")]

use std::sync::Arc;

use http::header::{CONTENT_TYPE, COOKIE, HeaderMap, HeaderValue, SET_COOKIE};
use http::{Method, StatusCode};
use saldo_auth::better_auth::{Call, Rejection, Request, Response, sign_in, two_factor};
use saldo_auth::memory::Memory;
use saldo_auth::{Auth, AuthConfig, Ports, Secret, SystemClock, random_secret};
use serde_json::{Value, json};

fn auth() -> Arc<Auth> {
    let config = AuthConfig::new(Secret::new(random_secret()), "https://example.com".parse().unwrap());
    Arc::new(Auth::new(Ports::of(&Arc::new(Memory::default())), Arc::new(SystemClock), config).unwrap())
}

/// Returns a `POST` with a JSON body and these cookies.
fn post(body: &Value, cookies: &str) -> Request {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if !cookies.is_empty() {
        headers.insert(COOKIE, cookies.parse().unwrap());
    }
    Request { method: Method::POST, headers, body: body.to_string().into_bytes(), ..Request::default() }
}

fn json_of(response: &Response) -> Value {
    serde_json::from_slice(response.body()).unwrap()
}

/// Runs a route as a server of several threads does.
async fn spawned<F>(route: F) -> Result<Response, Rejection>
where
    F: Future<Output = Result<Response, Rejection>> + Send + 'static,
{
    tokio::spawn(route).await.unwrap()
}

const ADA: &str = "ada@example.com";

async fn sign_up(auth: &Arc<Auth>) -> String {
    let body = json!({ "email": ADA, "password": "correct horse", "name": "Ada" });
    let call = Call::new(auth.clone(), post(&body, "")).unwrap();
    let answer = spawned(sign_in::sign_up_email(call)).await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(json_of(&answer)["user"]["email"], ADA);
    let cookies = answer.headers().get_all(SET_COOKIE).iter().map(|line| line.to_str().unwrap());
    cookies.filter_map(|line| line.split(';').next()).collect::<Vec<_>>().join("; ")
}

#[tokio::test]
async fn a_session_is_found_by_the_cookies_of_the_sign_up() {
    let auth = auth();
    let cookies = sign_up(&auth).await;
    let mut headers = HeaderMap::new();
    headers.insert(COOKIE, cookies.parse().unwrap());
    let request = Request { headers, ..Request::default() };
    let answer = spawned(sign_in::get_session(Call::new(auth, request).unwrap())).await.unwrap();
    assert_eq!(json_of(&answer)["user"]["name"], "Ada");
    assert_eq!(answer.headers()["cache-control"], "no-store");
}

#[tokio::test]
async fn errors_have_the_messages_of_better_auth() {
    let auth = auth();
    sign_up(&auth).await;
    let wrong = json!({ "email": ADA, "password": "wrong horse" });
    let call = Call::new(auth.clone(), post(&wrong, "")).unwrap();
    let answer = spawned(sign_in::sign_in_email(call)).await.unwrap_err().response();
    assert_eq!(answer.status(), StatusCode::UNAUTHORIZED);
    assert_eq!(json_of(&answer)["code"], "INVALID_EMAIL_OR_PASSWORD");

    let call = Call::new(auth.clone(), post(&json!({ "password": 1 }), "")).unwrap();
    let answer = spawned(two_factor::enable_two_factor(call)).await.unwrap_err().response();
    let message = "[body.password] Invalid input: expected string, received number";
    assert_eq!(json_of(&answer)["message"], message);

    let mut form = post(&wrong, "");
    form.headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain"));
    let refused = Call::<false>::new(auth, form).err().unwrap().response();
    assert_eq!(refused.status(), StatusCode::UNSUPPORTED_MEDIA_TYPE);
}

#[tokio::test]
async fn a_page_of_another_site_cannot_use_the_cookies() {
    let auth = auth();
    let cookies = sign_up(&auth).await;
    let mut request = post(&json!({}), &cookies);
    request.headers.insert("origin", HeaderValue::from_static("https://evil.example"));
    let refused = Call::<false>::new(auth, request).err().unwrap().response();
    assert_eq!(refused.status(), StatusCode::FORBIDDEN);
    assert_eq!(json_of(&refused)["code"], "INVALID_ORIGIN");
}
