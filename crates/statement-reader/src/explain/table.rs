//! Stage 2, structure: heads, columns of figures, sections, and the rows with figures in the columns.

use std::collections::HashSet;
use std::ops::Range;

use saldo_domain::Currency;

use super::facts::may_be_sum;
use super::headings::sections;
use super::item::{has_lost_digits, label_of_item, suffixes};
use super::limits;
use super::rare::{OVER, frequent, lower_lines, spans};
use super::row_dates::Dates;
use super::tokens::Tokens;
use super::whole_amounts::{is_long, separates_thousands, takes_bare};
use crate::layout::{Column, Line, columns};
use crate::read::account::periods;
use crate::read::amount::{Figure, Mark, Style};
use crate::read::currency::named;
use crate::read::date::{Form, is_time};
use crate::read::describe::Apart;
use crate::read::heads::{HEAD_GAP, Head, Role, Section, across, heads, section, stacked, with_ways};
use crate::read::labeled::equation;
use crate::read::labels::{Label, label_of, label_of_text, names_no_balance, squeeze};
use crate::read::rows::{CELL_GAP, Row};

/// A figure in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell {
    /// Index of the column in the document.
    pub(super) slot: usize,
    /// Amount without sign, in minor units.
    pub(super) minor: i64,
    /// Sign printed beside the figure.
    pub(super) mark: Mark,
    /// Index of the figure in its row.
    pub(super) figure: usize,
}

/// A row with figures in columns.
#[derive(Debug, Clone)]
pub(super) struct Item {
    /// Index of the row in the document.
    pub(super) row: usize,
    /// Page of the row.
    pub(super) page: u32,
    /// Number of lines of heads above the row.
    pub(super) block: usize,
    /// First date on the row.
    pub(super) date: Option<Form>,
    /// Second date on the row.
    pub(super) value_date: Option<Form>,
    /// Figures in columns, from left to right.
    pub(super) cells: Vec<Cell>,
    /// Figures outside all columns, used for a row that lacks an amount.
    pub(super) loose: Vec<(i64, Mark)>,
    /// True if a figure beside its text is in no column.
    pub(super) has_rest: bool,
    /// Index of its section.
    pub(super) section: usize,
    /// Meaning of its words if they are those of a balance or a total.
    pub(super) label: Option<Label>,
    /// True if it is the heading of a day, with the balance or a total of that day.
    pub(super) is_day: bool,
    /// Other amounts that its first figure may be if digits of the description run into it.
    pub(super) glued: Vec<i64>,
    /// True if it may be a sum of transactions, unlike a sum of the year or a limit.
    pub(super) may_be_sum: bool,
    /// Part of the line that the item takes, for two items side by side.
    pub(super) span: (f32, f32),
}

/// A column of figures.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Slot {
    /// Content of the column according to its head.
    pub(super) role: Option<Role>,
    /// Index of the set of heads it belongs to.
    pub(super) form: usize,
    /// Left edge, in points.
    pub(super) x0: f32,
    /// Right edge, in points.
    pub(super) x1: f32,
    /// True if its figures are aligned at the left edge.
    pub(super) is_left: bool,
}

/// The rows under one heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Part {
    /// Kind of the section; `None` for a heading with unknown words.
    pub(super) kind: Option<Section>,
    /// True if the section lists daily balances.
    pub(super) is_balances: bool,
}

/// The structure of a document.
pub(super) struct Table {
    /// Columns of all sets of heads.
    pub(super) slots: Vec<Slot>,
    /// Rows with figures in columns, in reading order.
    pub(super) items: Vec<Item>,
    /// Sections; the first one holds the rows above all headings.
    pub(super) parts: Vec<Part>,
    /// For each row, true if it is a line of heads.
    pub(super) is_head: Vec<bool>,
    /// For each row, the index of its set of heads; `None` above the first.
    pub(super) form_of: Vec<Option<usize>>,
    /// Rows with a date and no figure: the day of the rows below or above.
    pub(super) days: Vec<(usize, Form)>,
    /// True if whole numbers may be amounts.
    pub(super) bare: bool,
    /// True if amounts without decimals separate thousands: a long number without a separator is none.
    pub(super) separates_thousands: bool,
    /// True if most figures bear the sign of another currency than the account's, which is then a poor guess.
    pub(super) has_other_currency: bool,
    /// For each set of heads, the contents of the columns.
    pub(super) heads: Vec<Vec<Role>>,
    /// For each set of heads, the columns of references or times, which do not belong to descriptions.
    pub(super) apart: Vec<Vec<Apart>>,
}

