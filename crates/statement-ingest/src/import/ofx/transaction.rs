//! A transaction of an OFX file: its amount in the account's currency, and its corrections of other
//! transactions.

use std::collections::HashMap;

use saldo_domain::decimal::Digits;
use saldo_domain::{Currency, Money, TransactionDraft, date};

use super::marks::Mark;
use super::{ImportError, Value, money, present};

/// A transaction as the file states it.
#[derive(Default)]
pub(super) struct Transaction {
    /// The line of its start tag.
    line: usize,
    date: Option<Value>,
    value_date: Option<Value>,
    amount: Option<Value>,
    name: Option<Value>,
    memo: Option<Value>,
    id: Option<Value>,
    /// The id of the transaction that this one corrects; `action` states whether it is replaced or deleted.
    corrects: Option<Value>,
    action: Option<Value>,
    /// The line of the tag `CURRENCY`, which states that the amount is in another currency. (`ORIGCURRENCY`
    /// only states the original one.)
    foreign: Option<usize>,
    in_foreign: bool,
    symbol: Option<Value>,
    rate: Option<Value>,
}

impl Transaction {
    pub(super) fn new(line: usize) -> Self {
        Self { line, ..Self::default() }
    }

    pub(super) fn mark(&mut self, mark: &Mark) {
        let value = || present(mark);
        match (mark.name.as_str(), mark.closes) {
            ("CURRENCY", false) => (self.foreign, self.in_foreign) = (Some(mark.line), true),
            ("CURRENCY", true) => self.in_foreign = false,
            ("CURSYM", false) if self.in_foreign => self.symbol = value(),
            ("CURRATE", false) if self.in_foreign => self.rate = value(),
            ("DTPOSTED", false) => self.date = value(),
            ("DTUSER", false) => self.value_date = value(),
            ("TRNAMT", false) => self.amount = value(),
            ("NAME", false) => self.name = value(),
            ("MEMO", false) => self.memo = value(),
            ("FITID", false) => self.id = value(),
            ("CORRECTFITID", false) => self.corrects = value(),
            ("CORRECTACTION", false) => self.action = value(),
            _ => {}
        }
    }

    pub(super) fn finish(self, currency: Currency) -> Result<TransactionDraft, ImportError> {
        let date = |value: &Value| date::compact(&value.text);
        let not = |what| ImportError::at(self.line, what);
        let posted = self.date.as_ref().and_then(date).ok_or(not("invalid or missing date"))?;
        let amount = self.amount(currency)?;
        let mut description: Vec<String> = Vec::new();
        for part in [self.name, self.memo].into_iter().flatten().map(|value| value.text) {
            // Many banks repeat the name in the memo, because the name is cut off.
            description.retain(|before| !part.starts_with(before.as_str()));
            if !description.iter().any(|before| before.contains(&part)) {
                description.push(part);
            }
        }
        Ok(TransactionDraft {
            date: posted,
            value_date: self.value_date.as_ref().and_then(date).filter(|date| *date != posted),
            description: description.join(" "),
            amount,
            balance: None,
            place: None,
        })
    }

    /// Returns the amount in the account's currency.
    fn amount(&self, currency: Currency) -> Result<Money, ImportError> {
        let missing = ImportError::at(self.line, "invalid or missing amount");
        let amount = self.amount.as_ref().ok_or(missing)?;
        let not = ImportError::at(amount.line, "invalid or missing amount");
        let Some(line) = self.foreign else { return money(&amount.text, currency).ok_or(not) };
        let symbol = self.symbol.as_ref().and_then(|symbol| Currency::parse(&symbol.text).ok());
        let foreign = symbol.ok_or(ImportError::at(line, "invalid or missing currency"))?;
        let amount = money(&amount.text, foreign).ok_or(not)?;
        if foreign == currency {
            return Ok(amount);
        }
        let rate =
            self.rate.as_ref().ok_or(ImportError::at(line, "an amount in another currency has no rate"))?;
        converted(amount, &rate.text, currency).ok_or(ImportError::at(rate.line, "invalid exchange rate"))
    }
}

/// Converts an amount with a rate, and rounds it to the nearest minor unit, halves away from zero.
fn converted(amount: Money, rate: &str, to: Currency) -> Option<Money> {
    let digits = Digits::parse_with(rate, &['.', ',']).ok()?;
    let rate = i64::try_from(digits.units()).ok().map(i128::from).filter(|rate| *rate > 0)?;
    let product =
        i128::from(amount.minor()).checked_mul(rate)?.checked_mul(10_i128.checked_pow(to.digits())?)?;
    let divisor = 10_i128
        .checked_pow(digits.places())?
        .checked_mul(10_i128.checked_pow(amount.currency().digits())?)?;
    let half = divisor / 2;
    let nearest = product.checked_add(if product < 0 { half.checked_neg()? } else { half })? / divisor;
    Some(Money::from_minor(i64::try_from(nearest).ok()?, to))
}

/// Applies the corrections among the transactions. The corrected transaction may be in an earlier file: then
/// a replacement is a new transaction, and a deletion has no effect.
pub(super) fn corrected(transactions: Vec<Transaction>) -> Result<Vec<Transaction>, ImportError> {
    let mut places: HashMap<String, usize> = HashMap::new();
    for (place, transaction) in
        transactions.iter().enumerate().filter(|(_, transaction)| transaction.corrects.is_none())
    {
        if let Some(id) = &transaction.id {
            places.entry(id.text.clone()).or_insert(place);
        }
    }
    let mut transactions: Vec<Option<Transaction>> = transactions.into_iter().map(Some).collect();
    for place in 0..transactions.len() {
        let Some(transaction) = transactions[place].take_if(|transaction| transaction.corrects.is_some())
        else {
            continue;
        };
        let Some(corrects) = &transaction.corrects else { continue };
        let known = places.remove(&corrects.text);
        match transaction.action.as_ref().map(|action| action.text.to_ascii_uppercase()).as_deref() {
            Some("DELETE") => {
                if let Some(known) = known {
                    transactions[known] = None;
                }
            }
            Some("REPLACE") => {
                let place = known.unwrap_or(place);
                if let Some(id) = &transaction.id {
                    places.insert(id.text.clone(), place);
                }
                transactions[place] = Some(transaction);
            }
            _ => return Err(ImportError::at(corrects.line, "unknown kind of correction")),
        }
    }
    Ok(transactions.into_iter().flatten().collect())
}
