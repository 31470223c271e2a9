//! `/api/books/{id}/shared-expenses`, `…/balances` and `…/settlements`: transactions that members of a
//! household share, who owes whom, and the payments that settle it.

use actix_web::{HttpResponse, web};
use saldo_domain::{Settlement, SharedExpense, Transaction, User};
use saldo_wire::AnyId;
use saldo_wire::lists::{List, PageQuery};
use saldo_wire::shared_expenses::{
    BalancesBody, SettlementBody, SettlementOfferBody, SettlementRequest, ShareChangeBody, ShareRequestBody,
    SharedExpenseBody, SharingBody,
};

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId, PathIds};
use crate::session::{CurrentUser, Person};

/// `GET /api/books/{id}/shared-expenses` — lists the shared expenses of a household, the one that was shared
/// last first. Of a transaction in a member's own books, the other members see the day, the merchant, the
/// amount and the shares.
///
/// # Errors
/// 400 for an invalid cursor or limit; 404 for an unknown household.
#[utoipa::path(
    get, path = "/books/{id}/shared-expenses",
    params(PageQuery),
    responses((status = 200, body = List<SharedExpenseBody>), (status = 403)),
)]
pub async fn list_shared_expenses(
    app: web::Data<App>,
    person: Person,
    id: PathId<User>,
    page: web::Query<PageQuery>,
) -> Result<HttpResponse, ApiError> {
    let found = app.households.shared_expenses(person.id(), id.0, page.request()?).await?;
    let next_cursor = found.next_cursor;
    let items = found.items.into_iter().map(|expense| SharedExpenseBody::of(expense, person.id()));
    Ok(HttpResponse::Ok().json(List { items: items.collect::<Result<Vec<_>, _>>()?, next_cursor }))
}

/// `POST /api/books/{id}/shared-expenses` — shares a transaction of the user's own books or of the
/// household's, as an editor.
///
/// # Errors
/// 400 for invalid shares; 403 for a viewer; 404 for an unknown household or transaction; 409 if the
/// transaction is shared already, and for too many shared expenses.
#[utoipa::path(
    post, path = "/books/{id}/shared-expenses",
    request_body = ShareRequestBody,
    responses((status = 201, body = SharedExpenseBody), (status = 409)),
)]
pub async fn share_transaction(
    app: web::Data<App>,
    person: Person,
    id: PathId<User>,
    body: Json<ShareRequestBody>,
) -> Result<HttpResponse, ApiError> {
    let request = body.into_inner().request()?;
    let expense = app.households.share(person.id(), id.0, request, app.clock.now()).await?;
    Ok(HttpResponse::Created().json(SharedExpenseBody::of(expense, person.id())?))
}

/// `PATCH /api/books/{id}/shared-expenses/{expense}` — changes the shares of an expense, and the payer of one
/// in the household's books.
///
/// # Errors
/// 400 for invalid shares; 403 for a viewer, and for an expense of another member's own books; 404 for an
/// unknown household or expense; 409 if the transaction was deleted.
#[utoipa::path(
    patch, path = "/books/{id}/shared-expenses/{expense}",
    params(("expense" = AnyId, Path, description = "The id of the shared expense.")),
    request_body = ShareChangeBody,
    responses((status = 200, body = SharedExpenseBody), (status = 409)),
)]
pub async fn update_shared_expense(
    app: web::Data<App>,
    person: Person,
    ids: PathIds<User, SharedExpense>,
    body: Json<ShareChangeBody>,
) -> Result<HttpResponse, ApiError> {
    let (payer, division) = body.into_inner().change()?;
    let expense = app.households.change_share(person.id(), ids.0, ids.1, payer, division).await?;
    Ok(HttpResponse::Ok().json(SharedExpenseBody::of(expense, person.id())?))
}

