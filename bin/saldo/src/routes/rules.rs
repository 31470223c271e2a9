//! `/api/rules`: conditions on transactions, and the actions for transactions that match.

use actix_web::{HttpResponse, web};
use saldo_domain::{Rule, RuleId};
use saldo_wire::lists::List;
use saldo_wire::rules::{AppliedBody, OrderRequest, PreviewBody, RuleRequest};

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId};
use crate::session::{CurrentUser, FreshUser};

/// Maximum number of transactions in a preview.
const EXAMPLES_MAX: usize = 50;

/// `GET /api/rules` — lists the rules in the order in which they are tried.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/rules", responses((status = 200, body = List<Rule>)))]
pub async fn list_rules(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(List::whole(app.books.list_rules(user.id()).await?)))
}

/// `POST /api/rules` — creates a rule, which is tried after all others.
///
/// # Errors
/// 400 with the reason for an invalid rule, 404 for a category or account that is not the user's.
#[utoipa::path(
    post, path = "/rules",
    request_body = RuleRequest,
    responses((status = 201, body = Rule), (status = 404)),
)]
pub async fn create_rule(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<RuleRequest>,
) -> Result<HttpResponse, ApiError> {
    let rule = body.into_inner().rule(RuleId::new(app.clock.now()))?;
    app.books.put_rule(user.id(), &rule, app.clock.now()).await?;
    Ok(HttpResponse::Created().json(rule))
}

/// `PUT /api/rules/{id}` — replaces a rule. Its position in the order stays.
///
/// # Errors
/// As for creating one; 404 for an unknown rule.
#[utoipa::path(put, path = "/rules/{id}", request_body = RuleRequest, responses((status = 200, body = Rule)))]
pub async fn update_rule(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Rule>,
    body: Json<RuleRequest>,
) -> Result<HttpResponse, ApiError> {
    let rule = body.into_inner().rule(id.0)?;
    app.books.replace_rule(user.id(), &rule, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(rule))
}

/// `DELETE /api/rules/{id}` — deletes a rule. Its past changes to transactions stay.
///
/// # Errors
/// 404 for an unknown rule.
#[utoipa::path(delete, path = "/rules/{id}", responses((status = 204)))]
pub async fn delete_rule(
    app: web::Data<App>,
    user: FreshUser,
    id: PathId<Rule>,
) -> Result<HttpResponse, ApiError> {
    app.books.delete_rule(user.id(), id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// `PUT /api/rules/order` — sets the order in which rules are tried.
///
/// # Errors
/// 400 unless every rule is named exactly once.
#[utoipa::path(
    put, path = "/rules/order",
    request_body = OrderRequest,
    responses((status = 200, body = List<Rule>), (status = 404)),
)]
pub async fn order_rules(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<OrderRequest>,
) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(List::whole(app.books.order_rules(user.id(), body.order()?).await?)))
}

/// `POST /api/rules/preview` — previews the changes that a rule would make, before it is saved.
///
/// # Errors
/// As for creating one.
#[utoipa::path(
    post, path = "/rules/preview",
    request_body = RuleRequest,
    responses((status = 200, body = PreviewBody), (status = 404)),
)]
pub async fn preview_rule(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<RuleRequest>,
) -> Result<HttpResponse, ApiError> {
    let rule = body.into_inner().rule(RuleId::new(app.clock.now()))?;
    let preview = app.books.preview_rules(user.id(), &[rule], EXAMPLES_MAX).await?;
    Ok(HttpResponse::Ok().json(PreviewBody::from(preview)))
}

/// `POST /api/rules/apply` — applies all rules to all transactions, except those whose category the user
/// chose.
///
/// # Errors
/// 400 if there are too many transactions to analyze together.
#[utoipa::path(post, path = "/rules/apply", responses((status = 200, body = AppliedBody)))]
pub async fn apply_rules(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let changed = app.books.apply_rules(user.author(), app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(AppliedBody { changed }))
}
