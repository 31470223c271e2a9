//! `/api/rules`: conditions on transactions, and the actions for transactions that match.

use saldo_domain::{Rule, RuleId};
use saldo_wire::lists::List;
use saldo_wire::rules::{AppliedBody, OrderRequest, PreviewBody, RuleRequest};

use crate::answer::{Answer, Done, NoContent, answer};
use crate::extract::{Json, PathId};
use crate::session::{CurrentUser, FreshUser};

/// Maximum number of transactions in a preview.
const EXAMPLES_MAX: usize = 50;

/// `GET /api/rules` — lists the rules in the order in which they are tried.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/rules")]
pub async fn list_rules(user: CurrentUser) -> Answer<List<Rule>> {
    answer(user.app.books.list_rules(user.id()).await?)
}

/// `POST /api/rules` — creates a rule, which is tried after all others.
///
/// # Errors
/// 400 with the reason for an invalid rule, 404 for a category or account that is not the user's.
#[utoipa::path(post, path = "/rules", responses((status = 404)))]
pub async fn create_rule(user: CurrentUser, body: Json<RuleRequest>) -> Answer<Rule, 201> {
    let rule = body.into_inner().rule(RuleId::new(user.now()))?;
    user.app.books.put_rule(user.id(), &rule, user.now()).await?;
    answer(rule)
}

/// `PUT /api/rules/{id}` — replaces a rule. Its position in the order stays.
///
/// # Errors
/// As for creating one; 404 for an unknown rule.
#[utoipa::path(put, path = "/rules/{id}")]
pub async fn update_rule(user: CurrentUser, id: PathId<Rule>, body: Json<RuleRequest>) -> Answer<Rule> {
    let rule = body.into_inner().rule(id.0)?;
    user.app.books.replace_rule(user.id(), &rule, user.now()).await?;
    answer(rule)
}

/// `DELETE /api/rules/{id}` — deletes a rule. Its past changes to transactions stay.
///
/// # Errors
/// 404 for an unknown rule.
#[utoipa::path(delete, path = "/rules/{id}")]
pub async fn delete_rule(user: FreshUser, id: PathId<Rule>) -> Done {
    user.app.books.delete_rule(user.id(), id.0).await?;
    Ok(NoContent)
}

/// `PUT /api/rules/order` — sets the order in which rules are tried.
///
/// # Errors
/// 400 unless every rule is named exactly once.
#[utoipa::path(put, path = "/rules/order", responses((status = 404)))]
pub async fn order_rules(user: CurrentUser, body: Json<OrderRequest>) -> Answer<List<Rule>> {
    answer(user.app.books.order_rules(user.id(), body.order()?).await?)
}

/// `POST /api/rules/preview` — previews the changes that a rule would make, before it is saved.
///
/// # Errors
/// As for creating one.
#[utoipa::path(post, path = "/rules/preview", responses((status = 404)))]
pub async fn preview_rule(user: CurrentUser, body: Json<RuleRequest>) -> Answer<PreviewBody> {
    let rule = body.into_inner().rule(RuleId::new(user.now()))?;
    answer(user.app.books.preview_rules(user.id(), &[rule], EXAMPLES_MAX).await?)
}

/// `POST /api/rules/apply` — applies all rules to all transactions, except those whose category the user
/// chose.
///
/// # Errors
/// 400 if there are too many transactions to analyze together.
#[utoipa::path(post, path = "/rules/apply")]
pub async fn apply_rules(user: CurrentUser) -> Answer<AppliedBody> {
    let changed = user.app.books.apply_rules(user.author(), user.now()).await?;
    answer(AppliedBody { changed })
}
