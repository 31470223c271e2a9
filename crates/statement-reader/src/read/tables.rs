//! Rows → tables: heads, sections, columns, and the rows that may be entries.

use super::amount::{Figure, Style};
use super::date::{DateMark, Form, date_at};
use super::describe::Apart;
use super::heads::{Head, Role, Section, across, heads, section, stacked};
use super::identity::{MoneyColumn, identify};
use super::labels::{Label, is_whole, label_of, label_of_text, squeeze};
use super::rows::Row;
use crate::layout::{Column, columns};

/// A row of a table that has figures in its columns.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Anchor {
    /// The row.
    pub(crate) row: usize,
    /// The date printed on the row.
    pub(crate) date: Option<Form>,
    /// The other date printed on the row.
    pub(crate) value_date: Option<Form>,
    /// Column and figure.
    pub(crate) cells: Vec<(usize, usize)>,
    /// What the row's text says that it is, if not an entry.
    pub(crate) label: Option<Label>,
    /// Whether it may be an entry all the same, whose words happen to hold those of a label.
    pub(crate) may_be_entry: bool,
    /// The section it stands under.
    pub(crate) section: Option<Section>,
    /// The part of the line it takes, where two entries stand side by side.
    pub(crate) from: f32,
    /// Where that part ends.
    pub(crate) to: f32,
    /// The number of the headed table, counted through the file; a continued page keeps it.
    pub(crate) table: usize,
}

/// The tables of a file.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    /// All columns of figures.
    pub(crate) columns: Vec<MoneyColumn>,
    /// Rows with figures or a date in the tables, in reading order.
    pub(crate) anchors: Vec<Anchor>,
    /// For each row the table it lies in, if any.
    pub(crate) table_of: Vec<Option<usize>>,
    /// For each row whether it is the head of a table.
    pub(crate) is_head: Vec<bool>,
    /// Columns that are no part of a description, for each table.
    pub(crate) apart: Vec<Vec<Apart>>,
    /// Whether whole numbers may be amounts.
    pub(crate) bare: bool,
    /// The form of each table: tables with the same heads have the same.
    pub(crate) form_of: Vec<usize>,
}

/// A part of one page under one set of heads.
struct Part {
    heads: Vec<Head>,
    form: usize,
    table: usize,
    rows: Vec<usize>,
    has_own_heads: bool,
    section: Vec<Option<Section>>,
}

impl Part {
    fn new(heads: Vec<Head>, form: usize, table: usize, has_own_heads: bool) -> Self {
        Self { heads, form, table, rows: Vec::new(), has_own_heads, section: Vec::new() }
    }
}

/// Finds the tables of all rows.
pub(crate) fn tables(rows: &[Row], style: Style) -> Tables {
    let mut tables =
        Tables { table_of: vec![None; rows.len()], is_head: vec![false; rows.len()], ..Tables::default() };
    let parts = parts(rows, &mut tables);
    let bare = takes_bare(rows, style);
    tables.bare = bare;
    for part in &parts {
        read_part(rows, (style, bare), part, &mut tables);
    }
    tables
}

/// Heads on neighbouring lines this near, in font sizes, are one head of two lines.
const HEAD_LINES: f32 = 1.9;

fn parts(rows: &[Row], tables: &mut Tables) -> Vec<Part> {
    let all_heads = all_heads(rows);
    let mut parts: Vec<Part> = Vec::new();
    let mut forms: Vec<Vec<Role>> = Vec::new();
    let mut table = 0;
    let mut section_now: Option<Section> = None;
    let mut began_at = 0;
    let mut index = 0;
    while index < rows.len() {
        let block = head_block(rows, &all_heads, index);
        if block > 0 {
            let block_heads = stacked(&all_heads[index..index + block]);
            if !opens(rows, began_at, index) && section_now == Some(Section::Excluded) {
                section_now = None;
            }
            let roles: Vec<Role> = block_heads.iter().map(|head| head.role).collect();
            let form = forms.iter().position(|known| *known == roles).unwrap_or_else(|| {
                forms.push(roles);
                forms.len() - 1
            });
            tables.is_head[index..index + block].fill(true);
            table += 1;
            tables.apart.resize(table + 1, Vec::new());
            tables.form_of.resize(table + 1, form);
            parts.push(Part::new(block_heads, form, table, true));
            index += block;
            continue;
        }
        let row = &rows[index];
        if row.figures.iter().all(|figure| !figure.strong) || row.dates.is_empty() {
            let found =
                heading(row).filter(|found| *found != Section::Excluded || !continues_entry(rows, index));
            if found.is_some() {
                (section_now, began_at) = (found, index);
            }
            // another account begins or this one ends
            let is_end = || matches!(label_of(&squeeze(&row.text())), Some(Label::Opening | Label::Closing));
            if found.is_none() && section_now == Some(Section::Excluded) && is_end() {
                section_now = None;
            }
        }
        let turns = parts.last().is_some_and(|part| {
            part.rows.last().is_some_and(|last| rows[*last].line.page != row.line.page)
                || (part.rows.is_empty() && index > 0 && rows[index - 1].line.page != row.line.page)
        });
        if turns && let Some(before) = parts.last() {
            let part = Part::new(before.heads.clone(), before.form, before.table, false);
            parts.push(part);
        }
        if let Some(part) = parts.last_mut() {
            part.rows.push(index);
            part.section.push(section_now);
            tables.table_of[index] = Some(part.table);
        }
        index += 1;
    }
    if parts.is_empty() { headless(rows, tables) } else { parts }
}

