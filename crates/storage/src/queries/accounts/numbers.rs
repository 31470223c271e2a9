//! Account numbers, and the identities by which statements with them find their account.

use crate::run::RunQueryDsl;
use diesel::prelude::*;
use saldo_domain::account::mask_number;
use saldo_domain::{AccountIdentity, AccountKind, Currency};

use super::super::backend::Connection;
use crate::rows::{AccountRow, from_word, storable};
use crate::schema::{account_aliases, accounts};
use crate::sql_types::RowId;
use crate::{Error, Result};

/// Sets or removes the number of an account. Later statements with the number belong to this account. If the
/// user added the account, later statements with the previous number do not.
///
/// # Errors
/// [`Error::Conflict`] if statements with the number belong to another account.
pub(super) async fn set(
    connection: &mut Connection,
    row: &AccountRow,
    number: Option<&str>,
    keeps_numbers: bool,
) -> Result<()> {
    let (kind, currency) = (kind_of(row)?, currency_of(row)?);
    let identities = number.map_or_else(Vec::new, |number| AccountIdentity::all_of(number, kind, currency));
    for identity in &identities {
        if owner(connection, row.user_id, identity).await?.is_some_and(|owner| owner != row.id) {
            return Err(Error::Conflict);
        }
    }
    // An account that was found on statements keeps the identities that they established, because banks
    // change numbers.
    if let Some(masked) = row.number_masked.as_ref().filter(|_| row.by_hand) {
        forget(connection, row, masked).await?;
    }
    diesel::update(accounts::table.find(row.id))
        .set((
            accounts::number_masked.eq(number.map(mask_number)),
            accounts::number.eq(number.filter(|_| keeps_numbers).map(storable)),
        ))
        .execute(connection)
        .await?;
    add_aliases(connection, row, &identities).await
}

/// Gives an account without a number that of the first file that is imported into it. If statements with that
/// number belong to another account, they still do; the two accounts then look like one, and the user is
/// asked.
pub(in super::super) async fn learn(
    connection: &mut Connection,
    user: RowId,
    account: RowId,
    (number, kind): (&str, AccountKind),
    keeps_numbers: bool,
) -> Result<()> {
    let row: AccountRow = accounts::table
        .filter(accounts::user_id.eq(user))
        .filter(accounts::id.eq(account))
        .select(AccountRow::as_select())
        .first(connection)
        .await?;
    let currency = currency_of(&row)?;
    let mut identities = AccountIdentity::all_of(number, kind_of(&row)?, currency);
    identities.extend(AccountIdentity::all_of(number, kind, currency));
    if row.number_masked.is_some() || identities.is_empty() {
        return Ok(());
    }
    diesel::update(accounts::table.find(row.id))
        .set((
            accounts::number_masked.eq(mask_number(number)),
            accounts::number.eq(Some(number).filter(|_| keeps_numbers).map(storable)),
        ))
        .execute(connection)
        .await?;
    add_aliases(connection, &row, &identities).await
}

/// Returns the account to which statements with this identity belong.
async fn owner(
    connection: &mut Connection,
    user: RowId,
    identity: &AccountIdentity,
) -> Result<Option<RowId>> {
    let own: Option<RowId> = accounts::table
        .filter(accounts::user_id.eq(user))
        .filter(accounts::identity.eq(storable(identity.as_str())))
        .select(accounts::id)
        .first(connection)
        .await
        .optional()?;
    if own.is_some() {
        return Ok(own);
    }
    Ok(account_aliases::table
        .filter(account_aliases::user_id.eq(user))
        .filter(account_aliases::identity.eq(storable(identity.as_str())))
        .select(account_aliases::account_id)
        .first(connection)
        .await
        .optional()?)
}

/// Adds identities to the account, except for those of another account.
async fn add_aliases(
    connection: &mut Connection,
    row: &AccountRow,
    identities: &[AccountIdentity],
) -> Result<()> {
    for identity in identities {
        if owner(connection, row.user_id, identity).await?.is_none() {
            diesel::insert_into(account_aliases::table)
                .values((
                    account_aliases::user_id.eq(row.user_id),
                    account_aliases::identity.eq(storable(identity.as_str())),
                    account_aliases::account_id.eq(row.id),
                ))
                .execute(connection)
                .await?;
        }
    }
    Ok(())
}

/// Removes the identities that belong to a masked number from the account.
async fn forget(connection: &mut Connection, row: &AccountRow, masked: &str) -> Result<()> {
    let theirs = account_aliases::table
        .filter(account_aliases::user_id.eq(row.user_id))
        .filter(account_aliases::account_id.eq(row.id));
    let known: Vec<String> = theirs.select(account_aliases::identity).load(connection).await?;
    let of_number: Vec<String> =
        known.into_iter().filter(|identity| AccountIdentity::is_of_number(identity, masked)).collect();
    diesel::delete(theirs.filter(account_aliases::identity.eq_any(of_number))).execute(connection).await?;
    Ok(())
}

fn kind_of(row: &AccountRow) -> Result<AccountKind> {
    from_word(&row.kind)
}

fn currency_of(row: &AccountRow) -> Result<Currency> {
    Currency::parse(&row.currency).map_err(Error::database)
}
