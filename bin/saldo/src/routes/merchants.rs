//! `/api/merchants`: who was paid and who paid, and their names.

use actix_web::{HttpResponse, web};
use saldo_wire::edits::EditBody;
use saldo_wire::lists::List;
use saldo_wire::merchants::{MerchantBody, MerchantNameRequest};

use crate::app::App;
use crate::error::ApiError;
use crate::extract::Json;
use crate::session::CurrentUser;

/// `GET /api/merchants` — lists the merchants of all income and spending, in alphabetical order.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/merchants", responses((status = 200, body = List<MerchantBody>)))]
pub async fn list_merchants(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let merchants = app.books.list_merchants(user.id(), app.clock.now().date()).await?;
    Ok(HttpResponse::Ok().json(List::whole(merchants.into_iter().map(MerchantBody::from).collect())))
}

/// `POST /api/merchants/name` — gives merchants one name, which makes them one merchant, or each its printed
/// name again. The edit can be undone.
///
/// # Errors
/// 400 for no or too many merchants, or an invalid name; 404 for an unknown merchant.
#[utoipa::path(
    post, path = "/merchants/name",
    request_body = MerchantNameRequest,
    responses((status = 200, body = EditBody), (status = 404)),
)]
pub async fn name_merchants(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<MerchantNameRequest>,
) -> Result<HttpResponse, ApiError> {
    let (merchants, name) = body.into_inner().naming()?;
    let edit = app.books.name_merchants(user.author(), merchants, name, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(EditBody::from(edit)))
}