/// `DELETE /api/books/{id}/shared-expenses/{expense}` — ends the sharing of a transaction. The transaction
/// stays.
///
/// # Errors
/// 403 for a viewer, and for an editor if the expense is of another member's own books; 404 for an unknown
/// household or expense.
#[utoipa::path(
    delete, path = "/books/{id}/shared-expenses/{expense}",
    params(("expense" = AnyId, Path, description = "The id of the shared expense.")),
    responses((status = 204)),
)]
pub async fn delete_shared_expense(
    app: web::Data<App>,
    person: Person,
    ids: PathIds<User, SharedExpense>,
) -> Result<HttpResponse, ApiError> {
    app.households.unshare(person.id(), ids.0, ids.1).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// `GET /api/transactions/{id}/shared-expense` — shows how a transaction of these books is shared.
///
/// # Errors
/// 404 for an unknown transaction.
#[utoipa::path(
    get, path = "/transactions/{id}/shared-expense",
    responses((status = 200, body = SharingBody)),
)]
pub async fn get_sharing(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Transaction>,
) -> Result<HttpResponse, ApiError> {
    let expense = app.households.expense_of(user.id(), id.0).await?;
    let shared_expense = expense.map(|expense| SharedExpenseBody::of(expense, user.id())).transpose()?;
    Ok(HttpResponse::Ok().json(SharingBody { shared_expense }))
}

/// `GET /api/books/{id}/balances` — shows who owes whom in a household, with the payments that settle it.
///
/// # Errors
/// 404 for an unknown household; 422 if a sum is too large.
#[utoipa::path(
    get, path = "/books/{id}/balances",
    responses((status = 200, body = BalancesBody), (status = 403), (status = 422)),
)]
pub async fn get_balances(
    app: web::Data<App>,
    person: Person,
    id: PathId<User>,
) -> Result<HttpResponse, ApiError> {
    let debts = app.households.debts(person.id(), id.0).await?;
    Ok(HttpResponse::Ok().json(BalancesBody::of(debts, person.id())))
}

/// `GET /api/books/{id}/settlements` — lists the settlements of a household, the one that was recorded last
/// first.
///
/// # Errors
/// 400 for an invalid cursor or limit; 404 for an unknown household.
#[utoipa::path(
    get, path = "/books/{id}/settlements",
    params(PageQuery),
    responses((status = 200, body = List<SettlementBody>), (status = 403)),
)]
pub async fn list_settlements(
    app: web::Data<App>,
    person: Person,
    id: PathId<User>,
    page: web::Query<PageQuery>,
) -> Result<HttpResponse, ApiError> {
    let found = app.households.settlements(person.id(), id.0, page.request()?).await?;
    Ok(HttpResponse::Ok().json(List::of(found, SettlementBody::from)))
}

/// `POST /api/books/{id}/settlements` — records a payment between two members, as an editor. With a
/// transaction, it confirms an offer of `GET /books/{id}/settlement-offers`.
///
/// # Errors
/// 400 for an invalid payment, or a transaction that is another payment; 403 for a viewer; 404 for an unknown
/// household or transaction; 409 if the transaction is recorded already, and for too many settlements.
#[utoipa::path(
    post, path = "/books/{id}/settlements",
    request_body = SettlementRequest,
    responses((status = 201, body = SettlementBody), (status = 409)),
)]
pub async fn create_settlement(
    app: web::Data<App>,
    person: Person,
    id: PathId<User>,
    body: Json<SettlementRequest>,
) -> Result<HttpResponse, ApiError> {
    let settled = app.households.settle(person.id(), id.0, body.payment()?, app.clock.now()).await?;
    Ok(HttpResponse::Created().json(SettlementBody::from(settled)))
}

/// `DELETE /api/books/{id}/settlements/{settlement}` — deletes a settlement, as an editor. Transactions stay.
///
/// # Errors
/// 403 for a viewer; 404 for an unknown household or settlement.
#[utoipa::path(
    delete, path = "/books/{id}/settlements/{settlement}",
    params(("settlement" = AnyId, Path, description = "The id of the settlement.")),
    responses((status = 204)),
)]
pub async fn delete_settlement(
    app: web::Data<App>,
    person: Person,
    ids: PathIds<User, Settlement>,
) -> Result<HttpResponse, ApiError> {
    app.households.delete_settlement(person.id(), ids.0, ids.1).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// `GET /api/books/{id}/settlement-offers` — lists transactions of the user's own books that may be the
/// payment of a debt of theirs, or to them. Nobody else sees them, and nothing is recorded.
///
/// # Errors
/// 404 for an unknown household; 422 if a sum is too large.
#[utoipa::path(
    get, path = "/books/{id}/settlement-offers",
    responses((status = 200, body = List<SettlementOfferBody>), (status = 403), (status = 422)),
)]
pub async fn list_settlement_offers(
    app: web::Data<App>,
    person: Person,
    id: PathId<User>,
) -> Result<HttpResponse, ApiError> {
    let found = app.households.settlement_offers(person.id(), id.0, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(List::whole(found.into_iter().map(SettlementOfferBody::from).collect())))
}
