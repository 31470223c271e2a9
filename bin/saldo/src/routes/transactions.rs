//! `/api/transactions`: finding, totaling and changing transactions.

use crate::openapi::{AnyId, DecimalText};
use actix_web::{HttpRequest, HttpResponse, web};
use saldo_bookkeeping::{
    NewTransaction, Selection, SimilarTransactions, TRANSACTION_TAGS_MAX, TransactionChange, TransactionQuery,
};
use saldo_domain::{
    AccountId, CategoryBy, CategoryId, Date, Money, Split, Tag, Transaction, TransactionId, TransactionKind,
    UserId,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PageQuery, PatchField, PathId, day, id_of, one_line};
use crate::filter::{self, FilterQuery};
use crate::routes::process_statement;
use crate::session::{CurrentUser, FreshUser};
use crate::wire::{Figures, List, TransactionBody};
use crate::wire_ledger::{ConvertedBody, EditBody, FlowBody, RecordBody, SuggestionBody};

/// Maximum length of a description, in characters.
const DESCRIPTION_CHARACTERS_MAX: usize = 1_000;
/// Maximum length of a note, in characters.
const NOTE_CHARACTERS_MAX: usize = 5_000;
/// Maximum number of splits of a transaction.
const SPLITS_MAX: usize = 100;

/// `GET /api/transactions` — lists the transactions that match the filter, page by page.
///
/// # Errors
/// 400 for an invalid filter, cursor or limit.
#[utoipa::path(
    get, path = "/transactions",
    params(FilterQuery, PageQuery),
    responses((status = 200, body = List<TransactionBody>)),
)]
pub async fn list_transactions(
    app: web::Data<App>,
    user: CurrentUser,
    request: HttpRequest,
    filter: web::Query<FilterQuery>,
    page: web::Query<PageQuery>,
) -> Result<HttpResponse, ApiError> {
    filter::only_known(&request, &["limit", "cursor"])?;
    let filter = filter.into_inner().resolve(&app, user.id()).await?;
    let found = app.books.transactions(user.id(), filter, page.request()?).await?;
    Ok(HttpResponse::Ok().json(List::of(found, TransactionBody::from)))
}

#[derive(Serialize, ToSchema)]
struct TotalsBody {
    #[serde(flatten)]
    figures: Figures<FlowBody>,
    /// All totals in the currency that the user prefers.
    converted: Option<ConvertedBody>,
}

/// `GET /api/transactions/totals` — totals the transactions that match the filter, separately for each
/// currency.
///
/// # Errors
/// 400 for an invalid filter.
#[utoipa::path(
    get, path = "/transactions/totals",
    params(FilterQuery),
    responses((status = 200, body = TotalsBody)),
)]
pub async fn total_transactions(
    app: web::Data<App>,
    user: CurrentUser,
    request: HttpRequest,
    filter: web::Query<FilterQuery>,
) -> Result<HttpResponse, ApiError> {
    filter::only_known(&request, &[])?;
    let filter = filter.into_inner().resolve(&app, user.id()).await?;
    let accounts: Vec<AccountId> = filter.account.into_iter().collect();
    let today = app.clock.now().date();
    let on = filter.period.map_or(today, |period| period.end().min(today));
    let flows = app.books.flows(user.id(), &TransactionQuery::of(filter)).await?;
    let converted = app.books.preferred_sum(user.id(), &flows, on).await?.map(ConvertedBody::from);
    let twice = app.books.counted_twice(user.id(), &accounts).await?;
    let figures = Figures::new(flows.into_iter().map(FlowBody::from).collect(), twice);
    Ok(HttpResponse::Ok().json(TotalsBody { figures, converted }))
}

/// `GET /api/transactions/{id}` — returns one transaction.
///
/// # Errors
/// 404 for an unknown transaction.
#[utoipa::path(get, path = "/transactions/{id}", responses((status = 200, body = TransactionBody)))]
pub async fn get_transaction(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Transaction>,
) -> Result<HttpResponse, ApiError> {
    answer(&app, &user, id.0).await
}

async fn answer(app: &App, user: &CurrentUser, id: TransactionId) -> Result<HttpResponse, ApiError> {
    Ok(HttpResponse::Ok().json(TransactionBody::from(app.books.transaction(user.id(), id).await?)))
}