impl Table {
    /// True if a figure may be an amount, because of its separators and currency or because of the others.
    pub(super) fn takes(&self, figure: &Figure) -> bool {
        figure.strong || self.bare && !(self.separates_thousands && is_long(figure))
    }

    /// True if a row belongs to an overview of accounts: below its heads are only balances, or several of
    /// them and no dates, or one beside figures without a head, and it has no day.
    pub(super) fn is_overview(&self, item: &Item) -> bool {
        let Some(form) = item.cells.first().map(|cell| self.slots[cell.slot].form) else { return false };
        let own = || self.slots.iter().filter(|slot| slot.form == form);
        let balances = own().filter(|slot| slot.role == Some(Role::Balance)).count();
        let has_dates = self.heads.get(form).is_some_and(|heads| heads.contains(&Role::Date));
        // The balance in the currency of the user may stand beside that of the account.
        let is_only = own().all(|slot| slot.role.is_none_or(|role| role == Role::Balance));
        let is_list = (balances > 1 || balances == 1 && is_only) && !has_dates;
        item.date.is_none()
            && match item.label {
                None => balances == own().count() || is_list,
                Some(label) => label == Label::Total && is_list,
            }
    }
}

/// Largest number of sets of heads that are distinguished.
const FORMS_MAX: usize = 64;
/// Largest number of columns under one set of heads.
const COLUMNS_MAX: usize = 24;
/// Largest distance of lines in one block of heads, in font sizes.
const HEAD_LINES: f32 = 1.95;

struct Block {
    rows: Range<usize>,
    heads: Vec<Head>,
}

/// Finds columns, sections and rows.
pub(super) fn table(tokens: &Tokens, currency: Currency) -> Table {
    let rows = &tokens.rows;
    let blocks = blocks(rows);
    let mut is_head = vec![false; rows.len()];
    let mut form_of: Vec<Option<usize>> = vec![None; rows.len()];
    let mut forms: Vec<Vec<Head>> = Vec::new();
    let mut next = 0;
    for block in &blocks {
        is_head[block.rows.clone()].fill(true);
        let known = forms.iter().position(|known| is_same(known, &block.heads));
        let form = known.unwrap_or_else(|| {
            if forms.len() < FORMS_MAX {
                forms.push(block.heads.clone());
            }
            forms.len() - 1
        });
        next = next.max(block.rows.start);
        form_of[next..].fill(Some(form));
    }
    leave_page_tops(rows, &blocks, &mut form_of);
    let bare = takes_bare(rows, tokens.style);
    let separates_thousands = bare && separates_thousands(rows);
    let mut table = Table {
        slots: Vec::new(),
        items: Vec::new(),
        parts: Vec::new(),
        is_head,
        form_of,
        days: Vec::new(),
        bare,
        separates_thousands,
        has_other_currency: has_other_currency(rows, currency),
        heads: forms.iter().map(|heads| heads.iter().map(|head| head.role).collect()).collect(),
        apart: forms.iter().map(|heads| apart(heads)).collect(),
    };
    let section_of = sections(rows, &mut table);
    let is_headless = |index: &usize| table.form_of[*index].is_none();
    if forms.is_empty() || dated_figures((0..rows.len()).filter(is_headless).map(|index| &rows[index])) {
        // Rows above all heads have columns of their own.
        for form in table.form_of.iter_mut().filter(|form| form.is_none()) {
            *form = Some(forms.len());
        }
        forms.push(Vec::new());
    }
    for (form, heads) in forms.iter().enumerate() {
        slots((rows, &section_of), tokens.style, form, heads, &mut table);
    }
    items(tokens, currency, &forms, &section_of, &mut table);
    leave_copies(&mut table);
    table
}

/// Smallest number of rows with a day and a figure that have columns of their own.
const HEADLESS_ROWS_MIN: usize = 3;

