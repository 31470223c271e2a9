//! `GET /auth/error`.

use actix_web::HttpResponse;
use actix_web::http::header::ContentType;

use super::call::Call;

/// `GET /auth/error` — shows a page that names the error of a failed sign-in through a provider.
#[utoipa::path(
    get, path = "/auth/error",
    params(("error" = Option<String>, Query)),
    responses((status = 200, body = String, content_type = "text/html")),
)]
pub async fn get_error(call: Call) -> HttpResponse {
    let code = call.query("error").filter(|code| is_safe(code)).unwrap_or("UNKNOWN");
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Sign-in failed</title>\
         <h1>Sign-in failed</h1><p>The reason given is <code>{code}</code>.</p>\
         <p><a href=\"/\">Back to Saldo</a></p></html>"
    );
    HttpResponse::Ok().content_type(ContentType::html()).body(page)
}

/// True if the code has only letters, digits, `_` and `-`, and therefore no markup.
fn is_safe(code: &str) -> bool {
    const LENGTH_MAX: usize = 100;
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
    !code.is_empty() && code.len() <= LENGTH_MAX && code.bytes().all(is_plain)
}
