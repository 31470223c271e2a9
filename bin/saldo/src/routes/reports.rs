//! `/api/reports`: cash flow, spending, merchants, net worth.

use actix_web::{HttpResponse, web};
use saldo_bookkeeping::SpendingQuestion;
use saldo_domain::{AccountId, Currency};
use saldo_wire::lists::Figures;
use saldo_wire::reports::{
    BucketBody, CashFlowQuery, NetWorthBody, NetWorthQuery, SpendingBody, SpendingQuery,
};

use crate::app::App;
use crate::error::ApiError;
use crate::session::CurrentUser;

/// Maximum number of merchants in a report.
const MERCHANTS_MAX: usize = 200;

/// Returns the requested currency, or else the one that the user prefers.
async fn currency_or_preferred(
    app: &App,
    user: &CurrentUser,
    asked: Option<Currency>,
) -> Result<Option<Currency>, ApiError> {
    match asked {
        Some(currency) => Ok(Some(currency)),
        None => Ok(app.books.preferences(user.id()).await?.currency),
    }
}

/// `GET /api/reports/cash-flow` — reports income and spending per `day`, `week`, `month` (default), `quarter`
/// or `year`.
///
/// # Errors
/// 400 for an invalid query, or a report with too many rows.
#[utoipa::path(
    get, path = "/reports/cash-flow",
    params(CashFlowQuery),
    responses((status = 200, body = Figures<BucketBody>)),
)]
pub async fn report_cash_flow(
    app: web::Data<App>,
    user: CurrentUser,
    query: web::Query<CashFlowQuery>,
) -> Result<HttpResponse, ApiError> {
    let mut question = query.into_inner().question()?;
    question.currency = currency_or_preferred(&app, &user, question.currency).await?;
    let accounts: Vec<AccountId> = question.account.into_iter().collect();
    let buckets = app.books.cash_flow_as_of(user.id(), question, app.clock.now().date()).await?;
    let items = buckets.into_iter().map(BucketBody::from);
    let twice = app.books.counted_twice(user.id(), &accounts).await?;
    Ok(HttpResponse::Ok().json(Figures::new(items.collect(), twice)))
}

async fn spending_question(
    app: &App,
    user: &CurrentUser,
    query: SpendingQuery,
) -> Result<SpendingQuestion, ApiError> {
    let question = query.question()?;
    let currency = currency_or_preferred(app, user, question.currency).await?;
    Ok(SpendingQuestion { currency, ..question })
}

/// `GET /api/reports/spending` — reports income and spending of each category. The figures of a parent
/// include its children.
///
/// # Errors
/// 400 for an invalid query.
#[utoipa::path(
    get, path = "/reports/spending",
    params(SpendingQuery),
    responses((status = 200, body = Figures<SpendingBody>)),
)]
pub async fn report_spending(
    app: web::Data<App>,
    user: CurrentUser,
    query: web::Query<SpendingQuery>,
) -> Result<HttpResponse, ApiError> {
    let question = spending_question(&app, &user, query.into_inner()).await?;
    let accounts: Vec<AccountId> = question.account.into_iter().collect();
    let rows = app.books.spending(user.id(), question, app.clock.now().date()).await?;
    let twice = app.books.counted_twice(user.id(), &accounts).await?;
    Ok(HttpResponse::Ok().json(Figures::new(rows.into_iter().map(SpendingBody::from).collect(), twice)))
}

/// `GET /api/reports/merchants` — reports income and spending of each merchant, greatest spending first.
///
/// # Errors
/// 400 for an invalid query.
#[utoipa::path(
    get, path = "/reports/merchants",
    params(SpendingQuery),
    responses((status = 200, body = Figures<SpendingBody>)),
)]
pub async fn report_merchants(
    app: web::Data<App>,
    user: CurrentUser,
    query: web::Query<SpendingQuery>,
) -> Result<HttpResponse, ApiError> {
    let question = spending_question(&app, &user, query.into_inner()).await?;
    let accounts: Vec<AccountId> = question.account.into_iter().collect();
    let today = app.clock.now().date();
    let rows = app.books.merchants(user.id(), question, MERCHANTS_MAX, today).await?;
    let twice = app.books.counted_twice(user.id(), &accounts).await?;
    Ok(HttpResponse::Ok().json(Figures::new(rows.into_iter().map(SpendingBody::from).collect(), twice)))
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
    let currency = currency_or_preferred(&app, &user, currency).await?;
    let found = app.books.net_worth(user.id(), period, currency, app.clock.now().date()).await?;
    Ok(HttpResponse::Ok().json(NetWorthBody::from(found)))
}
