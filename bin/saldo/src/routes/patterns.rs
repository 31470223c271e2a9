//! `/api/recurring`, `/api/transfers`, `/api/duplicates` and `/api/coverage`: patterns found in the
//! transactions.

use actix_web::web;
use saldo_wire::edits::EditBody;
use saldo_wire::lists::{Figures, List};
use saldo_wire::patterns::{
    CoverageBody, DistinctRequest, DuplicatesBody, OfferBody, PeriodQuery, RecurringBody,
    RecurringDecisionRequest, TransferRequest,
};

use crate::answer::{Answer, Done, NoContent, answer};
use crate::extract::Json;
use crate::session::CurrentUser;

/// `GET /api/recurring` — lists recurring payments and income of the last three years, also those that the
/// user ignores, as of the last day with a transaction.
///
/// # Errors
/// 400 if there are too many transactions to analyze together.
#[utoipa::path(get, path = "/recurring", responses((status = 400)))]
pub async fn list_recurring(user: CurrentUser) -> Answer<Figures<RecurringBody>> {
    answer(user.app.books.show_recurring(user.id(), user.now().date()).await?)
}

/// `PUT /api/recurring/decision` — confirms or ignores recurring payments, or clears the decision. Those of
/// one merchant with the same currency, direction and rhythm are decided together.
///
/// # Errors
/// 404 for a decision about no recurring payment of the list; 409 for too many decisions; 400 for an empty or
/// overlong merchant, or too many transactions to analyze together.
#[utoipa::path(put, path = "/recurring/decision", responses((status = 404), (status = 409)))]
pub async fn decide_recurring(user: CurrentUser, body: Json<RecurringDecisionRequest>) -> Done {
    let (series, decision) = body.into_inner().decision()?;
    user.app.books.decide_recurring(user.id(), series, decision, user.now()).await?;
    Ok(NoContent)
}

/// `GET /api/transfers` — lists pairs of transactions that may be transfers between own accounts and are not
/// marked as such.
///
/// # Errors
/// 400 if there are too many transactions to analyze together.
#[utoipa::path(get, path = "/transfers")]
pub async fn list_transfer_offers(
    user: CurrentUser,
    query: web::Query<PeriodQuery>,
) -> Answer<List<OfferBody>> {
    answer(user.app.books.offer_transfers(user.id(), query.into_inner().period()?).await?)
}

/// `POST /api/transfers` — marks two transactions as a transfer. Changing the kind of one of them removes the
/// mark.
///
/// # Errors
/// 404 unless both are the user's, belong to different accounts, and one is outgoing and the other incoming;
/// 400 for different amounts in the same currency.
#[utoipa::path(post, path = "/transfers", responses((status = 400), (status = 404)))]
pub async fn link_transfer(user: CurrentUser, body: Json<TransferRequest>) -> Answer<EditBody> {
    let (out, into) = body.pair()?;
    answer(user.app.books.link_transfer(user.author(), out, into, user.now()).await?)
}

/// `GET /api/duplicates` — lists groups of transactions that may be duplicates. Nothing is deleted.
///
/// # Errors
/// 400 if there are too many transactions to analyze together.
#[utoipa::path(get, path = "/duplicates", responses((status = 400)))]
pub async fn list_duplicates(user: CurrentUser) -> Answer<List<DuplicatesBody>> {
    answer(user.app.books.duplicates(user.id(), user.now().date()).await?)
}

/// `POST /api/duplicates/distinct` — marks two transactions as different. The pair is no longer listed.
///
/// # Errors
/// 404 unless both are the user's.
#[utoipa::path(post, path = "/duplicates/distinct", responses((status = 404)))]
pub async fn keep_distinct(user: CurrentUser, body: Json<DistinctRequest>) -> Done {
    let (one, other) = body.pair()?;
    user.app.books.keep_apart(user.id(), one, other).await?;
    Ok(NoContent)
}

/// `GET /api/coverage` — lists for each account the days covered by its statements, gaps, overlaps, and
/// breaks: opening balances that differ from the previous closing balance.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/coverage")]
pub async fn list_coverage(user: CurrentUser) -> Answer<List<CoverageBody>> {
    let found = user.app.books.coverage(user.id()).await?;
    answer(List::whole(found.into_iter().map(CoverageBody::from).collect()))
}
