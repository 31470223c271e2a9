//! Matching of receipts to transactions by amount, date and merchant.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use saldo_domain::date::{WrittenDate, english_month};
use saldo_domain::decimal::{Digits, WrittenNumber};
use saldo_domain::{Currency, Date, Period, Transaction, TransactionId, text};

/// Upper limit for the offers of a receipt.
pub const OFFERS_MAX: usize = 3;
/// Upper limit for the amounts of a receipt that may be its total.
const TOTALS_MAX: usize = 6;
/// Upper limit for the words of a receipt, so that a long document takes little memory.
const WORDS_MAX: usize = 5_000;
/// Number of days before the date of a receipt on which its payment may be booked: clocks of tills differ.
const DAYS_BEFORE: i64 = 2;
/// Number of days after the date of a receipt within which its payment is booked. Invoices have two weeks.
const DAYS_AFTER: i64 = 14;
/// Number of letters from which a word may name a merchant. Shorter ones are often part of other names.
const NAME_LETTERS_MIN: usize = 4;

/// Words beside the total of a receipt, in the form of [`text::search_key`].
const TOTAL_WORDS: [&str; 27] = [
    "total",
    "totale",
    "totaal",
    "summe",
    "gesamt",
    "gesamtbetrag",
    "gesamtsumme",
    "zahlbetrag",
    "betrag",
    "zahlen",
    "endbetrag",
    "rechnungsbetrag",
    "amount",
    "due",
    "sum",
    "montant",
    "payer",
    "ttc",
    "importe",
    "importo",
    "pagar",
    "suma",
    "razem",
    "zaplaty",
    "toplam",
    "bedrag",
    "valor",
];

/// The facts of a receipt that its text shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Receipt {
    /// The amounts that may be the total, likely ones first.
    totals: Vec<Total>,
    dates: BTreeSet<Date>,
    words: BTreeSet<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Total {
    digits: Digits,
    /// True if a word beside the amount says that it is the total.
    is_named: bool,
}

/// A transaction that a receipt may belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReceiptOffer {
    /// The transaction.
    pub transaction: TransactionId,
    /// True if the receipt names the merchant.
    pub names_merchant: bool,
    /// The days from the date of the receipt to that of the transaction; `None` if the receipt shows none.
    pub days: Option<i64>,
    score: u32,
}

impl Receipt {
    /// Reads the text of a receipt, with line breaks between its lines.
    #[must_use]
    pub fn read(content: &str) -> Self {
        let mut receipt = Self::default();
        let mut others: Vec<Digits> = Vec::new();
        for line in content.lines() {
            let words = text::words(line);
            let is_named = words.iter().any(|word| TOTAL_WORDS.contains(&word.as_str()));
            let room = WORDS_MAX.saturating_sub(receipt.words.len());
            receipt.words.extend(words.into_iter().take(room));
            let tokens: Vec<&str> = line.split_whitespace().collect();
            receipt.dates.extend(dates(&tokens));
            for digits in tokens.iter().filter_map(|token| amount(token)) {
                if is_named {
                    receipt.add(digits, true);
                } else {
                    others.push(digits);
                }
            }
        }
        // A total without a word beside it is among the largest amounts.
        others.sort_unstable_by_key(|digits| Reverse(digits.scaled(3)));
        for digits in others {
            receipt.add(digits, false);
        }
        receipt
    }

    fn add(&mut self, digits: Digits, is_named: bool) {
        let is_known = self.totals.iter().any(|known| known.digits.scaled(3) == digits.scaled(3));
        if self.totals.len() < TOTALS_MAX && !is_known && digits.units() > 0 {
            self.totals.push(Total { digits, is_named });
        }
    }

    /// Returns the amounts that may be the total, in minor units of a currency.
    #[must_use]
    pub fn totals(&self, currency: Currency) -> Vec<i64> {
        self.totals.iter().filter_map(|total| minor(total.digits, currency)).collect()
    }

