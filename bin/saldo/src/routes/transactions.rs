//! `/api/transactions`: finding, totaling and changing transactions.

use actix_web::{HttpRequest, HttpResponse, web};
use saldo_bookkeeping::Selection;
use saldo_domain::Transaction;
use saldo_wire::edits::{EditBody, RecordBody};
use saldo_wire::filter::{self, FilterQuery};
use saldo_wire::lists::{Figures, List, PageQuery};
use saldo_wire::transactions::{
    BulkRequest, ExplanationBody, GroupBody, GroupsQuery, NewTransactionRequest, SelectionRequest,
    SimilarBody, SplitRequest, TotalsBody, TransactionBody, TransactionChangeRequest,
};

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId};
use crate::session::{CurrentUser, FreshUser};

/// `GET /api/transactions` — lists the transactions that match the filter, page by page.
///
/// # Errors
/// 400 for an invalid filter, cursor or limit.
#[utoipa::path(
    get, path = "/transactions",
    params(FilterQuery, PageQuery),
    responses((status = 200, body = List<TransactionBody>)),
)]
pub async fn list_transactions(
    app: web::Data<App>,
    user: CurrentUser,
    request: HttpRequest,
    filter: web::Query<FilterQuery>,
    page: web::Query<PageQuery>,
) -> Result<HttpResponse, ApiError> {
    filter::reject_unknown_parameters(request.query_string(), &["limit", "cursor"])?;
    let filter = filter.into_inner().resolve(&app.books, user.id()).await?;
    let found = app.books.transactions(user.id(), filter, page.request()?).await?;
    Ok(HttpResponse::Ok().json(List::of(found, TransactionBody::from)))
}

/// `GET /api/transactions/totals` — totals the transactions that match the filter, separately for each
/// currency.
///
/// # Errors
/// 400 for an invalid filter.
#[utoipa::path(
    get, path = "/transactions/totals",
    params(FilterQuery),
    responses((status = 200, body = TotalsBody)),
)]
pub async fn total_transactions(
    app: web::Data<App>,
    user: CurrentUser,
    request: HttpRequest,
    filter: web::Query<FilterQuery>,
) -> Result<HttpResponse, ApiError> {
    filter::reject_unknown_parameters(request.query_string(), &[])?;
    let filter = filter.into_inner().resolve(&app.books, user.id()).await?;
    let shown = app.books.show_totals(user.id(), filter, app.clock.now().date()).await?;
    Ok(HttpResponse::Ok().json(TotalsBody::from(shown)))
}

/// `GET /api/transactions/totals/groups` — totals the transactions that match the filter by day, month,
/// category, merchant, account or tag, separately for each currency.
///
/// # Errors
/// 400 for an invalid filter or grouping.
#[utoipa::path(
    get, path = "/transactions/totals/groups",
    params(FilterQuery, GroupsQuery),
    responses((status = 200, body = Figures<GroupBody>)),
)]
pub async fn total_groups(
    app: web::Data<App>,
    user: CurrentUser,
    request: HttpRequest,
    filter: web::Query<FilterQuery>,
    groups: web::Query<GroupsQuery>,
) -> Result<HttpResponse, ApiError> {
    filter::reject_unknown_parameters(request.query_string(), &["by"])?;
    let by = groups.breakdown()?;
    let filter = filter.into_inner().resolve(&app.books, user.id()).await?;
    let shown = app.books.show_groups(user.id(), filter, by).await?;
    Ok(HttpResponse::Ok().json(Figures::of(shown, GroupBody::from)))
}

/// `GET /api/transactions/{id}` — returns one transaction.
///
/// # Errors
/// 404 for an unknown transaction.
#[utoipa::path(get, path = "/transactions/{id}", responses((status = 200, body = TransactionBody)))]
pub async fn get_transaction(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Transaction>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(TransactionBody::from(app.books.transaction(user.id(), id.0).await?)))
}

/// `POST /api/transactions` — adds a transaction. With `statementId` it becomes a line of that statement, for
/// a line that was not read.
///
/// # Errors
/// 400 for invalid fields, 404 for an account, statement or category that is not the user's.
#[utoipa::path(
    post, path = "/transactions",
    request_body = NewTransactionRequest,
    responses((status = 201, body = TransactionBody), (status = 404)),
)]
pub async fn create_transaction(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<NewTransactionRequest>,
) -> Result<HttpResponse, ApiError> {
    let body = body.into_inner();
    let account = body.account()?;
    let now = app.clock.now();
    let new = |currency| body.transaction(account, currency, now).map_err(ApiError::from);
    let transaction = app.books.add_transaction(user.author(), account, new, now).await?;
    Ok(HttpResponse::Created().json(TransactionBody::from(transaction)))
}