/// A new transaction.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NewTransactionRequest)]
pub struct NewRequest {
    #[schema(value_type = AnyId)]
    account_id: String,
    #[schema(value_type = Option<AnyId>)]
    statement_id: Option<String>,
    position: Option<u32>,
    date: Date,
    description: String,
    #[serde(default)]
    note: String,
    #[schema(value_type = DecimalText)]
    amount: String,
    #[schema(value_type = Option<AnyId>)]
    category_id: Option<String>,
    kind: Option<TransactionKind>,
    #[serde(default)]
    tags: Vec<Tag>,
}

/// `POST /api/transactions` — adds a transaction. With `statementId` it becomes a line of that statement, for
/// a line that was not read.
///
/// # Errors
/// 400 for invalid fields, 404 for an account, statement or category that is not the user's.
#[utoipa::path(
    post, path = "/transactions",
    request_body = NewRequest,
    responses((status = 201, body = TransactionBody), (status = 404)),
)]
pub async fn create_transaction(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<NewRequest>,
) -> Result<HttpResponse, ApiError> {
    let body = body.into_inner();
    let account = id_of(&body.account_id)?;
    let currency = app.books.currency_of(user.id(), account).await?;
    let amount =
        Money::parse_stated(&body.amount, currency).map_err(|error| ApiError::amount("amount", &error))?;
    let now = app.clock.now();
    let category = body.category_id.as_deref().map(id_of).transpose()?;
    let new = NewTransaction {
        id: TransactionId::new(now),
        account,
        statement: body.statement_id.as_deref().map(id_of).transpose()?,
        position: body.position,
        date: day("date", body.date)?,
        description: one_line("description", &body.description, DESCRIPTION_CHARACTERS_MAX)?,
        note: note(body.note)?,
        amount,
        category,
        category_by: if category.is_some() { CategoryBy::User } else { CategoryBy::Words },
        kind: body.kind.unwrap_or(TransactionKind::Transaction),
        tags: tags(body.tags)?,
    };
    let transaction = app.books.add_transaction(user.id(), new, now).await?;
    Ok(HttpResponse::Created().json(TransactionBody::from(transaction)))
}

fn note(text: String) -> Result<String, ApiError> {
    if text.chars().count() > NOTE_CHARACTERS_MAX {
        return Err(ApiError::bad_request(format!(
            "note must have at most {NOTE_CHARACTERS_MAX} characters"
        )));
    }
    Ok(text)
}

fn tags(tags: Vec<Tag>) -> Result<Vec<Tag>, ApiError> {
    if tags.len() > TRANSACTION_TAGS_MAX {
        return Err(saldo_bookkeeping::Error::TooManyTags.into());
    }
    Ok(tags)
}

/// Changes to a transaction. Absent fields stay as they are; `categoryId: null` removes the category.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = TransactionChange)]
pub struct ChangeRequest {
    description: Option<String>,
    note: Option<String>,
    date: Option<Date>,
    #[schema(value_type = Option<DecimalText>)]
    amount: Option<String>,
    #[serde(default)]
    #[schema(value_type = Option<AnyId>)]
    category_id: PatchField<String>,
    kind: Option<TransactionKind>,
    tags: Option<Vec<Tag>>,
    #[serde(default)]
    add_tags: Vec<Tag>,
    #[serde(default)]
    remove_tags: Vec<Tag>,
}

impl ChangeRequest {
    /// Validates the change. The amount is in the currency of `entry`; without one, an amount is rejected.
    fn change(self, transaction: Option<&Transaction>) -> Result<TransactionChange, ApiError> {
        let category: Option<Option<CategoryId>> = match self.category_id.into_change() {
            Some(Some(text)) => Some(Some(id_of(&text)?)),
            Some(None) => Some(None),
            None => None,
        };
        let amount = match (self.amount, transaction) {
            (None, _) => None,
            (Some(text), Some(transaction)) => {
                let amount = Money::parse_stated(&text, transaction.amount.currency());
                Some(amount.map_err(|error| ApiError::amount("amount", &error))?)
            }
            (Some(_), None) => {
                return Err(ApiError::bad_request(
                    "The amount can be changed for one transaction only; use PATCH /transactions/{id}",
                ));
            }
        };
        let description =
            self.description.map(|text| one_line("description", &text, DESCRIPTION_CHARACTERS_MAX));
        Ok(TransactionChange {
            date: self.date.map(|date| day("date", date)).transpose()?,
            description: description.transpose()?,
            note: self.note.map(note).transpose()?,
            amount,
            category,
            kind: self.kind,
            tags: self.tags.map(tags).transpose()?,
            add_tags: tags(self.add_tags)?,
            remove_tags: tags(self.remove_tags)?,
            ..TransactionChange::default()
        })
    }
}