/// Whether a heading stands directly above a table's head.
fn opens(rows: &[Row], heading: usize, head: usize) -> bool {
    rows[heading].line.page == rows[head].line.page && head - heading <= HEADING_ROWS
}

/// At most this many lines lie between a heading and the head of its table.
const HEADING_ROWS: usize = 3;

/// No line of the file reads like the head of a table: each page may still be one.
fn headless(rows: &[Row], tables: &mut Tables) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    tables.apart.resize(1, Vec::new());
    tables.form_of.resize(1, 0);
    let mut page = 0;
    for (index, row) in rows.iter().enumerate() {
        if row.line.page != page {
            page = row.line.page;
            parts.push(Part::new(Vec::new(), 0, 0, false));
        }
        if let Some(part) = parts.last_mut() {
            part.rows.push(index);
            part.section.push(heading(row));
            tables.table_of[index] = Some(0);
        }
    }
    parts
}

/// The heads on every row, with those of which a word stands on the row above.
fn all_heads(rows: &[Row]) -> Vec<Vec<Head>> {
    let mut heads: Vec<Vec<Head>> = rows.iter().map(row_heads).collect();
    let is_plain = |row: &Row| row.dates.is_empty() && row.figures.iter().all(|figure| !figure.strong);
    for (index, pair) in rows.windows(2).enumerate() {
        let [above, below] = pair else { continue };
        let near = above.line.page == below.line.page
            && below.line.baseline - above.line.baseline < HEAD_LINES * above.line.size.max(below.line.size);
        if near && is_plain(above) && is_plain(below) && above.line.words.len() <= HEAD_WORDS_MAX {
            heads[index + 1].extend(across(&above.line, &below.line));
        }
    }
    heads
}

/// A line of heads has no more words; a paragraph may.
const HEAD_WORDS_MAX: usize = 24;

fn row_heads(row: &Row) -> Vec<Head> {
    if !row.dates.is_empty() || row.figures.iter().any(|figure| figure.strong) {
        return Vec::new();
    }
    let heads = heads(&row.line);
    if heads.len() == 1 && section(&squeeze(&row.line.text())).is_some() {
        return Vec::new();
    }
    heads
}

/// How many lines from `start` are the head of a table; 0 when it is none.
fn head_block(rows: &[Row], heads: &[Vec<Head>], start: usize) -> usize {
    if heads[start].is_empty() {
        return 0;
    }
    let mut length = 1;
    let near = |a: &Row, b: &Row| {
        a.line.page == b.line.page
            && b.line.baseline - a.line.baseline < HEAD_LINES * a.line.size.max(b.line.size)
    };
    let is_plain = |row: &Row| row.dates.is_empty() && row.figures.iter().all(|figure| !figure.strong);
    let mut end = start + 1;
    while end < rows.len() && end < start + 6 && near(&rows[end - 1], &rows[end]) && is_plain(&rows[end]) {
        end += 1;
        if !heads[end - 1].is_empty() {
            length = end - start;
        }
    }
    let is_table = |count: usize| {
        let roles: Vec<Role> = heads[start..start + count].iter().flatten().map(|head| head.role).collect();
        let names_entries =
            roles.iter().any(|role| matches!(role, Role::Date | Role::ValueDate | Role::Description));
        names_entries && roles.iter().any(|role| role.is_money())
    };
    // the shortest block that is a table's head, with the lines of heads that still belong to it
    let Some(shortest) = (1..=length).find(|count| is_table(*count)) else { return 0 };
    let mut block = shortest;
    while block < length && !heads[start + block].is_empty() && block < shortest + 2 {
        block += 1;
    }
    block
}

/// A heading has no more words than this; a sentence has.
const HEADING_WORDS_MAX: usize = 10;

