//! `/api/reports`: cash flow, spending, merchants, tags, net worth.

use actix_web::{HttpResponse, web};
use saldo_wire::lists::Figures;
use saldo_wire::reports::{
    BucketBody, CashFlowParams, NetWorthBody, NetWorthQuery, SpendingBody, SpendingParams,
};

use crate::app::App;
use crate::error::ApiError;
use crate::session::CurrentUser;

/// Maximum number of merchants in a report.
const MERCHANTS_MAX: usize = 200;

/// `GET /api/reports/cash-flow` — reports income and spending per `day`, `week`, `month` (default), `quarter`
/// or `year`.
///
/// # Errors
/// 400 for an invalid query, or a report with too many rows.
#[utoipa::path(
    get, path = "/reports/cash-flow",
    params(CashFlowParams),
    responses((status = 200, body = Figures<BucketBody>)),
)]
pub async fn report_cash_flow(
    app: web::Data<App>,
    user: CurrentUser,
    query: web::Query<CashFlowParams>,
) -> Result<HttpResponse, ApiError> {
    let shown =
        app.books.show_cash_flow(user.id(), query.into_inner().question()?, app.clock.now().date()).await?;
    Ok(HttpResponse::Ok().json(Figures::of(shown, BucketBody::from)))
}

/// `GET /api/reports/spending` — reports income and spending of each category. The figures of a parent
/// include its children.
///
/// # Errors
/// 400 for an invalid query.
#[utoipa::path(
    get, path = "/reports/spending",
    params(SpendingParams),
    responses((status = 200, body = Figures<SpendingBody>)),
)]
pub async fn report_spending(
    app: web::Data<App>,
    user: CurrentUser,
    query: web::Query<SpendingParams>,
) -> Result<HttpResponse, ApiError> {
    let shown =
        app.books.show_spending(user.id(), query.into_inner().question()?, app.clock.now().date()).await?;
    Ok(HttpResponse::Ok().json(Figures::of(shown, SpendingBody::from)))
}

/// `GET /api/reports/merchants` — reports income and spending of each merchant, greatest spending first.
///
/// # Errors
/// 400 for an invalid query.
#[utoipa::path(
    get, path = "/reports/merchants",
    params(SpendingParams),
    responses((status = 200, body = Figures<SpendingBody>)),
)]
pub async fn report_merchants(
    app: web::Data<App>,
    user: CurrentUser,
    query: web::Query<SpendingParams>,
) -> Result<HttpResponse, ApiError> {
    let (question, today) = (query.into_inner().question()?, app.clock.now().date());
    let shown = app.books.show_merchants(user.id(), question, MERCHANTS_MAX, today).await?;
    Ok(HttpResponse::Ok().json(Figures::of(shown, SpendingBody::from)))
}

/// `GET /api/reports/tags` — reports income and spending of each tag, greatest spending first. A transaction
/// counts for each of its tags.
///
/// # Errors
/// 400 for an invalid query.
#[utoipa::path(
    get, path = "/reports/tags",
    params(SpendingParams),
    responses((status = 200, body = Figures<SpendingBody>)),
)]
pub async fn report_tags(
    app: web::Data<App>,
    user: CurrentUser,
    query: web::Query<SpendingParams>,
) -> Result<HttpResponse, ApiError> {
    let (question, today) = (query.into_inner().question()?, app.clock.now().date());
    let shown = app.books.show_tags(user.id(), question, today).await?;
    Ok(HttpResponse::Ok().json(Figures::of(shown, SpendingBody::from)))
}

/// `GET /api/reports/net-worth` — reports the balances of the accounts at the end of each month.
///
/// # Errors
/// 400 for an invalid query, or a period with too many months.
#[utoipa::path(
    get, path = "/reports/net-worth",
    params(NetWorthQuery),
    responses((status = 200, body = NetWorthBody)),
)]
pub async fn report_net_worth(
    app: web::Data<App>,
    user: CurrentUser,
    query: web::Query<NetWorthQuery>,
) -> Result<HttpResponse, ApiError> {
    let (period, currency) = query.into_inner().question()?;
    let found = app.books.show_net_worth(user.id(), period, currency, app.clock.now().date()).await?;
    Ok(HttpResponse::Ok().json(NetWorthBody::from(found)))
}
