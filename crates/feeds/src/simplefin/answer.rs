//! The answer of `GET /accounts`.

use chrono::DateTime;
use saldo_domain::{Currency, Date, FeedAccountDetails, Money, Timestamp};
use serde::Deserialize;

use crate::http::AnswerLimits;
use crate::provider::{FeedError, Fetched, FetchedAccount, FetchedRow};
use crate::values::{
    DESCRIPTION_CHARACTERS_MAX, ID_BYTES_MAX, NAME_CHARACTERS_MAX, is_plausible, messages, money, plain,
};

#[derive(Deserialize)]
struct AccountSet {
    #[serde(default)]
    errors: Vec<String>,
    accounts: Vec<Account>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Account {
    #[serde(default)]
    org: Organization,
    id: String,
    name: String,
    currency: String,
    balance: String,
    balance_date: i64,
    #[serde(default)]
    transactions: Vec<Transaction>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "kebab-case")]
struct Organization {
    domain: Option<String>,
    name: Option<String>,
    sfin_url: Option<String>,
}

#[derive(Deserialize)]
struct Transaction {
    id: String,
    posted: i64,
    amount: String,
    #[serde(default)]
    description: String,
    payee: Option<String>,
    memo: Option<String>,
    #[serde(default)]
    pending: bool,
}

/// Reads an answer. An account that cannot be read is left out, with a message.
pub(super) fn read(body: &[u8], limits: &AnswerLimits) -> Result<Fetched, FeedError> {
    let set: AccountSet = serde_json::from_slice(body).map_err(|_| FeedError::Malformed)?;
    let transactions: usize = set.accounts.iter().map(|account| account.transactions.len()).sum();
    if set.accounts.len() > limits.accounts_max || transactions > limits.transactions_max {
        return Err(FeedError::TooLarge);
    }
    let mut fetched = Fetched { messages: set.errors, ..Fetched::default() };
    for account in set.accounts {
        let name = account.name.clone();
        match account.read() {
            Ok(account) => fetched.accounts.push(account),
            Err(what) => fetched.messages.push(format!("{name}: {what}. This account is left out.")),
        }
    }
    fetched.messages = messages(fetched.messages);
    Ok(fetched)
}

impl Account {
    fn read(self) -> Result<FetchedAccount, &'static str> {
        let Organization { domain, name, sfin_url } = self.org;
        let organization = domain.as_ref().or(sfin_url.as_ref()).or(name.as_ref());
        let key = format!("{} {}", organization.map_or("", String::as_str), self.id);
        if key.len() > ID_BYTES_MAX || self.id.is_empty() {
            return Err("its id is missing or too long");
        }
        // A currency of points is a URL.
        let currency = Currency::parse(&self.currency).ok();
        let institution = name.or(domain).map(|name| plain(&name, NAME_CHARACTERS_MAX));
        let mut details = FeedAccountDetails {
            institution: institution.filter(|name| !name.is_empty()),
            name: Some(plain(&self.name, NAME_CHARACTERS_MAX))
                .filter(|name| !name.is_empty())
                .unwrap_or_else(|| self.id.clone()),
            currency,
            balance: None,
            balance_at: None,
            pending: 0,
            pending_sum: None,
        };
        let mut rows = Vec::new();
        if let Some(currency) = currency {
            details.balance = Some(money(&self.balance, currency).ok_or("its balance cannot be read")?);
            details.balance_at = Some(moment(self.balance_date).ok_or("the day of its balance is invalid")?);
            let mut pending = Vec::new();
            for transaction in self.transactions {
                let amount = money(&transaction.amount, currency).ok_or("an amount cannot be read")?;
                // A transaction without a day is not booked, even if the server does not say so.
                if transaction.pending || transaction.posted == 0 {
                    pending.push(amount);
                } else {
                    rows.push(transaction.booked(amount)?);
                }
            }
            details.pending = u32::try_from(pending.len()).map_err(|_| "too many pending transactions")?;
            details.pending_sum = Some(
                Money::sum(currency, pending).map_err(|_| "the sum of pending transactions is too large")?,
            );
        }
        Ok(FetchedAccount { key, details, rows })
    }
}

impl Transaction {
    fn booked(self, amount: Money) -> Result<FetchedRow, &'static str> {
        if self.id.is_empty() || self.id.len() > ID_BYTES_MAX {
            return Err("the id of a transaction is missing or too long");
        }
        let date = day(self.posted).ok_or("the day of a transaction is invalid")?;
        let texts = [Some(self.description), self.payee, self.memo];
        let mut texts = texts.into_iter().flatten().map(|text| plain(&text, DESCRIPTION_CHARACTERS_MAX));
        let description = texts.find(|text| !text.is_empty()).unwrap_or_default();
        Ok(FetchedRow { id: self.id, date, amount, description })
    }
}

