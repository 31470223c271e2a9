//! Accounts, their balances, look-alikes and merges.

use saldo_bookkeeping::{
    AccountChange, AccountMerge, AccountNow, AccountPair, NewManualAccount, UndoneMerge,
};
use saldo_domain::{AccountId, AccountKind, Currency, Date, Edit, Id, Money, Timestamp, UserId};
use saldo_ledger::lookalikes::Likeness;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::edits::{EditBody, EditedByBody};
use crate::fields::{PatchField, amount, day, id_of, lines, one_line};
use crate::shared_expenses::member_of;
use crate::{AnyId, DecimalText, Error, Result};

/// Maximum length of an account's name, in characters.
const NAME_CHARACTERS_MAX: usize = 200;
/// Maximum length of the name of a group of accounts, in characters.
const GROUP_CHARACTERS_MAX: usize = 60;
/// Maximum length of an account's note, in characters.
const NOTE_CHARACTERS_MAX: usize = 2_000;
/// Maximum length of an account's number, in characters. The longest IBAN, in groups of four, has 42.
const NUMBER_CHARACTERS_MAX: usize = 64;
/// Minimum count of letters and digits of a number: a masked number shows that many.
const NUMBER_CHARACTERS_MIN: usize = 4;

/// An account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountBody {
    id: AccountId,
    name: String,
    institution: Option<String>,
    number_masked: Option<String>,
    kind: AccountKind,
    currency: Currency,
    balance: Option<BalanceBody>,
    by_hand: bool,
    closed_on: Option<Date>,
    number: Option<String>,
    /// The name of the group under which the account is listed.
    group: Option<String>,
    /// The user's note.
    note: Option<String>,
    /// True if the account is listed apart from those in use. It counts in all figures.
    archived: bool,
    /// The member of the household who pays from the account, for sharing its transactions. A user who is no
    /// member any more is ignored.
    paid_by: Option<UserId>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

/// A balance that the user entered for the end of a day.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatedBalanceBody {
    date: Date,
    #[schema(value_type = DecimalText)]
    amount: String,
}

impl From<(Date, Money)> for StatedBalanceBody {
    fn from((date, amount): (Date, Money)) -> Self {
        Self { date, amount: amount.decimal() }
    }
}

/// The latest known balance of an account.
#[derive(Debug, Serialize, ToSchema)]
pub struct BalanceBody {
    #[schema(value_type = DecimalText)]
    amount: String,
    date: Date,
}

impl From<AccountNow> for AccountBody {
    fn from(AccountNow { account, labels, balance }: AccountNow) -> Self {
        Self {
            id: account.id,
            name: account.name,
            institution: account.institution,
            number_masked: account.number_masked,
            kind: account.kind,
            currency: account.currency,
            balance: balance
                .map(|balance| BalanceBody { amount: balance.amount.decimal(), date: balance.date }),
            by_hand: account.by_hand,
            closed_on: account.closed_on,
            number: account.number,
            group: labels.group,
            note: labels.note,
            archived: labels.is_archived,
            paid_by: labels.payer,
            created_at: account.created_at,
            updated_at: account.updated_at,
        }
    }
}

/// A new account.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewAccountRequest {
    name: String,
    institution: Option<String>,
    kind: AccountKind,
    currency: Currency,
}

impl NewAccountRequest {
    /// Returns the account.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an empty or overlong name or institution.
    pub fn account(&self, now: Timestamp) -> Result<NewManualAccount> {
        let institution = self.institution.as_deref();
        Ok(NewManualAccount {
            id: AccountId::new(now),
            name: one_line("name", &self.name, NAME_CHARACTERS_MAX)?,
            institution: institution
                .map(|text| one_line("institution", text, NAME_CHARACTERS_MAX))
                .transpose()?,
            kind: self.kind,
            currency: self.currency,
        })
    }
}

/// Changes to an account. Absent fields stay as they are; `closedOn: null` reopens the account, and `null`
/// removes its number, group, note or payer.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = AccountChange)]
pub struct AccountChangeRequest {
    name: Option<String>,
    kind: Option<AccountKind>,
    #[serde(default)]
    #[schema(value_type = Option<Date>)]
    closed_on: PatchField<Date>,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    number: PatchField<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    group: PatchField<String>,
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    note: PatchField<String>,
    archived: Option<bool>,
    /// The id of a member of the household.
    #[serde(default)]
    #[schema(value_type = Option<AnyId>)]
    paid_by: PatchField<String>,
}

