//! `/api/transactions` — entries, as the wire calls them.

use actix_web::{HttpResponse, web};
use saldo_domain::entry::{Direction, EntryOrder};
use saldo_domain::{Date, Entry, EntryFilter, Id, Period};
use saldo_storage::EntryChange;
use serde::{Deserialize, Deserializer};

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{PageQuery, PathId};
use crate::session::CurrentUser;
use crate::wire::{List, TransactionBody};

/// Characters of a description.
const DESCRIPTION_CHARACTERS_MAX: usize = 1_000;

/// `?account=&statement=&category=&from=&to=&text=&direction=&sort=`.
#[derive(Deserialize)]
pub struct FilterQuery {
    account: Option<String>,
    statement: Option<String>,
    category: Option<String>,
    from: Option<String>,
    to: Option<String>,
    text: Option<String>,
    direction: Option<String>,
    sort: Option<String>,
}

impl FilterQuery {
    fn filter(self) -> Result<EntryFilter, ApiError> {
        let direction = match self.direction.as_deref() {
            None | Some("") => None,
            Some("in") => Some(Direction::In),
            Some("out") => Some(Direction::Out),
            Some(_) => return Err(ApiError::bad_request("direction must be in or out")),
        };
        let order = match self.sort.as_deref() {
            None | Some("" | "-date") => EntryOrder::NewestFirst,
            Some("date") => EntryOrder::OldestFirst,
            Some("-amount") => EntryOrder::LargestFirst,
            Some(_) => return Err(ApiError::bad_request("sort must be date, -date or -amount")),
        };
        Ok(EntryFilter {
            account: id("account", self.account)?,
            statement: id("statement", self.statement)?,
            category: id("category", self.category)?,
            period: period(self.from, self.to)?,
            text: self.text.filter(|text| !text.trim().is_empty()),
            direction,
            kind: None,
            order,
        })
    }
}

fn id<T>(name: &str, text: Option<String>) -> Result<Option<Id<T>>, ApiError> {
    let parse =
        |text: String| text.parse().map_err(|_| ApiError::bad_request(format!("{name} must be an id")));
    text.filter(|text| !text.is_empty()).map(parse).transpose()
}

fn period(from: Option<String>, to: Option<String>) -> Result<Option<Period>, ApiError> {
    let day = |name: &str, text: Option<String>| {
        let parse = |text: String| {
            text.parse::<Date>()
                .map_err(|_| ApiError::bad_request(format!("{name} must be a date like 2026-01-31")))
        };
        text.filter(|text| !text.is_empty()).map(parse).transpose()
    };
    let (from, to) = (day("from", from)?, day("to", to)?);
    if from.is_none() && to.is_none() {
        return Ok(None);
    }
    let period = Period::new(from.unwrap_or(Period::FIRST_DAY), to.unwrap_or(Period::LAST_DAY));
    period.map(Some).ok_or_else(|| ApiError::bad_request("to must not be before from"))
}

/// `GET /api/transactions` — the entries that the filter lets through, page by page.
///
/// # Errors
/// 400 for a filter or page that does not fit.
pub async fn list_transactions(
    app: web::Data<App>,
    user: CurrentUser,
    filter: web::Query<FilterQuery>,
    page: web::Query<PageQuery>,
) -> Result<HttpResponse, ApiError> {
    let filter = filter.into_inner().filter()?;
    let found = app.storage.list_entries(user.id(), filter, page.request()?).await?;
    Ok(HttpResponse::Ok().json(List::of(found, TransactionBody::from)))
}

/// `GET /api/transactions/{id}` — one entry.
///
/// # Errors
/// 404.
pub async fn get_transaction(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Entry>,
) -> Result<HttpResponse, ApiError> {
    let entry = app.storage.find_entry(user.id(), id.0).await?.ok_or_else(ApiError::not_found)?;
    Ok(HttpResponse::Ok().json(TransactionBody::from(entry)))
}

/// What is to change; what is absent stays, `categoryId: null` takes the category away.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangeRequest {
    description: Option<String>,
    #[serde(default, deserialize_with = "named_or_none")]
    category_id: CategoryChange,
}

/// What becomes of the category.
#[derive(Default)]
enum CategoryChange {
    /// Nothing: the field is absent.
    #[default]
    Keep,
    /// It is taken away: the field is `null`.
    Clear,
    /// The category of this id.
    Set(String),
}

fn named_or_none<'de, D: Deserializer<'de>>(deserializer: D) -> Result<CategoryChange, D::Error> {
    let named: Option<String> = Option::deserialize(deserializer)?;
    Ok(named.map_or(CategoryChange::Clear, CategoryChange::Set))
}

/// `PATCH /api/transactions/{id}` — another description or category. The statement's own words stay in `originalDescription`.
///
/// # Errors
/// 400 for an empty or overlong description, 404 for an unknown entry or category.
pub async fn update_transaction(
    app: web::Data<App>,
    user: CurrentUser,
    id: PathId<Entry>,
    body: web::Json<ChangeRequest>,
) -> Result<HttpResponse, ApiError> {
    let ChangeRequest { description, category_id } = body.into_inner();
    let description = description.map(|text| saldo_domain::text::one_line(&text));
    if description
        .as_ref()
        .is_some_and(|text| text.is_empty() || text.chars().count() > DESCRIPTION_CHARACTERS_MAX)
    {
        return Err(ApiError::bad_request(format!(
            "description must have 1 to {DESCRIPTION_CHARACTERS_MAX} characters"
        )));
    }
    let category = match category_id {
        CategoryChange::Set(text) => Some(Some(text.parse().map_err(|_| ApiError::not_found())?)),
        CategoryChange::Clear => Some(None),
        CategoryChange::Keep => None,
    };
    let change = EntryChange { description, category };
    let changed = app.storage.update_entry(user.id(), id.0, change, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(TransactionBody::from(changed.ok_or_else(ApiError::not_found)?)))
}
