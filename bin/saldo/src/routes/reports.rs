//! `/api/reports`: cash flow, spending, merchants, tags, net worth.

use actix_web::web;
use saldo_wire::lists::Figures;
use saldo_wire::reports::{
    BucketBody, CashFlowParams, NetWorthBody, NetWorthQuery, SpendingBody, SpendingParams,
};

use crate::answer::{Answer, answer};
use crate::session::CurrentUser;

/// Maximum number of merchants in a report.
const MERCHANTS_MAX: usize = 200;

/// `GET /api/reports/cash-flow` — reports income and spending per `day`, `week`, `month` (default), `quarter`
/// or `year`.
///
/// # Errors
/// 400 for an invalid query, or a report with too many rows.
#[utoipa::path(get, path = "/reports/cash-flow")]
pub async fn report_cash_flow(
    user: CurrentUser,
    query: web::Query<CashFlowParams>,
) -> Answer<Figures<BucketBody>> {
    answer(user.app.books.show_cash_flow(user.id(), query.into_inner().question()?, user.now().date()).await?)
}

/// `GET /api/reports/spending` — reports income and spending of each category. The figures of a parent
/// include its children.
///
/// # Errors
/// 400 for an invalid query.
#[utoipa::path(get, path = "/reports/spending")]
pub async fn report_spending(
    user: CurrentUser,
    query: web::Query<SpendingParams>,
) -> Answer<Figures<SpendingBody>> {
    answer(user.app.books.show_spending(user.id(), query.into_inner().question()?, user.now().date()).await?)
}

/// `GET /api/reports/merchants` — reports income and spending of each merchant, greatest spending first.
///
/// # Errors
/// 400 for an invalid query.
#[utoipa::path(get, path = "/reports/merchants")]
pub async fn report_merchants(
    user: CurrentUser,
    query: web::Query<SpendingParams>,
) -> Answer<Figures<SpendingBody>> {
    let (question, today) = (query.into_inner().question()?, user.now().date());
    answer(user.app.books.show_merchants(user.id(), question, MERCHANTS_MAX, today).await?)
}

/// `GET /api/reports/tags` — reports income and spending of each tag, greatest spending first. A transaction
/// counts for each of its tags.
///
/// # Errors
/// 400 for an invalid query.
#[utoipa::path(get, path = "/reports/tags")]
pub async fn report_tags(
    user: CurrentUser,
    query: web::Query<SpendingParams>,
) -> Answer<Figures<SpendingBody>> {
    let (question, today) = (query.into_inner().question()?, user.now().date());
    answer(user.app.books.show_tags(user.id(), question, today).await?)
}

/// `GET /api/reports/net-worth` — reports the balances of the accounts at the end of each month.
///
/// # Errors
/// 400 for an invalid query, or a period with too many months.
#[utoipa::path(get, path = "/reports/net-worth")]
pub async fn report_net_worth(user: CurrentUser, query: web::Query<NetWorthQuery>) -> Answer<NetWorthBody> {
    let (period, currency) = query.into_inner().question()?;
    answer(user.app.books.show_net_worth(user.id(), period, currency, user.now().date()).await?)
}
