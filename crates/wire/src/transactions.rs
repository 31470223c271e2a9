//! Transactions: as they are shown, totaled, explained and changed.

use saldo_bookkeeping::{
    Bookkeeper, Breakdown, CategoryReasons, NewTransaction, RowGroup, Selection, Shown, ShownGroup,
    ShownTotals, SimilarTransactions, Suggested, TRANSACTION_TAGS_MAX, TransactionChange,
};
use saldo_domain::{
    AccountId, CategoryBy, CategoryId, Currency, Date, Granularity, Money, Place, RuleId, Split, StatementId,
    Tag, Timestamp, Transaction, TransactionId, TransactionKind, TransferId, UserId,
};
use serde::{Deserialize, Serialize};
use serde_json::Number;
use utoipa::{IntoParams, ToSchema};

use crate::fields::{PatchField, amount, day, id_of, one_line};
use crate::figures::{ConvertedBody, FlowBody};
use crate::filter::{self, FilterQuery};
use crate::lists::Figures;
use crate::{AnyId, DecimalText, Error, Result};

/// Maximum length of a description, in characters.
const DESCRIPTION_CHARACTERS_MAX: usize = 1_000;
/// Maximum length of a note, in characters.
const NOTE_CHARACTERS_MAX: usize = 5_000;
/// Maximum number of splits of a transaction.
const SPLITS_MAX: usize = 100;

/// A transaction: one booked line of an account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransactionBody {
    id: TransactionId,
    account_id: AccountId,
    statement_id: Option<StatementId>,
    date: Date,
    value_date: Option<Date>,
    description: String,
    original_description: String,
    /// The name under which the reports group the merchant's transactions.
    merchant: String,
    /// True if the user gave the merchant this name; false if it is the printed one.
    merchant_named: bool,
    #[schema(value_type = DecimalText)]
    amount: String,
    currency: Currency,
    #[schema(value_type = Option<DecimalText>)]
    balance: Option<String>,
    category_id: Option<CategoryId>,
    category_by: CategoryBy,
    kind: TransactionKind,
    transfer_id: Option<TransferId>,
    note: String,
    tags: Vec<Tag>,
    splits: Vec<SplitBody>,
    place: Option<PlaceBody>,
    position: u32,
}

/// A split: a share of a transaction with its own category.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SplitBody {
    #[schema(value_type = DecimalText)]
    amount: String,
    category_id: Option<CategoryId>,
    note: Option<String>,
}

impl From<Split> for SplitBody {
    fn from(split: Split) -> Self {
        Self { amount: split.amount.decimal(), category_id: split.category, note: split.note }
    }
}

impl From<Transaction> for TransactionBody {
    fn from(transaction: Transaction) -> Self {
        Self {
            merchant_named: transaction.given_merchant().is_some(),
            merchant: transaction.merchant,
            id: transaction.id,
            account_id: transaction.account,
            statement_id: transaction.statement,
            date: transaction.date,
            value_date: transaction.value_date,
            description: transaction.description,
            original_description: transaction.original_description,
            amount: transaction.amount.decimal(),
            currency: transaction.amount.currency(),
            balance: transaction.balance.map(Money::decimal),
            category_id: transaction.category,
            category_by: transaction.category_by,
            kind: transaction.kind,
            transfer_id: transaction.transfer,
            note: transaction.note,
            tags: transaction.tags,
            splits: transaction.splits.into_iter().map(SplitBody::from).collect(),
            place: transaction.place.map(PlaceBody::from),
            position: transaction.position,
        }
    }
}

/// A rectangle on a page, in points from the top left corner.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlaceBody {
    page: u32,
    #[schema(value_type = f64)]
    x: Number,
    #[schema(value_type = f64)]
    y: Number,
    #[schema(value_type = f64)]
    width: Number,
    #[schema(value_type = f64)]
    height: Number,
}

impl From<Place> for PlaceBody {
    fn from(place: Place) -> Self {
        Self {
            page: place.page,
            x: points(place.x),
            y: points(place.y),
            width: points(place.width),
            height: points(place.height),
        }
    }
}

/// Converts hundredths of a point to a JSON number of points.
fn points(hundredths: i32) -> Number {
    Number::from_f64(f64::from(hundredths) / 100.0).unwrap_or_else(|| Number::from(0))
}

// In the document, the derived schema of a field has the name of its type as it is written here.
type FlowFigures = Figures<FlowBody>;

