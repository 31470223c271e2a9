//! `/api/openapi.json` and `/api/docs`: the description of this API, for programs and for people.

use actix_web::http::header;
use actix_web::{HttpResponse, web};
use saldo_wire::openapi::STYLE;

use crate::app::App;
use crate::openapi;

/// `GET /api/openapi.json` — returns this document: every route, as `OpenAPI` 3.1.
#[utoipa::path(get, path = "/openapi.json", responses((status = 200, body = Object)))]
pub async fn get_document(app: web::Data<App>) -> HttpResponse {
    let document = openapi::document(&app.auth.session_cookie_name());
    HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "no-cache")).json(document)
}

/// `GET /api/docs` — shows this document as an HTML page.
#[utoipa::path(get, path = "/docs", responses((status = 200, body = String, content_type = "text/html")))]
pub async fn get_page() -> HttpResponse {
    asset("text/html; charset=utf-8", &openapi::PAGE)
}

/// `GET /api/docs.css` — returns the stylesheet of that page.
#[utoipa::path(get, path = "/docs.css", responses((status = 200, body = String, content_type = "text/css")))]
pub async fn get_style() -> HttpResponse {
    asset("text/css; charset=utf-8", STYLE)
}

fn asset(content_type: &str, body: &'static str) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .insert_header((header::CONTENT_TYPE, content_type))
        .body(body)
}
