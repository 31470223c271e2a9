//! `/api/accounts`: bank accounts found on statements, and accounts that the user adds.

use crate::openapi::{AnyId, DecimalText};
use actix_web::{HttpResponse, web};
use saldo_bookkeeping::{AccountChange, AccountMerge, NewManualAccount};
use saldo_domain::{Account, AccountId, AccountKind, Currency, Date, Id, Money};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PatchField, PathId, day, one_line};
use crate::session::{CurrentUser, FreshUser};
use crate::wire::{AccountBody, List, StatedBalanceBody};

/// Maximum length of an account's name, in characters.
const NAME_CHARACTERS_MAX: usize = 200;
/// Maximum length of an account's number, in characters. The longest IBAN, in groups of four, has 42.
const NUMBER_CHARACTERS_MAX: usize = 64;
/// Minimum count of letters and digits of a number: a masked number shows that many.
const NUMBER_CHARACTERS_MIN: usize = 4;

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

/// A new account.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewAccountRequest {
    name: String,
    institution: Option<String>,
    kind: AccountKind,
    currency: Currency,
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
    let institution = body.institution.as_deref();
    let new = NewManualAccount {
        id: AccountId::new(now),
        name: one_line("name", &body.name, NAME_CHARACTERS_MAX)?,
        institution: institution
            .map(|text| one_line("institution", text, NAME_CHARACTERS_MAX))
            .transpose()?,
        kind: body.kind,
        currency: body.currency,
    };
    let account = app.books.add_account(user.id(), new, now).await?;
    Ok(HttpResponse::Created().json(AccountBody::from(account)))
}

/// Changes to an account. Absent fields stay as they are; `closedOn: null` reopens the account.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = AccountChange)]
pub struct ChangeRequest {
    name: Option<String>,
    kind: Option<AccountKind>,
    #[serde(default)]
    #[schema(value_type = Option<Date>)]
    closed_on: PatchField<Date>,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    number: PatchField<String>,
}

/// `PATCH /api/accounts/{id}` — changes an account's name, kind, number or closing day. Future statements
/// with the number are imported into this account.
///
/// # Errors
/// 400 for an empty or overlong name or number, 404 for an unknown account, 409 for a number whose statements
/// are imported into another account.
#[utoipa::path(
    patch, path = "/accounts/{id}",
    request_body = ChangeRequest,
    responses((status = 200, body = AccountBody), (status = 409)),
)]
pub async fn update_account(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Account>,
    body: Json<ChangeRequest>,
) -> Result<HttpResponse, ApiError> {
    let ChangeRequest { name, kind, closed_on, number } = body.into_inner();
    let name = name.map(|name| one_line("name", &name, NAME_CHARACTERS_MAX)).transpose()?;
    let closed_on = match closed_on.into_change() {
        Some(Some(date)) => Some(Some(day("closedOn", date)?)),
        other => other,
    };
    let number =
        number.into_change().map(|number| number.as_deref().map(account_number).transpose()).transpose()?;
    let change = AccountChange { name, kind, closed_on, number };
    let changed = app.books.update_account(user.id(), id.0, change, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(AccountBody::from(changed)))
}

/// Checks a number of an account, whole or masked.
fn account_number(text: &str) -> Result<String, ApiError> {
    let number = one_line("number", text, NUMBER_CHARACTERS_MAX)?;
    if number.chars().filter(|character| character.is_alphanumeric()).count() < NUMBER_CHARACTERS_MIN {
        return Err(ApiError::bad_request("number must have at least four letters or digits"));
    }
    Ok(number)
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

/// The account to merge into the account in the path.
#[derive(Deserialize, ToSchema)]
pub struct MergeRequest {
    #[schema(value_type = AnyId)]
    other: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MergedBody {
    #[serde(flatten)]
    account: AccountBody,
    /// The merge, for undoing it.
    #[schema(value_type = AnyId)]
    merge_id: Id<AccountMerge>,
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
    let other: AccountId = body.other.parse().map_err(|_| ApiError::not_found())?;
    let (account, merge_id) = app.books.merge_accounts(user.id(), id.0, other, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(MergedBody { account: account.into(), merge_id }))
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

/// The balance at the end of a day; `amount: null` deletes it.
#[derive(Deserialize, ToSchema)]
pub struct BalanceRequest {
    date: Date,
    #[schema(value_type = Option<DecimalText>)]
    amount: Option<String>,
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
    let currency = app.books.currency_of(user.id(), id.0).await?;
    let date = day("date", body.date)?;
    let amount = body.amount.as_deref().map(|text| Money::parse_stated(text, currency)).transpose();
    let amount = amount.map_err(|error| ApiError::amount("amount", &error))?;
    let account = app.books.state_balance(user.id(), id.0, date, amount).await?;
    Ok(HttpResponse::Ok().json(AccountBody::from(account)))
}
