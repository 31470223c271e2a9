//! `/api/goals`: savings goals, their progress and their contributions.

use actix_web::{HttpResponse, web};
use saldo_domain::{Contribution, ContributionId, Goal, GoalId};
use saldo_wire::goals::{ContributionBody, ContributionRequest, GoalBody, GoalOrderRequest, GoalRequest};
use saldo_wire::lists::{Figures, List};

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId};
use crate::session::{CurrentUser, FreshUser};

/// `GET /api/goals` — lists the goals in their order, with their progress.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/goals", responses((status = 200, body = Figures<GoalBody>)))]
pub async fn list_goals(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let shown = app.books.goals(user.id(), app.clock.now().date()).await?;
    Ok(HttpResponse::Ok().json(Figures::of(shown, GoalBody::from)))
}

/// `POST /api/goals` — creates a goal, which follows all others.
///
/// # Errors
/// 400 for an invalid field, or an account in another currency; 404 for an account that is not the user's;
/// 409 for too many goals.
#[utoipa::path(
    post, path = "/goals",
    request_body = GoalRequest,
    responses((status = 201, body = GoalBody), (status = 404), (status = 409)),
)]
pub async fn create_goal(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<GoalRequest>,
) -> Result<HttpResponse, ApiError> {
    let now = app.clock.now();
    let goal = body.into_inner().goal(GoalId::new(now))?;
    app.books.put_goal(user.id(), &goal, now).await?;
    let stored = app.books.goal(user.id(), goal.id, now.date()).await?;
    Ok(HttpResponse::Created().json(GoalBody::from(stored)))
}

/// `PUT /api/goals/order` — sets the order of the goals.
///
/// # Errors
/// 400 unless every goal is named exactly once.
#[utoipa::path(
    put, path = "/goals/order",
    request_body = GoalOrderRequest,
    responses((status = 204), (status = 404)),
)]
pub async fn order_goals(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<GoalOrderRequest>,
) -> Result<HttpResponse, ApiError> {
    app.books.order_goals(user.id(), body.order()?).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// `PUT /api/goals/{id}` — replaces a goal. Its position in the order stays.
///
/// # Errors
/// As for creating one; 404 for an unknown goal; 409 for a goal with contributions that gets accounts or
/// another currency.
#[utoipa::path(
    put, path = "/goals/{id}",
    request_body = GoalRequest,
    responses((status = 200, body = GoalBody), (status = 409)),
)]
pub async fn update_goal(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Goal>,
    body: Json<GoalRequest>,
) -> Result<HttpResponse, ApiError> {
    let now = app.clock.now();
    let goal = body.into_inner().goal(id.0)?;
    app.books.replace_goal(user.id(), &goal, now).await?;
    Ok(HttpResponse::Ok().json(GoalBody::from(app.books.goal(user.id(), id.0, now.date()).await?)))
}

/// `DELETE /api/goals/{id}` — deletes a goal with its contributions.
///
/// # Errors
/// 404 for an unknown goal.
#[utoipa::path(delete, path = "/goals/{id}", responses((status = 204)))]
pub async fn delete_goal(
    app: web::Data<App>,
    user: FreshUser,
    id: PathId<Goal>,
) -> Result<HttpResponse, ApiError> {
    app.books.delete_goal(user.id(), id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// `GET /api/goals/{id}/contributions` — lists the contributions to a goal, newest first.
///
/// # Errors
/// 404 for an unknown goal.
#[utoipa::path(
    get, path = "/goals/{id}/contributions",
    responses((status = 200, body = List<ContributionBody>)),
)]
pub async fn list_contributions(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Goal>,
) -> Result<HttpResponse, ApiError> {
    let found = app.books.contributions(user.id(), id.0).await?;
    Ok(HttpResponse::Ok().json(List::whole(found.into_iter().map(ContributionBody::from).collect())))
}

/// `POST /api/goals/{id}/contributions` — adds a contribution to a goal.
///
/// # Errors
/// 400 for an invalid date or amount; 404 for an unknown goal; 409 for a goal whose accounts count, or too
/// many contributions.
#[utoipa::path(
    post, path = "/goals/{id}/contributions",
    request_body = ContributionRequest,
    responses((status = 201, body = ContributionBody), (status = 409)),
)]
pub async fn create_contribution(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Goal>,
    body: Json<ContributionRequest>,
) -> Result<HttpResponse, ApiError> {
    let new = ContributionId::new(app.clock.now());
    let contribution = |currency| body.contribution(new, currency).map_err(ApiError::from);
    let added = app.books.add_contribution(user.id(), id.0, contribution).await?;
    Ok(HttpResponse::Created().json(ContributionBody::from(added)))
}

/// `DELETE /api/goal-contributions/{id}` — deletes a contribution.
///
/// # Errors
/// 404 for an unknown contribution.
#[utoipa::path(delete, path = "/goal-contributions/{id}", responses((status = 204)))]
pub async fn delete_contribution(
    app: web::Data<App>,
    user: FreshUser,
    id: PathId<Contribution>,
) -> Result<HttpResponse, ApiError> {
    app.books.delete_contribution(user.id(), id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}
