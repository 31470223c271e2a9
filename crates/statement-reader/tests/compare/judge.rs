//! Statements with their true rows, and the comparison of readings with them.

use chrono::NaiveDate;
use saldo_domain::{AccountDraft, Origin, Outcome};
use saldo_statement_reader::explain::explain;
use saldo_statement_reader::page::{Hayro, PageLimits, PositionedText, ReadRequest};
use saldo_statement_reader::read::ReadHints;
use saldo_statement_reader::reconcile::check;

/// A row: the days that are accepted for it, and its amount.
pub(crate) type Row = (Vec<NaiveDate>, String);

/// A statement and the expected result.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) file: Vec<u8>,
    pub(crate) password: Option<String>,
    /// Rows of each account.
    pub(crate) accounts: Vec<Vec<Row>>,
    /// Currency of each account, if known.
    pub(crate) currencies: Vec<Option<String>>,
    /// Expected outcome; `None` if every outcome except *balanced* is right.
    pub(crate) outcome: Option<&'static str>,
}

pub(crate) struct Judged {
    difference: Option<String>,
    /// True if the currency is right or reported as inferred.
    currency: bool,
    outcome: &'static str,
    wanted: Option<&'static str>,
    notes: Vec<String>,
}

impl Judged {
    pub(crate) fn outcome(&self) -> &'static str {
        self.outcome
    }

    pub(crate) fn is_exact(&self) -> bool {
        self.difference.is_none()
    }

    pub(crate) fn is_false(&self) -> bool {
        self.outcome == "balanced"
            && (self.difference.is_some()
                || !self.currency
                || self.wanted.is_none_or(|wanted| wanted == "unbalanced"))
    }

    pub(crate) fn has_right_outcome(&self) -> bool {
        match self.wanted {
            Some(wanted) => wanted == self.outcome,
            None => self.outcome != "balanced",
        }
    }

    pub(crate) fn say(&self) -> String {
        format!(
            "{}{} (wanted {}){} {}",
            if self.is_false() { "FALSE " } else { "" },
            self.outcome,
            self.wanted.unwrap_or("anything else"),
            self.difference.as_ref().map_or_else(String::new, |difference| format!(": {difference}")),
            self.notes.join(" ")
        )
    }
}

fn name(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Balanced) => "balanced",
        Some(Outcome::Unbalanced) => "unbalanced",
        Some(Outcome::Unchecked) | None => "no_balances",
    }
}

pub(crate) fn judge(case: &Case) -> Judged {
    let refused = |outcome| Judged {
        difference: (!case.accounts.iter().all(Vec::is_empty)).then(|| "nothing".to_owned()),
        currency: true,
        outcome,
        wanted: case.outcome,
        notes: Vec::new(),
    };
    let limits = PageLimits::default();
    let request = ReadRequest { bytes: &case.file, password: case.password.as_deref(), limits: &limits };
    let Ok(document) = Hayro.read(&request) else { return refused("needs_password") };
    let hints = ReadHints { today: NaiveDate::from_ymd_opt(2025, 12, 31), ..ReadHints::default() };
    let Ok(explained) = explain(&document, &hints) else { return refused("not_a_statement") };
    let verdicts = explained.verdicts.iter();
    let inferred: Vec<bool> = verdicts.map(|one| one.origins.currency == Origin::Inferred).collect();
    let mut notes = Vec::new();
    for verdict in &explained.verdicts {
        notes.extend(verdict.contradictions.iter().take(3).map(|place| place.message.clone()));
        notes.extend(verdict.alternatives.iter().map(|other| other.message.clone()));
    }
    let checked = check(explained.draft);
    let outcome = checked.outcome();
    let accounts: Vec<AccountDraft> = checked.accounts.into_iter().map(|account| account.draft).collect();
    let is_wrong = |(at, (account, wanted)): &(usize, (&AccountDraft, &Option<String>))| {
        let is_other = wanted.as_ref().is_some_and(|wanted| wanted != account.currency.code());
        is_other && inferred.get(*at) != Some(&true)
    };
    let wrong = accounts.iter().zip(&case.currencies).enumerate().find(is_wrong);
    let wrong = wrong.map(|(_, (account, _))| format!("currency {}", account.currency));
    let currency = wrong.is_none();
    let difference = difference(&case.accounts, &accounts).or(wrong);
    Judged { difference, currency, outcome: name(outcome), wanted: case.outcome, notes }
}

/// Returns the text of a statement's first pages in its layout.
pub(crate) fn page(case: &Case) -> String {
    let limits = PageLimits::default();
    let request = ReadRequest { bytes: &case.file, password: case.password.as_deref(), limits: &limits };
    let Ok(document) = Hayro.read(&request) else { return String::new() };
    let mut text = String::new();
    for page in document.pages.iter().take(3) {
        let mut glyphs: Vec<_> = page.glyphs.iter().collect();
        glyphs.sort_by(|one, two| one.baseline.total_cmp(&two.baseline).then(one.x.total_cmp(&two.x)));
        for line in glyphs.chunk_by(|one, two| (one.baseline - two.baseline).abs() < 1.0) {
            text.push_str("    | ");
            let mut end = 36.0;
            for glyph in line {
                let mut gap = glyph.x - end;
                while gap > 4.0 {
                    text.push(' ');
                    gap -= 5.0;
                }
                end = glyph.x + glyph.width;
                text.push_str(&glyph.text);
            }
            text.push('\n');
        }
    }
    text
}

fn difference(wanted: &[Vec<Row>], read: &[AccountDraft]) -> Option<String> {
    if wanted.len() != read.len() {
        return Some(format!("{} accounts instead of {}", read.len(), wanted.len()));
    }
    wanted.iter().zip(read).find_map(|(wanted, read)| {
        let fits = |row: &Row, transaction: &saldo_domain::TransactionDraft| {
            let same_day = row.0.contains(&transaction.date)
                || transaction.value_date.is_some_and(|day| row.0.contains(&day));
            same_day && same_amount(&row.1, &transaction.amount.decimal())
        };
        let mut left: Vec<_> = read.transactions.iter().collect();
        let missing: Vec<&Row> = wanted
            .iter()
            .filter(|row| match left.iter().position(|transaction| fits(row, transaction)) {
                Some(at) => {
                    left.remove(at);
                    false
                }
                None => true,
            })
            .collect();
        if missing.is_empty() && left.is_empty() {
            return None;
        }
        let say_missing = missing.first().map(|row| format!("missing {:?} {}", row.0.first(), row.1));
        let say_extra: Vec<String> = left
            .iter()
            .take(4)
            .map(|transaction| {
                format!(
                    "extra {} {} {}",
                    transaction.date,
                    transaction.amount.decimal(),
                    transaction.description
                )
            })
            .collect();
        Some(format!(
            "{} missing, {} extra of {}: {} {}",
            missing.len(),
            left.len(),
            wanted.len(),
            say_missing.unwrap_or_default(),
            say_extra.join(", ")
        ))
    })
}

/// True if two amounts are equal, such as `-12.3`, `-12.30` and `-012.300`.
fn same_amount(one: &str, other: &str) -> bool {
    let normal = |text: &str| {
        let (sign, digits) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let digits = digits.trim_matches(['0', '.']);
        let sign = if digits.is_empty() { "" } else { sign };
        format!("{sign}{}.{}", whole.trim_start_matches('0'), fraction.trim_end_matches('0'))
    };
    normal(one) == normal(other)
}
