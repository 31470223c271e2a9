//! Facts printed around the tables: the period, the number and the kind of the account, and the bank.

use std::ops::Range;
use std::sync::LazyLock;

use saldo_domain::{AccountKind, StatementKind};

use super::date::{Form, date_at};
use super::heads::heads;
use super::labels::squeeze;
use super::lists::{List, list};
use super::phrases::Phrases;
use super::rows::Row;
use super::stated::edge_of_period;
use crate::layout::{Line, Word, in_reading_order, is_right_to_left};

/// Two dates joined on a line: a period, before the order of day and month is decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PeriodForm {
    /// Index of the row that states the first day.
    pub(crate) row: usize,
    /// First day.
    pub(crate) start: Form,
    /// Last day.
    pub(crate) end: Form,
    /// True if words on the line call it the period.
    pub(crate) named: bool,
    /// True if the line holds little else, so that it is a heading rather than a sentence of a footnote.
    pub(crate) brief: bool,
}

static JOINS: List = List::new(|| list("joins of a period"));
static PERIOD_WORDS: List = List::new(|| list("period"));

/// Returns all periods stated on the rows, in the order of the rows.
pub(crate) fn periods(rows: &[Row]) -> Vec<PeriodForm> {
    let mut found = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        if row.line.words.len() > 60 {
            continue;
        }
        let mut dates: Vec<(Form, usize, usize)> = Vec::new();
        let mut at = 0;
        while at < row.line.words.len() {
            match date_at(&row.line, at) {
                Some(date) => {
                    at = date.words.end;
                    // "DO" before a date may be an abbreviated Thursday; between two dates it means "to".
                    let first = row.line.words[date.words.start].text.as_str();
                    let start = date.words.start + usize::from(joins(&[first]));
                    dates.push((date.form, start, date.words.end));
                }
                None => at += 1,
            }
        }
        for pair in dates.windows(2) {
            let (start, _, from) = pair[0];
            let (end, to, _) = pair[1];
            let between: Vec<&str> = row.line.words[from..to].iter().map(|word| word.text.as_str()).collect();
            // On a right-to-left line the first day is the right one.
            let turned = between.iter().any(|word| is_right_to_left(word));
            let (start, end) = if turned { (end, start) } else { (start, end) };
            // Two days alone on a line are a period in any language, unless they are those of a transaction.
            let is_pair =
                dates.len() == 2 && row.dates.is_empty() && is_between(&between) && says_little(row);
            if end.year().is_some() && (joins(&between) || is_pair && start.year().is_some()) {
                let start = with_year_of(start, end);
                let text = row.line.text().to_lowercase();
                let named = PERIOD_WORDS.iter().any(|word| text.contains(&word.replace('_', " ")));
                found.push(PeriodForm { row: index, start, end, named, brief: says_little(row) });
                break;
            }
        }
    }
    let labeled = labeled_periods(rows, &found);
    found.extend(labeled);
    found.sort_by_key(|period: &PeriodForm| period.row);
    found
}

/// True if a row has words, then the two days of a period, and no day of its own: `Interest charged
/// Feb 1, 2024 to Feb 29, 2024`.
pub(crate) fn states_period(row: &Row) -> bool {
    let [start, ..] = row.dates.as_slice() else { return false };
    let words = |range: Range<usize>| row.line.words.get(range).unwrap_or_default();
    let is_text = |word: &Word| word.text.chars().filter(|c| c.is_alphabetic()).count() > 2;
    let is_end = |at: usize| {
        let between: Vec<&str> = words(start.words.end..at).iter().map(|word| word.text.as_str()).collect();
        joins(&between) && date_at(&row.line, at).is_some_and(|end| end.form.year().is_some())
    };
    start.form.year().is_some()
        && words(0..start.words.start).iter().any(is_text)
        && (1..=BETWEEN_WORDS_MAX).any(|number| is_end(start.words.end + number))
}