/// `PATCH /api/transactions/{id}` — changes a transaction. The statement's own text stays in
/// `originalDescription`.
///
/// # Errors
/// 400 for invalid fields, 404 for an unknown transaction or category.
#[utoipa::path(
    patch, path = "/transactions/{id}",
    request_body = ChangeRequest,
    responses((status = 200, body = TransactionBody)),
)]
pub async fn update_transaction(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Transaction>,
    body: Json<ChangeRequest>,
) -> Result<HttpResponse, ApiError> {
    let transaction = app.books.transaction(user.id(), id.0).await?;
    let change = body.into_inner().change(Some(&transaction))?;
    let is_correction = change.amount.is_some_and(|amount| amount != transaction.amount)
        || change.date.is_some_and(|date| date != transaction.date);
    app.books.change_transactions(user.id(), Selection::Ids(vec![id.0]), change, app.clock.now()).await?;
    let Some(statement) = transaction.statement.filter(|_| is_correction) else {
        return answer(&app, &user, id.0).await;
    };
    process_statement::learn(&app, user.id(), statement).await?;
    // A statement that was read again may have another transaction at this place of its page.
    let lines = app.ingest.lines(user.id(), statement).await?;
    let is_here =
        |other: &Transaction| other.id == id.0 || other.place.is_some() && other.place == transaction.place;
    match lines.into_iter().map(|line| line.transaction).find(is_here) {
        Some(changed) => answer(&app, &user, changed.id).await,
        None => answer(&app, &user, id.0).await,
    }
}

/// `DELETE /api/transactions/{id}` — deletes a transaction. The deletion can be undone.
///
/// # Errors
/// 404 for an unknown transaction.
#[utoipa::path(delete, path = "/transactions/{id}", responses((status = 200, body = EditBody)))]
pub async fn delete_transaction(
    app: web::Data<App>,
    user: FreshUser,
    id: PathId<Transaction>,
) -> Result<HttpResponse, ApiError> {
    let edit = app.books.delete_transactions(user.id(), Selection::Ids(vec![id.0]), app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(EditBody::from(edit)))
}

/// The selected transactions: `ids`, or all that match `filter`; at most 10000.
#[derive(Deserialize, ToSchema)]
pub struct SelectionRequest {
    #[schema(max_items = 10_000)]
    ids: Option<Vec<String>>,
    #[serde(default, deserialize_with = "filter::in_a_body")]
    filter: Option<FilterQuery>,
}

impl SelectionRequest {
    async fn selection(self, app: &App, user: UserId) -> Result<Selection, ApiError> {
        match (self.ids, self.filter) {
            (Some(ids), None) => {
                Ok(Selection::Ids(ids.iter().map(|id| id_of(id)).collect::<Result<_, _>>()?))
            }
            (None, Some(filter)) => Ok(Selection::Matching(Box::new(filter.resolve(app, user).await?))),
            _ => Err(ApiError::bad_request("Send either ids or a filter")),
        }
    }
}

/// Selected transactions, and a change to all of them.
#[derive(Deserialize, ToSchema)]
pub struct BulkRequest {
    #[serde(flatten)]
    selection: SelectionRequest,
    change: ChangeRequest,
}

/// `PATCH /api/transactions` — changes the selected transactions in the same way, as one edit that can be
/// undone.
///
/// # Errors
/// 400 for invalid fields or too many transactions, 404 if one of the ids is not the user's.
#[utoipa::path(
    patch, path = "/transactions",
    request_body = BulkRequest,
    responses((status = 200, body = EditBody), (status = 404)),
)]
pub async fn update_transactions(
    app: web::Data<App>,
    user: CurrentUser,
    body: Json<BulkRequest>,
) -> Result<HttpResponse, ApiError> {
    let BulkRequest { selection, change } = body.into_inner();
    let (selection, change) = (selection.selection(&app, user.id()).await?, change.change(None)?);
    let edit = app.books.change_transactions(user.id(), selection, change, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(EditBody::from(edit)))
}

/// `POST /api/transactions/delete` — deletes the selected transactions, as one edit that can be undone.
///
/// # Errors
/// 400 for an invalid selection or too many transactions, 404 if one of the ids is not the user's.
#[utoipa::path(
    post, path = "/transactions/delete",
    request_body = SelectionRequest,
    responses((status = 200, body = EditBody), (status = 404)),
)]
pub async fn delete_transactions(
    app: web::Data<App>,
    user: FreshUser,
    body: Json<SelectionRequest>,
) -> Result<HttpResponse, ApiError> {
    let selection = body.into_inner().selection(&app, user.id()).await?;
    let edit = app.books.delete_transactions(user.id(), selection, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(EditBody::from(edit)))
}

