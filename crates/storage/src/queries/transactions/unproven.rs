//! Finding the transactions that no balanced statement prints, if they are few.
//!
//! A page of them is found by reading all transactions in order, which is slow if nearly all are proven. In
//! that case this module lists the candidates: transactions without a statement, and those on statements that
//! do not balance.

use std::collections::BTreeSet;

use crate::run::RunQueryDsl;
use diesel::prelude::*;
use saldo_domain::Outcome;

use super::super::backend::Connection;
use crate::Result;
use crate::rows::{fit, word};
use crate::schema::{statement_accounts, statement_lines, transactions};
use crate::sql_types::RowId;

/// The maximum number of candidates of each kind.
const FEW: usize = 5_000;

/// Returns all transactions that may be unproven, possibly including some that another statement proves;
/// `None` if there are too many.
pub(super) async fn candidates(connection: &mut Connection, user: RowId) -> Result<Option<Vec<RowId>>> {
    let most = fit::<_, i64>(FEW + 1)?;
    let on_none: Vec<RowId> = transactions::table
        .filter(transactions::user_id.eq(user))
        .filter(transactions::statement_id.is_null())
        .select(transactions::id)
        .limit(most)
        .load(connection)
        .await?;
    if on_none.len() > FEW {
        return Ok(None);
    }
    let of_part = statement_lines::statement_id
        .eq(statement_accounts::statement_id)
        .and(statement_lines::account_position.eq(statement_accounts::position));
    let not_balanced: Vec<RowId> = statement_accounts::table
        .inner_join(statement_lines::table.on(of_part))
        .filter(statement_accounts::user_id.eq(user))
        .filter(statement_accounts::outcome.ne(word(Outcome::Balanced)?))
        .select(statement_lines::transaction_id)
        .limit(most)
        .load(connection)
        .await?;
    if not_balanced.len() > FEW {
        return Ok(None);
    }
    let found: BTreeSet<RowId> = on_none.into_iter().chain(not_balanced).collect();
    Ok(Some(found.into_iter().collect()))
}