/// True if enough rows begin with a day and have a figure.
fn dated_figures<'a>(rows: impl Iterator<Item = &'a Row>) -> bool {
    let is_dated = |row: &&Row| row.dates.first().is_some_and(|date| date.words.start == 0);
    let has_figure = |row: &&Row| row.apart().any(|figure| figure.strong);
    rows.filter(is_dated).filter(has_figure).count() >= HEADLESS_ROWS_MIN
}

/// Smallest number of rows that show that a column repeats another one.
const COPIED_MIN: usize = 2;

/// Removes the figures of columns that repeat the amounts of a column on their left, such as a net amount.
fn leave_copies(table: &mut Table) {
    let is_amount = |slot: usize| table.slots[slot].role == Some(Role::Amount);
    let amounts: Vec<usize> = (0..table.slots.len()).filter(|slot| is_amount(*slot)).collect();
    let pairs = amounts.iter().flat_map(|one| amounts.iter().map(move |other| (*one, *other)));
    let is_copy = |(first, again): &(usize, usize)| {
        let cell = |item: &Item, slot: usize| {
            item.cells.iter().find(|cell| cell.slot == slot).map(|cell| (cell.minor, cell.mark))
        };
        let mut rows = table.items.iter().filter(|item| cell(item, *again).is_some());
        let is_left = table.slots[*first].form == table.slots[*again].form
            && table.slots[*first].x1 < table.slots[*again].x0;
        let count = rows.clone().count();
        is_left && count >= COPIED_MIN && rows.all(|item| cell(item, *first) == cell(item, *again))
    };
    let copies: HashSet<usize> = pairs.filter(is_copy).map(|(_, again)| again).collect();
    for item in &mut table.items {
        item.cells.retain(|cell| !copies.contains(&cell.slot));
    }
}

fn apart(heads: &[Head]) -> Vec<Apart> {
    let references = heads.iter().filter(|head| head.role == Role::Reference);
    references.map(|head| Apart { x0: head.x0, x1: head.x1, name: head.text.clone() }).collect()
}

/// True if another page has the same line at the same height, as the head of a page does.
fn is_on_each_page(rows: &[Row], index: usize) -> bool {
    let line = &rows[index].line;
    let is_again = |other: &Line| {
        other.page != line.page
            && (other.baseline - line.baseline).abs() < 1.0
            && other.words.iter().map(|word| &word.text).eq(line.words.iter().map(|word| &word.text))
    };
    rows.iter().any(|row| is_again(&row.line))
}

/// Removes the rows above the heads of a page from the table, unless one of them is dated or continues the
/// page before.
fn leave_page_tops(rows: &[Row], blocks: &[Block], form_of: &mut [Option<usize>]) {
    for (number, block) in blocks.iter().enumerate() {
        let page = rows[block.rows.start].line.page;
        let before = number.checked_sub(1).map(|number| &blocks[number]);
        if before.is_some_and(|before| rows[before.rows.start].line.page == page) {
            continue;
        }
        let top = (0..block.rows.start).rev().take_while(|index| rows[*index].line.page == page).last();
        let Some(top) = top else { continue };
        let dated = (top..block.rows.start).find(|index| !rows[*index].dates.is_empty());
        let has_money = |row: &Row| row.figures.iter().any(|figure| figure.strong);
        let has_rows = dated.is_some_and(|dated| rows[dated..block.rows.start].iter().any(has_money));
        // Rows of the page before may continue without a day of their own, above heads that are printed
        // later.
        let goes_on = || {
            before.is_some_and(|before| {
                let money = || before.heads.iter().filter(|head| head.role.is_money());
                let is_below =
                    |figure: &Figure| money().any(|head| figure.x0 < head.x1 && head.x0 < figure.end);
                let is_cell = |row: &Row| row.figures.iter().any(|figure| figure.strong && is_below(figure));
                let mut own = (top..block.rows.start).filter(|index| is_cell(&rows[*index]));
                own.any(|index| label_of_text(&rows[index].text()).is_none() && !is_on_each_page(rows, index))
            })
        };
        if !has_rows && !goes_on() {
            form_of[top..block.rows.start].fill(None);
        }
    }
}

/// True if two blocks have the same heads, up to a small displacement.
fn is_same(one: &[Head], other: &[Head]) -> bool {
    one.len() == other.len()
        && one
            .iter()
            .zip(other)
            .all(|(a, b)| a.role == b.role && ((a.x0 - b.x0).abs() < 14.0 || (a.x1 - b.x1).abs() < 14.0))
}

