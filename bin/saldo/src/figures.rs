//! Lists of figures, with the accounts whose amounts may count twice in them.

use actix_web::HttpResponse;
use saldo_domain::AccountId;
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::App;
use crate::error::ApiError;
use crate::session::CurrentUser;

/// A whole list of figures.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Figures<T> {
    /// The figures.
    items: Vec<T>,
    /// Always `null`: the list has a single page.
    next_cursor: Option<String>,
    /// Pairs of accounts that may be the same one, so that their amounts may count twice.
    possibly_counted_twice: Vec<[AccountId; 2]>,
}

/// Responds with figures of some of the user's accounts, or of all of them if none are named.
///
/// # Errors
/// 500 if the accounts cannot be read.
pub async fn respond<T: Serialize>(
    app: &App,
    user: &CurrentUser,
    accounts: &[AccountId],
    items: Vec<T>,
) -> Result<HttpResponse, ApiError> {
    let possibly_counted_twice = counted_twice(app, user, accounts).await?;
    Ok(HttpResponse::Ok().json(Figures { items, next_cursor: None, possibly_counted_twice }))
}

/// Returns the pairs of accounts that may be the same one. If accounts are named, only pairs of these count.
///
/// # Errors
/// 500 if the accounts cannot be read.
pub async fn counted_twice(
    app: &App,
    user: &CurrentUser,
    accounts: &[AccountId],
) -> Result<Vec<[AccountId; 2]>, ApiError> {
    if accounts.len() == 1 {
        return Ok(Vec::new());
    }
    let is_meant = |id: &AccountId| accounts.is_empty() || accounts.contains(id);
    let pairs = app.books.account_pairs(user.id()).await?;
    let ids = pairs.into_iter().map(|pair| [pair.one.id, pair.other.id]);
    Ok(ids.filter(|pair| pair.iter().all(is_meant)).collect())
}
