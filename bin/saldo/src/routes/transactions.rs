//! `/api/transactions`: finding, totaling and changing transactions.

use actix_web::{HttpRequest, web};
use saldo_bookkeeping::Selection;
use saldo_domain::Transaction;
use saldo_wire::edits::{EditBody, RecordBody};
use saldo_wire::filter::{self, FilterQuery};
use saldo_wire::lists::{Figures, List, PageQuery};
use saldo_wire::transactions::{
    BulkRequest, ExplanationBody, GroupBody, GroupsQuery, NewTransactionRequest, SelectionRequest,
    SimilarBody, SplitRequest, TotalsBody, TransactionBody, TransactionChangeRequest,
};

use crate::answer::{Answer, answer};
use crate::error::ApiError;
use crate::extract::{Json, PathId};
use crate::session::{CurrentUser, FreshUser};

/// `GET /api/transactions` — lists the transactions that match the filter, page by page.
///
/// # Errors
/// 400 for an invalid filter, cursor or limit.
#[utoipa::path(get, path = "/transactions")]
pub async fn list_transactions(
    user: CurrentUser,
    request: HttpRequest,
    filter: web::Query<FilterQuery>,
    page: web::Query<PageQuery>,
) -> Answer<List<TransactionBody>> {
    filter::reject_unknown_parameters(request.query_string(), &["limit", "cursor"])?;
    let filter = filter.into_inner().resolve(&user.app.books, user.id()).await?;
    answer(user.app.books.transactions(user.id(), filter, page.request()?).await?)
}

/// `GET /api/transactions/totals` — totals the transactions that match the filter, separately for each
/// currency.
///
/// # Errors
/// 400 for an invalid filter.
#[utoipa::path(get, path = "/transactions/totals")]
pub async fn total_transactions(
    user: CurrentUser,
    request: HttpRequest,
    filter: web::Query<FilterQuery>,
) -> Answer<TotalsBody> {
    filter::reject_unknown_parameters(request.query_string(), &[])?;
    let filter = filter.into_inner().resolve(&user.app.books, user.id()).await?;
    answer(user.app.books.show_totals(user.id(), filter, user.now().date()).await?)
}

/// `GET /api/transactions/totals/groups` — totals the transactions that match the filter by day, month,
/// category, merchant, account or tag, separately for each currency.
///
/// # Errors
/// 400 for an invalid filter or grouping.
#[utoipa::path(get, path = "/transactions/totals/groups")]
pub async fn total_groups(
    user: CurrentUser,
    request: HttpRequest,
    filter: web::Query<FilterQuery>,
    groups: web::Query<GroupsQuery>,
) -> Answer<Figures<GroupBody>> {
    filter::reject_unknown_parameters(request.query_string(), &["by"])?;
    let by = groups.breakdown()?;
    let filter = filter.into_inner().resolve(&user.app.books, user.id()).await?;
    answer(user.app.books.show_groups(user.id(), filter, by).await?)
}

/// `GET /api/transactions/{id}` — returns one transaction.
///
/// # Errors
/// 404 for an unknown transaction.
#[utoipa::path(get, path = "/transactions/{id}")]
pub async fn get_transaction(user: CurrentUser, id: PathId<Transaction>) -> Answer<TransactionBody> {
    answer(user.app.books.transaction(user.id(), id.0).await?)
}

/// `POST /api/transactions` — adds a transaction. With `statementId` it becomes a line of that statement, for
/// a line that was not read.
///
/// # Errors
/// 400 for invalid fields, 404 for an account, statement or category that is not the user's.
#[utoipa::path(post, path = "/transactions", responses((status = 404)))]
pub async fn create_transaction(
    user: CurrentUser,
    body: Json<NewTransactionRequest>,
) -> Answer<TransactionBody, 201> {
    let body = body.into_inner();
    let account = body.account()?;
    let now = user.now();
    let new = |currency| body.transaction(account, currency, now).map_err(ApiError::from);
    answer(user.app.books.add_transaction(user.author(), account, new, now).await?)
}