/// The splits of a transaction; an empty list removes them.
#[derive(Deserialize, ToSchema)]
pub struct SplitRequest {
    splits: Vec<SplitItem>,
}

/// A split: a share of a transaction with its own category.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SplitItem {
    #[schema(value_type = DecimalText)]
    amount: String,
    #[schema(value_type = Option<AnyId>)]
    category_id: Option<String>,
    note: Option<String>,
}

/// `PUT /api/transactions/{id}/splits` — splits a transaction among categories.
///
/// # Errors
/// 400 if the splits do not add up to the transaction's amount, 404 for an unknown transaction.
#[utoipa::path(
    put, path = "/transactions/{id}/splits",
    request_body = SplitRequest,
    responses((status = 200, body = TransactionBody)),
)]
pub async fn split_transaction(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Transaction>,
    body: Json<SplitRequest>,
) -> Result<HttpResponse, ApiError> {
    let transaction = app.books.transaction(user.id(), id.0).await?;
    let splits = body.into_inner().splits;
    if splits.len() > SPLITS_MAX {
        return Err(ApiError::bad_request(format!("A transaction can have at most {SPLITS_MAX} splits")));
    }
    let splits = splits.into_iter().map(|split| {
        let amount = Money::parse_stated(&split.amount, transaction.amount.currency());
        Ok(Split {
            amount: amount.map_err(|error| ApiError::amount("amount", &error))?,
            category: split.category_id.as_deref().map(id_of).transpose()?,
            note: split.note.map(note).transpose()?,
        })
    });
    let splits = splits.collect::<Result<Vec<_>, ApiError>>()?;
    app.books.split_transaction(user.id(), id.0, splits, app.clock.now()).await?;
    answer(&app, &user, id.0).await
}

/// `GET /api/transactions/{id}/history` — lists the changes to a transaction, latest first. It works for
/// deleted transactions too.
///
/// # Errors
/// 404 if nothing is known of the transaction.
#[utoipa::path(get, path = "/transactions/{id}/history", responses((status = 200, body = List<RecordBody>)))]
pub async fn list_transaction_history(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Transaction>,
) -> Result<HttpResponse, ApiError> {
    let records = app.books.history(user.id(), id.0).await?;
    Ok(HttpResponse::Ok().json(List::whole(records.into_iter().map(RecordBody::from).collect())))
}

#[derive(Serialize, ToSchema)]
struct AlikeBody {
    /// The merchant that they have in common.
    merchant: String,
    #[schema(value_type = Vec<AnyId>)]
    ids: Vec<TransactionId>,
}

/// `GET /api/transactions/{id}/alike` — lists the other transactions of the same merchant that have a
/// different category. A category that the user chose for one may be right for them too.
///
/// # Errors
/// 404 for an unknown transaction.
#[utoipa::path(get, path = "/transactions/{id}/alike", responses((status = 200, body = AlikeBody)))]
pub async fn list_alike(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Transaction>,
) -> Result<HttpResponse, ApiError> {
    let SimilarTransactions { merchant, transactions } =
        app.books.alike(user.id(), id.0).await?.ok_or_else(ApiError::not_found)?;
    Ok(HttpResponse::Ok().json(AlikeBody { merchant, ids: transactions }))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ExplanationBody {
    rule_id: Option<saldo_domain::RuleId>,
    suggestion: Option<SuggestionBody>,
    /// The model that chose the category, if one did.
    model: Option<String>,
}

/// `GET /api/transactions/{id}/explanation` — explains a transaction's category: the rule that set it, the
/// user's similar choices, and the model.
///
/// # Errors
/// 404 for an unknown transaction.
#[utoipa::path(
    get, path = "/transactions/{id}/explanation",
    responses((status = 200, body = ExplanationBody)),
)]
pub async fn explain_transaction(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Transaction>,
) -> Result<HttpResponse, ApiError> {
    let transaction = app.books.transaction(user.id(), id.0).await?;
    let rule_id = app.books.rule_of(user.id(), &transaction).await?;
    let suggestion = app.books.suggest_category(user.id(), id.0).await?.map(SuggestionBody::from);
    let model = app.books.model_of(user.id(), &transaction).await?;
    Ok(HttpResponse::Ok().json(ExplanationBody { rule_id, suggestion, model }))
}