/// `PATCH /api/transactions/{id}` — changes a transaction. The statement's own text stays in
/// `originalDescription`.
///
/// # Errors
/// 400 for invalid fields, 404 for an unknown transaction or category.
#[utoipa::path(
    patch, path = "/transactions/{id}",
    request_body = TransactionChangeRequest,
    responses((status = 200, body = TransactionBody)),
)]
pub async fn update_transaction(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Transaction>,
    body: Json<TransactionChangeRequest>,
) -> Result<HttpResponse, ApiError> {
    let change = |known: &Transaction| body.into_inner().change(Some(known)).map_err(ApiError::from);
    let wait_max = app.config.process_wait;
    let changed = app.statement_jobs.change_transaction(user.author(), id.0, change, wait_max).await?;
    Ok(HttpResponse::Ok().json(TransactionBody::from(changed)))
}

/// `DELETE /api/transactions/{id}` — deletes a transaction. The deletion can be undone.
///
/// # Errors
/// 404 for an unknown transaction.
#[utoipa::path(delete, path = "/transactions/{id}", responses((status = 200, body = EditBody)))]
pub async fn delete_transaction(
    app: web::Data<App>,
    user: FreshUser,
    id: PathId<Transaction>,
) -> Result<HttpResponse, ApiError> {
    let edit =
        app.books.delete_transactions(user.author(), Selection::Ids(vec![id.0]), app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(EditBody::from(edit)))
}

/// `PATCH /api/transactions` — changes the selected transactions in the same way, as one edit that can be
/// undone.
///
/// # Errors
/// 400 for invalid fields or too many transactions, 404 if one of the ids is not the user's.
#[utoipa::path(
    patch, path = "/transactions",
    request_body = BulkRequest,
    responses((status = 200, body = EditBody), (status = 404)),
)]
pub async fn update_transactions(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<BulkRequest>,
) -> Result<HttpResponse, ApiError> {
    let BulkRequest { selection, change } = body.into_inner();
    let (selection, change) = (selection.selection(&app.books, user.id()).await?, change.change(None)?);
    let edit = app.books.change_transactions(user.author(), selection, change, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(EditBody::from(edit)))
}

/// `POST /api/transactions/delete` — deletes the selected transactions, as one edit that can be undone.
///
/// # Errors
/// 400 for an invalid selection or too many transactions, 404 if one of the ids is not the user's.
#[utoipa::path(
    post, path = "/transactions/delete",
    request_body = SelectionRequest,
    responses((status = 200, body = EditBody), (status = 404)),
)]
pub async fn delete_transactions(
    app: web::Data<App>,
    user: FreshUser,
    body: Json<SelectionRequest>,
) -> Result<HttpResponse, ApiError> {
    let selection = body.into_inner().selection(&app.books, user.id()).await?;
    let edit = app.books.delete_transactions(user.author(), selection, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(EditBody::from(edit)))
}

/// `PUT /api/transactions/{id}/splits` — splits a transaction among categories.
///
/// # Errors
/// 400 if the splits do not add up to the transaction's amount, 404 for an unknown transaction.
#[utoipa::path(
    put, path = "/transactions/{id}/splits",
    request_body = SplitRequest,
    responses((status = 200, body = TransactionBody)),
)]
pub async fn split_transaction(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Transaction>,
    body: Json<SplitRequest>,
) -> Result<HttpResponse, ApiError> {
    let splits = |currency| body.into_inner().splits(currency).map_err(ApiError::from);
    let split = app.books.split_in_currency(user.author(), id.0, splits, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(TransactionBody::from(split)))
}

/// `GET /api/transactions/{id}/history` — lists the changes to a transaction, latest first. It works for
/// deleted transactions too.
///
/// # Errors
/// 404 if nothing is known of the transaction.
#[utoipa::path(get, path = "/transactions/{id}/history", responses((status = 200, body = List<RecordBody>)))]
pub async fn list_transaction_history(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Transaction>,
) -> Result<HttpResponse, ApiError> {
    let records = app.books.history(user.id(), id.0).await?;
    Ok(HttpResponse::Ok().json(List::whole(records.into_iter().map(RecordBody::from).collect())))
}

/// `GET /api/transactions/{id}/alike` — lists the other transactions of the same merchant that have a
/// different category. A category that the user chose for one may be right for them too.
///
/// # Errors
/// 404 for an unknown transaction.
#[utoipa::path(get, path = "/transactions/{id}/alike", responses((status = 200, body = SimilarBody)))]
pub async fn list_alike(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Transaction>,
) -> Result<HttpResponse, ApiError> {
    let found = app.books.alike(user.id(), id.0).await?.ok_or_else(ApiError::not_found)?;
    Ok(HttpResponse::Ok().json(SimilarBody::from(found)))
}

/// `GET /api/transactions/{id}/explanation` — explains a transaction's category: the rule that set it, the
/// user's similar choices, and the model.
///
/// # Errors
/// 404 for an unknown transaction.
#[utoipa::path(
    get, path = "/transactions/{id}/explanation",
    responses((status = 200, body = ExplanationBody)),
)]
pub async fn explain_transaction(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Transaction>,
) -> Result<HttpResponse, ApiError> {
    let reasons = app.books.explain_category(user.id(), id.0).await?;
    Ok(HttpResponse::Ok().json(ExplanationBody::from(reasons)))
}
