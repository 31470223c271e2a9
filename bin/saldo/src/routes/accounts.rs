//! `/api/accounts`: bank accounts found on statements, and accounts that the user adds.

use actix_web::{HttpResponse, web};
use saldo_domain::Account;
use saldo_wire::accounts::{
    AccountBody, AccountChangeRequest, BalanceRequest, ChangedAccountBody, MergeRequest, MergedBody,
    NewAccountRequest, StatedBalanceBody,
};
use saldo_wire::lists::List;

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId};
use crate::session::{CurrentUser, FreshUser};

/// `GET /api/accounts` — lists every account with its latest known balance.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/accounts", responses((status = 200, body = List<AccountBody>)))]
pub async fn list_accounts(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let accounts = app.books.accounts(user.id()).await?;
    Ok(HttpResponse::Ok().json(List::whole(accounts.into_iter().map(AccountBody::from).collect())))
}

/// `GET /api/accounts/{id}` — returns one account.
///
/// # Errors
/// 404 for an unknown account.
#[utoipa::path(get, path = "/accounts/{id}", responses((status = 200, body = AccountBody)))]
pub async fn get_account(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Account>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(AccountBody::from(app.books.account(user.id(), id.0).await?)))
}

/// `POST /api/accounts` — creates an account without statements: cash, a house, a loan.
///
/// # Errors
/// 400 for an empty or overlong name or institution.
#[utoipa::path(
    post, path = "/accounts",
    request_body = NewAccountRequest,
    responses((status = 201, body = AccountBody)),
)]
pub async fn create_account(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<NewAccountRequest>,
) -> Result<HttpResponse, ApiError> {
    let now = app.clock.now();
    let account = app.books.add_account(user.id(), body.account(now)?, now).await?;
    Ok(HttpResponse::Created().json(AccountBody::from(account)))
}

/// `PATCH /api/accounts/{id}` — changes an account's name, kind, number, closing day, group or note, or
/// archives it. All but the number can be undone. Future statements with the number are imported into this
/// account.
///
/// # Errors
/// 400 for an empty or overlong name, number, group or note, 404 for an unknown account, 409 for a number
/// whose statements are imported into another account.
#[utoipa::path(
    patch, path = "/accounts/{id}",
    request_body = AccountChangeRequest,
    responses((status = 200, body = ChangedAccountBody), (status = 409)),
)]
pub async fn update_account(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Account>,
    body: Json<AccountChangeRequest>,
) -> Result<HttpResponse, ApiError> {
    let change = body.into_inner().change()?;
    let (account, edit) = app.books.update_account(user.author(), id.0, change, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(ChangedAccountBody::new(account, edit)))
}

/// `DELETE /api/accounts/{id}` — deletes an account. A manual account is deleted with its transactions; an
/// account that was found on statements must have no statements and transactions left.
///
/// # Errors
/// 404 for an unknown account, 409 for an account that was found on statements and still has statements or
/// transactions.
#[utoipa::path(delete, path = "/accounts/{id}", responses((status = 204), (status = 409)))]
pub async fn delete_account(
    app: web::Data<App>,
    user: FreshUser,
    id: PathId<Account>,
) -> Result<HttpResponse, ApiError> {
    app.books.delete_account(user.id(), id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// `POST /api/accounts/{id}/merge` — merges another account into this one, with its transactions, statements
/// and future statements.
///
/// # Errors
/// 404 for an unknown account; 409 for accounts with different currencies.
#[utoipa::path(
    post, path = "/accounts/{id}/merge",
    request_body = MergeRequest,
    responses((status = 200, body = MergedBody), (status = 409)),
)]
pub async fn merge_accounts(
    app: web::Data<App>,
    user: FreshUser,
    id: PathId<Account>,
    body: Json<MergeRequest>,
) -> Result<HttpResponse, ApiError> {
    let other = body.other()?;
    let (account, merge) = app.books.merge_accounts(user.id(), id.0, other, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(MergedBody::new(account, merge)))
}

/// `GET /api/accounts/{id}/balances` — lists the balances that the user entered, oldest first.
///
/// # Errors
/// 404 for an unknown account.
#[utoipa::path(
    get, path = "/accounts/{id}/balances",
    responses((status = 200, body = List<StatedBalanceBody>)),
)]
pub async fn list_stated_balances(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Account>,
) -> Result<HttpResponse, ApiError> {
    let stated = app.books.stated_balances(user.id(), id.0).await?;
    Ok(HttpResponse::Ok().json(List::whole(stated.into_iter().map(StatedBalanceBody::from).collect())))
}

/// `PUT /api/accounts/{id}/balances` — sets or deletes the user's balance at the end of a day.
///
/// # Errors
/// 400 for an amount that the account's currency does not allow, 404 for an unknown account.
#[utoipa::path(
    put, path = "/accounts/{id}/balances",
    request_body = BalanceRequest,
    responses((status = 200, body = AccountBody)),
)]
pub async fn put_stated_balance(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Account>,
    body: Json<BalanceRequest>,
) -> Result<HttpResponse, ApiError> {
    let balance = |currency| body.balance(currency).map_err(ApiError::from);
    let account = app.books.set_balance(user.id(), id.0, balance).await?;
    Ok(HttpResponse::Ok().json(AccountBody::from(account)))
}
