//! The answers of the API, by its reference at <https://enablebanking.com/docs/api/reference/>.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate};
use saldo_domain::{Currency, Date, FeedAccountDetails, FeedBank, Money, Timestamp};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::http::AnswerLimits;
use crate::provider::{BankOffer, FetchedAccount, FetchedRow};
use crate::values::{
    DESCRIPTION_CHARACTERS_MAX, ID_BYTES_MAX, NAME_CHARACTERS_MAX, is_plausible, money, plain,
};

/// The types of balances that can be the balance of an account, the best one first: that of the last booked
/// day, that of this moment, and the expected one, which counts pending transactions and is the last resort.
const BALANCE_TYPES: [&str; 3] = ["CLBD", "ITBD", "XPCD"];
/// The most characters of a code of an error.
const CODE_CHARACTERS_MAX: usize = 50;
const DAY_SECONDS: i64 = 86_400;

#[derive(Deserialize)]
pub(super) struct Aspsps {
    pub(super) aspsps: Vec<Aspsp>,
}

#[derive(Deserialize)]
pub(super) struct Aspsp {
    pub(super) name: String,
    pub(super) country: String,
    pub(super) maximum_consent_validity: Option<i64>,
}

impl Aspsp {
    pub(super) fn offer(self) -> BankOffer {
        let days_max = self.maximum_consent_validity.and_then(|most| u32::try_from(most / DAY_SECONDS).ok());
        BankOffer { bank: FeedBank { name: self.name, country: self.country }, days_max }
    }
}

#[derive(Deserialize)]
pub(super) struct StartedAuthorization {
    pub(super) url: String,
}

#[derive(Deserialize)]
pub(super) struct AuthorizedSession {
    session_id: String,
    #[serde(default)]
    accounts: Vec<Account>,
    aspsp: FeedBank,
    access: Access,
}

#[derive(Deserialize)]
struct Access {
    valid_until: String,
}

#[derive(Deserialize)]
pub(super) struct SessionState {
    pub(super) status: String,
}

#[derive(Deserialize)]
struct Account {
    #[serde(rename = "account_id")]
    number: Option<AccountNumber>,
    details: Option<String>,
    product: Option<String>,
    currency: Option<String>,
    uid: Option<String>,
    identification_hash: Option<String>,
}

#[derive(Deserialize)]
struct AccountNumber {
    iban: Option<String>,
}

/// A session at the provider, as it is stored encrypted. The names of accounts are returned only once.
#[derive(Serialize, Deserialize)]
pub(super) struct Consent {
    pub(super) session: String,
    pub(super) bank: FeedBank,
    pub(super) accounts: Vec<ConsentAccount>,
}

/// An account of a session.
#[derive(Serialize, Deserialize)]
pub(super) struct ConsentAccount {
    /// The id in this session.
    pub(super) uid: String,
    /// The key in all sessions: the digest of the account's `identification_hash`, and of its currency,
    /// because one number can have an account in each currency.
    pub(super) key: String,
    pub(super) name: String,
    currency: Option<String>,
}

impl AuthorizedSession {
    /// Returns the session to store, and the end of the consent.
    pub(super) fn consent(self, limits: &AnswerLimits) -> Option<(Consent, Timestamp)> {
        let valid_until = DateTime::parse_from_rfc3339(&self.access.valid_until).ok()?.to_utc();
        let mut keys = BTreeSet::new();
        // An account without a hash could not be found again after a renewal, and one without an id not now.
        let known = self.accounts.into_iter().filter_map(Account::known);
        let accounts: Vec<_> = known.filter(|account| keys.insert(account.key.clone())).collect();
        let is_valid = is_id(&self.session_id) && accounts.len() <= limits.accounts_max;
        let consent = Consent { session: self.session_id, bank: self.aspsp, accounts };
        is_valid.then_some((consent, Timestamp::from_utc(valid_until)))
    }
}

impl Account {
    fn known(self) -> Option<ConsentAccount> {
        let (uid, hash) = (self.uid?, self.identification_hash?);
        let currency = self.currency.filter(|text| Currency::parse(text).is_ok());
        let key = short_digest(&format!("{hash} {}", currency.as_deref().unwrap_or_default()));
        let texts = [self.details, self.product];
        let mut texts = texts.into_iter().flatten().map(|text| plain(&text, NAME_CHARACTERS_MAX));
        let named = texts.find(|text| !text.is_empty()).unwrap_or_else(|| "Account".to_owned());
        // Only the last characters: names are not account numbers, which the server stores masked.
        let iban = self.number.and_then(|number| number.iban).unwrap_or_default();
        let end: Vec<char> = iban.chars().filter(char::is_ascii_alphanumeric).collect();
        let name = match end.get(end.len().saturating_sub(4)..) {
            Some(end @ [_, _, _, _]) => format!("{named} ··{}", end.iter().collect::<String>()),
            _ => named,
        };
        (is_id(&uid) && !hash.is_empty()).then_some(ConsentAccount { uid, key, name, currency })
    }
}

