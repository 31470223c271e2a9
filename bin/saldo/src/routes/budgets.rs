//! `/api/budgets`: spending limits of categories.

use crate::openapi::{AnyId, DecimalText};
use actix_web::{HttpResponse, web};
use saldo_domain::{Budget, BudgetId, BudgetRhythm, Currency, Money, Month, RollOver};
use saldo_ledger::budget::BudgetState;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId, id_of};
use crate::session::{CurrentUser, FreshUser};
use crate::wire::Figures;
use crate::wire_ledger::BudgetBody;

/// The earliest year in which a budget may start. States are calculated for at most 100 years from the start.
const START_YEAR_MIN: i32 = 1970;

/// `?month=YYYY-MM`.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct MonthQuery {
    #[param(inline, value_type = Option<Month>)]
    month: Option<String>,
}

/// `GET /api/budgets` — lists every budget with its state in a month (by default the current one).
///
/// # Errors
/// 400 for an invalid month.
#[utoipa::path(
    get, path = "/budgets",
    params(MonthQuery),
    responses((status = 200, body = Figures<BudgetBody>)),
)]
pub async fn list_budgets(
    app: web::Data<App>,
    user: CurrentUser,
    query: web::Query<MonthQuery>,
) -> Result<HttpResponse, ApiError> {
    let month = match query.month.as_deref().filter(|text| !text.is_empty()) {
        Some(text) => text.parse().ok(),
        None => Month::of(app.clock.now().date()),
    };
    let month = month.ok_or_else(|| ApiError::bad_request("month must be written like 2026-01"))?;
    let budgets = app.books.budgets(user.id(), month).await?;
    let on = month.period().end().min(app.clock.now().date());
    let amounts = |state: BudgetState| (on, [state.amount, state.rolled, state.spent, state.left]);
    let states: Vec<_> = budgets.iter().filter_map(|now| now.state.map(amounts)).collect();
    let mut converted = app.books.preferred_amounts(user.id(), &states).await?.into_iter();
    let items = budgets.iter().map(|now| {
        let converted = now.state.and_then(|_| converted.next()?);
        BudgetBody::new(&now.budget, now.state, converted)
    });
    let items = items.collect();
    let twice = app.books.counted_twice(user.id(), &[]).await?;
    Ok(HttpResponse::Ok().json(Figures::new(items, twice)))
}

/// The contents of a budget.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BudgetRequest {
    #[schema(value_type = AnyId)]
    category_id: String,
    #[schema(value_type = DecimalText)]
    amount: String,
    currency: Currency,
    rhythm: BudgetRhythm,
    roll_over: RollOver,
    start: Month,
    end: Option<Month>,
}

impl BudgetRequest {
    fn budget(self, id: BudgetId) -> Result<Budget, ApiError> {
        let amount = Money::parse_stated(&self.amount, self.currency)
            .map_err(|error| ApiError::amount("amount", &error))?;
        if amount.is_negative() || amount.is_zero() {
            return Err(ApiError::bad_request("amount must be greater than zero"));
        }
        if self.start.year() < START_YEAR_MIN {
            return Err(ApiError::bad_request(format!("start must not be before {START_YEAR_MIN}-01")));
        }
        if self.end.is_some_and(|end| end < self.start) {
            return Err(ApiError::bad_request("end must not be before start"));
        }
        Ok(Budget {
            id,
            category: id_of(&self.category_id)?,
            amount,
            rhythm: self.rhythm,
            roll_over: self.roll_over,
            start: self.start,
            end: self.end,
        })
    }
}

/// `POST /api/budgets` — creates a budget.
///
/// # Errors
/// 400 for an invalid amount, start or end; 404 for a category that is not the user's; 409 if the category
/// has a budget in this currency.
#[utoipa::path(
    post, path = "/budgets",
    request_body = BudgetRequest,
    responses((status = 201, body = BudgetBody), (status = 404), (status = 409)),
)]
pub async fn create_budget(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<BudgetRequest>,
) -> Result<HttpResponse, ApiError> {
    let budget = body.into_inner().budget(BudgetId::new(app.clock.now()))?;
    app.books.put_budget(user.id(), &budget, app.clock.now()).await?;
    Ok(HttpResponse::Created().json(BudgetBody::new(&budget, None, None)))
}

/// `PUT /api/budgets/{id}` — replaces a budget.
///
/// # Errors
/// As for creating one; 404 for an unknown budget.
#[utoipa::path(
    put, path = "/budgets/{id}",
    request_body = BudgetRequest,
    responses((status = 200, body = BudgetBody), (status = 409)),
)]
pub async fn update_budget(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Budget>,
    body: Json<BudgetRequest>,
) -> Result<HttpResponse, ApiError> {
    let budget = body.into_inner().budget(id.0)?;
    app.books.replace_budget(user.id(), &budget, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(BudgetBody::new(&budget, None, None)))
}

/// `DELETE /api/budgets/{id}` — deletes a budget.
///
/// # Errors
/// 404 for an unknown budget.
#[utoipa::path(delete, path = "/budgets/{id}", responses((status = 204)))]
pub async fn delete_budget(
    app: web::Data<App>,
    user: FreshUser,
    id: PathId<Budget>,
) -> Result<HttpResponse, ApiError> {
    app.books.delete_budget(user.id(), id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}
