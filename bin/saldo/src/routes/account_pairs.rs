//! `/api/duplicate-accounts` and `/api/account-merges`: pairs of accounts that may be the same one, and
//! merges of accounts that can be undone.

use saldo_bookkeeping::AccountMerge;
use saldo_wire::accounts::{DistinctAccountsRequest, DuplicateAccountsBody, MergeBody, UndoneMergeBody};
use saldo_wire::lists::List;

use crate::answer::{Answer, Done, NoContent, answer};
use crate::extract::{Json, PathId};
use crate::session::{CurrentUser, FreshUser};

/// `GET /api/duplicate-accounts` — lists pairs of accounts that may be the same one. Their transactions may
/// count twice until the accounts are merged.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/duplicate-accounts")]
pub async fn list_duplicate_accounts(user: CurrentUser) -> Answer<List<DuplicateAccountsBody>> {
    answer(user.app.books.account_pairs(user.id()).await?)
}

/// `POST /api/duplicate-accounts/distinct` — marks two accounts as different. The pair is no longer listed.
///
/// # Errors
/// 404 unless both are the user's.
#[utoipa::path(post, path = "/duplicate-accounts/distinct", responses((status = 404)))]
pub async fn keep_distinct_accounts(user: CurrentUser, body: Json<DistinctAccountsRequest>) -> Done {
    let (one, other) = body.pair()?;
    user.app.books.keep_accounts_apart(user.id(), one, other).await?;
    Ok(NoContent)
}

/// `GET /api/account-merges` — lists the merges of the user's accounts, newest first.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/account-merges")]
pub async fn list_merges(user: CurrentUser) -> Answer<List<MergeBody>> {
    answer(user.app.books.merges(user.id()).await?)
}

/// `POST /api/account-merges/{id}/undo` — undoes a merge. The merged account is restored with its own
/// transactions and statements.
///
/// # Errors
/// 404 for an unknown merge; 409 if the merge is undone already, or if the account it was merged into no
/// longer exists.
#[utoipa::path(post, path = "/account-merges/{id}/undo", responses((status = 409)))]
pub async fn undo_merge(user: FreshUser, id: PathId<AccountMerge>) -> Answer<UndoneMergeBody> {
    answer(user.app.books.undo_merge(user.author(), id.0, user.now()).await?)
}
