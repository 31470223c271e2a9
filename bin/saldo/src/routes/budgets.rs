//! `/api/budgets`: spending limits of categories.

use actix_web::web;
use saldo_domain::{Budget, BudgetId};
use saldo_wire::budgets::{BudgetBody, BudgetRequest, MonthQuery};
use saldo_wire::lists::Figures;

use crate::answer::{Answer, Done, NoContent, answer};
use crate::extract::{Json, PathId};
use crate::session::{CurrentUser, FreshUser};

/// `GET /api/budgets` — lists every budget with its state in a month (by default the current one).
///
/// # Errors
/// 400 for an invalid month.
#[utoipa::path(get, path = "/budgets")]
pub async fn list_budgets(user: CurrentUser, query: web::Query<MonthQuery>) -> Answer<Figures<BudgetBody>> {
    let today = user.now().date();
    let month = query.month(today)?;
    answer(user.app.books.show_budgets(user.id(), month, today).await?)
}

/// `POST /api/budgets` — creates a budget.
///
/// # Errors
/// 400 for an invalid amount, start or end; 404 for a category that is not the user's; 409 if the category
/// has a budget in this currency.
#[utoipa::path(post, path = "/budgets", responses((status = 404), (status = 409)))]
pub async fn create_budget(user: CurrentUser, body: Json<BudgetRequest>) -> Answer<BudgetBody, 201> {
    let budget = body.into_inner().budget(BudgetId::new(user.now()))?;
    user.app.books.put_budget(user.id(), &budget, user.now()).await?;
    answer(&budget)
}

/// `PUT /api/budgets/{id}` — replaces a budget.
///
/// # Errors
/// As for creating one; 404 for an unknown budget.
#[utoipa::path(put, path = "/budgets/{id}", responses((status = 409)))]
pub async fn update_budget(
    user: CurrentUser,
    id: PathId<Budget>,
    body: Json<BudgetRequest>,
) -> Answer<BudgetBody> {
    let budget = body.into_inner().budget(id.0)?;
    user.app.books.replace_budget(user.id(), &budget, user.now()).await?;
    answer(&budget)
}

/// `DELETE /api/budgets/{id}` — deletes a budget.
///
/// # Errors
/// 404 for an unknown budget.
#[utoipa::path(delete, path = "/budgets/{id}")]
pub async fn delete_budget(user: FreshUser, id: PathId<Budget>) -> Done {
    user.app.books.delete_budget(user.id(), id.0).await?;
    Ok(NoContent)
}