fn heading(row: &Row) -> Option<Section> {
    let text = row.text();
    if text.contains('%') || text.ends_with('.') || row.line.words.len() > HEADING_WORDS_MAX {
        return None;
    }
    let squeezed = squeeze(&text);
    section(&squeezed)
}

/// At most this many lines lie between an entry's first line and its last.
const ENTRY_LINES: usize = 4;
/// Texts that begin nearer to each other than this, in points, are aligned.
const TEXT_ALIGNED: f32 = 3.0;

/// Whether a line goes on with the description of the entry above it: `Scheduled payment` may be said of one.
fn continues_entry(rows: &[Row], index: usize) -> bool {
    let first = index.saturating_sub(ENTRY_LINES);
    let near = |above: usize| {
        let (one, two) = (&rows[above].line, &rows[above + 1].line);
        one.page == two.page && two.baseline - one.baseline < HEAD_LINES * one.size.max(two.size)
    };
    let entry =
        (first..index).rev().take_while(|above| near(*above)).find(|above| !rows[*above].dates.is_empty());
    let Some((entry, date)) =
        entry.and_then(|entry| rows[entry].dates.last().map(|date| (&rows[entry], date)))
    else {
        return false;
    };
    let end = entry
        .line
        .words
        .get(date.words.clone())
        .and_then(|words| words.last())
        .map_or(date.x0, |word| word.x1);
    let edges = entry.text_edge(end).zip(rows[index].line.words.first());
    entry.figures.iter().any(|figure| figure.strong)
        && edges.is_some_and(|(edge, word)| (word.x0 - edge).abs() < TEXT_ALIGNED)
}

/// The left edge of the second entry where a table has two side by side.
fn second_half(heads: &[Head]) -> Option<f32> {
    let dates: Vec<usize> = heads
        .iter()
        .enumerate()
        .filter(|(_, head)| head.role == Role::Date)
        .map(|(index, _)| index)
        .collect();
    let [first, second] = dates.as_slice() else { return None };
    let roles = |heads: &[Head]| heads.iter().map(|head| head.role).collect::<Vec<_>>();
    let (left, right) = (heads.get(*first..*second)?, heads.get(*second..)?);
    (roles(left) == roles(right) && left.len() > 1).then(|| heads[*second].x0 - 4.0)
}

fn read_part(rows: &[Row], (style, bare): (Style, bool), part: &Part, tables: &mut Tables) {
    let split = second_half(&part.heads);
    let halves: Vec<(f32, f32)> = match split {
        Some(x) => vec![(f32::NEG_INFINITY, x), (x, f32::INFINITY)],
        None => vec![(f32::NEG_INFINITY, f32::INFINITY)],
    };
    set_apart(part, tables);
    for (from, to) in &halves {
        let heads: Vec<Head> =
            part.heads.iter().filter(|head| head.x0 >= *from && head.x0 < *to).cloned().collect();
        let found = part_columns(rows, (style, bare), part, *from, *to);
        let inherits = !part.has_own_heads;
        let ids = identify(&found, &heads, part.form, inherits, &mut tables.columns);
        for (row_index, section) in part.rows.iter().zip(&part.section) {
            let row = &rows[*row_index];
            let anchor = anchor(row, *row_index, style, (&found, &ids, bare), (*from, *to));
            if let Some(mut anchor) = anchor {
                anchor.section = *section;
                anchor.table = part.table;
                for (column, _) in &anchor.cells {
                    tables.columns[*column].cells += 1;
                }
                anchor.may_be_entry = may_be_entry(row, &anchor, style, &tables.columns);
                tables.anchors.push(anchor);
            }
        }
    }
    if split.is_some() {
        tables.anchors.sort_by_key(|anchor| anchor.row);
    }
}

/// Where text is a reference or a time rather than a description.
fn set_apart(part: &Part, tables: &mut Tables) {
    let apart = part
        .heads
        .iter()
        .filter(|head| head.role == Role::Reference)
        .map(|head| Apart { x0: head.x0, x1: head.x1, name: head.text.clone() })
        .collect::<Vec<_>>();
    if let Some(known) = tables.apart.get_mut(part.table)
        && part.has_own_heads
    {
        *known = apart;
    }
}

/// Rows nearer than this to each other, in font sizes, may be of one table.
const LINES_NEAR: f32 = 3.5;

