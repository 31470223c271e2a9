//! `GET /auth/ok`.

use crate::openapi::auth_bodies::OkBody;
use actix_web::HttpResponse;
use serde_json::json;

/// `GET /auth/ok` — confirms that the authentication routes are available.
#[utoipa::path(get, path = "/auth/ok", responses((status = 200, body = OkBody)))]
pub async fn get_ok() -> HttpResponse {
    HttpResponse::Ok().json(json!({ "ok": true }))
}
