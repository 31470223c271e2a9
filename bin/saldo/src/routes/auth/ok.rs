//! `GET /auth/ok`.

use actix_web::HttpResponse;
use serde_json::json;

/// `GET /auth/ok` — says that the routes are there.
pub async fn get_ok() -> HttpResponse {
    HttpResponse::Ok().json(json!({ "ok": true }))
}
