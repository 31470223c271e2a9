//! Summaries: an opening balance, parts below it in one column, and the closing balance that they lead to.

use super::amount::{Figure, Mark, Style};
use super::labeled::Labeled;
use super::labels::{Label, squeeze};
use super::lists::{List, list};
use super::rows::{CELL_GAP, Row};

/// A summary, all of whose parts have a sign or add up.
struct Summary {
    opening: i64,
    closing: i64,
    /// Index of the row of the opening balance, and of the closing balance.
    ends: (usize, usize),
    /// Indexes of the rows of the parts, and the parts with their signs.
    parts: Vec<(usize, i64)>,
}

/// Largest number of rows from the opening to the closing balance.
const ROWS_MAX: usize = 16;
/// Largest number of parts whose sign is not printed.
const UNSIGNED_MAX: usize = 6;
/// Smallest number of parts with printed signs that a summary must have to be wrong.
const SIGNS_MIN: usize = 2;
/// Largest difference of the edges of the figures of one column, in points.
const EDGE: f32 = 4.0;
/// Largest difference of the left edges of a heading and of the labels below it, in points.
const HEADING_EDGE: f32 = 12.0;
/// Largest distance, in rows, between a heading and the line below it.
const HEADING_ROWS: usize = 2;
/// Largest number of words of a heading.
const HEADING_WORDS_MAX: usize = 5;

/// Words in the headings of points and other rewards, which are no money of the account.
static REWARDS: List = List::new(|| list("rewards"));

/// Removes the figures that do not sum up the whole account: those of rewards, those of parts of it that a
/// later summary adds up, and totals that are one of several parts of a direction, as `Deposits` are beside
/// `Interest paid`.
pub(super) fn leave_parts(rows: &[Row], style: Style, found: &mut Vec<Labeled>) {
    leave_rewards(rows, found);
    let mut summaries = summaries(rows, style, found);
    summaries.retain(|one| one.leads_to() == one.closing);
    // A balance to which the lines above it lead from the opening balance is the closing one.
    for one in found.iter_mut().filter(|one| one.label == Label::Balance) {
        if summaries.iter().any(|summary| summary.ends.1 == one.row && !summary.parts.is_empty()) {
            one.label = Label::Closing;
        }
    }
    for (at, whole) in summaries.iter().enumerate() {
        let of_page = |one: &&Summary| rows[one.ends.0].line.page == rows[whole.ends.0].line.page;
        let before: Vec<&Summary> = summaries[..at].iter().rev().take_while(of_page).collect();
        let sum = |of: fn(&Summary) -> i64| before.iter().map(|one| i128::from(of(one))).sum::<i128>();
        let is_sum = sum(|one| one.opening) == i128::from(whole.opening)
            && sum(|one| one.closing) == i128::from(whole.closing);
        if before.len() > 1 && is_sum {
            found.retain(|one| !before.iter().any(|part| (part.ends.0..=part.ends.1).contains(&one.row)));
        }
    }
    for summary in &summaries {
        let is_one_of_several = |row: usize| {
            let own = summary.parts.iter().find(|(part, _)| *part == row).map(|(_, minor)| minor.signum());
            let alike = |sign: i64| summary.parts.iter().filter(|(_, minor)| minor.signum() == sign).count();
            own.is_some_and(|sign| sign != 0 && alike(sign) > 1)
        };
        found.retain(|one| {
            !matches!(one.label, Label::TotalIn | Label::TotalOut) || !is_one_of_several(one.row)
        });
    }
    leave_parts_of_lines(rows, style, found);
    leave_sums_of_accounts(rows, style, found);
}

/// Largest number of accounts of an overview.
const ACCOUNTS_MAX: usize = 20;
/// Smallest number of digits of an account's number.
const NUMBER_DIGITS_MIN: usize = 6;

