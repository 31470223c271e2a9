//! What an entry says and where it stands: the text of its own line and of the lines that belong to it.

use saldo_domain::Place;

use super::rows::Row;
use super::tables::{Anchor, Apart, Tables};
use crate::layout::Word;

/// Text and place of one entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Described {
    /// As printed, lines joined by one space.
    pub(crate) text: String,
    /// The box around all its lines on the page of its amount.
    pub(crate) place: Place,
}

/// Lines farther apart than this, in font sizes, do not belong together.
const LINES_APART: f32 = 2.6;
/// An entry's text is at most this long; the rest of a longer one is not its description.
const TEXT_CHARS_MAX: usize = 600;

/// The text lines between entries and where they belong.
struct Between {
    rows: Vec<usize>,
}

/// Text and place of each of `entries`, which are anchors in printed order.
pub(crate) fn describe(rows: &[Row], tables: &Tables, entries: &[&Anchor]) -> Vec<Described> {
    let mut lines: Vec<Vec<usize>> = entries.iter().map(|anchor| vec![anchor.row]).collect();
    let edges = Edges::of(rows, tables, entries);
    let gaps: Vec<Between> =
        (0..=entries.len()).map(|at| between(rows, tables, entries, at, &edges)).collect();
    let amount_last = closes_with_amount(rows, entries, &gaps);
    for (at, gap) in gaps.iter().enumerate() {
        let (before, after) = split(rows, entries, gap, at, amount_last);
        if let Some(lines) = at.checked_sub(1).and_then(|previous| lines.get_mut(previous)) {
            lines.extend(before);
        }
        if let Some(lines) = lines.get_mut(at) {
            let mut own = after;
            own.append(lines);
            *lines = own;
        }
    }
    entries.iter().zip(&lines).map(|(anchor, lines)| described(rows, tables, anchor, lines)).collect()
}

/// The left edge of the entries' text, for each form of table.
struct Edges(Vec<f32>);

impl Edges {
    fn of(rows: &[Row], tables: &Tables, entries: &[&Anchor]) -> Self {
        let mut edges = vec![f32::INFINITY; tables.form_of.iter().max().map_or(1, |form| form + 1)];
        for anchor in entries {
            let form = tables.form_of.get(anchor.table).copied().unwrap_or(0);
            if let (Some(edge), Some(x)) = (edges.get_mut(form), rows[anchor.row].text_edge(anchor.from)) {
                *edge = edge.min(x);
            }
        }
        Self(edges)
    }

    /// Whether a row's text may be of an entry's description in a table.
    fn admit(&self, row: &Row, form: usize) -> bool {
        let edge = self.0.get(form).copied().unwrap_or(f32::INFINITY);
        row.text_edge(f32::NEG_INFINITY).is_some_and(|x| x >= edge - EDGE_SLACK)
    }
}

/// Text may start this far before the edge of the other entries' text, in points.
const EDGE_SLACK: f32 = 4.0;

/// Lines of text only, after the entry before `at` and before the entry `at`.
fn between(rows: &[Row], tables: &Tables, entries: &[&Anchor], at: usize, edges: &Edges) -> Between {
    let from = at.checked_sub(1).map_or_else(
        || entries.first().map_or(0, |first| first.row.saturating_sub(6)),
        |previous| entries[previous].row + 1,
    );
    let to = entries.get(at).map_or_else(|| rows.len().min(from + 12), |next| next.row);
    let form = |table: usize| tables.form_of.get(table).copied().unwrap_or(0);
    let neighbour = at.checked_sub(1).map_or_else(|| entries.get(at), |previous| entries.get(previous));
    let Some(neighbour) = neighbour else { return Between { rows: Vec::new() } };
    let belongs = |index: usize| {
        let row = &rows[index];
        let found = tables.anchors.binary_search_by(|anchor| anchor.row.cmp(&index));
        let has_cells = found.is_ok_and(|found| {
            let anchor = &tables.anchors[found];
            // a figure in no column that has a head is a remark, such as an amount in another currency
            let in_column = |(column, _): &(usize, usize)| tables.columns[*column].role.is_some();
            anchor.label.is_some() || anchor.cells.iter().any(in_column)
        });
        let same_form = tables.table_of[index].is_some_and(|table| form(table) == form(neighbour.table));
        !has_cells && same_form && !tables.is_head[index] && edges.admit(row, form(neighbour.table))
    };
    let mut kept: Vec<usize> = Vec::new();
    for index in from..to.min(from + GAP_ROWS_MAX) {
        if tables.is_head[index] {
            let page = rows[index].line.page;
            if at > 0 && rows[neighbour.row].line.page == page {
                break;
            }
            // what stands on a following page above its heads is the page's own heading
            kept.retain(|row| rows[*row].line.page != page);
        } else if belongs(index) {
            kept.push(index);
        }
    }
    Between { rows: kept }
}

/// At most this many lines between two entries are looked at.
const GAP_ROWS_MAX: usize = 60;

fn apart(rows: &[Row], a: usize, b: usize) -> f32 {
    let (a, b) = (&rows[a].line, &rows[b].line);
    if a.page == b.page { (b.baseline - a.baseline).abs() / a.size.max(b.size) } else { f32::INFINITY }
}

