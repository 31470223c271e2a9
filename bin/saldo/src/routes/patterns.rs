//! `/api/recurring`, `/api/transfers`, `/api/duplicates` and `/api/coverage`: patterns found in the
//! transactions.

use actix_web::{HttpResponse, web};
use saldo_wire::edits::EditBody;
use saldo_wire::lists::{Figures, List};
use saldo_wire::patterns::{
    CoverageBody, DistinctRequest, DuplicatesBody, OfferBody, PeriodQuery, RecurringBody,
    RecurringDecisionRequest, TransferRequest,
};

use crate::app::App;
use crate::error::ApiError;
use crate::extract::Json;
use crate::session::CurrentUser;

/// `GET /api/recurring` — lists recurring payments and income of the last three years, also those that the
/// user ignores, as of the last day with a transaction.
///
/// # Errors
/// 400 if there are too many transactions to analyze together.
#[utoipa::path(
    get, path = "/recurring",
    responses((status = 200, body = Figures<RecurringBody>), (status = 400)),
)]
pub async fn list_recurring(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let shown = app.books.show_recurring(user.id(), app.clock.now().date()).await?;
    Ok(HttpResponse::Ok().json(Figures::of(shown, RecurringBody::from)))
}

/// `PUT /api/recurring/decision` — confirms or ignores recurring payments, or clears the decision. Those of
/// one merchant with the same currency, direction and rhythm are decided together.
///
/// # Errors
/// 404 for a decision about no recurring payment of the list; 409 for too many decisions; 400 for an empty or
/// overlong merchant, or too many transactions to analyze together.
#[utoipa::path(
    put, path = "/recurring/decision",
    request_body = RecurringDecisionRequest,
    responses((status = 204), (status = 404), (status = 409)),
)]
pub async fn decide_recurring(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<RecurringDecisionRequest>,
) -> Result<HttpResponse, ApiError> {
    let (series, decision) = body.into_inner().decision()?;
    app.books.decide_recurring(user.id(), series, decision, app.clock.now()).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// `GET /api/transfers` — lists pairs of transactions that may be transfers between own accounts and are not
/// marked as such.
///
/// # Errors
/// 400 if there are too many transactions to analyze together.
#[utoipa::path(
    get, path = "/transfers",
    params(PeriodQuery),
    responses((status = 200, body = List<OfferBody>)),
)]
pub async fn list_transfer_offers(
    app: web::Data<App>,
    user: CurrentUser,
    query: web::Query<PeriodQuery>,
) -> Result<HttpResponse, ApiError> {
    let offers = app.books.offer_transfers(user.id(), query.into_inner().period()?).await?;
    let items = offers.into_iter().map(OfferBody::from);
    Ok(HttpResponse::Ok().json(List::whole(items.collect())))
}

/// `POST /api/transfers` — marks two transactions as a transfer. Changing the kind of one of them removes the
/// mark.
///
/// # Errors
/// 404 unless both are the user's, belong to different accounts, and one is outgoing and the other incoming;
/// 400 for different amounts in the same currency.
#[utoipa::path(
    post, path = "/transfers",
    request_body = TransferRequest,
    responses((status = 200, body = EditBody), (status = 400), (status = 404)),
)]
pub async fn link_transfer(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<TransferRequest>,
) -> Result<HttpResponse, ApiError> {
    let (out, into) = body.pair()?;
    let edit = app.books.link_transfer(user.author(), out, into, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(EditBody::from(edit)))
}

/// `GET /api/duplicates` — lists groups of transactions that may be duplicates. Nothing is deleted.
///
/// # Errors
/// 400 if there are too many transactions to analyze together.
#[utoipa::path(
    get, path = "/duplicates",
    responses((status = 200, body = List<DuplicatesBody>), (status = 400)),
)]
pub async fn list_duplicates(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let groups = app.books.duplicates(user.id(), app.clock.now().date()).await?;
    let items = groups.into_iter().map(DuplicatesBody::from);
    Ok(HttpResponse::Ok().json(List::whole(items.collect())))
}

/// `POST /api/duplicates/distinct` — marks two transactions as different. The pair is no longer listed.
///
/// # Errors
/// 404 unless both are the user's.
#[utoipa::path(
    post, path = "/duplicates/distinct",
    request_body = DistinctRequest,
    responses((status = 204), (status = 404)),
)]
pub async fn keep_distinct(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<DistinctRequest>,
) -> Result<HttpResponse, ApiError> {
    let (one, other) = body.pair()?;
    app.books.keep_apart(user.id(), one, other).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// `GET /api/coverage` — lists for each account the days covered by its statements, gaps, overlaps, and
/// breaks: opening balances that differ from the previous closing balance.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/coverage", responses((status = 200, body = List<CoverageBody>)))]
pub async fn list_coverage(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let found = app.books.coverage(user.id()).await?;
    let items = found.into_iter().map(CoverageBody::from);
    Ok(HttpResponse::Ok().json(List::whole(items.collect())))
}