/// The totals of transactions.
#[derive(Serialize, ToSchema)]
pub struct TotalsBody {
    #[serde(flatten)]
    figures: FlowFigures,
    /// All totals in the currency that the user prefers.
    converted: Option<ConvertedBody>,
}

impl From<Shown<ShownTotals>> for TotalsBody {
    fn from(shown: Shown<ShownTotals>) -> Self {
        let ShownTotals { flows, converted, .. } = shown.figures;
        let figures = Figures::new(flows.into_iter().map(FlowBody::from).collect(), shown.counted_twice);
        Self { figures, converted: converted.map(ConvertedBody::from) }
    }
}

/// `?by=`: the property by which transactions are grouped.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GroupsQuery {
    /// `day`, `month`, `category` (the top-level one), `merchant`, `account` or `tag`.
    by: String,
}

impl GroupsQuery {
    /// Returns the property.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an unknown one.
    pub fn breakdown(&self) -> Result<Breakdown> {
        match self.by.as_str() {
            "day" => Ok(Breakdown::Time(Granularity::Day)),
            "month" => Ok(Breakdown::Time(Granularity::Month)),
            "category" => Ok(Breakdown::CategoryGroup),
            "merchant" => Ok(Breakdown::Merchant),
            "account" => Ok(Breakdown::Account),
            "tag" => Ok(Breakdown::Tag),
            _ => Err(Error::invalid("by must be day, month, category, merchant, account or tag")),
        }
    }
}

/// A group of transactions with its totals.
#[derive(Serialize, ToSchema)]
pub struct GroupBody {
    /// `2025-04-03`, `2025-04`, an identifier, a merchant's name or a tag; `null` for uncategorized
    /// transactions.
    group: Option<String>,
    flows: Vec<FlowBody>,
}

impl From<ShownGroup> for GroupBody {
    fn from(ShownGroup { group, flows, .. }: ShownGroup) -> Self {
        Self {
            group: match group {
                RowGroup::Category(category) => category.map(|id| id.to_string()),
                RowGroup::Merchant(merchant) => Some(merchant),
                RowGroup::Account(account) => Some(account.to_string()),
                RowGroup::Tag(tag) => Some(tag.as_str().to_owned()),
                RowGroup::Weekday(day) => Some(day.to_string()),
                RowGroup::Time(_, name, _) => Some(name),
            },
            flows: flows.into_iter().map(FlowBody::from).collect(),
        }
    }
}

/// A new transaction.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewTransactionRequest {
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

impl NewTransactionRequest {
    /// Returns the account of the transaction.
    ///
    /// # Errors
    /// [`Error::NotFound`] for a text that is not an id.
    pub fn account(&self) -> Result<AccountId> {
        id_of(&self.account_id)
    }

    /// Returns the transaction, whose account has this currency.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the first invalid field; [`Error::NotFound`] for a text that is not an id.
    pub fn transaction(
        self,
        account: AccountId,
        currency: Currency,
        now: Timestamp,
    ) -> Result<NewTransaction> {
        let amount = amount(&self.amount, currency)?;
        let category = self.category_id.as_deref().map(id_of).transpose()?;
        Ok(NewTransaction {
            id: TransactionId::new(now),
            account,
            statement: self.statement_id.as_deref().map(id_of).transpose()?,
            position: self.position,
            date: day("date", self.date)?,
            description: one_line("description", &self.description, DESCRIPTION_CHARACTERS_MAX)?,
            note: note(self.note)?,
            amount,
            category,
            category_by: if category.is_some() { CategoryBy::User } else { CategoryBy::Words },
            kind: self.kind.unwrap_or(TransactionKind::Transaction),
            tags: tags(self.tags)?,
        })
    }
}

fn note(text: String) -> Result<String> {
    if text.chars().count() > NOTE_CHARACTERS_MAX {
        return Err(Error::invalid(format!("note must have at most {NOTE_CHARACTERS_MAX} characters")));
    }
    Ok(text)
}

fn tags(tags: Vec<Tag>) -> Result<Vec<Tag>> {
    if tags.len() > TRANSACTION_TAGS_MAX {
        return Err(saldo_bookkeeping::Error::TooManyTags.into());
    }
    Ok(tags)
}

