//! Which entries no balanced statement prints, where they are few.
//!
//! A page of these is found by going through all entries in order, which takes long where nearly all are proven. Then they are
//! named: those that no statement prints, and those on statements that do not balance.

use std::collections::BTreeSet;

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use saldo_domain::Outcome;

use super::backend::Connection;
use crate::Result;
use crate::rows::{fit, word};
use crate::schema::{entries, statement_accounts, statement_lines};
use crate::sql_types::RowId;

/// How many are few.
const FEW: usize = 5_000;

/// All that may be unproven, and perhaps some that another statement proves; `None` where they are many.
pub(super) async fn few(connection: &mut Connection, user: RowId) -> Result<Option<Vec<RowId>>> {
    let most = fit::<_, i64>(FEW + 1)?;
    let on_none: Vec<RowId> = entries::table
        .filter(entries::user_id.eq(user))
        .filter(entries::statement_id.is_null())
        .select(entries::id)
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
        .select(statement_lines::entry_id)
        .limit(most)
        .load(connection)
        .await?;
    if not_balanced.len() > FEW {
        return Ok(None);
    }
    let found: BTreeSet<RowId> = on_none.into_iter().chain(not_balanced).collect();
    Ok(Some(found.into_iter().collect()))
}
