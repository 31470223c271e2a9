//! `/api/duplicate-accounts` and `/api/account-merges`: pairs of accounts that may be the same one, and
//! merges of accounts that can be undone.

use crate::openapi::AnyId;
use actix_web::{HttpResponse, web};
use saldo_bookkeeping::{AccountMerge, AccountPair, UndoneMerge};
use saldo_domain::{AccountId, Id, Timestamp};
use saldo_ledger::lookalikes::Likeness;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId, id_of};
use crate::session::{CurrentUser, FreshUser};
use crate::wire::{AccountBody, List};

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DuplicateAccountsBody {
    /// The older account, then the other.
    #[schema(min_items = 2, max_items = 2)]
    account_ids: [AccountId; 2],
    because: PairReason,
    /// The number of days on which both accounts have the same transactions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    days: Option<usize>,
}

/// The reason why two accounts may be the same one.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum PairReason {
    /// Both have the same number.
    Number,
    /// Both have the same transactions.
    Transactions,
}

impl From<AccountPair> for DuplicateAccountsBody {
    fn from(pair: AccountPair) -> Self {
        let (because, days) = match pair.found.because {
            Likeness::Number => (PairReason::Number, None),
            Likeness::Transactions { days } => (PairReason::Transactions, Some(days)),
        };
        Self { account_ids: [pair.one.id, pair.other.id], because, days }
    }
}

/// `GET /api/duplicate-accounts` — lists pairs of accounts that may be the same one. Their transactions may
/// count twice until the accounts are merged.
///
/// # Errors
/// None of its own.
#[utoipa::path(
    get, path = "/duplicate-accounts",
    responses((status = 200, body = List<DuplicateAccountsBody>)),
)]
pub async fn list_duplicate_accounts(
    app: web::Data<App>,
    user: CurrentUser,
) -> Result<HttpResponse, ApiError> {
    let pairs = app.books.account_pairs(user.id()).await?;
    let items = pairs.into_iter().map(DuplicateAccountsBody::from).collect();
    Ok(HttpResponse::Ok().json(List::whole(items)))
}

/// Two accounts that are not the same one.
#[derive(Deserialize, ToSchema)]
pub struct DistinctAccountsRequest {
    #[schema(value_type = AnyId)]
    one: String,
    #[schema(value_type = AnyId)]
    other: String,
}

/// `POST /api/duplicate-accounts/distinct` — marks two accounts as different. The pair is no longer listed.
///
/// # Errors
/// 404 unless both are the user's.
#[utoipa::path(
    post, path = "/duplicate-accounts/distinct",
    request_body = DistinctAccountsRequest,
    responses((status = 204), (status = 404)),
)]
pub async fn keep_distinct_accounts(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<DistinctAccountsRequest>,
) -> Result<HttpResponse, ApiError> {
    let (one, other) = (id_of(&body.one)?, id_of(&body.other)?);
    app.books.keep_accounts_apart(user.id(), one, other).await?;
    Ok(HttpResponse::NoContent().finish())
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MergeBody {
    #[schema(value_type = AnyId)]
    id: Id<AccountMerge>,
    account_id: AccountId,
    other_id: AccountId,
    other_name: String,
    created_at: Timestamp,
    undone: bool,
}

impl From<AccountMerge> for MergeBody {
    fn from(merge: AccountMerge) -> Self {
        Self {
            id: merge.id,
            account_id: merge.account,
            other_id: merge.other,
            other_name: merge.other_name,
            created_at: merge.created_at,
            undone: merge.is_undone,
        }
    }
}

/// `GET /api/account-merges` — lists the merges of the user's accounts, newest first.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/account-merges", responses((status = 200, body = List<MergeBody>)))]
pub async fn list_merges(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let merges = app.books.merges(user.id()).await?;
    Ok(HttpResponse::Ok().json(List::whole(merges.into_iter().map(MergeBody::from).collect())))
}

#[derive(Serialize, ToSchema)]
struct UndoneMergeBody {
    /// The restored account.
    account: AccountBody,
    /// The number of transactions that were changed or deleted after the merge and stay as they are.
    kept: u64,
}

/// `POST /api/account-merges/{id}/undo` — undoes a merge. The merged account is restored with its own
/// transactions and statements.
///
/// # Errors
/// 404 for an unknown merge; 409 if the merge is undone already, or if the account it was merged into no
/// longer exists.
#[utoipa::path(
    post, path = "/account-merges/{id}/undo",
    responses((status = 200, body = UndoneMergeBody), (status = 409)),
)]
pub async fn undo_merge(
    app: web::Data<App>,
    user: FreshUser,
    id: PathId<AccountMerge>,
) -> Result<HttpResponse, ApiError> {
    let UndoneMerge { account, kept } = app.books.undo_merge(user.id(), id.0, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(UndoneMergeBody { account: account.into(), kept }))
}