/// `PATCH /api/transactions/{id}` — changes a transaction. The statement's own text stays in
/// `originalDescription`.
///
/// # Errors
/// 400 for invalid fields, 404 for an unknown transaction or category.
#[utoipa::path(patch, path = "/transactions/{id}")]
pub async fn update_transaction(
    user: CurrentUser,
    id: PathId<Transaction>,
    body: Json<TransactionChangeRequest>,
) -> Answer<TransactionBody> {
    let change = |known: &Transaction| body.into_inner().change(Some(known)).map_err(ApiError::from);
    let wait_max = user.app.config.process_wait;
    answer(user.app.statement_jobs.change_transaction(user.author(), id.0, change, wait_max).await?)
}

/// `DELETE /api/transactions/{id}` — deletes a transaction. The deletion can be undone.
///
/// # Errors
/// 404 for an unknown transaction.
#[utoipa::path(delete, path = "/transactions/{id}")]
pub async fn delete_transaction(user: FreshUser, id: PathId<Transaction>) -> Answer<EditBody> {
    answer(user.app.books.delete_transactions(user.author(), Selection::Ids(vec![id.0]), user.now()).await?)
}

/// `PATCH /api/transactions` — changes the selected transactions in the same way, as one edit that can be
/// undone.
///
/// # Errors
/// 400 for invalid fields or too many transactions, 404 if one of the ids is not the user's.
#[utoipa::path(patch, path = "/transactions", responses((status = 404)))]
pub async fn update_transactions(user: CurrentUser, body: Json<BulkRequest>) -> Answer<EditBody> {
    let BulkRequest { selection, change } = body.into_inner();
    let (selection, change) = (selection.selection(&user.app.books, user.id()).await?, change.change(None)?);
    answer(user.app.books.change_transactions(user.author(), selection, change, user.now()).await?)
}

/// `POST /api/transactions/delete` — deletes the selected transactions, as one edit that can be undone.
///
/// # Errors
/// 400 for an invalid selection or too many transactions, 404 if one of the ids is not the user's.
#[utoipa::path(post, path = "/transactions/delete", responses((status = 404)))]
pub async fn delete_transactions(user: FreshUser, body: Json<SelectionRequest>) -> Answer<EditBody> {
    let selection = body.into_inner().selection(&user.app.books, user.id()).await?;
    answer(user.app.books.delete_transactions(user.author(), selection, user.now()).await?)
}

/// `PUT /api/transactions/{id}/splits` — splits a transaction among categories.
///
/// # Errors
/// 400 if the splits do not add up to the transaction's amount, 404 for an unknown transaction.
#[utoipa::path(put, path = "/transactions/{id}/splits")]
pub async fn split_transaction(
    user: CurrentUser,
    id: PathId<Transaction>,
    body: Json<SplitRequest>,
) -> Answer<TransactionBody> {
    let splits = |currency| body.into_inner().splits(currency).map_err(ApiError::from);
    answer(user.app.books.split_in_currency(user.author(), id.0, splits, user.now()).await?)
}

/// `GET /api/transactions/{id}/history` — lists the changes to a transaction, latest first. It works for
/// deleted transactions too.
///
/// # Errors
/// 404 if nothing is known of the transaction.
#[utoipa::path(get, path = "/transactions/{id}/history")]
pub async fn list_transaction_history(
    user: CurrentUser,
    id: PathId<Transaction>,
) -> Answer<List<RecordBody>> {
    answer(user.app.books.history(user.id(), id.0).await?)
}

/// `GET /api/transactions/{id}/alike` — lists the other transactions of the same merchant that have a
/// different category. A category that the user chose for one may be right for them too.
///
/// # Errors
/// 404 for an unknown transaction.
#[utoipa::path(get, path = "/transactions/{id}/alike")]
pub async fn list_alike(user: CurrentUser, id: PathId<Transaction>) -> Answer<SimilarBody> {
    answer(user.app.books.alike(user.id(), id.0).await?.ok_or_else(ApiError::not_found)?)
}

/// `GET /api/transactions/{id}/explanation` — explains a transaction's category: the rule that set it, the
/// user's similar choices, and the model.
///
/// # Errors
/// 404 for an unknown transaction.
#[utoipa::path(get, path = "/transactions/{id}/explanation")]
pub async fn explain_transaction(user: CurrentUser, id: PathId<Transaction>) -> Answer<ExplanationBody> {
    answer(user.app.books.explain_category(user.id(), id.0).await?)
}
