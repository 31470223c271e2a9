//! Descriptions and places of transactions, from the line of the amount and the lines that belong to it.

use saldo_domain::Place;

use super::rows::Row;
use crate::layout::Word;

/// A transaction whose lines are to be found.
#[derive(Debug, Clone)]
pub(crate) struct Lead<'a> {
    /// Index of the row with its amount.
    pub(crate) row: usize,
    /// True if that row has a date.
    pub(crate) is_dated: bool,
    /// Indexes of the figures of that row that stand in columns.
    pub(crate) figures: Vec<usize>,
    /// Left end of the part of the line that the transaction takes, for two transactions side by side.
    pub(crate) from: f32,
    /// Right end of that part.
    pub(crate) to: f32,
    /// Columns that do not belong to the description.
    pub(crate) apart: &'a [Apart],
}

/// A column of references or times.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Apart {
    /// Left edge of its head.
    pub(crate) x0: f32,
    /// Right edge of its head.
    pub(crate) x1: f32,
    /// Words of its head.
    pub(crate) name: String,
}

/// The rows of a document, and which of them may continue a description.
pub(crate) struct Around<'a> {
    /// All rows.
    pub(crate) rows: &'a [Row],
    /// For each row, true if it is the head of a table.
    pub(crate) is_head: &'a [bool],
    /// For each row, the index of the column heads that apply to it.
    pub(crate) form_of: &'a [Option<usize>],
    /// For each row, true if it has figures of its own or the words of a balance, so that it continues no
    /// description.
    pub(crate) is_taken: &'a [bool],
}

/// Description and place of one transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Described {
    /// Text as printed, lines joined by a space.
    pub(crate) text: String,
    /// Box around its lines on the page of its amount.
    pub(crate) place: Place,
}

/// Largest distance of two lines that belong together, in font sizes.
const LINES_APART: f32 = 2.6;
/// Longest description in bytes. A line that would exceed it is left out.
const TEXT_BYTES_MAX: usize = 600;

/// The lines of text between two transactions that may belong to either.
struct Between {
    rows: Vec<usize>,
}

/// Returns the description and place of each of `transactions`, which are in printed order.
pub(crate) fn describe(around: &Around<'_>, transactions: &[Lead<'_>]) -> Vec<Described> {
    let rows = around.rows;
    let mut lines: Vec<Vec<usize>> = transactions.iter().map(|transaction| vec![transaction.row]).collect();
    let edges = Edges::of(around, transactions);
    let gaps: Vec<Between> =
        (0..=transactions.len()).map(|at| between(around, transactions, at, &edges)).collect();
    let amount_last = closes_with_amount(rows, transactions, &gaps);
    for (at, gap) in gaps.iter().enumerate() {
        let (before, after) = split(rows, transactions, gap, at, amount_last);
        if let Some(lines) = at.checked_sub(1).and_then(|previous| lines.get_mut(previous)) {
            lines.extend(before);
        }
        if let Some(lines) = lines.get_mut(at) {
            let mut own = after;
            own.append(lines);
            *lines = own;
        }
    }
    transactions.iter().zip(&lines).map(|(transaction, lines)| described(rows, transaction, lines)).collect()
}

/// Left edge of the descriptions in each form of table.
struct Edges(Vec<f32>);

impl Edges {
    fn of(around: &Around<'_>, transactions: &[Lead<'_>]) -> Self {
        let forms = around.form_of.iter().flatten().max().map_or(1, |form| form + 1);
        let mut edges = vec![f32::INFINITY; forms];
        for transaction in transactions {
            let form = around.form_of[transaction.row].unwrap_or(0);
            if let (Some(edge), Some(x)) =
                (edges.get_mut(form), around.rows[transaction.row].text_edge(transaction.from))
            {
                *edge = edge.min(x);
            }
        }
        Self(edges)
    }

    /// True if the text of a row may belong to a description in a table.
    fn admit(&self, row: &Row, form: usize) -> bool {
        let edge = self.0.get(form).copied().unwrap_or(f32::INFINITY);
        row.text_edge(f32::NEG_INFINITY).is_some_and(|x| x >= edge - EDGE_SLACK)
    }
}

/// Distance by which a text may start before the left edge of the other descriptions, in points.
const EDGE_SLACK: f32 = 4.0;