impl ConsentAccount {
    /// Returns the details that are known without a request to the bank.
    pub(super) fn details(&self, bank: &FeedBank) -> FeedAccountDetails {
        FeedAccountDetails {
            institution: Some(plain(&bank.name, NAME_CHARACTERS_MAX)).filter(|name| !name.is_empty()),
            name: self.name.clone(),
            currency: self.currency.as_deref().and_then(|text| Currency::parse(text).ok()),
            balance: None,
            balance_at: None,
            pending: 0,
            pending_sum: None,
        }
    }
}

/// True for a text that can be a part of a path.
fn is_id(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    !text.is_empty() && text.len() <= ID_BYTES_MAX && text.bytes().all(is_plain)
}

#[derive(Deserialize)]
pub(super) struct Balances {
    balances: Vec<Balance>,
}

#[derive(Deserialize)]
struct Balance {
    #[serde(rename = "balance_amount")]
    amount: Amount,
    #[serde(rename = "balance_type")]
    kind: String,
    reference_date: Option<NaiveDate>,
    last_change_date_time: Option<String>,
}

#[derive(Deserialize)]
struct Amount {
    currency: String,
    amount: String,
}

impl Amount {
    fn money(&self, currency: Currency) -> Result<Money, &'static str> {
        if self.currency != currency.code() {
            return Err("an amount is in another currency than the account");
        }
        money(&self.amount, currency).ok_or("an amount cannot be read")
    }
}

impl Balances {
    /// Returns the balance of the best type, and its time. Without a day, it is that of `now`.
    pub(super) fn best(
        &self,
        currency: Currency,
        now: Timestamp,
    ) -> Result<Option<(Money, Timestamp)>, &'static str> {
        let of_type = |kind: &str| self.balances.iter().find(|balance| balance.kind == kind);
        let Some(best) = BALANCE_TYPES.into_iter().find_map(of_type) else { return Ok(None) };
        let changed = best.last_change_date_time.as_deref();
        let changed = changed.and_then(|text| DateTime::parse_from_rfc3339(text).ok());
        let at = match (best.reference_date, changed) {
            (Some(day), _) => day.and_hms_opt(0, 0, 0).map(|at| Timestamp::from_utc(at.and_utc())),
            (None, Some(at)) => Some(Timestamp::from_utc(at.to_utc())),
            (None, None) => Some(now),
        };
        let at = at.filter(|at| is_plausible(at.date())).ok_or("the day of its balance is invalid")?;
        Ok(Some((best.amount.money(currency)?, at)))
    }
}

#[derive(Deserialize)]
pub(super) struct Page {
    pub(super) transactions: Vec<Transaction>,
    pub(super) continuation_key: Option<String>,
}

#[derive(Deserialize)]
pub(super) struct Transaction {
    entry_reference: Option<String>,
    #[serde(rename = "transaction_amount")]
    amount: Amount,
    credit_debit_indicator: String,
    status: String,
    booking_date: Option<NaiveDate>,
    value_date: Option<NaiveDate>,
    #[serde(rename = "transaction_date")]
    made_on: Option<NaiveDate>,
    creditor: Option<Party>,
    debtor: Option<Party>,
    #[serde(default)]
    remittance_information: Option<Vec<String>>,
    note: Option<String>,
}

#[derive(Deserialize)]
struct Party {
    name: Option<String>,
}

impl Transaction {
    /// Returns the amount with the sign of its direction. Banks print the amount of a debit with or without a
    /// minus. A credit with a minus has no certain sign.
    fn signed(&self, currency: Currency) -> Result<Money, &'static str> {
        let amount = self.amount.money(currency)?;
        let minor = match (&self.credit_debit_indicator[..], amount.is_negative()) {
            ("CRDT", false) => amount.minor(),
            ("DBIT", _) => -amount.minor().abs(),
            ("CRDT", true) => return Err("an amount contradicts its direction"),
            _ => return Err("the direction of an amount is unknown"),
        };
        Ok(Money::from_minor(minor, currency))
    }

    fn description(&self, is_out: bool) -> String {
        let name = |party: &Option<Party>| party.as_ref().and_then(|party| party.name.clone());
        let other = if is_out { name(&self.creditor) } else { name(&self.debtor) };
        let remittance = self.remittance_information.clone().unwrap_or_default().join(" ");
        let texts = [other.unwrap_or_default(), remittance];
        let texts = texts.map(|text| plain(&text, DESCRIPTION_CHARACTERS_MAX));
        let text = match &texts {
            [name, text] if text.to_lowercase().contains(&name.to_lowercase()) => text.clone(),
            [name, text] => format!("{name} {text}"),
        };
        let text = plain(&text, DESCRIPTION_CHARACTERS_MAX);
        if text.is_empty() {
            plain(self.note.as_deref().unwrap_or_default(), DESCRIPTION_CHARACTERS_MAX)
        } else {
            text
        }
    }
}

