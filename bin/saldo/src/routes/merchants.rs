//! `/api/merchants`: who was paid and who paid, and their names.

use saldo_wire::edits::EditBody;
use saldo_wire::lists::List;
use saldo_wire::merchants::{MerchantBody, MerchantNameRequest};

use crate::answer::{Answer, answer};
use crate::extract::Json;
use crate::session::CurrentUser;

/// `GET /api/merchants` — lists the merchants of all income and spending, in alphabetical order.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/merchants")]
pub async fn list_merchants(user: CurrentUser) -> Answer<List<MerchantBody>> {
    answer(user.app.books.list_merchants(user.id(), user.now().date()).await?)
}

/// `POST /api/merchants/name` — gives merchants one name, which makes them one merchant, or each its printed
/// name again. The edit can be undone.
///
/// # Errors
/// 400 for no or too many merchants, or an invalid name; 404 for an unknown merchant.
#[utoipa::path(post, path = "/merchants/name", responses((status = 404)))]
pub async fn name_merchants(user: CurrentUser, body: Json<MerchantNameRequest>) -> Answer<EditBody> {
    let (merchants, name) = body.into_inner().naming()?;
    answer(user.app.books.name_merchants(user.author(), merchants, name, user.now()).await?)
}
