//! Dates stated outside the transactions and the period. They decide the years of dates without one.

use super::date::{DateMark, Form, Year, date_at};
use super::labels::{Label, label_of, squeeze};
use super::lists::{List, list};
use super::months::month;
use super::rows::{Row, whole};

/// Significance of a stated date for the days of the transactions, the most significant first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Weight {
    /// Words call it the date of the statement or of a balance.
    Labeled,
    /// No words explain it.
    Unlabeled,
    /// Date of printing, of validity, or of a payment due.
    Secondary,
}

/// A date with a year outside the transactions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stated {
    /// The date; for a title such as `March 2024`, the last day of the month.
    pub(crate) form: Form,
    /// Significance of the date.
    pub(crate) weight: Weight,
    /// True for the day of the opening balance. The transactions come after it.
    pub(crate) opens: bool,
}

/// Words before the date of the statement.
static OWN: List = List::new(|| list("dates of the statement"));
/// Words before a date of something else near the statement.
static ASIDE: List = List::new(|| list("dates beside the statement"));
/// Words before a date unrelated to the transactions.
static OTHER: List = List::new(|| list("unrelated dates"));
/// Words, normalized by [`squeeze`], directly before a number that may look like a date.
static NUMBERS: List = List::new(|| list("numbers like dates"));

/// Largest number of stated dates collected.
const STATED_MAX: usize = 200;
/// Largest number of words of a title. A sentence has more.
const TITLE_WORDS_MAX: usize = 8;

/// Returns dates with a year outside the tables, such as the date of the statement or of a balance.
pub(crate) fn stated(rows: &[Row], in_table: &[Option<usize>]) -> Vec<Stated> {
    let mut found = Vec::new();
    for (row, table) in rows.iter().zip(in_table) {
        if found.len() >= STATED_MAX {
            break;
        }
        let end = label_of(&squeeze(&row.text()));
        let end = end.filter(|label| matches!(label, Label::Opening | Label::Closing));
        if table.is_some() && !row.figures.is_empty() && end.is_none() {
            continue;
        }
        let dates = dates(row);
        for (number, date) in dates.iter().enumerate() {
            let from = number.checked_sub(1).map_or(0, |before| dates[before].words.end);
            if date.form.year().is_none() || date.like_amount || is_number(row, date) {
                continue;
            }
            let weight = match end {
                Some(_) => Some(Weight::Labeled),
                None => weight(&words(row, from..date.words.start)),
            };
            let opens = end == Some(Label::Opening) && dates.len() == 1;
            found.extend(weight.map(|weight| Stated { form: date.form, weight, opens }));
        }
        if dates.is_empty() && row.figures.iter().all(|figure| !figure.strong) {
            found.extend(title(row));
        }
    }
    found
}

fn dates(row: &Row) -> Vec<DateMark> {
    let mut dates: Vec<DateMark> = Vec::new();
    let mut at = 0;
    while at < row.line.words.len() {
        match date_at(&row.line, at) {
            Some(date) => {
                at = date.words.end;
                dates.push(date);
            }
            None => at += 1,
        }
    }
    dates
}

fn words(row: &Row, range: std::ops::Range<usize>) -> String {
    let words: Vec<String> = row.line.words[range].iter().map(|word| word.text.to_lowercase()).collect();
    words.join(" ")
}

/// Returns the significance of a date from the words before it; `None` if it is unrelated to the
/// transactions.
fn weight(before: &str) -> Option<Weight> {
    let says = |words: &List| words.iter().any(|word| before.contains(word));
    if says(&OTHER) {
        return None;
    }
    Some(if says(&OWN) {
        Weight::Labeled
    } else if says(&ASIDE) {
        Weight::Secondary
    } else {
        Weight::Unlabeled
    })
}

/// True if a supposed date is part of the number of an account or a branch.
fn is_number(row: &Row, date: &DateMark) -> bool {
    let before = squeeze(&words(row, 0..date.words.start));
    let is_account = |text: &str| text.len() >= 7 && text.bytes().all(|byte| byte.is_ascii_digit());
    let next = row.line.words.get(date.words.end);
    NUMBERS.iter().any(|word| before.ends_with(word))
        || (date.words.len() == 1 && next.is_some_and(|next| is_account(&next.text)))
}

/// Returns the date of a title with month and year: `Statement for January 2024`, `2024年5月`.
fn title(row: &Row) -> Option<Stated> {
    let line = &row.line;
    let (month, year) = (0..line.words.len()).find_map(|at| month_and_year(row, at))?;
    let weight = weight(&words(row, 0..line.words.len()))?;
    let weight = match weight {
        Weight::Unlabeled if line.words.len() <= TITLE_WORDS_MAX => Weight::Labeled,
        known => known,
    };
    let form = Form::Known { day: 31, month, year: Some(Year::Full(year)) };
    Some(Stated { form, weight, opens: false })
}

fn month_and_year(row: &Row, at: usize) -> Option<(u32, i32)> {
    let text = |index: usize| row.line.words.get(index).map(|word| word.text.as_str());
    let first = text(at)?;
    let full = |text: &str| {
        let digits = text.trim_end_matches(|character: char| !character.is_ascii_digit());
        digits.parse::<i32>().ok().filter(|year| digits.len() == 4 && (1990..=2099).contains(year))
    };
    if let Some((year, rest)) = first.split_once(['年', '년']) {
        let month = rest.split(['月', '월']).next()?.parse::<u32>().ok();
        return Some((month.filter(|month| (1..=12).contains(month))?, full(year)?));
    }
    let month = month(first.trim_matches(|character: char| !character.is_alphanumeric()))?;
    // `of` or `de` may stand in between.
    let next = text(at + 1)?;
    let year =
        full(next).or_else(|| matches!(next, "de" | "of" | "del").then(|| full(text(at + 2)?)).flatten());
    Some((month, year?))
}

/// True if the pages count years in the Reiwa era.
pub(crate) fn is_reiwa(rows: &[Row]) -> bool {
    rows.iter().any(|row| whole(row).contains("令和"))
}

/// Returns the dates that a label calls the first (true) or the last (false) day of the period.
pub(crate) fn edge_of_period(row: &Row) -> Vec<(bool, Form)> {
    let dates = dates(row);
    let mut edges = Vec::new();
    let mut from = 0;
    for date in &dates {
        // The label may stand beside the address.
        let of_cell = row.label_start(date.words.start).max(from);
        let labels = [from, of_cell].map(|from| squeeze(&words(row, from..date.words.start)));
        from = date.words.end;
        if date.form.year().is_none() {
            continue;
        }
        let is = |known: &List| labels.iter().any(|label| known.contains(&label.as_str()));
        if is(&FIRST_DAY) || is(&LAST_DAY) {
            edges.push((is(&FIRST_DAY), date.form));
        }
    }
    edges
}

/// Complete labels of the first day of a period, normalized by [`squeeze`].
static FIRST_DAY: List = List::new(|| list("first day"));
/// Complete labels of the last day of a period, normalized by [`squeeze`].
static LAST_DAY: List = List::new(|| list("last day"));

#[cfg(test)]
mod tests {
    use super::{Weight, weight};

    #[test]
    fn words_before_a_date_give_its_meaning() {
        for (words, expected) in [
            ("statement date", Some(Weight::Labeled)),
            (". statement number 51, issued", Some(Weight::Labeled)),
            ("terms effective from", Some(Weight::Secondary)),
            ("generated on", Some(Weight::Secondary)),
            ("customer since", None),
            ("", Some(Weight::Unlabeled)),
        ] {
            assert_eq!(weight(words), expected, "{words}");
        }
    }
}
