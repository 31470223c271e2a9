//! Transcripts of the sample statements, and the comparison of readings with them.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use chrono::NaiveDate;
use saldo_domain::{CheckedAccount, CheckedDraft, Outcome, StatementKind, TransactionDraft};
use saldo_statement_reader::page::{Hayro, PageLimits, PositionedText, ReadError, ReadRequest};
use saldo_statement_reader::read::{NotRead, ReadHints, read_document};
use saldo_statement_reader::reconcile::check;
use serde_json::Value;

/// The sample whose transcript lists transactions in the wrong order. According to their README, transcripts
/// list them as printed; of the three samples with the newest transaction first, only this one is reversed.
const TURNED_TRANSCRIPT: &str = "ch_newest_first";

/// Result of reading a sample.
pub(crate) struct Report {
    /// Name of the sample.
    pub(crate) name: String,
    /// Number of transactions with the right date and amount.
    pub(crate) right: usize,
    /// Transactions with a wrong date or amount, or not read at all. A wrong one is also listed in `extra`.
    pub(crate) missing: Vec<String>,
    /// Transactions that are not on the page.
    pub(crate) extra: Vec<String>,
    /// Number of right transactions whose description matches the transcript, except for spaces.
    pub(crate) described: usize,
    /// Descriptions that differ.
    pub(crate) differing: Vec<String>,
    /// Expected and actual outcome.
    pub(crate) outcome: (String, String),
    /// Transactions in another order than in the transcript.
    pub(crate) order: Vec<String>,
    /// Accounts with another currency than in the transcript.
    pub(crate) currency: Vec<String>,
    /// Differences in the kind of statement.
    pub(crate) kind: Vec<String>,
    /// Name of the bank according to the reader.
    pub(crate) institution: Option<String>,
    /// Opening and closing balances that differ.
    pub(crate) ends: Vec<String>,
    /// Time from the bytes to the checked transactions.
    pub(crate) time: Duration,
}

impl Report {
    /// True if dates, amounts, order, balances and outcome all match the transcript.
    pub(crate) fn is_exact(&self) -> bool {
        self.rows_are_exact() && self.outcome.0 == self.outcome.1
    }

    /// True if dates, amounts, order and balances all match the transcript.
    pub(crate) fn rows_are_exact(&self) -> bool {
        self.missing.is_empty() && self.extra.is_empty() && self.order.is_empty() && self.ends.is_empty()
    }

    /// True if the reading is exact, or nothing but the order differs.
    pub(crate) fn is_true(&self) -> bool {
        self.missing.is_empty()
            && self.extra.is_empty()
            && self.currency.is_empty()
            && self.outcome.0 == self.outcome.1
    }

    /// Returns one line of the table.
    pub(crate) fn line(&self) -> String {
        format!(
            "{:40} right {:3} missing {:3} extra {:3} described {:3}  {:14} {:14} {:8.2} ms {}",
            self.name,
            self.right,
            self.missing.len(),
            self.extra.len(),
            self.described,
            self.outcome.0,
            self.outcome.1,
            self.time.as_secs_f64() * 1000.0,
            if self.is_exact() { "" } else { "  <<<" },
        )
    }
}

/// Returns the samples of one kind: those of the repository, which must exist, and those beside it.
pub(crate) fn samples(kind: &str) -> Vec<PathBuf> {
    let home = std::fs::canonicalize(env!("CARGO_MANIFEST_DIR")).expect("the crate's folder");
    let own = pdfs(&home.join("tests/samples").join(kind));
    assert!(!own.is_empty(), "no sample statements in tests/samples/{kind}");
    let mut files = [own, pdfs(&home.join("../../../shared/corpus").join(kind))].concat();
    files.sort();
    files
}

/// Returns the PDFs in a folder; none if it does not exist.
pub(crate) fn pdfs(folder: &Path) -> Vec<PathBuf> {
    let listing = std::fs::read_dir(folder).into_iter().flatten();
    listing
        .filter_map(|found| Some(found.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "pdf"))
        .collect()
}

/// Reads a file as the service does.
pub(crate) fn read(path: &Path, password: Option<&str>) -> Result<CheckedDraft, String> {
    let bytes = std::fs::read(path).expect("the sample can be read");
    let request = ReadRequest { bytes: &bytes, password, limits: &PageLimits::default() };
    let document = Hayro.read(&request).map_err(|error| match error {
        ReadError::NeedsPassword | ReadError::WrongPassword => "needs_password".to_owned(),
        other => format!("{other:?}"),
    })?;
    // One sample prints no year; it is a statement of 2025.
    let hints = ReadHints { today: NaiveDate::from_ymd_opt(2025, 12, 31), ..ReadHints::default() };
    read_document(&document, &hints).map(check).map_err(|error| match error {
        NotRead::ImageOnly => "image_only".to_owned(),
        NotRead::NotAStatement => "not_a_statement".to_owned(),
        other => format!("{other:?}"),
    })
}

/// Reads a sample and compares it with its transcript.
pub(crate) fn report(path: &Path) -> Report {
    let transcript = std::fs::read(path.with_extension("expected.json")).expect("the transcript can be read");
    let expected: Value = serde_json::from_slice(&transcript).expect("the transcript is JSON");
    let started = Instant::now();
    let result = read(path, expected["password"].as_str());
    let time = started.elapsed();
    let wanted = expected["outcome"].as_str().unwrap_or_default().to_owned();
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut report = Report {
        name,
        right: 0,
        missing: Vec::new(),
        extra: Vec::new(),
        described: 0,
        differing: Vec::new(),
        outcome: (wanted, String::new()),
        order: Vec::new(),
        currency: Vec::new(),
        kind: Vec::new(),
        institution: None,
        ends: Vec::new(),
        time,
    };
    match result {
        Err(outcome) => report.outcome.1 = outcome,
        Ok(draft) => compare(&mut report, &expected, &draft),
    }
    report
}