/// Largest number of words between the first and the last day of a period.
const BETWEEN_WORDS_MAX: usize = 2;

/// True if one or two words, without digits, stand between two days.
fn is_between(between: &[&str]) -> bool {
    (1..=BETWEEN_WORDS_MAX).contains(&between.len())
        && between.iter().all(|word| !word.contains(|c: char| c.is_ascii_digit()))
}

/// Largest distance, in rows, between the first and the last day of a labeled period.
const EDGES_APART: usize = 3;

/// Returns the periods whose ends have labels of their own: `From: 1 October 2023`, below it `To: 31 December
/// 2023`.
fn labeled_periods(rows: &[Row], known: &[PeriodForm]) -> Vec<PeriodForm> {
    let plain = |row: &Row| row.figures.iter().all(|figure| !figure.strong);
    let edges = rows.iter().enumerate().filter(|(index, row)| {
        plain(row)
            && row.line.words.len() <= PERIOD_EDGE_WORDS_MAX
            && known.iter().all(|period| period.row != *index)
    });
    let edges: Vec<(usize, bool, Form)> = edges
        .flat_map(|(index, row)| {
            edge_of_period(row).into_iter().map(move |(first, form)| (index, first, form))
        })
        .collect();
    let pairs = edges.windows(2).filter_map(|pair| match pair {
        [(row, true, start), (below, false, end)] if below - row <= EDGES_APART => {
            Some(PeriodForm { row: *row, start: *start, end: *end, named: true, brief: true })
        }
        _ => None,
    });
    pairs.collect()
}

/// Largest number of words on a line with the end of a period. A longer line is a sentence.
const PERIOD_EDGE_WORDS_MAX: usize = 14;

/// Largest number of words on the line of a brief period.
const PERIOD_LINE_WORDS_MAX: usize = 9;

/// True if the line has few words and no figures.
fn says_little(row: &Row) -> bool {
    row.line.words.len() <= PERIOD_LINE_WORDS_MAX && row.figures.iter().all(|figure| !figure.strong)
}

/// True if the words between two dates make them a period.
fn joins(between: &[&str]) -> bool {
    let text = between.join(" ");
    let trimmed = text.trim_matches(|character: char| !character.is_alphanumeric());
    let is_dash = trimmed.is_empty()
        && text
            .chars()
            .any(|c| matches!(c, '-' | '\u{2013}' | '\u{2014}' | '~' | '\u{2212}' | '\u{301c}' | '\u{ff5e}'));
    let words = trimmed.to_lowercase();
    is_dash
        || JOINS.contains(&words.as_str())
        || (between.len() <= 3
            && JOINS.contains(&words.trim_end_matches([':', '.']).trim_end_matches(" date")))
}

/// Gives the first date of `11 April to 10 May 2025` the year of the second, or the year before if the period
/// spans New Year.
fn with_year_of(start: Form, end: Form) -> Form {
    use super::date::Year;
    match (start, end) {
        (Form::Known { day, month, year: None }, Form::Known { month: last, year: Some(year), .. }) => {
            let year = match (month > last, year) {
                (false, year) => year,
                (true, Year::Full(year)) => Year::Full(year - 1),
                (true, Year::Short(year)) => Year::Short(year - 1),
            };
            Form::Known { day, month, year: Some(year) }
        }
        (Form::Numeric(a, b, None), Form::Numeric(_, _, year)) => Form::Numeric(a, b, year),
        (start, _) => start,
    }
}