/// Changes to a transaction. Absent fields stay as they are; `categoryId: null` removes the category.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = TransactionChange)]
pub struct TransactionChangeRequest {
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

impl TransactionChangeRequest {
    /// Returns the change. The amount is in the currency of `transaction`; without one, an amount is
    /// rejected.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the first invalid field; [`Error::NotFound`] for a text that is not an id.
    pub fn change(self, transaction: Option<&Transaction>) -> Result<TransactionChange> {
        let category = self.category_id.into_change(|text| id_of(&text))?;
        let amount = match (self.amount, transaction) {
            (None, _) => None,
            (Some(text), Some(transaction)) => Some(amount(&text, transaction.amount.currency())?),
            (Some(_), None) => {
                return Err(Error::invalid(
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

/// The selected transactions: `ids`, or all that match `filter`; at most 10000.
#[derive(Deserialize, ToSchema)]
pub struct SelectionRequest {
    #[schema(max_items = 10_000)]
    ids: Option<Vec<String>>,
    #[serde(default, deserialize_with = "filter::deserialize_in_body")]
    filter: Option<FilterQuery>,
}

impl SelectionRequest {
    /// Returns the selection.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an invalid filter, or unless there are either ids or a filter;
    /// [`Error::NotFound`] for a text that is not an id.
    pub async fn selection(self, books: &Bookkeeper, user: UserId) -> Result<Selection> {
        match (self.ids, self.filter) {
            (Some(ids), None) => {
                Ok(Selection::Ids(ids.iter().map(|id| id_of(id)).collect::<Result<_, _>>()?))
            }
            (None, Some(filter)) => Ok(Selection::Matching(Box::new(filter.resolve(books, user).await?))),
            _ => Err(Error::invalid("Send either ids or a filter")),
        }
    }
}

/// Selected transactions, and a change to all of them.
#[derive(Deserialize, ToSchema)]
pub struct BulkRequest {
    /// The transactions.
    #[serde(flatten)]
    pub selection: SelectionRequest,
    /// The change.
    pub change: TransactionChangeRequest,
}

/// The splits of a transaction; an empty list removes them.
#[derive(Deserialize, ToSchema)]
pub struct SplitRequest {
    splits: Vec<SplitItem>,
}

impl SplitRequest {
    /// Returns the splits of a transaction in this currency.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an invalid field, or too many splits; [`Error::NotFound`] for a text that is
    /// not an id.
    pub fn splits(self, currency: Currency) -> Result<Vec<Split>> {
        if self.splits.len() > SPLITS_MAX {
            return Err(Error::invalid(format!("A transaction can have at most {SPLITS_MAX} splits")));
        }
        let splits = self.splits.into_iter().map(|split| {
            Ok(Split {
                amount: amount(&split.amount, currency)?,
                category: split.category_id.as_deref().map(id_of).transpose()?,
                note: split.note.map(note).transpose()?,
            })
        });
        splits.collect()
    }
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

/// Transactions of one merchant.
#[derive(Serialize, ToSchema)]
pub struct SimilarBody {
    /// The merchant that they have in common.
    merchant: String,
    #[schema(value_type = Vec<AnyId>)]
    ids: Vec<TransactionId>,
}

impl From<SimilarTransactions> for SimilarBody {
    fn from(found: SimilarTransactions) -> Self {
        Self { merchant: found.merchant, ids: found.transactions }
    }
}

/// The reasons for a transaction's category.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExplanationBody {
    rule_id: Option<RuleId>,
    suggestion: Option<SuggestionBody>,
    /// The model that chose the category, if one did.
    model: Option<String>,
}

impl From<CategoryReasons> for ExplanationBody {
    fn from(reasons: CategoryReasons) -> Self {
        Self {
            rule_id: reasons.rule,
            suggestion: reasons.suggested.map(SuggestionBody::from),
            model: reasons.model,
        }
    }
}

/// A suggested category for a transaction, with the reasons.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SuggestionBody {
    category_id: CategoryId,
    certainty_per_mille: u16,
    words: Vec<String>,
    because: Vec<TransactionBody>,
}

impl From<Suggested> for SuggestionBody {
    fn from(suggested: Suggested) -> Self {
        Self {
            category_id: suggested.suggestion.category,
            certainty_per_mille: suggested.suggestion.certainty_per_mille,
            words: suggested.suggestion.words,
            because: suggested.because.into_iter().map(TransactionBody::from).collect(),
        }
    }
}