/// Removes totals that add up the balances of several accounts, such as `Total deposits` below a list of
/// deposit accounts.
fn leave_sums_of_accounts(rows: &[Row], style: Style, found: &mut Vec<Labeled>) {
    let is_number = |text: &str| {
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        digits >= NUMBER_DIGITS_MIN && !text.contains(['.', ','])
    };
    let is_sum = |one: &Labeled| {
        let total = &rows[one.figure.0].figures[one.figure.1];
        let names_account =
            |row: &&Row| row.dates.is_empty() && row.line.words.iter().any(|word| is_number(&word.text));
        let above = rows[..one.row].iter().rev().take(ACCOUNTS_MAX).take_while(names_account);
        let is_in_column = |it: &&Figure| it.strong && (it.x1 - total.x1).abs() < EDGE;
        let minor = |figure: &Figure| figure.minor(style, style.places());
        let balances: Option<Vec<i64>> =
            above.map(|row| minor(row.figures.iter().find(is_in_column)?)).collect();
        balances.is_some_and(|balances| {
            let sum = balances.iter().map(|minor| i128::from(*minor)).sum::<i128>();
            balances.len() > 1 && minor(total).is_some_and(|minor| i128::from(minor) == sum)
        })
    };
    let is_total = |one: &Labeled| matches!(one.label, Label::TotalIn | Label::TotalOut) && !one.is_below;
    found.retain(|one| !is_total(one) || !is_sum(one));
}

/// Figures between both balances on one line.
struct SummaryLine {
    row: usize,
    opening: i64,
    closing: i64,
    /// Each part: the number of its figure, its amount, and true if its sign is printed.
    parts: Vec<(usize, i64, bool)>,
}

/// Returns the amount of a figure, with its sign.
fn signed(figure: &Figure, style: Style) -> Option<i64> {
    let is_out = matches!(figure.mark, Mark::Minus | Mark::Debit);
    figure.minor(style, style.places()).map(|minor| if is_out { -minor } else { minor })
}

fn summary_lines(rows: &[Row], style: Style, found: &[Labeled]) -> Vec<SummaryLine> {
    let of = |label: Label| found.iter().filter(move |one| one.label == label && one.is_below);
    let ends = of(Label::Opening)
        .flat_map(|one| {
            of(Label::Closing).filter(move |other| other.row == one.row).map(move |other| (one, other))
        })
        .map(|(one, other)| (one.row, one.figure.1, other.figure.1));
    let line = |(row, first, last): (usize, usize, usize)| {
        let figures = &rows[row].figures;
        let signed = |number: usize| signed(&figures[number], style);
        let part = |number| Some((number, signed(number)?, figures[number].mark != Mark::None));
        let parts = (first + 1..last).map(part).collect::<Option<_>>()?;
        Some(SummaryLine { row, opening: signed(first)?, closing: signed(last)?, parts })
    };
    ends.filter(|(_, first, last)| first < last).filter_map(line).collect()
}

/// Removes totals that are one of several parts of a direction on one line between both balances: withdrawals
/// beside fees.
fn leave_parts_of_lines(rows: &[Row], style: Style, found: &mut Vec<Labeled>) {
    let mut several: Vec<(usize, usize)> = Vec::new();
    for line in summary_lines(rows, style, found) {
        let Some(moved) = line.closing.checked_sub(line.opening) else { continue };
        let Some(parts) = with_signs(&line.parts, moved).filter(|parts| sum_of(parts) == i128::from(moved))
        else {
            continue;
        };
        let alike = |sign: i64| parts.iter().filter(|(_, minor)| minor.signum() == sign).count();
        let beside = parts.iter().filter(|(_, minor)| *minor != 0 && alike(minor.signum()) > 1);
        several.extend(beside.map(|(number, _)| (line.row, *number)));
    }
    found.retain(|one| {
        !matches!(one.label, Label::TotalIn | Label::TotalOut) || !several.contains(&one.figure)
    });
}

fn sum_of(parts: &[(usize, i64)]) -> i128 {
    parts.iter().map(|(_, minor)| i128::from(*minor)).sum()
}

/// Largest distance, in rows, between the balances of a list of rewards.
const REWARD_ROWS: usize = 3;