impl AccountChangeRequest {
    /// Returns the change.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the first invalid field.
    pub fn change(self) -> Result<AccountChange> {
        let name = self.name.map(|name| one_line("name", &name, NAME_CHARACTERS_MAX));
        Ok(AccountChange {
            name: name.transpose()?,
            kind: self.kind,
            closed_on: self.closed_on.into_change(|date| day("closedOn", date))?,
            number: self.number.into_change(|number| account_number(&number))?,
            group: self.group.into_change(|group| one_line("group", &group, GROUP_CHARACTERS_MAX))?,
            note: self.note.into_change(|note| lines("note", &note, NOTE_CHARACTERS_MAX))?,
            is_archived: self.archived,
            payer: self.paid_by.into_change(|member| member_of(&member))?,
        })
    }
}

/// Checks a number of an account, whole or masked.
fn account_number(text: &str) -> Result<String> {
    let number = one_line("number", text, NUMBER_CHARACTERS_MAX)?;
    if number.chars().filter(|character| character.is_alphanumeric()).count() < NUMBER_CHARACTERS_MIN {
        return Err(Error::invalid("number must have at least four letters or digits"));
    }
    Ok(number)
}

/// The account to merge into the account in the path.
#[derive(Deserialize, ToSchema)]
pub struct MergeRequest {
    #[schema(value_type = AnyId)]
    other: String,
}

impl MergeRequest {
    /// Returns the account to merge.
    ///
    /// # Errors
    /// [`Error::NotFound`] for a text that is not an id.
    pub fn other(&self) -> Result<AccountId> {
        id_of(&self.other)
    }
}

/// An account after a change.
#[derive(Serialize, ToSchema)]
pub struct ChangedAccountBody {
    #[serde(flatten)]
    account: AccountBody,
    /// The edit, for undoing it; `null` if nothing or only the number was changed.
    edit: Option<EditBody>,
}

impl ChangedAccountBody {
    /// Returns the body of an account that this edit changed.
    #[must_use]
    pub fn new(account: AccountNow, edit: Option<Edit>) -> Self {
        Self { account: account.into(), edit: edit.map(EditBody::from) }
    }
}

/// An account after a merge.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MergedBody {
    #[serde(flatten)]
    account: AccountBody,
    /// The merge, for undoing it.
    #[schema(value_type = AnyId)]
    merge_id: Id<AccountMerge>,
}

impl MergedBody {
    /// Creates the body of the account and its merge.
    #[must_use]
    pub fn new(account: AccountNow, merge: Id<AccountMerge>) -> Self {
        Self { account: account.into(), merge_id: merge }
    }
}

/// The balance at the end of a day; `amount: null` deletes it.
#[derive(Deserialize, ToSchema)]
pub struct BalanceRequest {
    date: Date,
    #[schema(value_type = Option<DecimalText>)]
    amount: Option<String>,
}

impl BalanceRequest {
    /// Returns the day and the balance of an account in this currency.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a day or an amount that cannot be stored.
    pub fn balance(&self, currency: Currency) -> Result<(Date, Option<Money>)> {
        let date = day("date", self.date)?;
        Ok((date, self.amount.as_deref().map(|text| amount(text, currency)).transpose()?))
    }
}

/// A pair of accounts that may be the same one.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuplicateAccountsBody {
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
pub enum PairReason {
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

/// Two accounts that are not the same one.
#[derive(Deserialize, ToSchema)]
pub struct DistinctAccountsRequest {
    #[schema(value_type = AnyId)]
    one: String,
    #[schema(value_type = AnyId)]
    other: String,
}

impl DistinctAccountsRequest {
    /// Returns the two accounts.
    ///
    /// # Errors
    /// [`Error::NotFound`] for a text that is not an id.
    pub fn pair(&self) -> Result<(AccountId, AccountId)> {
        Ok((id_of(&self.one)?, id_of(&self.other)?))
    }
}

/// A merge of two accounts.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MergeBody {
    #[schema(value_type = AnyId)]
    id: Id<AccountMerge>,
    account_id: AccountId,
    other_id: AccountId,
    other_name: String,
    created_at: Timestamp,
    /// The user who merged the accounts; `null` for deleted users and for merges of a restored archive.
    by: Option<EditedByBody>,
    undone: bool,
    /// The user who undid the merge; `null` as for `by`, and if it is not undone.
    undone_by: Option<EditedByBody>,
}

impl From<AccountMerge> for MergeBody {
    fn from(merge: AccountMerge) -> Self {
        Self {
            id: merge.id,
            account_id: merge.account,
            other_id: merge.other,
            other_name: merge.other_name,
            created_at: merge.created_at,
            by: merge.by.map(EditedByBody::from),
            undone: merge.is_undone,
            undone_by: merge.undone_by.map(EditedByBody::from),
        }
    }
}

/// A merge that was undone.
#[derive(Serialize, ToSchema)]
pub struct UndoneMergeBody {
    /// The restored account.
    account: AccountBody,
    /// The number of transactions that were changed or deleted after the merge and stay as they are.
    kept: u64,
}

impl From<UndoneMerge> for UndoneMergeBody {
    fn from(undone: UndoneMerge) -> Self {
        Self { account: undone.account.into(), kept: undone.kept }
    }
}
