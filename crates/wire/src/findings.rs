//! JSON bodies of the reader's check: the printed figures that hold, the other readings that they allow, and
//! the origins of what was read.

use chrono::NaiveDate;
use saldo_domain::{
    Alternative, Difference, Example, Finding, Findings, Money, Origin, Origins, Outcome, PrintedFigure,
    StatementAccount, TransactionId, Witness,
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::DecimalText;

/// The printed figures of a section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct ChecksBody {
    /// The number of printed figures that were compared.
    printed: u32,
    /// The number of those that agree with the transactions.
    holding: u32,
    /// The result in words, with the first figure that does not hold.
    message: String,
}

/// A printed figure that contradicts the others.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContradictionBody {
    figure: PrintedFigure,
    /// The transaction beside which it is printed.
    #[serde(rename = "entryId")]
    transaction_id: Option<TransactionId>,
    /// The last transaction before it up to which all balances agree.
    #[serde(rename = "afterEntryId")]
    after_transaction_id: Option<TransactionId>,
    /// The printed figure less the one that follows from the transactions.
    #[schema(value_type = DecimalText)]
    difference: String,
    message: String,
}

/// Another reading that explains the printed figures equally well.
#[derive(Debug, Serialize, ToSchema)]
pub struct AlternativeBody {
    differs: Vec<Difference>,
    message: String,
    examples: Vec<AlternativeExample>,
}

/// A transaction with its date and amount under another reading.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AlternativeExample {
    #[serde(rename = "entryId")]
    transaction_id: TransactionId,
    date: NaiveDate,
    #[schema(value_type = DecimalText)]
    amount: String,
}

/// A question that only the user can answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OpenQuestion {
    /// Several readings are possible.
    Reading,
    /// The currency is inferred.
    Currency,
    /// The years of the dates are inferred.
    Year,
}

/// The reader's check of a section.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FindingsBody {
    checks: ChecksBody,
    contradictions: Vec<ContradictionBody>,
    alternatives: Vec<AlternativeBody>,
    /// `null` for a data file.
    origins: Option<Origins>,
    questions: Vec<OpenQuestion>,
}

impl FindingsBody {
    /// Builds the check of a section. After a change of the transactions, only the contradictions remain that
    /// no check of the transactions compares again.
    pub(crate) fn of(account: &StatementAccount) -> Self {
        let findings = account.findings.as_ref();
        let contradictions = findings.map_or(&[][..], |found| &found.contradictions);
        let is_current = findings.is_some_and(|found| found.is_current);
        let applies = |one: &&Finding<TransactionId>| is_current || !one.figure.is_in_draft();
        Self {
            checks: checks(account),
            contradictions: contradictions.iter().filter(applies).map(ContradictionBody::from).collect(),
            alternatives: findings
                .map_or(&[][..], |found| &found.alternatives)
                .iter()
                .map(AlternativeBody::from)
                .collect(),
            origins: findings.map(|found| found.origins),
            questions: findings.map(questions).unwrap_or_default(),
        }
    }
}

/// Returns the printed figures of a section, with the first one that does not hold.
pub(crate) fn checks(account: &StatementAccount) -> ChecksBody {
    let (printed, holding) = account
        .witnesses
        .iter()
        .map(Witness::count)
        .fold((0_u32, 0_u32), |sum, one| (sum.0.saturating_add(one.0), sum.1.saturating_add(one.1)));
    let message = match (account.outcome, printed) {
        (_, 0) => "The statement prints nothing to check against.".to_owned(),
        (Outcome::Balanced, _) if printed == holding => format!("All {printed} printed figures match."),
        (Outcome::Unchecked, _) if printed == holding => {
            format!("All {printed} printed figures match, but they do not prove every transaction.")
        }
        _ => format!("{holding} of {printed} printed figures match."),
    };
    let message = [Some(message), first_place(account)].into_iter().flatten().collect::<Vec<_>>().join(" ");
    ChecksBody { printed, holding, message }
}

impl ChecksBody {
    /// True if the section prints no figure to compare with.
    pub(crate) const fn is_empty(&self) -> bool {
        self.printed == 0
    }

    /// Returns the result in words.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }
}

/// Describes the first figure that does not hold.
fn first_place(account: &StatementAccount) -> Option<String> {
    let found = account.findings.as_ref().filter(|found| found.is_current);
    let read = found.and_then(|found| found.contradictions.first()).map(|one| one.message.clone());
    let is_wrong = account.outcome == Outcome::Unbalanced;
    read.or_else(|| account.likely_causes.first().filter(|_| is_wrong).map(|cause| cause.message.clone()))
}

fn questions(findings: &Findings<TransactionId>) -> Vec<OpenQuestion> {
    let all = [
        (!findings.alternatives.is_empty(), OpenQuestion::Reading),
        (findings.origins.currency == Origin::Inferred, OpenQuestion::Currency),
        (findings.origins.year == Origin::Inferred, OpenQuestion::Year),
    ];
    all.into_iter().filter(|(is_open, _)| *is_open).map(|(_, question)| question).collect()
}

impl From<&Finding<TransactionId>> for ContradictionBody {
    fn from(one: &Finding<TransactionId>) -> Self {
        Self {
            figure: one.figure,
            transaction_id: one.transaction,
            after_transaction_id: one.after,
            difference: one.difference.decimal(),
            message: one.message.clone(),
        }
    }
}

impl From<&Alternative<TransactionId>> for AlternativeBody {
    fn from(one: &Alternative<TransactionId>) -> Self {
        let example = |one: &Example<TransactionId>| AlternativeExample {
            transaction_id: one.transaction,
            date: one.date,
            amount: Money::decimal(one.amount),
        };
        Self {
            differs: one.differs.clone(),
            message: one.message.clone(),
            examples: one.examples.iter().map(example).collect(),
        }
    }
}