/// True if most amounts bear the sign of another currency.
fn has_other_currency(rows: &[Row], currency: Currency) -> bool {
    let figures = || rows.iter().flat_map(Row::apart).filter(|figure| figure.strong);
    let is_other =
        |figure: &&Figure| figure.symbol.as_deref().and_then(named).is_some_and(|own| own != currency);
    figures().filter(is_other).count() * 2 > figures().count()
}

/// Smallest number of digits of an account's number.
const NUMBER_DIGITS_MIN: usize = 4;

/// True if a line has the title of a section and the number of the account: `Deposits (+)  Account: 4471`.
fn is_numbered_title(row: &Row) -> bool {
    let words = &row.line.words;
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    let end = (1..words.len()).find(|at| row.line.gap_before(*at) >= CELL_GAP).unwrap_or(words.len());
    let title = words[..end].iter().map(|word| squeeze(&word.text)).collect::<String>();
    words[end..].iter().any(|word| digits(&word.text) >= NUMBER_DIGITS_MIN) && section(&title).is_some()
}

fn blocks(rows: &[Row]) -> Vec<Block> {
    let found: Vec<Vec<Head>> = rows
        .iter()
        .map(|row| {
            let has_money = row.figures.iter().any(|figure| figure.strong);
            let has_time = || row.line.words.iter().any(|word| is_time(&word.text));
            if has_money
                || is_numbered_title(row)
                || row.dates.iter().any(|date| !date.like_amount)
                || has_time()
            {
                Vec::new()
            } else {
                heads(&row.line)
            }
        })
        .collect();
    let mut blocks = Vec::new();
    let mut index = 0;
    while index < rows.len() {
        let block = block_at(rows, &found, index);
        match block {
            Some(block) => {
                index = block.rows.end;
                blocks.push(block);
            }
            None => index += 1,
        }
    }
    blocks
}

fn block_at(rows: &[Row], found: &[Vec<Head>], start: usize) -> Option<Block> {
    let is_heading = |index: usize| {
        let line = &rows[index].line;
        let is_cell = (1..line.words.len()).all(|at| line.gap_before(at) < CELL_GAP);
        (is_cell || found[index].len() < 2) && section(&squeeze(&line.text())).is_some()
    };
    if found[start].is_empty() && !joins_below(rows, found, start) || is_heading(start) {
        return None;
    }
    let mut end = start + 1;
    while end < rows.len()
        && end < start + 4
        && is_below(&rows[end - 1].line, &rows[end].line)
        && !is_heading(end)
    {
        let crossed = across(&rows[end - 1].line, &rows[end].line);
        let is_plain = rows[end].figures.iter().all(|figure| !figure.strong) && rows[end].dates.is_empty();
        if !is_plain || (found[end].is_empty() && crossed.is_empty()) {
            break;
        }
        end += 1;
    }
    let mut lists: Vec<Vec<Head>> = found[start..end].to_vec();
    for index in start + 1..end {
        lists.push(across(&rows[index - 1].line, &rows[index].line));
    }
    let heads = stacked(&lists);
    let money = heads.iter().filter(|head| head.role.is_money()).count();
    // `Credit card number` above a number is one label.
    let has_cells = heads.windows(2).any(|pair| pair[1].x0 - pair[0].x1 >= HEAD_GAP * rows[start].line.size);
    let is_table = has_cells && money >= 1 && heads.iter().any(|head| !head.role.is_money() || money >= 2);
    if is_table {
        return Some(Block { rows: start..end, heads });
    }
    None
}

fn joins_below(rows: &[Row], found: &[Vec<Head>], index: usize) -> bool {
    let Some(below) = rows.get(index + 1) else { return false };
    let row = &rows[index];
    row.dates.is_empty()
        && row.figures.is_empty()
        && !found[index + 1].is_empty()
        && is_below(&row.line, &below.line)
        && !across(&row.line, &below.line).is_empty()
}

fn is_below(above: &Line, below: &Line) -> bool {
    above.page == below.page && below.baseline - above.baseline < HEAD_LINES * above.size.max(below.size)
}

/// Smallest shared part of the narrower one at which a cell belongs to a column.
const SHARED: f32 = 0.15;
/// Largest distance of a head beside its column, in points.
const HEAD_REACH: f32 = 40.0;

