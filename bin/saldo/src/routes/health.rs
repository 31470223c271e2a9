//! `/api/health`: the state of the process, for monitoring.

use actix_web::{HttpResponse, web};
use saldo_domain::Chain;
use saldo_wire::described::HealthBody;
use serde_json::json;

use crate::app::App;
use crate::error::ApiError;

/// `GET /api/health/live` — confirms that the process is running.
#[utoipa::path(get, path = "/health/live", responses((status = 200, body = HealthBody)))]
pub async fn get_live() -> HttpResponse {
    HttpResponse::Ok().json(json!({ "status": "ok" }))
}

/// `GET /api/health/ready` — confirms that the process can serve: the database answers, the disk is not full
/// and the server is not stopping.
///
/// # Errors
/// 503 with the reason if it cannot.
#[utoipa::path(get, path = "/health/ready", responses((status = 200, body = HealthBody), (status = 503)))]
pub async fn get_ready(app: web::Data<App>) -> Result<HttpResponse, ApiError> {
    let unready = |why: &str| ApiError::try_later(why, 1);
    if app.stopping.is_cancelled() {
        return Err(unready("The server is stopping; try again in a moment"));
    }
    match app.books.check_health().await {
        Ok(()) if app.disk.is_full().await => Err(unready(
            "The disk is full; free some space. Until then uploads and changes fail; deleting and exporting \
             work",
        )),
        Ok(()) => Ok(HttpResponse::Ok().json(json!({ "status": "ok" }))),
        Err(error) => {
            tracing::error!(
                cause = %Chain(&error),
                "the database does not answer; check that it runs and that DATABASE_URL is right"
            );
            Err(unready("The database does not answer; check the server log"))
        }
    }
}