/// Returns the rows of text between the transactions `at - 1` and `at`.
fn between(around: &Around<'_>, transactions: &[Lead<'_>], at: usize, edges: &Edges) -> Between {
    let rows = around.rows;
    let from = at.checked_sub(1).map_or_else(
        || transactions.first().map_or(0, |first| first.row.saturating_sub(6)),
        |previous| transactions[previous].row + 1,
    );
    let to = transactions.get(at).map_or_else(|| rows.len().min(from + 12), |next| next.row);
    let neighbour =
        at.checked_sub(1).map_or_else(|| transactions.get(at), |previous| transactions.get(previous));
    let Some(neighbour) = neighbour else { return Between { rows: Vec::new() } };
    let form = around.form_of[neighbour.row].unwrap_or(0);
    let belongs = |index: usize| {
        let is_same = around.form_of[index] == Some(form);
        !around.is_taken[index] && is_same && !around.is_head[index] && edges.admit(&rows[index], form)
    };
    let mut kept: Vec<usize> = Vec::new();
    for index in from..to.min(from + GAP_ROWS_MAX) {
        if around.is_head[index] {
            let page = rows[index].line.page;
            if at > 0 && rows[neighbour.row].line.page == page {
                break;
            }
            // Rows above the heads on a later page are that page's own heading.
            kept.retain(|row| rows[*row].line.page != page);
        } else if belongs(index) {
            kept.push(index);
        }
    }
    Between { rows: kept }
}

/// Largest number of rows examined between two transactions.
const GAP_ROWS_MAX: usize = 60;

fn apart(rows: &[Row], a: usize, b: usize) -> f32 {
    let (a, b) = (&rows[a].line, &rows[b].line);
    if a.page == b.page { (b.baseline - a.baseline).abs() / a.size.max(b.size) } else { f32::INFINITY }
}

