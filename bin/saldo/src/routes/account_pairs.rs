//! `/api/duplicate-accounts` and `/api/account-merges`: pairs of accounts that may be the same one, and
//! merges of accounts that can be undone.

use actix_web::{HttpResponse, web};
use saldo_bookkeeping::AccountMerge;
use saldo_wire::accounts::{DistinctAccountsRequest, DuplicateAccountsBody, MergeBody, UndoneMergeBody};
use saldo_wire::lists::List;

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId};
use crate::session::{CurrentUser, FreshUser};

/// `GET /api/duplicate-accounts` — lists pairs of accounts that may be the same one. Their transactions may
/// count twice until the accounts are merged.
///
/// # Errors
/// None of its own.
#[utoipa::path(
    get, path = "/duplicate-accounts",
    responses((status = 200, body = List<DuplicateAccountsBody>)),
)]
pub async fn list_duplicate_accounts(
    app: web::Data<App>,
    user: CurrentUser,
) -> Result<HttpResponse, ApiError> {
    let pairs = app.books.account_pairs(user.id()).await?;
    let items = pairs.into_iter().map(DuplicateAccountsBody::from).collect();
    Ok(HttpResponse::Ok().json(List::whole(items)))
}

/// `POST /api/duplicate-accounts/distinct` — marks two accounts as different. The pair is no longer listed.
///
/// # Errors
/// 404 unless both are the user's.
#[utoipa::path(
    post, path = "/duplicate-accounts/distinct",
    request_body = DistinctAccountsRequest,
    responses((status = 204), (status = 404)),
)]
pub async fn keep_distinct_accounts(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<DistinctAccountsRequest>,
) -> Result<HttpResponse, ApiError> {
    let (one, other) = body.pair()?;
    app.books.keep_accounts_apart(user.id(), one, other).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// `GET /api/account-merges` — lists the merges of the user's accounts, newest first.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/account-merges", responses((status = 200, body = List<MergeBody>)))]
pub async fn list_merges(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let merges = app.books.merges(user.id()).await?;
    Ok(HttpResponse::Ok().json(List::whole(merges.into_iter().map(MergeBody::from).collect())))
}

/// `POST /api/account-merges/{id}/undo` — undoes a merge. The merged account is restored with its own
/// transactions and statements.
///
/// # Errors
/// 404 for an unknown merge; 409 if the merge is undone already, or if the account it was merged into no
/// longer exists.
#[utoipa::path(
    post, path = "/account-merges/{id}/undo",
    responses((status = 200, body = UndoneMergeBody), (status = 409)),
)]
pub async fn undo_merge(
    app: web::Data<App>,
    user: FreshUser,
    id: PathId<AccountMerge>,
) -> Result<HttpResponse, ApiError> {
    let undone = app.books.undo_merge(user.id(), id.0, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(UndoneMergeBody::from(undone)))
}