/// The columns of a part, from the figures down to its last dated row and the rows that follow it closely.
fn part_columns(rows: &[Row], (style, bare): (Style, bool), part: &Part, from: f32, to: f32) -> Vec<Column> {
    let last_dated = part.rows.iter().rposition(|index| !rows[*index].dates.is_empty());
    let last = last_dated.and_then(|dated| {
        let near = |pair: &[usize]| {
            let (a, b) = (&rows[pair[0]].line, &rows[pair[1]].line);
            b.baseline - a.baseline < LINES_NEAR * a.size.max(b.size)
        };
        let reached = part.rows[dated..].windows(2).take_while(|pair| near(pair)).count();
        part.rows.get(dated + reached)
    });
    let cells = |upto: Option<&usize>, with_bare: bool| -> Vec<(f32, f32)> {
        part.rows
            .iter()
            .filter(|index| upto.is_none_or(|upto| *index <= upto))
            .filter(|index| !is_labelled(&rows[**index]))
            .flat_map(|index| rows[*index].apart())
            .filter(|figure| figure.x0 >= from && figure.x0 < to)
            .filter(|figure| (figure.strong || with_bare) && figure.is_amount(style))
            .map(|figure| (figure.x0, figure.x1))
            .collect()
    };
    columns(&cells(last, bare))
}

/// Whether a row without a date is a balance or a sum: a summary below the table has columns of its own.
fn is_labelled(row: &Row) -> bool {
    row.dates.is_empty() && label_of_text(&row.text()).is_some()
}

/// Whether whole numbers without any sign of being money may stand in a column: where few figures have decimals.
fn takes_bare(rows: &[Row], style: Style) -> bool {
    let strong = || rows.iter().flat_map(|row| &row.figures).filter(|figure| figure.strong);
    strong().filter(|figure| figure.has_decimals(style)).count() * 4 <= strong().count()
}

/// Whether a figure begins or ends where its column does.
fn is_aligned(figure: &Figure, column: &Column) -> bool {
    (figure.x1 - column.x1).abs() < 2.5 || (figure.x0 - column.x0).abs() < 2.5
}

/// Whether a date is the first day of a period, as in an annex: no entry is booked on two days.
fn opens_period(row: &Row, date: &DateMark) -> bool {
    let words = &row.line.words;
    let is_dash =
        words.get(date.words.end).is_some_and(|word| matches!(word.text.as_str(), "-" | "\u{2013}"));
    let has_year = |form: Form| form.year().is_some();
    is_dash
        && has_year(date.form)
        && date_at(&row.line, date.words.end + 1).is_some_and(|end| has_year(end.form))
}

fn anchor(
    row: &Row,
    index: usize,
    style: Style,
    columns: (&[Column], &[usize], bool),
    part: (f32, f32),
) -> Option<Anchor> {
    let (found, ids, bare) = columns;
    let (from, to) = part;
    let mut cells = Vec::new();
    for (number, figure) in row.figures.iter().enumerate() {
        if figure.x0 < from || figure.x0 >= to || !figure.is_amount(style) {
            continue;
        }
        let place = found.iter().position(|column| column.overlap(figure.x0, figure.x1) > 0.3);
        if let Some(place) = place
            && (figure.strong || (bare && is_aligned(figure, &found[place])))
            && (row.stands_apart(figure) || is_aligned(figure, &found[place]))
            && cells.iter().all(|(id, _)| *id != ids[place])
        {
            cells.push((ids[place], number));
        }
    }
    let mut dates = row.dates.iter().filter(|date| date.x0 >= from && date.x0 < to);
    let date = dates.next().filter(|date| !opens_period(row, date)).map(|date| date.form);
    let value_date = dates.next().map(|date| date.form);
    if cells.is_empty() && date.is_none() {
        return None;
    }
    let text = row.text_between(from, to);
    let label = label_of_text(&text)
        .filter(|label| date.is_none() || matches!(label, Label::Opening | Label::Closing));
    Some(Anchor {
        row: index,
        date,
        value_date,
        cells,
        label,
        may_be_entry: false,
        section: None,
        from,
        to,
        table: 0,
    })
}

/// Whether a row with the words of a label may be an entry: a shop is called `New Balance` or `Total Energies`. The words
/// must say more than the label does, and one column of amounts must hold a figure.
fn may_be_entry(row: &Row, anchor: &Anchor, style: Style, columns: &[MoneyColumn]) -> bool {
    let Some(label) = anchor.label else { return false };
    let is_amount = |(column, _): &&(usize, usize)| {
        matches!(columns[*column].role, Some(Role::In | Role::Out | Role::Amount))
    };
    let moves_money = |(_, number): &&(usize, usize)| {
        row.figures[*number].minor(style, style.places()).is_some_and(|minor| minor != 0)
    };
    (anchor.date.is_some() || label == Label::Total)
        && anchor.cells.iter().filter(is_amount).filter(moves_money).count() == 1
        && !is_whole(&squeeze(&row.text_between(anchor.from, anchor.to)))
}
