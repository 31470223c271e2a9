//! `/api/reports`: cash flow, spending, merchants, net worth.

use crate::openapi::{AnyId, DecimalText};
use actix_web::{HttpResponse, web};
use saldo_bookkeeping::{CashFlowQuestion, SpendingQuestion, SpendingRow};
use saldo_domain::{AccountId, CategoryId, Currency, Date, Granularity, Money};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::error::ApiError;
use crate::filter;
use crate::session::CurrentUser;
use crate::wire::Figures;
use crate::wire_ledger::{ConvertedBody, FlowBody, RateBody};

/// Maximum number of merchants in a report.
const MERCHANTS_MAX: usize = 200;

/// `?from=&to=&account=&category=&currency=&by=`.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CashFlowQuery {
    #[param(value_type = Option<Date>)]
    from: Option<String>,
    #[param(value_type = Option<Date>)]
    to: Option<String>,
    #[param(inline, value_type = Option<AnyId>)]
    account: Option<String>,
    #[param(inline, value_type = Option<AnyId>)]
    category: Option<String>,
    #[param(inline, value_type = Option<Currency>)]
    currency: Option<String>,
    #[param(inline, value_type = Option<Granularity>)]
    by: Option<String>,
}

/// `?from=&to=&account=&currency=`.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SpendingQuery {
    #[param(inline, value_type = Option<Currency>)]
    currency: Option<String>,
    #[param(value_type = Option<Date>)]
    from: Option<String>,
    #[param(value_type = Option<Date>)]
    to: Option<String>,
    #[param(inline, value_type = Option<AnyId>)]
    account: Option<String>,
}

/// `?from=&to=&currency=`.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct NetWorthQuery {
    #[param(value_type = Option<Date>)]
    from: Option<String>,
    #[param(value_type = Option<Date>)]
    to: Option<String>,
    #[param(inline, value_type = Option<Currency>)]
    currency: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BucketBody {
    key: String,
    from: Date,
    to: Date,
    flows: Vec<FlowBody>,
    converted: Option<ConvertedBody>,
    /// The last day with known transactions, if the period continues after it.
    known_until: Option<Date>,
    /// The first day with complete data, if the period begins before it.
    known_from: Option<Date>,
}

/// Returns the requested currency, or else the one that the user prefers.
async fn currency_or_preferred(
    app: &App,
    user: &CurrentUser,
    asked: Option<String>,
) -> Result<Option<Currency>, ApiError> {
    match filter::currency(asked)? {
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
    let query = query.into_inner();
    let granularity = match query.by.as_deref() {
        None | Some("" | "month") => Granularity::Month,
        Some("day") => Granularity::Day,
        Some("week") => Granularity::Week,
        Some("quarter") => Granularity::Quarter,
        Some("year") => Granularity::Year,
        Some(_) => return Err(ApiError::bad_request("by must be day, week, month, quarter or year")),
    };
    let question = CashFlowQuestion {
        period: filter::period(query.from, query.to)?,
        granularity,
        account: filter::id("account", query.account)?,
        category: filter::id("category", query.category)?,
        currency: currency_or_preferred(&app, &user, query.currency).await?,
    };
    let accounts: Vec<AccountId> = question.account.into_iter().collect();
    let buckets = app.books.cash_flow_as_of(user.id(), question, app.clock.now().date()).await?;
    let items = buckets.into_iter().map(|bucket| BucketBody {
        key: bucket.key,
        from: bucket.period.start(),
        to: bucket.period.end(),
        flows: bucket.flows.into_iter().map(FlowBody::from).collect(),
        converted: bucket.converted.map(ConvertedBody::from),
        known_until: bucket.known_until,
        known_from: bucket.known_from,
    });
    let twice = app.books.counted_twice(user.id(), &accounts).await?;
    Ok(HttpResponse::Ok().json(Figures::new(items.collect(), twice)))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SpendingBody {
    category_id: Option<CategoryId>,
    parent_id: Option<CategoryId>,
    name: Option<String>,
    flows: Vec<FlowBody>,
    converted: Option<ConvertedBody>,
}

impl From<SpendingRow> for SpendingBody {
    fn from(row: SpendingRow) -> Self {
        Self {
            category_id: row.category,
            parent_id: row.parent,
            name: row.name,
            flows: row.flows.into_iter().map(FlowBody::from).collect(),
            converted: row.converted.map(ConvertedBody::from),
        }
    }
}

async fn spending_question(
    app: &App,
    user: &CurrentUser,
    query: SpendingQuery,
) -> Result<SpendingQuestion, ApiError> {
    Ok(SpendingQuestion {
        period: filter::period(query.from, query.to)?,
        account: filter::id("account", query.account)?,
        currency: currency_or_preferred(app, user, query.currency).await?,
    })
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

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NetWorthBody {
    items: Vec<PointBody>,
    unknown_accounts: Vec<AccountId>,
    /// Pairs of accounts that may be the same one, so that their amounts may count twice.
    possibly_counted_twice: Vec<[AccountId; 2]>,
}

#[derive(Serialize, ToSchema)]
struct PointBody {
    date: Date,
    accounts: Vec<HeldBody>,
    sums: Vec<Money>,
    converted: Option<WorthBody>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HeldBody {
    account_id: AccountId,
    #[schema(value_type = DecimalText)]
    amount: String,
    currency: Currency,
}

#[derive(Serialize, ToSchema)]
struct WorthBody {
    #[schema(value_type = DecimalText)]
    amount: String,
    currency: Currency,
    rates: Vec<RateBody>,
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
    let query = query.into_inner();
    let period = filter::period(query.from, query.to)?;
    let currency = currency_or_preferred(&app, &user, query.currency).await?;
    let found = app.books.net_worth(user.id(), period, currency, app.clock.now().date()).await?;
    let items = found.points.into_iter().map(|point| PointBody {
        date: point.date,
        accounts: point
            .accounts
            .into_iter()
            .map(|(account_id, amount)| HeldBody {
                account_id,
                amount: amount.decimal(),
                currency: amount.currency(),
            })
            .collect(),
        sums: point.sums,
        converted: point.converted.map(|worth| WorthBody {
            amount: worth.amount.decimal(),
            currency: worth.amount.currency(),
            rates: RateBody::list(&worth.rates),
        }),
    });
    let pairs = found.look_alikes.iter().map(|pair| [pair.one, pair.other]);
    Ok(HttpResponse::Ok().json(NetWorthBody {
        items: items.collect(),
        unknown_accounts: found.unknown,
        possibly_counted_twice: pairs.collect(),
    }))
}
