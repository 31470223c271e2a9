//! `/api/books/{id}/shared-expenses`, `…/balances` and `…/settlements`: transactions that members of a
//! household share, who owes whom, and the payments that settle it.

use actix_web::web;
use saldo_domain::{Settlement, SharedExpense, Transaction, User};
use saldo_wire::AnyId;
use saldo_wire::lists::{List, PageQuery};
use saldo_wire::shared_expenses::{
    BalancesBody, SettlementBody, SettlementOfferBody, SettlementRequest, ShareChangeBody, ShareRequestBody,
    SharedExpenseBody, SharingBody,
};

use crate::answer::{Answer, Done, NoContent, answer};
use crate::extract::{Json, PathId, PathIds};
use crate::session::{CurrentUser, Person};

/// `GET /api/books/{id}/shared-expenses` — lists the shared expenses of a household, the one that was shared
/// last first. Of a transaction in a member's own books, the other members see the day, the merchant, the
/// amount and the shares.
///
/// # Errors
/// 400 for an invalid cursor or limit; 404 for an unknown household.
#[utoipa::path(get, path = "/books/{id}/shared-expenses", responses((status = 403)))]
pub async fn list_shared_expenses(
    person: Person,
    id: PathId<User>,
    page: web::Query<PageQuery>,
) -> Answer<List<SharedExpenseBody>> {
    let found = person.app.households.shared_expenses(person.id(), id.0, page.request()?).await?;
    let next_cursor = found.next_cursor;
    let items = found.items.into_iter().map(|expense| SharedExpenseBody::of(expense, person.id()));
    answer(List { items: items.collect::<Result<Vec<_>, _>>()?, next_cursor })
}

/// `POST /api/books/{id}/shared-expenses` — shares a transaction of the user's own books or of the
/// household's, as an editor.
///
/// # Errors
/// 400 for invalid shares; 403 for a viewer; 404 for an unknown household or transaction; 409 if the
/// transaction is shared already, and for too many shared expenses.
#[utoipa::path(post, path = "/books/{id}/shared-expenses", responses((status = 409)))]
pub async fn share_transaction(
    person: Person,
    id: PathId<User>,
    body: Json<ShareRequestBody>,
) -> Answer<SharedExpenseBody, 201> {
    let request = body.into_inner().request()?;
    let expense = person.app.households.share(person.id(), id.0, request, person.now()).await?;
    answer(SharedExpenseBody::of(expense, person.id())?)
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
    responses((status = 409)),
)]
pub async fn update_shared_expense(
    person: Person,
    ids: PathIds<User, SharedExpense>,
    body: Json<ShareChangeBody>,
) -> Answer<SharedExpenseBody> {
    let (payer, division) = body.into_inner().change()?;
    let expense = person.app.households.change_share(person.id(), ids.0, ids.1, payer, division).await?;
    answer(SharedExpenseBody::of(expense, person.id())?)
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
)]
pub async fn delete_shared_expense(person: Person, ids: PathIds<User, SharedExpense>) -> Done {
    person.app.households.unshare(person.id(), ids.0, ids.1).await?;
    Ok(NoContent)
}

/// `GET /api/transactions/{id}/shared-expense` — shows how a transaction of these books is shared, and who
/// pays by default.
///
/// # Errors
/// 404 for an unknown transaction.
#[utoipa::path(get, path = "/transactions/{id}/shared-expense")]
pub async fn get_sharing(user: CurrentUser, id: PathId<Transaction>) -> Answer<SharingBody> {
    let sharing = user.app.households.sharing_of(user.author(), id.0).await?;
    let shared_expense = sharing.expense.map(|expense| SharedExpenseBody::of(expense, user.id()));
    answer(SharingBody { shared_expense: shared_expense.transpose()?, paid_by: sharing.payer })
}

/// `GET /api/books/{id}/balances` — shows who owes whom in a household, with the payments that settle it.
///
/// # Errors
/// 404 for an unknown household; 422 if a sum is too large.
#[utoipa::path(get, path = "/books/{id}/balances", responses((status = 403), (status = 422)))]
pub async fn get_balances(person: Person, id: PathId<User>) -> Answer<BalancesBody> {
    let debts = person.app.households.debts(person.id(), id.0).await?;
    answer(BalancesBody::of(debts, person.id()))
}

/// `GET /api/books/{id}/settlements` — lists the settlements of a household, the one that was recorded last
/// first.
///
/// # Errors
/// 400 for an invalid cursor or limit; 404 for an unknown household.
#[utoipa::path(get, path = "/books/{id}/settlements", responses((status = 403)))]
pub async fn list_settlements(
    person: Person,
    id: PathId<User>,
    page: web::Query<PageQuery>,
) -> Answer<List<SettlementBody>> {
    answer(person.app.households.settlements(person.id(), id.0, page.request()?).await?)
}

/// `POST /api/books/{id}/settlements` — records a payment between two members, as an editor. With a
/// transaction, it confirms an offer of `GET /books/{id}/settlement-offers`.
///
/// # Errors
/// 400 for an invalid payment, or a transaction that is another payment; 403 for a viewer; 404 for an unknown
/// household or transaction; 409 if the transaction is recorded already, and for too many settlements.
#[utoipa::path(post, path = "/books/{id}/settlements", responses((status = 409)))]
pub async fn create_settlement(
    person: Person,
    id: PathId<User>,
    body: Json<SettlementRequest>,
) -> Answer<SettlementBody, 201> {
    answer(person.app.households.settle(person.id(), id.0, body.payment()?, person.now()).await?)
}

/// `DELETE /api/books/{id}/settlements/{settlement}` — deletes a settlement, as an editor. Transactions stay.
///
/// # Errors
/// 403 for a viewer; 404 for an unknown household or settlement.
#[utoipa::path(
    delete, path = "/books/{id}/settlements/{settlement}",
    params(("settlement" = AnyId, Path, description = "The id of the settlement.")),
)]
pub async fn delete_settlement(person: Person, ids: PathIds<User, Settlement>) -> Done {
    person.app.households.delete_settlement(person.id(), ids.0, ids.1).await?;
    Ok(NoContent)
}

/// `GET /api/books/{id}/settlement-offers` — lists transactions of the user's own books that may be the
/// payment of a debt of theirs, or to them. Nobody else sees them, and nothing is recorded.
///
/// # Errors
/// 404 for an unknown household; 422 if a sum is too large.
#[utoipa::path(get, path = "/books/{id}/settlement-offers", responses((status = 403), (status = 422)))]
pub async fn list_settlement_offers(person: Person, id: PathId<User>) -> Answer<List<SettlementOfferBody>> {
    answer(person.app.households.settlement_offers(person.id(), id.0, person.now()).await?)
}