/// Finds the columns of figures under one set of heads.
fn slots(
    (rows, section_of): (&[Row], &[usize]),
    style: Style,
    form: usize,
    heads: &[Head],
    table: &mut Table,
) {
    // Lists of daily balances have columns of their own, which must not claim any head.
    let is_listed = |index: usize| table.parts[section_of[index]].is_balances;
    let own =
        |index: &usize| table.form_of[*index] == Some(form) && !table.is_head[*index] && !is_listed(*index);
    let members: Vec<usize> = (0..rows.len()).filter(own).collect();
    let is_cell = |row: &Row, figure: &Figure| {
        figure.is_amount(style) && row.stands_apart(figure) && table.takes(figure)
    };
    let is_lower = lower_lines(rows, &members, is_cell);
    let spans = |dated: bool| spans(rows, (&members, &is_lower), dated, is_cell);
    let mut cells = spans(true);
    if cells.len() < 2 || !heads.is_empty() {
        // A summary below the rows has its own layout. It may add columns, but must not move any.
        let dated = columns(&cells);
        let is_apart = |(x0, x1): &(f32, f32)| dated.iter().all(|one| one.overlap(*x0, *x1) < OVER);
        let others: Vec<(f32, f32)> = spans(false).into_iter().filter(is_apart).collect();
        cells.extend(others);
    }
    let mut kept = columns(&cells);
    if heads.is_empty() {
        kept = frequent(rows, (&members, &is_lower), kept, is_cell);
    }
    let heads = &with_ways(heads, &kept);
    let money: Vec<&Head> = heads.iter().filter(|head| head.role.is_money()).collect();
    let mut found: Vec<Slot> = Vec::new();
    for column in kept {
        let within: Vec<&&Head> =
            money.iter().filter(|head| column.overlap(head.x0, head.x1) > SHARED).collect();
        // `Withdrawal (Dr) / Deposit (Cr)` is one column of both directions.
        let are_ways = within.iter().all(|head| matches!(head.role, Role::In | Role::Out));
        if within.len() == 2 && are_ways && is_marked(rows, &members, &column) {
            let (x0, x1) = (column.x0, column.x1);
            found.push(Slot { role: Some(Role::Amount), form, x0, x1, is_left: false });
            continue;
        }
        if within.len() > 1 {
            found.extend(within.iter().map(|head| {
                let (role, x0, x1) = (Some(head.role), head.x0, head.x1);
                Slot { role, form, x0, x1, is_left: false }
            }));
            continue;
        }
        let beside = |head: &&Head| column.overlap(head.x0, head.x1) > SHARED;
        let role = heads
            .iter()
            .filter(|head| beside(head))
            .max_by(|a, b| column.overlap(a.x0, a.x1).total_cmp(&column.overlap(b.x0, b.x1)));
        let near = || {
            let apart = |head: &Head| (head.x0 - column.x0).abs().min((head.x1 - column.x1).abs());
            money
                .iter()
                .filter(|head| apart(head) < HEAD_REACH)
                .min_by(|a, b| apart(a).total_cmp(&apart(b)))
                .map(|head| head.role)
        };
        let role = role.map(|head| head.role).or_else(near);
        let at = |edge: f32, of: fn(&(f32, f32)) -> f32| {
            cells.iter().filter(|cell| (of(cell) - edge).abs() < EDGE).count()
        };
        let is_left = at(column.x0, |cell| cell.0) > at(column.x1, |cell| cell.1);
        found.push(Slot { role, form, x0: column.x0, x1: column.x1, is_left });
    }
    found.truncate(COLUMNS_MAX);
    found.extend(weak_slots(rows, style, form, &money, &members, &found));
    part_rivals(&mut found, &money);
    let dated = columns(&spans(true));
    shift_heads(&mut found, &money, |slot| dated.iter().any(|one| one.overlap(slot.x0, slot.x1) > OVER));
    let described = found.iter().any(|slot| slot.role.is_some_and(Role::is_money));
    table.slots.extend(found.into_iter().filter(|slot| {
        !matches!(slot.role, Some(Role::Reference | Role::Description | Role::Date | Role::ValueDate))
            || !described
    }));
}