/// Returns a year in a heading without a date, such as `Kontoauszug 3/2024` or `2026년`.
pub(crate) fn lone_year(rows: &[Row]) -> Option<i32> {
    // The amount `2045.82` is no year.
    let is_amount =
        |row: &Row, at: usize| row.figures.iter().any(|one| one.strong && one.words.contains(&at));
    let undated = rows.iter().take(400).filter(|row| row.dates.is_empty());
    let words = undated.flat_map(|row| row.line.words.iter().enumerate().map(move |word| (row, word)));
    words.filter(|(row, (at, _))| !is_amount(row, *at)).find_map(|(_, (_, word))| {
        word.text
            .split(|character: char| !character.is_ascii_digit())
            .filter(|part| part.len() == 4)
            .filter_map(|part| part.parse::<i32>().ok())
            .find(|year| (1990..=2099).contains(year))
            .filter(|_| word.text.chars().filter(char::is_ascii_digit).count() <= 6)
    })
}

static NUMBER_WORDS: List = List::new(|| list("account number"));
static NUMBER_PHRASES: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::new(NUMBER_WORDS.iter().map(|word| (*word).to_owned())));

/// Returns the account number as printed after one of the words for it.
pub(crate) fn number(rows: &[Row]) -> Option<String> {
    let texts = rows.iter().take(300).map(|row| row.line.text());
    let both = texts.map(|text| (text.to_lowercase(), text));
    let may_have =
        |(lower, text): &(String, String)| lower.len() == text.len() && NUMBER_PHRASES.are_in(lower);
    let texts: Vec<(String, String)> = both.filter(may_have).collect();
    for word in *NUMBER_WORDS {
        for (lower, text) in &texts {
            let Some(at) = lower.find(word) else { continue };
            let starts_word = at == 0 || !lower[..at].ends_with(char::is_alphanumeric);
            if let Some(number) =
                starts_word.then(|| text.get(at + word.len()..).and_then(number_in)).flatten()
            {
                return Some(number);
            }
        }
    }
    None
}

/// Returns the first run of digits, uppercase letters (of an IBAN) and masking characters that has at least
/// three digits and at most 48 bytes.
fn number_in(text: &str) -> Option<String> {
    let mut number = String::new();
    for part in text
        .split_whitespace()
        .skip_while(|part| !part.contains(|c: char| c.is_ascii_digit() || c == '*'))
        .take(12)
    {
        let part = part.trim_matches([',', ';', '(', ')', ':', '·', '.']);
        let fits = !part.is_empty()
            && part.chars().all(|c| {
                c.is_ascii_digit() || matches!(c, '-' | '*' | 'X' | 'x' | '•') || c.is_ascii_uppercase()
            })
            && part.contains(|c: char| c.is_ascii_digit() || matches!(c, '*' | 'X' | 'x' | '•'));
        if !fits {
            break;
        }
        if !number.is_empty() {
            number.push(' ');
        }
        number.push_str(part);
    }
    (number.chars().filter(char::is_ascii_digit).count() >= 3 && number.len() <= 48).then_some(number)
}

/// Words that only card statements have. Each counts as much as three of [`CARD_WORDS`].
static CARD_ONLY: List = List::new(|| list("card only"));
/// Words of [`CARD_ONLY`] that say only that a payment is due.
static PAYMENT_DUE: List = List::new(|| list("payment due"));
/// Words of card statements that other statements may have too.
static CARD_WORDS: List = List::new(|| list("card"));
/// Words of accounts that are not cards.
static BANK_WORDS: List = List::new(|| list("bank account"));

/// True if the words around the transactions are those of a card statement; `None` if they speak of a payment
/// that is due, but of no card. Each word counts once, because small print repeats on every page.
pub(crate) fn is_card<'a>(around: impl Iterator<Item = &'a Row>) -> Option<bool> {
    let texts: Vec<String> = around.take(300).map(super::rows::whole).collect();
    let count =
        |words: &List| words.iter().filter(|word| texts.iter().any(|text| text.contains(**word))).count();
    let (only, card, bank) = (count(&CARD_ONLY), count(&CARD_WORDS), count(&BANK_WORDS));
    let is_due = only > 0 && only == count(&PAYMENT_DUE);
    let is_open = card == 0 && is_due && !texts.iter().any(|text| text.contains("card"));
    (!is_open).then_some(3 * only + card > bank)
}