fn compare(report: &mut Report, expected: &Value, draft: &CheckedDraft) {
    let outcome = match draft.outcome() {
        Some(Outcome::Balanced) => "balanced",
        Some(Outcome::Unchecked) => "no_balances",
        Some(Outcome::Unbalanced) => "unbalanced",
        None => "nothing",
    };
    outcome.clone_into(&mut report.outcome.1);
    report.institution.clone_from(&draft.institution);
    let kind = if draft.kind == StatementKind::Card { "card" } else { "bank" };
    if expected["kind"].as_str() != Some(kind) {
        report.kind.push(format!("{kind} instead of {}", expected["kind"]));
    }
    let accounts = expected["accounts"].as_array().cloned().unwrap_or_default();
    if accounts.len() != draft.accounts.len() {
        report.ends.push(format!("{} accounts instead of {}", draft.accounts.len(), accounts.len()));
    }
    let blank = Vec::new();
    for (index, account) in accounts.iter().enumerate() {
        let got = draft.accounts.get(index);
        if let Some(got) = got {
            compare_ends(report, account, got);
            compare_order(report, account, &got.draft.transactions);
            let wanted = account["currency"].as_str().or(expected["currency"].as_str());
            let currency = got.draft.currency.code();
            if wanted.is_some_and(|wanted| wanted != currency) {
                report.currency.push(format!("{currency} instead of {wanted:?}"));
            }
        }
        compare_transactions(report, account, got.map_or(&blank, |got| &got.draft.transactions));
    }
    for extra in draft.accounts.iter().skip(accounts.len()).flat_map(|account| &account.draft.transactions) {
        report.extra.push(say(extra));
    }
}

fn compare_ends(report: &mut Report, account: &Value, got: &CheckedAccount) {
    for (field, balance) in
        [("opening_balance", got.draft.opening_balance), ("closing_balance", got.draft.closing_balance)]
    {
        let wanted = account[field].as_str().map(normal);
        let found = balance.map(|money| normal(&money.decimal()));
        if wanted.is_some() && wanted != found {
            report.ends.push(format!("{field} {found:?} instead of {wanted:?}"));
        }
    }
}

/// Compares days and amounts in the order of the transcript, which is the printed order.
fn compare_order(report: &mut Report, account: &Value, got: &[TransactionDraft]) {
    let mut wanted: Vec<&Value> = account["entries"].as_array().into_iter().flatten().collect();
    if report.name == TURNED_TRANSCRIPT {
        wanted.reverse();
    }
    let at = wanted.iter().zip(got).position(|(wanted, transaction)| !is_same(wanted, transaction));
    if let Some(at) = at {
        report.order.push(format!("{} where {} is wanted", say(&got[at]), wanted[at]));
    }
}

/// True if the date or value date, and the amount, match the transcript.
fn is_same(wanted: &Value, transaction: &TransactionDraft) -> bool {
    let date = wanted["date"].as_str().unwrap_or_default();
    let amount = normal(wanted["amount"].as_str().unwrap_or_default());
    let same_day = transaction.date.to_string() == date
        || transaction.value_date.is_some_and(|day| day.to_string() == date);
    same_day && normal(&transaction.amount.decimal()) == amount
}

fn compare_transactions(report: &mut Report, account: &Value, got: &[TransactionDraft]) {
    let mut left: Vec<&TransactionDraft> = got.iter().collect();
    for wanted in account["entries"].as_array().into_iter().flatten() {
        let date = wanted["date"].as_str().unwrap_or_default();
        let amount = normal(wanted["amount"].as_str().unwrap_or_default());
        let text = wanted["description"].as_str().unwrap_or_default();
        let matches = |transaction: &&TransactionDraft| is_same(wanted, transaction);
        let described = |transaction: &&TransactionDraft| bare(&transaction.description) == bare(text);
        let found = left
            .iter()
            .position(|transaction| matches(transaction) && described(transaction))
            .or_else(|| left.iter().position(matches));
        match found {
            Some(at) => {
                let transaction = left.remove(at);
                report.right += 1;
                if described(&transaction) {
                    report.described += 1;
                } else {
                    report.differing.push(format!("{:?} instead of {text:?}", transaction.description));
                }
            }
            None => report.missing.push(format!("{date} {amount} {text}")),
        }
    }
    report.extra.extend(left.into_iter().map(say));
}

fn say(transaction: &TransactionDraft) -> String {
    format!("{} {} {}", transaction.date, transaction.amount.decimal(), transaction.description)
}

/// Normalizes an amount: `-12.3`, `-12.30` and `-012.300` are equal.
fn normal(amount: &str) -> String {
    let (sign, digits) = amount.strip_prefix('-').map_or(("", amount), |rest| ("-", rest));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    let sign = if whole.is_empty() && fraction.is_empty() { "" } else { sign };
    format!("{sign}{whole}.{fraction}")
}

fn bare(text: &str) -> String {
    text.chars().filter(|character| !character.is_whitespace()).collect()
}
