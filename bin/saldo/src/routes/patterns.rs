//! `/api/recurring`, `/api/transfers`, `/api/duplicates` and `/api/coverage`: patterns found in the
//! transactions.

use crate::openapi::{AnyId, DecimalText};
use actix_web::{HttpResponse, web};
use saldo_bookkeeping::{OfferReason, OfferedTransfer};
use saldo_domain::{AccountId, Currency, Date, Period, StatementId};
use saldo_ledger::transfers::TransferReason;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, id_of};
use crate::filter;
use crate::session::CurrentUser;
use crate::wire::{Figures, List, TransactionBody};
use crate::wire_ledger::{EditBody, RateBody, RecurringBody};

/// `GET /api/recurring` — lists recurring payments and income of the last three years.
///
/// # Errors
/// 400 if there are too many transactions to analyze together.
#[utoipa::path(
    get, path = "/recurring",
    responses((status = 200, body = Figures<RecurringBody>), (status = 400)),
)]
pub async fn list_recurring(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let today = app.clock.now().date();
    let found = app.books.recurring(user.id(), today).await?;
    let amounts: Vec<_> = found.iter().map(|one| (today, [one.amount])).collect();
    let converted = app.books.preferred_amounts(user.id(), &amounts).await?;
    let items = found.into_iter().zip(converted).map(|(one, converted)| RecurringBody::new(one, converted));
    let items = items.collect();
    let twice = app.books.counted_twice(user.id(), &[]).await?;
    Ok(HttpResponse::Ok().json(Figures::new(items, twice)))
}

/// `?from=&to=`.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PeriodQuery {
    #[param(value_type = Option<Date>)]
    from: Option<String>,
    #[param(value_type = Option<Date>)]
    to: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct OfferBody {
    out: TransactionBody,
    into: TransactionBody,
    because: OfferReasonBody,
    /// The outgoing amount at the stored rate, if the two transactions have different currencies.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    at_the_rate: Option<AtTheRateBody>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AtTheRateBody {
    #[schema(value_type = DecimalText)]
    amount: String,
    currency: Currency,
    rates: Vec<RateBody>,
    off_per_mille: u64,
}

/// The reason why two transactions may be a transfer.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum OfferReasonBody {
    /// One of them names the other account.
    Named,
    /// Their texts say so.
    Worded,
    /// There is no other pair of this amount.
    OnlyPair,
    /// Their amounts correspond at the stored rate.
    Rate,
}

impl From<OfferedTransfer> for OfferBody {
    fn from(offer: OfferedTransfer) -> Self {
        let from = offer.out.amount.currency();
        let (because, at_the_rate) = match offer.because {
            OfferReason::SameAmount(TransferReason::Named | TransferReason::Kind) => {
                (OfferReasonBody::Named, None)
            }
            OfferReason::SameAmount(TransferReason::Worded | TransferReason::Hinted) => {
                (OfferReasonBody::Worded, None)
            }
            OfferReason::SameAmount(TransferReason::OnlyPair) => (OfferReasonBody::OnlyPair, None),
            OfferReason::Rate(found) => {
                let converted = found.at_the_rate;
                let rates: Vec<_> =
                    converted.date.map(|date| (from, converted.rate, date)).into_iter().collect();
                let body = AtTheRateBody {
                    amount: converted.money.decimal(),
                    currency: converted.money.currency(),
                    rates: RateBody::list(&rates),
                    off_per_mille: found.off_per_mille,
                };
                (OfferReasonBody::Rate, Some(body))
            }
        };
        Self { out: offer.out.into(), into: offer.into.into(), because, at_the_rate }
    }
}

/// `GET /api/transfers` — lists pairs of transactions that may be transfers between own accounts and are not
/// marked as such.
///
/// # Errors
/// 400 if there are too many transactions to analyze together.
#[utoipa::path(
    get, path = "/transfers",
    params(PeriodQuery),
    responses((status = 200, body = List<OfferBody>)),
)]
pub async fn list_transfer_offers(
    app: web::Data<App>,
    user: CurrentUser,
    query: web::Query<PeriodQuery>,
) -> Result<HttpResponse, ApiError> {
    let PeriodQuery { from, to } = query.into_inner();
    let offers = app.books.offer_transfers(user.id(), filter::period(from, to)?).await?;
    let items = offers.into_iter().map(OfferBody::from);
    Ok(HttpResponse::Ok().json(List::whole(items.collect())))
}

/// The two transactions of a transfer.
#[derive(Deserialize, ToSchema)]
pub struct TransferRequest {
    #[schema(value_type = AnyId)]
    out: String,
    #[schema(value_type = AnyId)]
    into: String,
}

