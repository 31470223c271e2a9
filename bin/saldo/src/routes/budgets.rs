//! `/api/budgets`: spending limits of categories.

use actix_web::{HttpResponse, web};
use saldo_domain::{Budget, BudgetId};
use saldo_wire::budgets::{BudgetBody, BudgetRequest, MonthQuery};
use saldo_wire::lists::Figures;

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId};
use crate::session::{CurrentUser, FreshUser};

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
    let today = app.clock.now().date();
    let month = query.month(today)?;
    let shown = app.books.show_budgets(user.id(), month, today).await?;
    Ok(HttpResponse::Ok().json(Figures::of(shown, BudgetBody::from)))
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
    Ok(HttpResponse::Created().json(BudgetBody::from(&budget)))
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
    Ok(HttpResponse::Ok().json(BudgetBody::from(&budget)))
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