/// True if most figures of a column have a mark of debit or credit.
fn is_marked(rows: &[Row], members: &[usize], column: &Column) -> bool {
    let figures = || {
        let all = members.iter().flat_map(|index| rows[*index].apart());
        all.filter(|figure| figure.strong && column.overlap(figure.x0, figure.end) > OVER)
    };
    figures().filter(|figure| matches!(figure.mark, Mark::Credit | Mark::Debit)).count() * 2
        > figures().count()
}

/// Finds columns that hold only whole numbers, below heads of money among amounts with decimals.
fn weak_slots(
    rows: &[Row],
    style: Style,
    form: usize,
    money: &[&Head],
    members: &[usize],
    found: &[Slot],
) -> Vec<Slot> {
    let dated = || members.iter().map(|index| &rows[*index]).filter(|row| !row.dates.is_empty());
    let is_new = |head: &&&Head| found.iter().all(|slot| slot.role != Some(head.role));
    let slot = |head: &&Head| {
        let is_below = |figure: &&Figure| {
            !figure.strong
                && figure.is_amount(style)
                && ((figure.end - head.x1).abs() < EDGE || (figure.x0 - head.x0).abs() < EDGE)
        };
        let own: Vec<&Figure> = dated().flat_map(Row::apart).filter(is_below).collect();
        let x0 = own.iter().map(|figure| figure.x0).min_by(f32::total_cmp)?;
        let x1 = own.iter().map(|figure| figure.end).max_by(f32::total_cmp)?;
        let is_left = (x0 - head.x0).abs() < EDGE && (x1 - head.x1).abs() >= EDGE;
        Some(Slot { role: Some(head.role), form, x0, x1, is_left })
    };
    let heads = money.iter().filter(|head| matches!(head.role, Role::In | Role::Out | Role::Amount));
    heads.filter(is_new).filter_map(slot).collect()
}

/// Removes a head from the farther one of two columns that claim it.
fn part_rivals(found: &mut [Slot], money: &[&Head]) {
    for index in 0..found.len() {
        let Some(role) = found[index].role.filter(|role| role.is_money()) else { continue };
        let reach = |slot: &Slot| {
            money
                .iter()
                .filter(|head| head.role == role)
                .map(|head| (head.x1 - slot.x1).abs().min((head.x0 - slot.x0).abs()))
                .fold(f32::INFINITY, f32::min)
        };
        let heads = money.iter().filter(|head| head.role == role).count();
        let rivals = found.iter().filter(|slot| slot.role == Some(role)).count();
        if rivals > heads
            && found.iter().enumerate().any(|(other, slot)| {
                other != index && slot.role == Some(role) && reach(slot) < reach(&found[index])
            })
        {
            found[index].role = None;
        }
    }
}

/// Assigns heads in their order if they stand a column's width beside their columns and are as many as these.
fn shift_heads(found: &mut [Slot], money: &[&Head], is_dated: impl Fn(&Slot) -> bool) {
    let is_figures = |slot: &&mut Slot| slot.role.is_none_or(Role::is_money) && is_dated(slot);
    let mut own: Vec<&mut Slot> = found.iter_mut().filter(is_figures).collect();
    own.sort_by(|one, other| one.x0.total_cmp(&other.x0));
    let is_shifted =
        own.iter().zip(money).any(|(slot, head)| slot.role.is_some_and(|role| role != head.role));
    if own.len() == money.len() && is_shifted && own.iter().any(|slot| slot.role.is_none()) {
        for (slot, head) in own.into_iter().zip(money) {
            slot.role = Some(head.role);
        }
    }
}

/// Largest difference between the edges of a whole number and its column, in points.
pub(super) const EDGE: f32 = 2.6;

