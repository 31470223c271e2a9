//! Findings: the reader's check of all figures that a statement prints, the readings that these figures
//! allow, and the user's answers to what they leave open.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::money::{Currency, Money};
use crate::reconciliation::{Outcome, Witness};
use crate::statement::Place;

/// The result of checking all printed figures of a page against each other. `E` identifies a transaction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings<E = usize> {
    /// The outcome. The check of the draft's figures can make it worse, never better.
    pub outcome: Outcome,
    /// The number of transactions that were read.
    pub rows: u32,
    /// The printed figures that a draft does not contain, such as sums of pages.
    pub witnesses: Vec<Witness>,
    /// The printed figures that contradict the others, in the order of the page.
    pub contradictions: Vec<Finding<E>>,
    /// The other readings that explain the printed figures equally well.
    pub alternatives: Vec<Alternative<E>>,
    /// The origins of what was read.
    pub origins: Origins,
    /// The key of this reading, with which the reader finds it again.
    pub reading: String,
    /// The fingerprint of the layout: of its heads and columns.
    pub layout: String,
    /// False if the user changed transactions after the reading. The findings then are those of the original
    /// transactions.
    pub is_current: bool,
}

impl<E> Findings<E> {
    /// Converts the identifiers of the transactions.
    pub fn about<F>(self, name: impl Fn(E) -> Option<F>) -> Findings<F> {
        let contradiction = |one: Finding<E>| Finding {
            figure: one.figure,
            transaction: one.transaction.and_then(&name),
            after: one.after.and_then(&name),
            difference: one.difference,
            message: one.message,
        };
        let example = |one: Example<E>| {
            Some(Example { transaction: name(one.transaction)?, date: one.date, amount: one.amount })
        };
        let alternative = |one: Alternative<E>| Alternative {
            differs: one.differs,
            message: one.message,
            examples: one.examples.into_iter().filter_map(example).collect(),
            reading: one.reading,
        };
        Findings {
            outcome: self.outcome,
            rows: self.rows,
            witnesses: self.witnesses,
            contradictions: self.contradictions.into_iter().map(contradiction).collect(),
            alternatives: self.alternatives.into_iter().map(alternative).collect(),
            origins: self.origins,
            reading: self.reading,
            layout: self.layout,
            is_current: self.is_current,
        }
    }

    /// Returns what remains of the findings after the user changed transactions. Figures that the check of a
    /// draft compares again are left to it. The doubts of the reader stay.
    #[must_use]
    pub fn after_changes(self) -> Self {
        let mut contradictions = self.contradictions;
        contradictions.retain(|one| !one.figure.is_in_draft());
        Self { outcome: Outcome::Unchecked, witnesses: Vec::new(), contradictions, ..self }
    }

    /// True if the user's changes cannot remove the doubts: other readings are possible, or a figure
    /// contradicts that a draft does not contain.
    #[must_use]
    pub fn doubts(&self) -> bool {
        self.outcome == Outcome::Unchecked || self.contradictions.iter().any(|one| !one.figure.is_in_draft())
    }
}

/// A printed figure that contradicts the others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding<E = usize> {
    /// The kind of figure.
    pub figure: PrintedFigure,
    /// The transaction beside which it is printed.
    #[serde(rename = "entry")]
    pub transaction: Option<E>,
    /// The last transaction before it up to which all balances agree.
    pub after: Option<E>,
    /// The printed figure less the one that follows from the transactions.
    pub difference: Money,
    /// An explanation for people, in one sentence.
    pub message: String,
}

/// A kind of printed figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PrintedFigure {
    /// A balance beside a transaction.
    RunningBalance,
    /// An opening balance other than the first one.
    OpeningBalance,
    /// A closing balance.
    ClosingBalance,
    /// A total of money in.
    TotalIn,
    /// A total of money out.
    TotalOut,
    /// A sum below a page, a section or a column.
    Sum,
    /// A balance in a list of daily balances.
    DailyBalance,
    /// A sign beside an amount.
    Sign,
    /// A number of transactions.
    Count,
    /// A date that does not exist, or is outside the printed period.
    Date,
}

impl PrintedFigure {
    /// True if a draft contains the figure, so that a check of the draft compares it.
    #[must_use]
    pub const fn is_in_draft(self) -> bool {
        matches!(self, Self::RunningBalance | Self::ClosingBalance | Self::TotalIn | Self::TotalOut)
    }
}

/// Another reading that explains the printed figures equally well.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Alternative<E = usize> {
    /// The facts in which it differs.
    pub differs: Vec<Difference>,
    /// An explanation for people, in one sentence.
    pub message: String,
    /// The first transactions in which it differs.
    pub examples: Vec<Example<E>>,
    /// The key of the reading, with which the reader finds it again.
    pub reading: String,
}

/// A fact in which two readings of a statement may differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Difference {
    /// The signs of transactions.
    Signs,
    /// The transactions or their amounts.
    Rows,
    /// The years of the dates.
    Years,
    /// The order of day and month in the dates.
    Dates,
    /// The currency.
    Currency,
}

/// A transaction with its date and amount under another reading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example<E = usize> {
    /// The transaction.
    #[serde(rename = "entry")]
    pub transaction: E,
    /// The date under the other reading.
    pub date: NaiveDate,
    /// The amount under the other reading.
    pub amount: Money,
}

/// The origins of the facts that apply to all transactions of an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Origins {
    /// The origin of the currency.
    pub currency: Origin,
    /// The origin of the years of the dates.
    pub year: Origin,
    /// The origin of the kind of account.
    pub kind: Origin,
    /// The origin of the sign convention.
    pub signs: Origin,
}

/// The origin of a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The pages state it.
    Printed,
    /// Inferred from other evidence, or assumed.
    Inferred,
    /// The pages do not state it, and the user confirmed it.
    Confirmed,
}

/// A fact that statements of an account may leave open, and that the user confirms once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OpenFact {
    /// The currency.
    Currency,
    /// The years of the dates.
    Year,
}

/// The user's answers about one statement.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatementAnswers {
    /// The currency.
    pub currency: Option<Currency>,
    /// The date of its last transaction, from which the years of all others follow.
    pub last_day: Option<NaiveDate>,
    /// The key of the reading that is right.
    pub reading: Option<String>,
}

/// The lessons from the user's answers about one statement, for later statements of the same layout.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LayoutHint {
    /// The currency, if statements of this layout do not print it.
    pub currency: Option<Currency>,
    /// The key of the reading that is right.
    pub reading: Option<String>,
}

/// The user's answers about a statement and about others of its layout.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UserAnswers {
    /// The answers about this statement.
    pub answers: StatementAnswers,
    /// The transactions of this statement that the user corrected.
    pub rows: Vec<CorrectedRow>,
    /// The lessons from other statements, by the fingerprint of the layout.
    pub layouts: BTreeMap<String, LayoutHint>,
}

/// A transaction that the user corrected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CorrectedRow {
    /// The position on the page.
    pub place: Place,
    /// The correct date.
    pub date: NaiveDate,
    /// The correct amount.
    pub amount: Money,
}
