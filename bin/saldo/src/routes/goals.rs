//! `/api/goals`: savings goals, their progress and their contributions.

use saldo_domain::{Contribution, ContributionId, Goal, GoalId};
use saldo_wire::goals::{ContributionBody, ContributionRequest, GoalBody, GoalOrderRequest, GoalRequest};
use saldo_wire::lists::{Figures, List};

use crate::answer::{Answer, Done, NoContent, answer};
use crate::error::ApiError;
use crate::extract::{Json, PathId};
use crate::session::{CurrentUser, FreshUser};

/// `GET /api/goals` — lists the goals in their order, with their progress.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/goals")]
pub async fn list_goals(user: CurrentUser) -> Answer<Figures<GoalBody>> {
    answer(user.app.books.goals(user.id(), user.now().date()).await?)
}

/// `POST /api/goals` — creates a goal, which follows all others.
///
/// # Errors
/// 400 for an invalid field, or an account in another currency; 404 for an account that is not the user's;
/// 409 for too many goals.
#[utoipa::path(post, path = "/goals", responses((status = 404), (status = 409)))]
pub async fn create_goal(user: CurrentUser, body: Json<GoalRequest>) -> Answer<GoalBody, 201> {
    let now = user.now();
    let goal = body.into_inner().goal(GoalId::new(now))?;
    user.app.books.put_goal(user.id(), &goal, now).await?;
    answer(user.app.books.goal(user.id(), goal.id, now.date()).await?)
}

/// `PUT /api/goals/order` — sets the order of the goals.
///
/// # Errors
/// 400 unless every goal is named exactly once.
#[utoipa::path(put, path = "/goals/order", responses((status = 404)))]
pub async fn order_goals(user: CurrentUser, body: Json<GoalOrderRequest>) -> Done {
    user.app.books.order_goals(user.id(), body.order()?).await?;
    Ok(NoContent)
}

/// `PUT /api/goals/{id}` — replaces a goal. Its position in the order stays.
///
/// # Errors
/// As for creating one; 404 for an unknown goal; 409 for a goal with contributions that gets accounts or
/// another currency.
#[utoipa::path(put, path = "/goals/{id}", responses((status = 409)))]
pub async fn update_goal(user: CurrentUser, id: PathId<Goal>, body: Json<GoalRequest>) -> Answer<GoalBody> {
    let now = user.now();
    let goal = body.into_inner().goal(id.0)?;
    user.app.books.replace_goal(user.id(), &goal, now).await?;
    answer(user.app.books.goal(user.id(), id.0, now.date()).await?)
}

/// `DELETE /api/goals/{id}` — deletes a goal with its contributions.
///
/// # Errors
/// 404 for an unknown goal.
#[utoipa::path(delete, path = "/goals/{id}")]
pub async fn delete_goal(user: FreshUser, id: PathId<Goal>) -> Done {
    user.app.books.delete_goal(user.id(), id.0).await?;
    Ok(NoContent)
}

/// `GET /api/goals/{id}/contributions` — lists the contributions to a goal, newest first.
///
/// # Errors
/// 404 for an unknown goal.
#[utoipa::path(get, path = "/goals/{id}/contributions")]
pub async fn list_contributions(user: CurrentUser, id: PathId<Goal>) -> Answer<List<ContributionBody>> {
    answer(user.app.books.contributions(user.id(), id.0).await?)
}

/// `POST /api/goals/{id}/contributions` — adds a contribution to a goal.
///
/// # Errors
/// 400 for an invalid date or amount; 404 for an unknown goal; 409 for a goal whose accounts count, or too
/// many contributions.
#[utoipa::path(post, path = "/goals/{id}/contributions", responses((status = 409)))]
pub async fn create_contribution(
    user: CurrentUser,
    id: PathId<Goal>,
    body: Json<ContributionRequest>,
) -> Answer<ContributionBody, 201> {
    let new = ContributionId::new(user.now());
    let contribution = |currency| body.contribution(new, currency).map_err(ApiError::from);
    answer(user.app.books.add_contribution(user.id(), id.0, contribution).await?)
}

/// `DELETE /api/goal-contributions/{id}` — deletes a contribution.
///
/// # Errors
/// 404 for an unknown contribution.
#[utoipa::path(delete, path = "/goal-contributions/{id}")]
pub async fn delete_contribution(user: FreshUser, id: PathId<Contribution>) -> Done {
    user.app.books.delete_contribution(user.id(), id.0).await?;
    Ok(NoContent)
}