/// True if amounts stand on the last line of a transaction, because dates or text precede them.
fn closes_with_amount(rows: &[Row], transactions: &[Lead<'_>], gaps: &[Between]) -> bool {
    let (mut first, mut last) = (0_usize, 0_usize);
    for (at, gap) in gaps.iter().enumerate() {
        let Some(next) = transactions.get(at) else {
            first += usize::from(
                gap.rows
                    .first()
                    .is_some_and(|row| at > 0 && apart(rows, transactions[at - 1].row, *row) < 1.9),
            );
            continue;
        };
        if gap.rows.is_empty() {
            continue;
        }
        let opens = gap.rows.iter().any(|row| !rows[*row].dates.is_empty()) && !next.is_dated;
        if opens {
            last += 3;
        } else if next.is_dated && at > 0 {
            first += 1;
        }
    }
    last > first
}

/// Splits the rows of a gap between the transaction before and the one after.
fn split(
    rows: &[Row],
    transactions: &[Lead<'_>],
    gap: &Between,
    at: usize,
    amount_last: bool,
) -> (Vec<usize>, Vec<usize>) {
    let before = at.checked_sub(1).and_then(|previous| transactions.get(previous));
    let after = transactions.get(at);
    let (Some(before), Some(after)) = (before, after) else {
        return match (before, after) {
            (Some(before), None) => (near(rows, before.row, &gap.rows), Vec::new()),
            (None, Some(after)) => {
                let mut backwards: Vec<usize> = gap.rows.iter().rev().copied().collect();
                backwards = near(rows, after.row, &backwards);
                let opens =
                    backwards.iter().any(|row| !rows[*row].dates.is_empty()) || centered(rows, transactions);
                backwards.reverse();
                (Vec::new(), if opens || (amount_last && !after.is_dated) { backwards } else { Vec::new() })
            }
            _ => (Vec::new(), Vec::new()),
        };
    };
    if gap.rows.is_empty() {
        return (Vec::new(), Vec::new());
    }
    if let Some(cut) = widest(rows, before.row, after.row, &gap.rows) {
        return (gap.rows[..cut].to_vec(), gap.rows[cut..].to_vec());
    }
    let date = gap.rows.iter().position(|row| !rows[*row].dates.is_empty());
    match date {
        Some(cut) if !after.is_dated => (gap.rows[..cut].to_vec(), gap.rows[cut..].to_vec()),
        _ if amount_last && !after.is_dated => (Vec::new(), gap.rows.clone()),
        _ if amount_last && before.is_dated && after.is_dated => (gap.rows.clone(), Vec::new()),
        _ => (chain_near(rows, before.row, &gap.rows), Vec::new()),
    }
}

/// True if text stands close above the first transaction's figures.
fn centered(rows: &[Row], transactions: &[Lead<'_>]) -> bool {
    transactions.first().is_some_and(|first| first.row > 0 && apart(rows, first.row - 1, first.row) < 1.0)
}

/// Returns the index of the widest space between lines if it is clearly wider than the others.
fn widest(rows: &[Row], before: usize, after: usize, gap: &[usize]) -> Option<usize> {
    let mut chain = vec![before];
    chain.extend(gap);
    chain.push(after);
    let spaces: Vec<f32> = chain.windows(2).map(|pair| apart(rows, pair[0], pair[1])).collect();
    if spaces.iter().any(|space| space.is_infinite()) {
        return None;
    }
    let (at, most) = spaces.iter().copied().enumerate().max_by(|a, b| a.1.total_cmp(&b.1))?;
    let next = spaces
        .iter()
        .copied()
        .enumerate()
        .filter(|(index, _)| *index != at)
        .map(|(_, space)| space)
        .fold(0.0, f32::max);
    (most > next * 1.25).then_some(at)
}

fn near(rows: &[Row], from: usize, gap: &[usize]) -> Vec<usize> {
    let mut kept = Vec::new();
    let mut last = from;
    for row in gap {
        if apart(rows, last, *row) > LINES_APART {
            break;
        }
        kept.push(*row);
        last = *row;
    }
    kept
}

/// Returns the rows that follow each other closely, continuing at the top of the next page.
fn chain_near(rows: &[Row], from: usize, gap: &[usize]) -> Vec<usize> {
    let mut kept = Vec::new();
    let mut last = from;
    for row in gap {
        let turns = rows[last].line.page != rows[*row].line.page;
        if !turns && apart(rows, last, *row) > LINES_APART {
            // A footer or header. After the page break, rows may still belong to the transaction.
            continue;
        }
        kept.push(*row);
        last = *row;
    }
    kept
}

fn described(rows: &[Row], transaction: &Lead<'_>, lines: &[usize]) -> Described {
    let page = rows[transaction.row].line.page;
    let mut text = String::new();
    let (mut x0, mut x1, mut top, mut bottom) = (f32::INFINITY, 0.0_f32, f32::INFINITY, 0.0_f32);
    for index in lines {
        let row = &rows[*index];
        let cells = if *index == transaction.row { transaction.figures.as_slice() } else { &[] };
        let part = row_text(row, transaction, cells);
        if !part.is_empty() && text.len() + part.len() <= TEXT_BYTES_MAX {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&part);
        }
        if row.line.page == page {
            x0 = x0.min(row.line.x0().max(transaction.from));
            x1 = x1.max(row.line.x1().min(transaction.to));
            top = top.min(row.line.baseline - row.line.size);
            bottom = bottom.max(row.line.baseline + row.line.size * 0.25);
        }
    }
    if text.is_empty() {
        let own = &rows[transaction.row];
        text = reference(
            &own.description_between(transaction.from, transaction.to, &transaction.figures),
            transaction.apart,
        );
    }
    let place = Place {
        page,
        x: hundredths(x0),
        y: hundredths(top),
        width: hundredths(x1 - x0),
        height: hundredths(bottom - top),
    };
    Described { text, place }
}

/// Returns the text of a row without the words in columns of references or times.
fn row_text(row: &Row, transaction: &Lead<'_>, cells: &[usize]) -> String {
    let mut kept: Vec<String> = Vec::new();
    let mut from = transaction.from;
    for column in
        transaction.apart.iter().filter(|column| column.x0 >= transaction.from && column.x0 < transaction.to)
    {
        kept.push(row.description_between(from, column.x0 - 3.0, cells));
        let starts_after = |(index, word): &(usize, &Word)| {
            word.x0 >= column.x1 - 1.0 && row.line.gap_before(*index) >= 0.85
        };
        let next = row.line.words.iter().enumerate().filter(starts_after).map(|(_, word)| word.x0);
        from = next.fold(f32::INFINITY, f32::min);
    }
    kept.push(row.description_between(from, transaction.to, cells));
    kept.retain(|part| !part.is_empty());
    kept.join(" ")
}

/// Names a check by its number; returns any other text unchanged.
fn reference(text: &str, apart: &[Apart]) -> String {
    let is_cheque =
        apart.iter().any(|column| column.name.starts_with("check") || column.name.starts_with("cheque"));
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let is_number = !digits.is_empty() && digits.len() + 1 >= text.len();
    if is_cheque && is_number { format!("Check {digits}") } else { text.to_owned() }
}

pub(crate) fn hundredths(points: f32) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "a place on a page; casts saturate")]
    let value = (points * 100.0).round() as i32;
    value
}
