//! `/api/rules`: conditions on transactions, and the actions for transactions that match.

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

/// Maximum length of a rule's name, in characters.
const NAME_CHARACTERS_MAX: usize = 200;
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

/// The contents of a rule.
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

/// All rules of the user, in the new order.
#[derive(Deserialize, ToSchema)]
pub struct OrderRequest {
    #[schema(value_type = Vec<AnyId>)]
    ids: Vec<String>,
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
    let order = body.ids.iter().map(|id| id_of(id)).collect::<Result<Vec<_>, _>>()?;
    Ok(HttpResponse::Ok().json(List::whole(app.books.order_rules(user.id(), order).await?)))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PreviewBody {
    #[serde(rename = "entries")]
    transactions: u64,
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
    let examples = preview.examples.into_iter().map(|(transaction, outcome)| ExampleBody {
        transaction: transaction.into(),
        category_id: outcome.category.map(|decided| decided.value),
        description: outcome.description.map(|decided| decided.value),
        add_tags: outcome.tags.into_iter().map(|decided| decided.value).collect(),
        transfer: outcome.transfer.is_some(),
    });
    let examples = examples.collect();
    Ok(HttpResponse::Ok().json(PreviewBody {
        transactions: preview.transactions,
        changed: preview.changed,
        examples,
    }))
}

#[derive(Serialize, ToSchema)]
struct AppliedBody {
    changed: u64,
}

/// `POST /api/rules/apply` — applies all rules to all transactions, except those whose category the user
/// chose.
///
/// # Errors
/// 400 if there are too many transactions to analyze together.
#[utoipa::path(post, path = "/rules/apply", responses((status = 200, body = AppliedBody)))]
pub async fn apply_rules(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let changed = app.books.apply_rules(user.id(), app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(AppliedBody { changed }))
}
