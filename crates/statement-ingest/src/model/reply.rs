//! A model's answer. It consists of lines and tokens, and cannot contain a figure of its own.

use std::str::FromStr;

use serde::{Deserialize, Deserializer};

/// The report of a model.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Reply {
    pub(super) accounts: Vec<AccountReply>,
}

/// One account in one period.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AccountReply {
    pub(super) opening: Option<Token>,
    pub(super) closing: Option<Token>,
    #[serde(default)]
    pub(super) balances: Balances,
    pub(super) transactions: Vec<TransactionReply>,
    #[serde(default)]
    pub(super) carried: Vec<Token>,
    #[serde(default)]
    pub(super) totals: Vec<Token>,
}

/// One transaction.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(super) struct TransactionReply {
    pub(super) date: Token,
    pub(super) value_date: Option<Token>,
    pub(super) amount: Token,
    pub(super) direction: Direction,
    pub(super) balance: Option<Token>,
    /// Line numbers as the model sees them, from 1.
    #[serde(default)]
    pub(super) text: Vec<usize>,
}

/// The side from which balances are printed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Balances {
    /// The holder's side: a balance is money that the holder has.
    #[default]
    Held,
    /// The bank's side: a balance is money that the holder owes.
    Owed,
}

/// The direction of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Direction {
    In,
    Out,
}

/// The kind of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Kind {
    Date,
    Amount,
}

/// A token on a line. Both numbers count from 0; in the text form `12.a1` they count from 1. The order is
/// that of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Token {
    pub(super) line: usize,
    pub(super) kind: Kind,
    pub(super) number: usize,
}

impl FromStr for Token {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (line, token) = text.trim().split_once('.').ok_or(())?;
        let kind = match token.get(..1) {
            Some("d") => Kind::Date,
            Some("a") => Kind::Amount,
            _ => return Err(()),
        };
        let number = token.get(1..).ok_or(())?;
        Ok(Self { line: from_one(line)?, kind, number: from_one(number)? })
    }
}

/// Parses a number that counts from 1, and returns it counted from 0.
fn from_one(text: &str) -> Result<usize, ()> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !plain {
        return Err(());
    }
    text.parse::<usize>().ok().and_then(|number| number.checked_sub(1)).ok_or(())
}

impl<'de> Deserialize<'de> for Token {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(|()| serde::de::Error::custom("not a token"))
    }
}

/// Upper limit for the opening braces at which a report is looked for.
const TRIES_MAX: usize = 64;

/// Returns the report in an answer: the whole answer, or the first object in it that is a report.
pub(super) fn parse(answer: &str) -> Option<Reply> {
    answer.match_indices('{').take(TRIES_MAX).find_map(|(at, _)| {
        let mut values = serde_json::Deserializer::from_str(answer.get(at..)?).into_iter::<Reply>();
        values.next()?.ok()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_has_a_line_and_a_number() {
        assert_eq!("12.a1".parse(), Ok(Token { line: 11, kind: Kind::Amount, number: 0 }));
        assert_eq!(" 1.d2 ".parse(), Ok(Token { line: 0, kind: Kind::Date, number: 1 }));
        for wrong in [
            "",
            "12",
            "12.",
            "12.a",
            "12.a0",
            "0.a1",
            "12.x1",
            "12.50",
            "-1.a1",
            "+1.a1",
            "1.é1",
            "99999999999999999999.a1",
        ] {
            assert_eq!(wrong.parse::<Token>(), Err(()), "{wrong}");
        }
    }

    #[test]
    fn a_report_is_found_among_prose() {
        let report = r#"{"accounts":[{"transactions":[{"date":"1.d1","amount":"1.a1","direction":"out"}]}]}"#;
        for answer in [
            report.to_owned(),
            format!("```json\n{report}\n```"),
            format!("<think>maybe {{\"a\":1}}?</think> Here you are: {report} I hope that {{helps}}."),
        ] {
            assert_eq!(parse(&answer).map(|reply| reply.accounts.len()), Some(1), "{answer}");
        }
    }

    #[test]
    fn a_figure_invented_by_a_model_is_rejected() {
        for answer in [
            "Everything adds up.",
            r#"{"accounts":[{"transactions":[{"date":"1.d1","amount":"12.50","direction":"out"}]}]}"#,
            r#"{"accounts":[{"transactions":[{"date":"1.d1","amount":12.5,"direction":"out"}]}]}"#,
            r#"{"accounts":[{"transactions":[{"date":"1.d1","amount":"1.a1","direction":"out","value":"5"}]}]}"#,
            r#"{"accounts":[{"transactions":[{"date":"2024-01-01","amount":"1.a1","direction":"out"}]}]}"#,
            r#"{"accounts":[{"transactions":[{"date":"1.d1","amount":"1.a1","#,
            &"{".repeat(100_000),
            &r#"{"accounts":"#.repeat(5_000),
        ] {
            assert_eq!(parse(answer), None);
        }
    }
}