/// Whether an entry's amount stands on its last line: dates or text open entries whose amount comes later.
fn closes_with_amount(rows: &[Row], entries: &[&Anchor], gaps: &[Between]) -> bool {
    let (mut first, mut last) = (0_usize, 0_usize);
    for (at, gap) in gaps.iter().enumerate() {
        let Some(next) = entries.get(at) else {
            first += usize::from(
                gap.rows.first().is_some_and(|row| at > 0 && apart(rows, entries[at - 1].row, *row) < 1.9),
            );
            continue;
        };
        if gap.rows.is_empty() {
            continue;
        }
        let opens = gap.rows.iter().any(|row| !rows[*row].dates.is_empty()) && next.date.is_none();
        if opens {
            last += 3;
        } else if next.date.is_some() && at > 0 {
            first += 1;
        }
    }
    last > first
}

/// Which lines of a gap belong to the entry before and which to the one after.
fn split(
    rows: &[Row],
    entries: &[&Anchor],
    gap: &Between,
    at: usize,
    amount_last: bool,
) -> (Vec<usize>, Vec<usize>) {
    let before = at.checked_sub(1).and_then(|previous| entries.get(previous));
    let after = entries.get(at);
    let (Some(before), Some(after)) = (before, after) else {
        return match (before, after) {
            (Some(before), None) => (near(rows, before.row, &gap.rows), Vec::new()),
            (None, Some(after)) => {
                let mut backwards: Vec<usize> = gap.rows.iter().rev().copied().collect();
                backwards = near(rows, after.row, &backwards);
                let opens =
                    backwards.iter().any(|row| !rows[*row].dates.is_empty()) || centred(rows, entries);
                backwards.reverse();
                (
                    Vec::new(),
                    if opens || (amount_last && after.date.is_none()) { backwards } else { Vec::new() },
                )
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
        Some(cut) if after.date.is_none() => (gap.rows[..cut].to_vec(), gap.rows[cut..].to_vec()),
        _ if amount_last && after.date.is_none() => (Vec::new(), gap.rows.clone()),
        _ if amount_last && before.date.is_some() && after.date.is_some() => (gap.rows.clone(), Vec::new()),
        _ => (chain_near(rows, before.row, &gap.rows), Vec::new()),
    }
}

/// Whether text stands above the first entry's figures as it does below them.
fn centred(rows: &[Row], entries: &[&Anchor]) -> bool {
    entries.first().is_some_and(|first| first.row > 0 && apart(rows, first.row - 1, first.row) < 1.0)
}

/// The place to cut where one space between lines is clearly wider than the others.
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

/// Lines near each other, going on at the top of the next page.
fn chain_near(rows: &[Row], from: usize, gap: &[usize]) -> Vec<usize> {
    let mut kept = Vec::new();
    let mut last = from;
    for row in gap {
        let turns = rows[last].line.page != rows[*row].line.page;
        if !turns && apart(rows, last, *row) > LINES_APART {
            // a footer or header: what comes after the page's turn may still belong to the entry
            continue;
        }
        kept.push(*row);
        last = *row;
    }
    kept
}

fn described(rows: &[Row], tables: &Tables, anchor: &Anchor, lines: &[usize]) -> Described {
    let page = rows[anchor.row].line.page;
    let mut text = String::new();
    let (mut x0, mut x1, mut top, mut bottom) = (f32::INFINITY, 0.0_f32, f32::INFINITY, 0.0_f32);
    let apart = tables.apart.get(anchor.table).map_or(&[][..], Vec::as_slice);
    for index in lines {
        let row = &rows[*index];
        let own: Vec<usize> = anchor.cells.iter().map(|(_, number)| *number).collect();
        let cells = if *index == anchor.row { own.as_slice() } else { &[] };
        let part = row_text(row, anchor, cells, apart);
        if !part.is_empty() && text.len() + part.len() <= TEXT_CHARS_MAX {
            if !text.is_empty() {
                text.push(' ');
            }
            text.push_str(&part);
        }
        if row.line.page == page {
            x0 = x0.min(row.line.x0().max(anchor.from));
            x1 = x1.max(row.line.x1().min(anchor.to));
            top = top.min(row.line.baseline - row.line.size);
            bottom = bottom.max(row.line.baseline + row.line.size * 0.25);
        }
    }
    if text.is_empty() {
        let cells: Vec<usize> = anchor.cells.iter().map(|(_, number)| *number).collect();
        text = reference(&rows[anchor.row].description_between(anchor.from, anchor.to, &cells), apart);
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

/// A row's text without the words under a head that names references or times.
fn row_text(row: &Row, anchor: &Anchor, cells: &[usize], apart: &[Apart]) -> String {
    let mut kept: Vec<String> = Vec::new();
    let mut from = anchor.from;
    for column in apart.iter().filter(|column| column.x0 >= anchor.from && column.x0 < anchor.to) {
        kept.push(row.description_between(from, column.x0 - 3.0, cells));
        let starts_after = |(index, word): &(usize, &Word)| {
            word.x0 >= column.x1 - 1.0 && row.line.gap_before(*index) >= 0.85
        };
        let next = row.line.words.iter().enumerate().filter(starts_after).map(|(_, word)| word.x0);
        from = next.fold(f32::INFINITY, f32::min);
    }
    kept.push(row.description_between(from, anchor.to, cells));
    kept.retain(|part| !part.is_empty());
    kept.join(" ")
}

/// An entry that says nothing but a number: a cheque's is named, any other stands as it is.
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