fn items(tokens: &Tokens, currency: Currency, forms: &[Vec<Head>], section_of: &[usize], table: &mut Table) {
    let rows = &tokens.rows;
    let lists: Vec<Vec<f32>> = forms.iter().map(|heads| further_lists(heads)).collect();
    let dates = Dates::of_forms(rows, table, forms);
    let mut block = 0;
    // A page may repeat the period above its rows. It is not their day.
    let periods: HashSet<usize> = periods(rows).iter().map(|period| period.row).collect();
    for (index, row) in rows.iter().enumerate() {
        if table.is_head[index] {
            block += 1;
            continue;
        }
        let form = table.form_of[index].unwrap_or(0);
        // Rows above all heads of their page are a summary, unless they are dated.
        if table.form_of[index].is_none() && row.dates.is_empty() {
            continue;
        }
        let edges = if table.form_of[index].is_some() { lists[form].as_slice() } else { &[] };
        let starts = std::iter::once(f32::NEG_INFINITY).chain(edges.iter().copied());
        let ends = edges.iter().copied().chain([f32::INFINITY]);
        let spans: Vec<(f32, f32)> = starts.zip(ends).collect();
        let mut any = false;
        for span in spans {
            let of_form = (form, section_of[index], dates[form]);
            let found = item(tokens, currency, index, of_form, span, table);
            any |= found.as_ref().is_some_and(|item| !item.is_day);
            table.items.extend(found.map(|item| Item { block, ..item }));
        }
        if let (false, false, Some(date)) = (any, periods.contains(&index), row.dates.first()) {
            table.days.push((index, date.form));
        }
    }
    limits::leave(tokens, table);
}

/// Returns the left edges of all lists side by side but the first.
fn further_lists(heads: &[Head]) -> Vec<f32> {
    if let Some(count) = repeated(heads) {
        return heads.chunks(count).skip(1).map(|list| list[0].x0 - 4.0).collect();
    }
    let mut edges = Vec::new();
    let mut since: Option<usize> = None;
    let dates = (0..heads.len()).filter(|at| heads[*at].role == Role::Date);
    for at in dates {
        let money = since.and_then(|since| heads[since..at].iter().rposition(|head| head.role.is_money()));
        if let (Some(since), Some(money)) = (since, money) {
            // The number of a check may stand before its date.
            let first = since + money + 1;
            let start =
                if heads[first..at].iter().all(|head| head.role == Role::Reference) { first } else { at };
            edges.push(heads[start].x0 - 4.0);
        }
        if since.is_none() || money.is_some() {
            since = Some(at);
        }
    }
    edges
}

/// Returns the number of heads of one list if lists side by side have the same heads, with days and amounts.
fn repeated(heads: &[Head]) -> Option<usize> {
    let is_same = |count: &usize| {
        let first = &heads[..*count];
        let has = |is: fn(&Head) -> bool| first.iter().any(is);
        heads.len().is_multiple_of(*count)
            && has(|head| head.role == Role::Date)
            && has(|head| head.role.is_money())
            && heads
                .chunks(*count)
                .all(|list| list.iter().map(|head| head.role).eq(first.iter().map(|head| head.role)))
    };
    (2..=heads.len() / 2).find(is_same)
}

fn item(
    tokens: &Tokens,
    currency: Currency,
    index: usize,
    (form, section, dates): (usize, usize, Dates),
    (from, to): (f32, f32),
    table: &Table,
) -> Option<Item> {
    let row = &tokens.rows[index];
    let minor = |figure: &Figure| figure.minor(tokens.style, currency.digits());
    let mut cells: Vec<Cell> = Vec::new();
    let mut loose = Vec::new();
    let mut has_rest = false;
    // Beside or below an amount may stand the original one in another currency.
    let is_other = |figure: &Figure| {
        let own = figure.symbol.as_deref().and_then(named);
        own.is_some_and(|own| own != currency)
    };
    let has_own = || row.apart().any(|figure| figure.strong && !is_other(figure));
    let is_foreign = |figure: &Figure| is_other(figure) && (row.dates.is_empty() || has_own());
    for (number, figure) in
        row.figures.iter().enumerate().filter(|(_, figure)| figure.x0 >= from && figure.x0 < to)
    {
        if is_foreign(figure) && !table.has_other_currency {
            continue;
        }
        let Some(minor) = minor(figure) else { continue };
        match slot_of(row, figure, form, table) {
            Some(slot) if cells.iter().all(|cell| cell.slot != slot) => {
                cells.push(Cell { slot, minor, mark: figure.mark, figure: number });
            }
            _ => {
                has_rest |= table.takes(figure) && row.stands_apart(figure);
                loose.extend(figure.strong.then_some((minor, figure.mark)));
            }
        }
    }
    if equation(row, tokens.style).is_some() || is_due(row, &cells, table.form_of[index]) {
        return None;
    }
    let (date, value_date) = dates.of(row, (from, to));
    if is_rate(row, &cells, date)
        || cells.is_empty() && (date.is_none() || loose.is_empty() || table.form_of[index].is_none())
    {
        return None;
    }
    let text = row.text_between(from, to);
    let squeezed = squeeze(&text);
    if date.is_none() && is_box(&cells, table, &squeezed) {
        return None;
    }
    let label = label_of_item(row, &cells, &text, &squeezed);
    let date = date.filter(|_| label != Some(Label::Total) || !is_due_on(row));
    // A balance beside its day above all heads belongs to the title.
    let is_any_balance = matches!(label, Some(Label::Opening | Label::Closing | Label::Balance));
    if table.form_of[index].is_none() && is_any_balance {
        return None;
    }
    let page = row.line.page;
    let first = cells.first().map(|cell| &row.figures[cell.figure]);
    let glued = first.map_or_else(Vec::new, |figure| suffixes(tokens, currency, row, figure));
    Some(Item {
        row: index,
        page,
        block: 0,
        date,
        value_date,
        cells,
        loose,
        has_rest: has_rest && !text.is_empty() || has_lost_digits(row, form, table),
        section,
        label,
        is_day: matches!(label, Some(Label::Balance | Label::TotalIn | Label::TotalOut))
            && row.dates.first().is_some_and(|date| date.words.start == 0),
        glued,
        may_be_sum: may_be_sum(row, &text),
        span: (from, to),
    })
}