/// Removes the balances below the heading of a list of rewards.
fn leave_rewards(rows: &[Row], found: &mut Vec<Labeled>) {
    // The heading begins where the labels below it begin. A line of a box beside it may stand between them.
    let heading = |one: &Labeled, left: f32| {
        let mut above = rows[..one.row].iter().rev().take(HEADING_ROWS);
        let start = |row: &Row| row.line.words.iter().position(|word| (word.x0 - left).abs() < HEADING_EDGE);
        let (above, start) = above.find_map(|row| Some((row, start(row)?)))?;
        let end = (start + 1..above.line.words.len()).find(|at| above.line.gap_before(*at) >= CELL_GAP);
        let own = &above.line.words[start..end.unwrap_or(above.line.words.len())];
        let words: Vec<&str> = own.iter().map(|word| word.text.as_str()).collect();
        (above.line.page == rows[one.row].line.page && words.len() <= HEADING_WORDS_MAX)
            .then(|| squeeze(&words.concat()))
    };
    let is_reward = |one: &Labeled| {
        if !matches!(one.label, Label::Opening | Label::Balance) {
            return false;
        }
        let row = &rows[one.row];
        let Some(figure) = row.figures.get(one.figure.1) else { return false };
        let words = &row.line.words;
        let lefts = [words[row.label_start(figure.words.start)].x0, words[0].x0];
        let headings = lefts.into_iter().filter_map(|left| heading(one, left));
        let mut texts = headings.chain(std::iter::once(squeeze(&row.label_text(one.figure.1))));
        texts.any(|text| REWARDS.iter().any(|word| text.contains(word)))
    };
    let figure = |one: &Labeled| rows[one.figure.0].figures[one.figure.1].core.as_str();
    let openings = found.iter().filter(|one| one.label == Label::Opening && !is_reward(one));
    let known: Vec<&str> = openings.map(figure).collect();
    // The name of an account may be a word for rewards, too: its opening balance stands above its rows again.
    let is_other = |one: &Labeled| !known.is_empty() && !known.contains(&figure(one));
    let openings: Vec<usize> =
        found.iter().filter(|one| is_reward(one) && is_other(one)).map(|one| one.row).collect();
    // Beside the list, a summary may print the closing balance, which stands elsewhere, too.
    let closings: Vec<(usize, &str)> =
        found.iter().filter(|one| one.label == Label::Closing).map(|one| (one.row, figure(one))).collect();
    let is_elsewhere =
        |one: &Labeled| closings.iter().any(|(row, core)| *row != one.row && *core == figure(one));
    let is_of_list = |one: &Labeled, opening: usize| {
        let is_end = matches!(one.label, Label::Closing | Label::Balance) && !is_elsewhere(one);
        let is_near = (opening..=opening + REWARD_ROWS).contains(&one.row);
        is_near && (is_end || one.row == opening) && rows[one.row].line.page == rows[opening].line.page
    };
    let is_left: Vec<bool> =
        found.iter().map(|one| openings.iter().any(|opening| is_of_list(one, *opening))).collect();
    let mut left = is_left.into_iter();
    found.retain(|_| left.next() != Some(true));
}

impl Summary {
    /// Returns the closing balance to which the opening balance and the parts lead.
    fn leads_to(&self) -> i64 {
        self.parts.iter().fold(self.opening, |sum, (_, minor)| sum.saturating_add(*minor))
    }
}

/// Returns the closing balances to which summaries lead that do not add up, each with the row of the printed
/// one.
pub(crate) fn unmet(rows: &[Row], style: Style, found: &[Labeled]) -> Vec<(usize, i64)> {
    let all = summaries(rows, style, found);
    let wrong = all.iter().filter(|one| one.leads_to() != one.closing);
    let mut unmet: Vec<(usize, i64)> = wrong.map(|one| (one.ends.1, one.leads_to())).collect();
    for line in summary_lines(rows, style, found) {
        let parts = line.closing.checked_sub(line.opening).and_then(|moved| with_signs(&line.parts, moved));
        let leads_to = parts.map(|parts| i128::from(line.opening) + sum_of(&parts));
        let leads_to = leads_to.and_then(|sum| i64::try_from(sum).ok());
        unmet.extend(leads_to.filter(|sum| *sum != line.closing).map(|sum| (line.row, sum)));
    }
    unmet
}