/// Returns the kinds of statement and account, judged by the text above the transactions.
pub(crate) fn kind(rows: &[Row], is_card: bool) -> (StatementKind, AccountKind) {
    if is_card {
        return (StatementKind::Card, AccountKind::Card);
    }
    (StatementKind::Bank, stated_kind(rows).unwrap_or(AccountKind::Checking))
}

/// Returns the kind of a bank account that the text above the transactions states.
pub(crate) fn stated_kind(rows: &[Row]) -> Option<AccountKind> {
    let is_transaction = |row: &&Row| !row.dates.is_empty() && row.figures.iter().any(|figure| figure.strong);
    let holds = |words: &[&str]| {
        rows.iter().take_while(|row| !is_transaction(row)).take(40).any(|row| {
            let text = super::rows::whole(row);
            words.iter().any(|word| text.contains(word))
        })
    };
    let is_current =
        || holds(&["checking", "currentaccount", "girokonto", "comptecourant", "cuentacorriente"]);
    if is_current() {
        return Some(AccountKind::Checking);
    }
    holds(&["savings", "sparkonto", "livret", "ahorro", "saver", "tabungan"]).then_some(AccountKind::Savings)
}

/// Returns the name of the bank: the first text at the top of the file that contains a word for a bank,
/// otherwise the text in the largest print.
pub(crate) fn institution(rows: &[Row]) -> Option<String> {
    let is_name = |text: &str| {
        let letters = text.chars().filter(|character| character.is_alphabetic()).count();
        (3..=60).contains(&text.chars().count())
            && letters * 10 >= text.chars().count() * 6
            && !text.contains('\u{fffd}')
    };
    let words = list("bank");
    let is_top = |row: &&Row| row.figures.is_empty() && row.dates.is_empty() && heads(&row.line).len() < 2;
    let top: Vec<(f32, String)> = rows
        .iter()
        .take(60)
        .filter(is_top)
        .flat_map(|row| cells(&row.line).into_iter().map(|cell| (row.line.size, cell)))
        .filter(|(_, text)| is_name(text))
        .collect();
    let is_title = |squeezed: &str| TITLES.iter().any(|word| squeezed.contains(word));
    let is_other = |squeezed: &str| NO_BANKS.iter().any(|word| squeezed.contains(word));
    let named = top.iter().map(|(_, text)| text).find(|text| {
        let lower = text.to_lowercase();
        words.iter().any(|word| lower.contains(word)) && !is_other(&squeeze(text))
    });
    // Without such a word, the text in the largest print is the name; of several, the first. The document's
    // title is no name.
    let largest = || {
        let titles = top.iter().filter(|(_, text)| !text.contains(':'));
        let largest = titles.rev().max_by(|(one, _), (two, _)| one.total_cmp(two));
        largest.map(|(_, text)| text).filter(|text| !is_title(&squeeze(text)))
    };
    named.or_else(largest).cloned()
}

/// Words that contain "bank" but are no bank's name.
static NO_BANKS: List = List::new(|| list("no banks"));

/// Titles of statements in many languages.
static TITLES: List = List::new(|| list("titles"));

/// Gap, in font sizes, from which two texts on one line are separate.
const APART: f32 = 2.0;

/// Splits a line into texts at wide gaps.
fn cells(line: &Line) -> Vec<String> {
    let mut cells: Vec<Vec<&str>> = Vec::new();
    for (index, word) in line.words.iter().enumerate() {
        match cells.last_mut().filter(|_| line.gap_before(index) < APART) {
            Some(cell) => cell.push(&word.text),
            None => cells.push(vec![&word.text]),
        }
    }
    let join = |mut cell: Vec<&str>| {
        in_reading_order(&mut cell);
        cell.join(" ")
    };
    cells.into_iter().map(join).collect()
}