/// True if a day within the words of a total is that on which it is due: `Total à débiter le 03/02/2025`.
fn is_due_on(row: &Row) -> bool {
    let Some(date) = row.dates.first() else { return false };
    let before: String = row.line.words[..date.words.start].iter().map(|word| squeeze(&word.text)).collect();
    matches!(label_of(&before), Some(Label::Total | Label::TotalIn | Label::TotalOut))
}

/// True if a day stands after the figure of a line above all heads, or of one without words: that on which a
/// summary is due.
fn is_due(row: &Row, cells: &[Cell], form: Option<usize>) -> bool {
    let is_after = |cell: &Cell| row.dates.first().is_some_and(|date| date.x0 > row.figures[cell.figure].x1);
    (form.is_none() || row.text().is_empty()) && cells.first().is_some_and(is_after)
}

/// True for a line in a table of interest rates, which may have figures below the heads, too.
fn is_rate(row: &Row, cells: &[Cell], date: Option<Form>) -> bool {
    let leads = row.dates.first().is_some_and(|date| date.words.start == 0);
    !(date.is_some() && leads)
        && cells.iter().all(|cell| cell.minor == 0)
        && row.line.words.iter().any(|word| word.text.contains('%'))
}

/// True for a line without a day in a box with balances below the columns, or with the words of an available
/// balance or a limit.
fn is_box(cells: &[Cell], table: &Table, text: &str) -> bool {
    let is_balance = |cell: &Cell| table.slots[cell.slot].role == Some(Role::Balance);
    let mut moved = cells.iter().filter(|cell| !is_balance(cell)).map(|cell| cell.minor).peekable();
    match moved.peek() {
        None => names_no_balance(text),
        Some(_) => text.is_empty() && moved.all(|minor| minor == 0),
    }
}

fn slot_of(row: &Row, figure: &Figure, form: usize, table: &Table) -> Option<usize> {
    let shared = |slot: &Slot| {
        let shared = slot.x1.min(figure.end) - slot.x0.max(figure.x0);
        shared / (slot.x1 - slot.x0).min(figure.end - figure.x0).max(0.1)
    };
    let own = || table.slots.iter().enumerate().filter(|(_, slot)| slot.form == form);
    let aligned = |slot: &Slot| {
        let apart = if slot.is_left { slot.x0 - figure.x0 } else { slot.x1 - figure.end };
        apart.abs() < EDGE
    };
    let fits = |slot: &Slot| {
        let is_whole = table.takes(figure);
        let stands = row.stands_apart(figure);
        let goes_on = row.goes_on_after(figure);
        (is_whole && stands && shared(slot) > SHARED) || (aligned(slot) && (is_whole && !goes_on || stands))
    };
    let rank = |slot: &Slot| shared(slot) + if aligned(slot) { 1.0 } else { 0.0 };
    own()
        .filter(|(_, slot)| fits(slot))
        .max_by(|(_, a), (_, b)| rank(a).total_cmp(&rank(b)))
        .map(|(index, _)| index)
}
