//! `/api/recurring`, `/api/transfers`, `/api/duplicates`, `/api/coverage` — what follows from the entries.

use actix_web::{HttpResponse, web};
use saldo_domain::{AccountId, Currency, Date, Period, StatementId};
use saldo_ledger::transfers::TransferReason;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::editing;
use crate::error::ApiError;
use crate::extract::id_of;
use crate::filter;
use crate::session::CurrentUser;
use crate::wire::{List, TransactionBody};
use crate::wire_ledger::RecurringBody;

/// `GET /api/recurring` — payments and income that come again, of the last three years.
///
/// # Errors
/// 400 for more entries than are looked at together.
pub async fn list_recurring(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let found = app.books.recurring(user.id(), app.clock.now().date()).await?;
    Ok(HttpResponse::Ok().json(List::whole(found.into_iter().map(RecurringBody::from).collect())))
}

/// `?from=&to=`.
#[derive(Deserialize)]
pub struct PeriodQuery {
    from: Option<String>,
    to: Option<String>,
}

#[derive(Serialize)]
struct OfferBody {
    out: TransactionBody,
    into: TransactionBody,
    because: &'static str,
}

/// `GET /api/transfers` — pairs of entries that may be moves between own accounts and are not marked so.
///
/// # Errors
/// 400 for more entries than are looked at together.
pub async fn list_transfer_offers(
    app: web::Data<App>,
    user: CurrentUser,
    query: web::Query<PeriodQuery>,
) -> Result<HttpResponse, ApiError> {
    let PeriodQuery { from, to } = query.into_inner();
    let offers = app.books.offer_transfers(user.id(), filter::period(from, to)?).await?;
    let items = offers.into_iter().map(|offer| OfferBody {
        out: offer.out.into(),
        into: offer.into.into(),
        because: match offer.because {
            TransferReason::Named => "named",
            TransferReason::Worded => "worded",
            TransferReason::OnlyPair => "only_pair",
        },
    });
    Ok(HttpResponse::Ok().json(List::whole(items.collect())))
}

/// The two sides of a move.
#[derive(Deserialize)]
pub struct TransferRequest {
    out: String,
    into: String,
}

/// `POST /api/transfers` — marks two entries as the sides of one move. Changing the kind of one of them takes it back.
///
/// # Errors
/// 404 unless both are the person's, of two accounts, and one went out and one came in.
pub async fn link_transfer(
    app: web::Data<App>,
    user: CurrentUser,
    body: web::Json<TransferRequest>,
) -> Result<HttpResponse, ApiError> {
    let (out, into) = (id_of(&body.out)?, id_of(&body.into)?);
    let edited = app.books.link_transfer(user.id(), out, into, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(editing::finish(&app, user.id(), edited).await?))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DuplicatesBody {
    account_id: AccountId,
    amount: String,
    currency: Currency,
    transactions: Vec<TransactionBody>,
}

/// `GET /api/duplicates` — groups of entries that may be the same one; nothing is ever dropped.
///
/// # Errors
/// 400 for more entries than are looked at together.
pub async fn list_duplicates(app: web::Data<App>, user: CurrentUser) -> Result<HttpResponse, ApiError> {
    let groups = app.books.duplicates(user.id(), app.clock.now().date()).await?;
    let items = groups.into_iter().map(|group| DuplicatesBody {
        account_id: group.account,
        amount: group.amount.decimal(),
        currency: group.amount.currency(),
        transactions: group.entries.into_iter().map(TransactionBody::from).collect(),
    });
    Ok(HttpResponse::Ok().json(List::whole(items.collect())))
}

/// Two entries that are not duplicates.
#[derive(Deserialize)]
pub struct DistinctRequest {
    one: String,
    other: String,
}

/// `POST /api/duplicates/distinct` — two entries are not the same one; they are not offered again.
///
/// # Errors
/// 404 unless both are the person's.
pub async fn keep_distinct(
    app: web::Data<App>,
    user: CurrentUser,
    body: web::Json<DistinctRequest>,
) -> Result<HttpResponse, ApiError> {
    if !app.storage.put_distinct(user.id(), id_of(&body.one)?, id_of(&body.other)?).await? {
        return Err(ApiError::not_found());
    }
    Ok(HttpResponse::NoContent().finish())
}

#[derive(Serialize)]
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

#[derive(Serialize)]
struct PeriodBody {
    from: Date,
    to: Date,
}

impl From<Period> for PeriodBody {
    fn from(period: Period) -> Self {
        Self { from: period.start(), to: period.end() }
    }
}

#[derive(Serialize)]
struct OverlapBody {
    #[serde(flatten)]
    period: PeriodBody,
    statements: [StatementId; 2],
}

#[derive(Serialize)]
struct BreakBody {
    before: StatementId,
    closing: String,
    after: StatementId,
    opening: String,
    difference: Option<String>,
}

/// `GET /api/coverage` — for each account: the days its statements cover, gaps, overlaps, and where an opening balance is not the
/// closing balance before it.
///
/// # Errors
/// None of its own.
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