/// `POST /api/transfers` — marks two transactions as a transfer. Changing the kind of one of them removes the
/// mark.
///
/// # Errors
/// 404 unless both are the user's, belong to different accounts, and one is outgoing and the other incoming;
/// 400 for different amounts in the same currency.
#[utoipa::path(
    post, path = "/transfers",
    request_body = TransferRequest,
    responses((status = 200, body = EditBody), (status = 400), (status = 404)),
)]
pub async fn link_transfer(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<TransferRequest>,
) -> Result<HttpResponse, ApiError> {
    let (out, into) = (id_of(&body.out)?, id_of(&body.into)?);
    let edit = app.books.link_transfer(user.id(), out, into, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(EditBody::from(edit)))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DuplicatesBody {
    account_id: AccountId,
    #[schema(value_type = DecimalText)]
    amount: String,
    currency: Currency,
    transactions: Vec<TransactionBody>,
}

/// `GET /api/duplicates` — lists groups of transactions that may be duplicates. Nothing is deleted.
///
/// # Errors
/// 400 if there are too many transactions to analyze together.
#[utoipa::path(
    get, path = "/duplicates",
    responses((status = 200, body = List<DuplicatesBody>), (status = 400)),
)]
pub async fn list_duplicates(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let groups = app.books.duplicates(user.id(), app.clock.now().date()).await?;
    let items = groups.into_iter().map(|group| DuplicatesBody {
        account_id: group.account,
        amount: group.amount.decimal(),
        currency: group.amount.currency(),
        transactions: group.transactions.into_iter().map(TransactionBody::from).collect(),
    });
    Ok(HttpResponse::Ok().json(List::whole(items.collect())))
}

/// Two transactions that are not duplicates.
#[derive(Deserialize, ToSchema)]
pub struct DistinctRequest {
    #[schema(value_type = AnyId)]
    one: String,
    #[schema(value_type = AnyId)]
    other: String,
}

/// `POST /api/duplicates/distinct` — marks two transactions as different. The pair is no longer listed.
///
/// # Errors
/// 404 unless both are the user's.
#[utoipa::path(
    post, path = "/duplicates/distinct",
    request_body = DistinctRequest,
    responses((status = 204), (status = 404)),
)]
pub async fn keep_distinct(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<DistinctRequest>,
) -> Result<HttpResponse, ApiError> {
    app.books.keep_apart(user.id(), id_of(&body.one)?, id_of(&body.other)?).await?;
    Ok(HttpResponse::NoContent().finish())
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CoverageBody {
    account_id: AccountId,
    currency: Currency,
    covered: Vec<PeriodBody>,
    gaps: Vec<PeriodBody>,
    overlaps: Vec<OverlapBody>,
    breaks: Vec<BreakBody>,
    undated: Vec<StatementId>,
}

#[derive(Serialize, ToSchema)]
struct PeriodBody {
    from: Date,
    to: Date,
}

impl From<Period> for PeriodBody {
    fn from(period: Period) -> Self {
        Self { from: period.start(), to: period.end() }
    }
}

#[derive(Serialize, ToSchema)]
struct OverlapBody {
    #[serde(flatten)]
    period: PeriodBody,
    #[schema(min_items = 2, max_items = 2)]
    statements: [StatementId; 2],
}

#[derive(Serialize, ToSchema)]
struct BreakBody {
    before: StatementId,
    #[schema(value_type = DecimalText)]
    closing: String,
    after: StatementId,
    #[schema(value_type = DecimalText)]
    opening: String,
    #[schema(value_type = Option<DecimalText>)]
    difference: Option<String>,
}

/// `GET /api/coverage` — lists for each account the days covered by its statements, gaps, overlaps, and
/// breaks: opening balances that differ from the previous closing balance.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/coverage", responses((status = 200, body = List<CoverageBody>)))]
pub async fn list_coverage(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let found = app.books.coverage(user.id()).await?;
    let items = found.into_iter().map(|((account_id, currency), coverage)| CoverageBody {
        account_id,
        currency,
        covered: coverage.covered.into_iter().map(PeriodBody::from).collect(),
        gaps: coverage.gaps.into_iter().map(PeriodBody::from).collect(),
        overlaps: coverage
            .overlaps
            .into_iter()
            .map(|overlap| OverlapBody {
                period: overlap.period.into(),
                statements: [overlap.first, overlap.second],
            })
            .collect(),
        breaks: coverage
            .breaks
            .into_iter()
            .map(|found| BreakBody {
                before: found.before,
                closing: found.closing.decimal(),
                after: found.after,
                opening: found.opening.decimal(),
                difference: found.difference.map(saldo_domain::Money::decimal),
            })
            .collect(),
        undated: coverage.undated,
    });
    Ok(HttpResponse::Ok().json(List::whole(items.collect())))
}
