//! `/api/accounts` — bank accounts found on statements.

use actix_web::{HttpResponse, web};
use saldo_domain::Account;
use serde::Deserialize;

use crate::app::App;
use crate::error::ApiError;
use crate::extract::PathId;
use crate::session::CurrentUser;
use crate::wire::{AccountBody, List};

/// Characters of an account's name.
const NAME_CHARACTERS_MAX: usize = 200;

/// `GET /api/accounts` — every account with its last printed balance.
///
/// # Errors
/// None of its own.
pub async fn list_accounts(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let accounts = app.storage.list_accounts(user.id()).await?;
    let balances = app.storage.list_balances(user.id(), saldo_domain::Period::LAST_DAY).await?;
    let items = accounts.into_iter().map(|account| AccountBody::new(account, &balances)).collect();
    Ok(HttpResponse::Ok().json(List::whole(items)))
}

/// `GET /api/accounts/{id}` — one account.
///
/// # Errors
/// 404.
pub async fn get_account(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Account>,
) -> Result<HttpResponse, ApiError> {
    let account = app.storage.find_account(user.id(), id.0).await?.ok_or_else(ApiError::not_found)?;
    answer(&app, &user, account).await
}

/// The new name.
#[derive(Deserialize)]
pub struct RenameRequest {
    name: String,
}

/// `PATCH /api/accounts/{id}` — gives the account another name.
///
/// # Errors
/// 400 for an empty or overlong name, 404.
pub async fn rename_account(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Account>,
    body: web::Json<RenameRequest>,
) -> Result<HttpResponse, ApiError> {
    let name = saldo_domain::text::one_line(&body.name);
    if name.is_empty() || name.chars().count() > NAME_CHARACTERS_MAX {
        return Err(ApiError::bad_request(format!("name must have 1 to {NAME_CHARACTERS_MAX} characters")));
    }
    let renamed = app.storage.rename_account(user.id(), id.0, &name, app.clock.now()).await?;
    answer(&app, &user, renamed.ok_or_else(ApiError::not_found)?).await
}

async fn answer(app: &App, user: &CurrentUser, account: Account) -> Result<HttpResponse, ApiError> {
    let balances = app.storage.list_balances(user.id(), saldo_domain::Period::LAST_DAY).await?;
    Ok(HttpResponse::Ok().json(AccountBody::new(account, &balances)))
}