fn moment(seconds: i64) -> Option<Timestamp> {
    DateTime::from_timestamp(seconds, 0).map(Timestamp::from_utc).filter(|at| is_plausible(at.date()))
}

fn day(seconds: i64) -> Option<Date> {
    moment(seconds).map(Timestamp::date)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::values::{MESSAGE_CHARACTERS_MAX, MESSAGES_MAX};

    const LIMITS: AnswerLimits = AnswerLimits::new(10_000, 3, 4, 1, Duration::from_secs(1));

    fn account(currency: &str, transactions: &str) -> String {
        format!(
            r#"{{"org":{{"domain":"mybank.com","name":"My Bank"}},"id":"1","name":"Savings",
            "currency":"{currency}","balance":"100.23","balance-date":1764000000,"transactions":[{transactions}]}}"#
        )
    }

    fn set(accounts: &[String]) -> Result<Fetched, FeedError> {
        read(
            format!(r#"{{"errors":["<b>Sign in</b>\nagain"],"accounts":[{}]}}"#, accounts.join(","))
                .as_bytes(),
            &LIMITS,
        )
    }

    fn row(more: &str) -> String {
        format!(r#"{{"id":"a","amount":"-5.00","description":"Shop"{more}}}"#)
    }

    #[test]
    fn booked_transactions_are_rows_and_pending_ones_are_counted() {
        let rows = [
            row(r#","posted":1764547199"#),
            row(r#","posted":1764547200"#),
            row(r#","posted":0"#),
            row(r#","posted":1764547200,"pending":true"#),
        ];
        let fetched = set(&[account("USD", &rows.join(","))]).unwrap();
        let found = &fetched.accounts[0];
        assert_eq!((&found.key[..], found.details.name.as_str()), ("mybank.com 1", "Savings"));
        let days: Vec<String> = found.rows.iter().map(|row| row.date.to_string()).collect();
        // The two seconds are on both sides of midnight in UTC.
        assert_eq!(days, ["2025-11-30", "2025-12-01"]);
        assert_eq!(found.rows[0].amount.decimal(), "-5.00");
        assert_eq!((found.details.pending, found.details.pending_sum.unwrap().minor()), (2, -1_000));
        assert_eq!(fetched.messages, ["<b>Sign in</b> again"]);
    }

    #[test]
    fn a_currency_of_points_has_no_rows() {
        let fetched = set(&[account("https://example.com/miles", &row(r#","posted":1764547200"#))]).unwrap();
        let found = &fetched.accounts[0];
        assert_eq!((found.details.currency, found.rows.len()), (None, 0));
    }

    #[test]
    fn an_account_that_cannot_be_read_is_left_out_with_a_message() {
        let broken = [
            row(r#","posted":99999999999999"#),
            row(r#","posted":1764547200"#).replace("-5.00", "5,0x"),
            row(r#","posted":1764547200"#).replace("-5.00", "1.005"),
            row(r#","posted":1764547200"#).replace(r#""a""#, r#""""#),
        ];
        for broken in broken {
            let fetched = set(&[account("USD", &broken)]).unwrap();
            assert_eq!((fetched.accounts.len(), fetched.messages.len()), (0, 2), "{broken}");
            assert!(fetched.messages[1].ends_with("This account is left out."));
        }
    }

    #[test]
    fn answers_beyond_a_limit_or_of_another_form_are_rejected() {
        let four = vec![account("USD", ""); 4];
        assert_eq!(set(&four), Err(FeedError::TooLarge));
        let five = [row(r#","posted":1764547200"#), String::new()];
        assert_eq!(set(&[account("USD", &vec![five[0].clone(); 5].join(","))]), Err(FeedError::TooLarge));
        for text in ["", "[]", "{}", "<html>", r#"{"errors":[],"accounts":[{}]}"#] {
            assert_eq!(read(text.as_bytes(), &LIMITS), Err(FeedError::Malformed), "{text}");
        }
    }

    #[test]
    fn messages_are_bounded() {
        let many: Vec<String> = (0..50).map(|_| format!("\"{}\"", "x".repeat(1_000))).collect();
        let fetched = read(format!(r#"{{"errors":[{}],"accounts":[]}}"#, many.join(",")).as_bytes(), &LIMITS);
        let messages = fetched.unwrap().messages;
        assert_eq!(messages.len(), MESSAGES_MAX);
        assert!(messages.iter().all(|message| message.chars().count() == MESSAGE_CHARACTERS_MAX));
    }
}
