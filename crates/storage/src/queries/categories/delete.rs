//! Updating what refers to a category that is deleted.

use std::collections::BTreeSet;

use crate::run::RunQueryDsl;
use diesel::prelude::*;
use saldo_domain::{Budget, CategoryBy, Rule, RuleAction};

use super::super::backend::Connection;
use crate::Result;
use crate::rows::{from_json, json, word};
use crate::schema::{budgets, rules, splits, transactions};
use crate::sql_types::RowId;

/// Replaces `category` with `instead` wherever it is used. Without `instead`, removes it from transactions
/// and rules; foreign keys do the same for splits and budgets.
pub(super) async fn replace_category(
    connection: &mut Connection,
    user: RowId,
    category: RowId,
    instead: Option<RowId>,
) -> Result<()> {
    let theirs = transactions::table
        .filter(transactions::user_id.eq(user))
        .filter(transactions::category_id.eq(category));
    if let Some(instead) = instead {
        diesel::update(theirs).set(transactions::category_id.eq(instead)).execute(connection).await?;
        let parts = splits::table.filter(splits::user_id.eq(user)).filter(splits::category_id.eq(category));
        diesel::update(parts).set(splits::category_id.eq(instead)).execute(connection).await?;
        move_budgets(connection, user, category, instead).await?;
    } else {
        // The user did not choose that there is no category, so rules may choose one again.
        let by_nobody = transactions::category_by.eq(word(CategoryBy::Words)?);
        diesel::update(theirs)
            .set((transactions::category_id.eq(None::<RowId>), by_nobody))
            .execute(connection)
            .await?;
    }
    rename_in_rules(connection, user, category, instead).await
}

/// Moves the budgets to `instead`, except for those in a currency in which it has one. These are deleted with
/// their category.
async fn move_budgets(
    connection: &mut Connection,
    user: RowId,
    category: RowId,
    instead: RowId,
) -> Result<()> {
    let of = |category: RowId| {
        budgets::table.filter(budgets::user_id.eq(user)).filter(budgets::category_id.eq(category))
    };
    let taken: Vec<String> = of(instead).select(budgets::currency).load(connection).await?;
    let taken: BTreeSet<String> = taken.into_iter().collect();
    let moving: Vec<(RowId, String, serde_json::Value)> =
        of(category).select((budgets::id, budgets::currency, budgets::content)).load(connection).await?;
    for (id, _, content) in moving.into_iter().filter(|(_, currency, _)| !taken.contains(currency)) {
        let budget = Budget { category: instead.typed(), ..from_json(content)? };
        diesel::update(budgets::table.find(id))
            .set((budgets::category_id.eq(instead), budgets::content.eq(json(budget)?)))
            .execute(connection)
            .await?;
    }
    Ok(())
}

/// Replaces the category in the actions of rules, or removes those actions. A rule without another action is
/// deleted.
async fn rename_in_rules(
    connection: &mut Connection,
    user: RowId,
    category: RowId,
    instead: Option<RowId>,
) -> Result<()> {
    let kept: Vec<(RowId, serde_json::Value)> = rules::table
        .filter(rules::user_id.eq(user))
        .select((rules::id, rules::content))
        .load(connection)
        .await?;
    for (id, content) in kept {
        let rule: Rule = from_json(content)?;
        let gives = |action: &RuleAction| match action {
            RuleAction::SetCategory { category: given } => RowId::from(*given) == category,
            RuleAction::Rename { .. } | RuleAction::AddTag { .. } | RuleAction::MarkTransfer => false,
        };
        if !rule.actions.iter().any(gives) {
            continue;
        }
        let actions: Vec<RuleAction> = rule
            .actions
            .iter()
            .filter_map(|action| {
                if gives(action) {
                    instead.map(|instead| RuleAction::SetCategory { category: instead.typed() })
                } else {
                    Some(action.clone())
                }
            })
            .collect();
        if actions.is_empty() {
            diesel::delete(rules::table.find(id)).execute(connection).await?;
        } else {
            let content = json(Rule { actions, ..rule })?;
            diesel::update(rules::table.find(id)).set(rules::content.eq(content)).execute(connection).await?;
        }
    }
    Ok(())
}
