//! `/api/accounts`: bank accounts found on statements, and accounts that the user adds.

use saldo_domain::Account;
use saldo_wire::accounts::{
    AccountBody, AccountChangeRequest, BalanceRequest, ChangedAccountBody, MergeRequest, MergedBody,
    NewAccountRequest, StatedBalanceBody,
};
use saldo_wire::lists::List;

use crate::answer::{Answer, Done, NoContent, answer};
use crate::error::ApiError;
use crate::extract::{Json, PathId};
use crate::session::{CurrentUser, FreshUser};

/// `GET /api/accounts` — lists every account with its latest known balance.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/accounts")]
pub async fn list_accounts(user: CurrentUser) -> Answer<List<AccountBody>> {
    answer(user.app.books.accounts(user.id()).await?)
}

/// `GET /api/accounts/{id}` — returns one account.
///
/// # Errors
/// 404 for an unknown account.
#[utoipa::path(get, path = "/accounts/{id}")]
pub async fn get_account(user: CurrentUser, id: PathId<Account>) -> Answer<AccountBody> {
    answer(user.app.books.account(user.id(), id.0).await?)
}

/// `POST /api/accounts` — creates an account without statements: cash, a house, a loan.
///
/// # Errors
/// 400 for an empty or overlong name or institution.
#[utoipa::path(post, path = "/accounts")]
pub async fn create_account(user: CurrentUser, body: Json<NewAccountRequest>) -> Answer<AccountBody, 201> {
    let now = user.now();
    answer(user.app.books.add_account(user.id(), body.account(now)?, now).await?)
}

/// `PATCH /api/accounts/{id}` — changes an account's name, kind, number, closing day, group, note or payer,
/// or archives it. All but the number can be undone. Future statements with the number are imported into this
/// account.
///
/// # Errors
/// 400 for an empty or overlong name, number, group or note, and for a payer who is no member, 404
/// for an unknown account, 409 for a number whose statements are imported into another account.
#[utoipa::path(patch, path = "/accounts/{id}", responses((status = 409)))]
pub async fn update_account(
    user: CurrentUser,
    id: PathId<Account>,
    body: Json<AccountChangeRequest>,
) -> Answer<ChangedAccountBody> {
    let change = body.into_inner().change()?;
    let (account, edit) = user.app.books.update_account(user.author(), id.0, change, user.now()).await?;
    answer(ChangedAccountBody::new(account, edit))
}

/// `DELETE /api/accounts/{id}` — deletes an account. A manual account is deleted with its transactions; an
/// account that was found on statements must have no statements and transactions left.
///
/// # Errors
/// 404 for an unknown account, 409 for an account that was found on statements and still has statements or
/// transactions.
#[utoipa::path(delete, path = "/accounts/{id}", responses((status = 409)))]
pub async fn delete_account(user: FreshUser, id: PathId<Account>) -> Done {
    user.app.books.delete_account(user.id(), id.0).await?;
    Ok(NoContent)
}

/// `POST /api/accounts/{id}/merge` — merges another account into this one, with its transactions, statements
/// and future statements.
///
/// # Errors
/// 404 for an unknown account; 409 for accounts with different currencies.
#[utoipa::path(post, path = "/accounts/{id}/merge", responses((status = 409)))]
pub async fn merge_accounts(
    user: FreshUser,
    id: PathId<Account>,
    body: Json<MergeRequest>,
) -> Answer<MergedBody> {
    let other = body.other()?;
    let (account, merge) = user.app.books.merge_accounts(user.author(), id.0, other, user.now()).await?;
    answer(MergedBody::new(account, merge))
}

/// `GET /api/accounts/{id}/balances` — lists the balances that the user entered, oldest first.
///
/// # Errors
/// 404 for an unknown account.
#[utoipa::path(get, path = "/accounts/{id}/balances")]
pub async fn list_stated_balances(user: CurrentUser, id: PathId<Account>) -> Answer<List<StatedBalanceBody>> {
    answer(user.app.books.stated_balances(user.id(), id.0).await?)
}

/// `PUT /api/accounts/{id}/balances` — sets or deletes the user's balance at the end of a day.
///
/// # Errors
/// 400 for an amount that the account's currency does not allow, 404 for an unknown account.
#[utoipa::path(put, path = "/accounts/{id}/balances")]
pub async fn put_stated_balance(
    user: CurrentUser,
    id: PathId<Account>,
    body: Json<BalanceRequest>,
) -> Answer<AccountBody> {
    let balance = |currency| body.balance(currency).map_err(ApiError::from);
    answer(user.app.books.set_balance(user.id(), id.0, balance).await?)
}