fn summaries(rows: &[Row], style: Style, found: &[Labeled]) -> Vec<Summary> {
    let openings = found.iter().filter(|one| one.label == Label::Opening && !one.is_below);
    openings.filter_map(|opening| summary(rows, style, found, opening)).collect()
}

fn summary(rows: &[Row], style: Style, found: &[Labeled], opening: &Labeled) -> Option<Summary> {
    let (start, first) = (opening.row, &rows[opening.row].figures[opening.figure.1]);
    let page = rows[start].line.page;
    let below = rows[start + 1..].iter().take(ROWS_MAX).take_while(|row| row.line.page == page);
    let mut parts: Vec<(usize, i64, bool)> = Vec::new();
    let opening = signed(first, style)?;
    for (row, index) in below.zip(start + 1..) {
        // The rows of a table are no parts.
        if row.dates.first().is_some_and(|date| date.words.start == 0) {
            return None;
        }
        let in_column = |figure: &&Figure| figure.strong && (figure.x1 - first.x1).abs() < EDGE;
        let Some((number, figure)) = row.figures.iter().enumerate().find(|(_, figure)| in_column(figure))
        else {
            continue;
        };
        let label = found.iter().find(|one| one.figure == (index, number)).map(|one| one.label);
        if matches!(label, Some(Label::Closing | Label::Balance)) {
            let closing = signed(figure, style)?;
            let parts = with_signs(&parts, closing.checked_sub(opening)?)?;
            return Some(Summary { opening, closing, ends: (start, index), parts });
        }
        if label == Some(Label::Opening) {
            return None;
        }
        let sign = match figure.mark {
            Mark::None => leading_sign(row),
            Mark::Minus | Mark::Debit => Some(-1),
            Mark::Plus | Mark::Credit => Some(1),
        };
        let minor = figure.minor(style, style.places())?;
        parts.push((index, sign.unwrap_or(1) * minor, sign.is_some()));
    }
    None
}

/// Returns the sign that begins the line: `- Total de retiros`.
fn leading_sign(row: &Row) -> Option<i64> {
    match row.line.words.first()?.text.as_str() {
        "-" | "\u{2013}" | "\u{2212}" => Some(-1),
        "+" => Some(1),
        _ => None,
    }
}

/// Returns the parts with the signs that make them add up to `sum`; `None` if there are no such signs, unless
/// all signs are printed.
fn with_signs(parts: &[(usize, i64, bool)], sum: i64) -> Option<Vec<(usize, i64)>> {
    let unsigned: Vec<usize> = (0..parts.len()).filter(|at| !parts[*at].2).collect();
    if unsigned.len() > UNSIGNED_MAX {
        return None;
    }
    let signed = |turned: u32| {
        let mut own: Vec<(usize, i64)> = parts.iter().map(|(row, minor, _)| (*row, *minor)).collect();
        for (bit, at) in unsigned.iter().enumerate() {
            if turned >> bit & 1 == 1 {
                own[*at].1 = -own[*at].1;
            }
        }
        own
    };
    let adds_up = |own: &Vec<(usize, i64)>| sum_of(own) == i128::from(sum);
    let signs = parts.iter().filter(|(_, minor, is_signed)| *is_signed && *minor != 0).count();
    let is_signed = |own: &Vec<(usize, i64)>| signs >= SIGNS_MIN && unsigned.iter().all(|at| own[*at].1 == 0);
    // Beside a part with a minus, those without a sign are positive.
    let has_minus = parts.iter().any(|(_, minor, is_signed)| *is_signed && *minor < 0);
    let found = (0..1_u32 << unsigned.len()).map(signed).find(|own| adds_up(own) || is_signed(own));
    found.or_else(|| Some(signed(0)).filter(|_| has_minus))
}
