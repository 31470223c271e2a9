//! `/api/categorize`: a model categorizes merchants that nothing else knows.

use actix_web::{HttpResponse, web};
use saldo_wire::categorize::{CategorizeRequest, CategorizedBody};

use crate::app::App;
use crate::error::ApiError;
use crate::extract::Json;
use crate::session::CurrentUser;

/// `POST /api/categorize` — asks the model for categories of merchants that keywords, rules and the user's
/// own choices do not cover.
///
/// # Errors
/// 409 if no model is configured, or if the user does not allow anything to be sent to one.
#[utoipa::path(
    post, path = "/categorize",
    request_body = CategorizeRequest,
    responses((status = 200, body = CategorizedBody), (status = 409)),
)]
pub async fn categorize(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<CategorizeRequest>,
) -> Result<HttpResponse, ApiError> {
    let has_consent = body.has_consent();
    let (named, outcome) = app.categorizer.categorize(user.id(), has_consent, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(CategorizedBody::new(named, outcome)))
}