/// Adds the transactions of all pages to an account.
pub(super) fn account(
    known: &ConsentAccount,
    bank: &FeedBank,
    balance: Option<(Money, Timestamp)>,
    transactions: &[Transaction],
) -> Result<FetchedAccount, &'static str> {
    let mut details = known.details(bank);
    let Some(currency) = details.currency else {
        return Ok(FetchedAccount { key: known.key.clone(), details, rows: Vec::new() });
    };
    (details.balance, details.balance_at) = balance.unzip();
    let (mut rows, mut pending) = (Rows::default(), Vec::new());
    for transaction in transactions {
        match &transaction.status[..] {
            "BOOK" => rows.add(transaction, transaction.signed(currency)?)?,
            "PDNG" => pending.push(transaction.signed(currency)?),
            // Canceled, rejected and scheduled ones are not in the balance.
            _ => {}
        }
    }
    details.pending = u32::try_from(pending.len()).map_err(|_| "too many pending transactions")?;
    details.pending_sum =
        Some(Money::sum(currency, pending).map_err(|_| "the sum of pending transactions is too large")?);
    Ok(FetchedAccount { key: known.key.clone(), details, rows: rows.found })
}

/// The booked transactions of an account, each with an id that no other has.
#[derive(Default)]
struct Rows {
    found: Vec<FetchedRow>,
    /// The digests of the transactions of each reference.
    references: BTreeMap<String, Vec<String>>,
    /// The number of transactions without a reference that have the same contents.
    alike: BTreeMap<String, usize>,
}

impl Rows {
    /// Adds a transaction. The reference of the bank is its identity within the account; `transaction_id` is
    /// none, because it may change with each request. Without a reference, the contents are, and equal
    /// transactions are counted.
    fn add(&mut self, transaction: &Transaction, amount: Money) -> Result<(), &'static str> {
        let days = [transaction.booking_date, transaction.value_date, transaction.made_on];
        let date = days.into_iter().flatten().next().filter(|date| is_plausible(*date));
        let date = date.ok_or("the day of a transaction is missing or invalid")?;
        let description = transaction.description(amount.is_negative());
        let digest = digest(date, amount, &description);
        let reference = transaction.entry_reference.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let id = match reference {
            Some(reference) if reference.len() > ID_BYTES_MAX => {
                return Err("the id of a transaction is too long");
            }
            Some(reference) => {
                let known = self.references.entry(reference.to_owned()).or_default();
                // Pages may overlap.
                if known.contains(&digest) {
                    return Ok(());
                }
                known.push(digest);
                numbered(reference, known.len())
            }
            None => {
                let count = self.alike.entry(digest.clone()).or_default();
                *count += 1;
                numbered(&digest, *count)
            }
        };
        self.found.push(FetchedRow { id, date, amount, description });
        Ok(())
    }
}

fn numbered(id: &str, number: usize) -> String {
    if number == 1 { id.to_owned() } else { format!("{id}#{number}") }
}

fn digest(date: Date, amount: Money, description: &str) -> String {
    short_digest(&format!("{date} {} {description}", amount.decimal()))
}

fn short_digest(text: &str) -> String {
    hex::encode(&Sha256::digest(text)[..16])
}

/// The body of an error.
#[derive(Deserialize)]
pub(super) struct ErrorBody {
    error: Option<String>,
}

impl ErrorBody {
    /// Returns the code, such as `EXPIRED_SESSION`. The other texts are those of banks and not for users.
    pub(super) fn code(self) -> Option<String> {
        let is_plain = |byte: u8| byte.is_ascii_uppercase() || byte == b'_';
        let is_code = |text: &String| text.len() <= CODE_CHARACTERS_MAX && text.bytes().all(is_plain);
        self.error.filter(|text| !text.is_empty()).filter(is_code)
    }
}
