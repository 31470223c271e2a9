//! `/api/rules` — what the person wants done with entries that look a certain way.

use crate::openapi::AnyId;
use actix_web::{HttpResponse, web};
use saldo_domain::{Rule, RuleAction, RuleCondition, RuleId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId, id_of, one_line};
use crate::session::{CurrentUser, FreshUser};
use crate::wire::{List, TransactionBody};

/// Characters of a rule's name.
const NAME_CHARACTERS_MAX: usize = 200;
/// Entries that a preview shows.
const EXAMPLES_MAX: usize = 50;

/// `GET /api/rules` — in the order in which they are tried.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/rules", responses((status = 200, body = List<Rule>)))]
pub async fn list_rules(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(List::whole(app.storage.list_rules(user.id()).await?)))
}

/// A rule as it is to be.
#[derive(Deserialize, ToSchema)]
pub struct RuleRequest {
    name: String,
    #[serde(default = "enabled")]
    enabled: bool,
    conditions: Vec<RuleCondition>,
    actions: Vec<RuleAction>,
}

const fn enabled() -> bool {
    true
}

impl RuleRequest {
    fn rule(self, id: RuleId) -> Result<Rule, ApiError> {
        let name = one_line("name", &self.name, NAME_CHARACTERS_MAX)?;
        Ok(Rule { id, name, enabled: self.enabled, conditions: self.conditions, actions: self.actions })
    }
}

/// `POST /api/rules` — a new rule, tried after all others.
///
/// # Errors
/// 400 says what is wrong with it, 404 for a category or account that is not the person's.
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
    put(&app, &user, &rule).await?;
    Ok(HttpResponse::Created().json(rule))
}

/// `PUT /api/rules/{id}` — changes a rule; its place in the order stays.
///
/// # Errors
/// As for making one.
#[utoipa::path(put, path = "/rules/{id}", request_body = RuleRequest, responses((status = 200, body = Rule)))]
pub async fn update_rule(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Rule>,
    body: Json<RuleRequest>,
) -> Result<HttpResponse, ApiError> {
    let rules = app.storage.list_rules(user.id()).await?;
    if rules.iter().all(|rule| rule.id != id.0) {
        return Err(ApiError::not_found());
    }
    let rule = body.into_inner().rule(id.0)?;
    put(&app, &user, &rule).await?;
    Ok(HttpResponse::Ok().json(rule))
}

async fn put(app: &App, user: &CurrentUser, rule: &Rule) -> Result<(), ApiError> {
    check_names(app, user, rule).await?;
    app.books.check_rule(user.id(), rule).await?;
    if app.storage.put_rule(user.id(), rule.clone(), app.clock.now()).await? {
        Ok(())
    } else {
        Err(ApiError::not_found())
    }
}

/// A rule names only what is the person's.
async fn check_names(app: &App, user: &CurrentUser, rule: &Rule) -> Result<(), ApiError> {
    for condition in &rule.conditions {
        if let RuleCondition::Account { account } = condition {
            app.storage.find_account(user.id(), *account).await?.ok_or_else(ApiError::not_found)?;
        }
    }
    let categories = app.storage.list_categories(user.id()).await?;
    for action in &rule.actions {
        if let RuleAction::SetCategory { category } = action
            && categories.iter().all(|known| known.id != *category)
        {
            return Err(ApiError::not_found());
        }
    }
    Ok(())
}

/// `DELETE /api/rules/{id}` — what it did to entries stays.
///
/// # Errors
/// 404.
#[utoipa::path(delete, path = "/rules/{id}", responses((status = 204)))]
pub async fn delete_rule(
    app: web::Data<App>,
    user: FreshUser,
    id: PathId<Rule>,
) -> Result<HttpResponse, ApiError> {
    if !app.storage.delete_rule(user.id(), id.0).await? {
        return Err(ApiError::not_found());
    }
    Ok(HttpResponse::NoContent().finish())
}

/// Every rule of the person's, in the new order.
#[derive(Deserialize, ToSchema)]
pub struct OrderRequest {
    #[schema(value_type = Vec<AnyId>)]
    ids: Vec<String>,
}

/// `PUT /api/rules/order` — the order in which rules are tried.
///
/// # Errors
/// 400 unless it names every rule once.
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
    let order = body.ids.iter().map(|id| id_of(id)).collect::<Result<Vec<_>, _>>()?;
    if !app.storage.order_rules(user.id(), order).await? {
        return Err(ApiError::bad_request("ids must name each of your rules once"));
    }
    list_rules(app, user).await
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PreviewBody {
    entries: u64,
    changed: u64,
    examples: Vec<ExampleBody>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExampleBody {
    transaction: TransactionBody,
    category_id: Option<saldo_domain::CategoryId>,
    description: Option<String>,
    add_tags: Vec<saldo_domain::Tag>,
    transfer: bool,
}

/// `POST /api/rules/preview` — what a rule would change, before it is saved.
///
/// # Errors
/// As for saving it.
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
    check_names(&app, &user, &rule).await?;
    let preview = app.books.preview_rules(user.id(), &[rule], EXAMPLES_MAX).await?;
    let examples = preview.examples.into_iter().map(|(entry, outcome)| ExampleBody {
        transaction: entry.into(),
        category_id: outcome.category.map(|decided| decided.value),
        description: outcome.description.map(|decided| decided.value),
        add_tags: outcome.tags.into_iter().map(|decided| decided.value).collect(),
        transfer: outcome.transfer.is_some(),
    });
    let examples = examples.collect();
    Ok(HttpResponse::Ok().json(PreviewBody { entries: preview.entries, changed: preview.changed, examples }))
}

#[derive(Serialize, ToSchema)]
struct AppliedBody {
    changed: u64,
}

/// `POST /api/rules/apply` — applies all rules to all entries but those whose category the person chose.
///
/// # Errors
/// 400 for more entries than are looked at together.
#[utoipa::path(post, path = "/rules/apply", responses((status = 200, body = AppliedBody)))]
pub async fn apply_rules(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let changed = app.books.apply_rules(user.id(), app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(AppliedBody { changed }))
}