    /// Returns the period in which the payment may be booked; `None` if the text shows no date.
    #[must_use]
    pub fn period(&self) -> Option<Period> {
        let (first, last) = (self.dates.first()?, self.dates.last()?);
        let start = first.checked_sub_signed(chrono::TimeDelta::days(DAYS_BEFORE))?;
        let end = last.checked_add_signed(chrono::TimeDelta::days(DAYS_AFTER))?;
        Period::new(start, end)
    }

    /// Returns the transactions that the receipt may belong to, likely ones first; at most [`OFFERS_MAX`].
    ///
    /// Each has exactly an amount of the receipt, and is dated within a few days. If the text shows no date,
    /// it names the merchant.
    #[must_use]
    pub fn offers(&self, transactions: &[Transaction]) -> Vec<ReceiptOffer> {
        let mut offers: Vec<_> =
            transactions.iter().filter_map(|known| Some((self.offer(known)?, known.date))).collect();
        offers.sort_by_key(|(offer, date)| {
            let distance = offer.days.map_or(u64::MAX, i64::unsigned_abs);
            (Reverse(offer.score), distance, Reverse(*date), offer.transaction)
        });
        offers.dedup_by_key(|(offer, _)| offer.transaction);
        offers.into_iter().take(OFFERS_MAX).map(|(offer, _)| offer).collect()
    }

    fn offer(&self, transaction: &Transaction) -> Option<ReceiptOffer> {
        let amount = transaction.amount;
        let is_amount = |total: &&Total| {
            minor(total.digits, amount.currency())
                .is_some_and(|minor| minor.unsigned_abs() == amount.minor().unsigned_abs())
        };
        let total = self.totals.iter().find(is_amount)?;
        let names =
            text::words(&transaction.merchant).into_iter().chain(text::words(&transaction.description));
        let names_merchant = names
            .filter(|word| word.chars().count() >= NAME_LETTERS_MIN)
            .any(|word| self.words.contains(&word));
        let days = self.dates.iter().map(|date| (transaction.date - *date).num_days());
        let days = days.min_by_key(|days| days.unsigned_abs());
        let closeness = match days {
            Some(days) if !(-DAYS_BEFORE..=DAYS_AFTER).contains(&days) => return None,
            Some(-1..=1) => 3,
            Some(-2..=4) => 2,
            Some(_) => 1,
            None if names_merchant => 0,
            None => return None,
        };
        let score = closeness + 2 * u32::from(total.is_named) + 3 * u32::from(names_merchant);
        Some(ReceiptOffer { transaction: transaction.id, names_merchant, days, score })
    }
}

fn minor(digits: Digits, currency: Currency) -> Option<i64> {
    i64::try_from(digits.scaled(currency.digits())?).ok()
}

/// Returns the amount of a word such as `12,50€`. It has decimals, because other numbers of a receipt have
/// none.
fn amount(token: &str) -> Option<Digits> {
    let number = token.trim_matches(|letter: char| !letter.is_numeric());
    let written = WrittenNumber::parse(number)?;
    let digits = written.read(written.point().assuming_thousands()?)?;
    (1..=3).contains(&digits.places()).then_some(digits)
}

/// Returns the dates of a line.
fn dates(tokens: &[&str]) -> Vec<Date> {
    let mut found = Vec::new();
    for at in 0..tokens.len() {
        let one = tokens[at].trim_matches(|letter: char| !letter.is_alphanumeric());
        let three = tokens.get(at..at + 3).map(|three| three.join(" "));
        let named = three.filter(|three| three.contains(char::is_alphabetic));
        let named = named.and_then(|three| WrittenDate::parse(&three, english_month));
        for date in [WrittenDate::parse_numbers(one), named].into_iter().flatten() {
            found.extend([date.resolve(false), date.resolve(true)].into_iter().flatten());
        }
    }
    found.retain(|date| Period::EVER.contains(*date));
    found
}

#[cfg(test)]
mod tests;
