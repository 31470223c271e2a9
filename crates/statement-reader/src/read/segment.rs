//! Where one account's part of a file ends and the next begins, and the balances and totals printed for each.

use std::ops::Range;

use super::account::PeriodForm;
use super::amount::Style;
use super::heads::Section;
use super::labels::{Label, begins, is_carried, label_of, squeeze};
use super::rows::Row;
use super::tables::{Anchor, Tables};

/// A figure with what its label says that it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Labelled {
    /// What it is.
    pub(crate) label: Label,
    /// Without sign, in minor units of a currency with two digits (for comparison) or the account's own.
    pub(crate) figure: (usize, usize),
    /// The row of the label.
    pub(crate) row: usize,
    /// Whether it only carries a balance over a page end.
    pub(crate) carried: bool,
}

/// One account's rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Segment {
    /// The rows.
    pub(crate) rows: Range<usize>,
}

/// How far below its label, in font sizes, a figure may stand.
const BELOW: f32 = 4.0;

/// All labelled figures, in the order of the rows.
pub(crate) fn labelled(rows: &[Row], style: Style, bare: bool) -> Vec<Labelled> {
    let mut found = Vec::new();
    for index in 0..rows.len() {
        beside(rows, index, (style, bare), &mut found);
        below(rows, index, (style, bare), &mut found);
    }
    found
}

/// Figures on the same line as their label.
fn beside(rows: &[Row], index: usize, (style, bare): (Style, bool), found: &mut Vec<Labelled>) {
    let row = &rows[index];
    let is_figure = |number: &usize| row.figures[*number].is_amount(style);
    let strong: Vec<usize> = (0..row.figures.len())
        .filter(|number| row.figures[*number].strong || bare)
        .filter(is_figure)
        .collect();
    let texts: Vec<String> = strong.iter().map(|number| label_beside(row, *number)).collect();
    let labels = texts.iter().filter(|text| label_of(text).is_some()).count();
    for (position, (number, text)) in strong.iter().zip(&texts).enumerate() {
        let Some(label) = label_of(text).filter(|label| *label != Label::Count) else { continue };
        // a row of a table: the balance stands in the last column, cells before it are fillers
        let is_balance = matches!(label, Label::Opening | Label::Closing | Label::Balance);
        let more_without_label = texts.get(position + 1).is_some_and(String::is_empty);
        let last = if labels == 1 && position == 0 && is_balance && more_without_label {
            strong.last()
        } else {
            None
        };
        found.push(Labelled {
            label,
            figure: (index, *last.unwrap_or(number)),
            row: index,
            carried: is_carried(text),
        });
    }
    // the balance may stand before its words
    if labels == 0
        && let Some(last) = strong.last()
        && let Some(label) = label_of(&squeeze(&row.text())).filter(|label| *label != Label::Count)
    {
        let carried = is_carried(&squeeze(&row.text()));
        found.push(Labelled { label, figure: (index, *last), row: index, carried });
    }
    for number in (0..row.figures.len()).filter(|number| !row.figures[*number].strong) {
        if label_of(&squeeze(&row.label_text(number))) == Some(Label::Count) {
            found.push(Labelled { label: Label::Count, figure: (index, number), row: index, carried: false });
        }
    }
}

/// The words that say what a figure is: all before it, or where these name no balance those of its own cell.
fn label_beside(row: &Row, number: usize) -> String {
    let all = squeeze(&row.label_text(number));
    if !matches!(label_of(&all), None | Some(Label::Total)) {
        return all;
    }
    let own = squeeze(&row.label_cell(number));
    if matches!(label_of(&own), Some(Label::Opening | Label::Closing)) { own } else { all }
}

/// Figures on the line below a line of labels.
fn below(rows: &[Row], index: usize, (style, bare): (Style, bool), found: &mut Vec<Labelled>) {
    let Some(above) = index.checked_sub(1).map(|previous| &rows[previous]) else { return };
    let row = &rows[index];
    let near =
        above.line.page == row.line.page && row.line.baseline - above.line.baseline < BELOW * row.line.size;
    if !near
        || row.figures.is_empty()
        || above.figures.iter().any(|figure| figure.strong)
        || !above.dates.is_empty()
    {
        return;
    }
    let mut start = 0;
    let words = &above.line.words;
    while start < words.len() {
        let mut end = start + 1;
        while end < words.len() && above.line.gap_before(end) < 0.9 {
            end += 1;
        }
        let text: String = words[start..end].iter().map(|word| squeeze(&word.text)).collect();
        let (x0, x1) = (words[start].x0, words[end - 1].x1);
        let label = label_of(&text).filter(|label| !matches!(label, Label::Balance | Label::Total));
        let figure =
            row.figures.iter().position(|figure| figure.x0 < x1 && figure.x1 > x0 && figure.is_amount(style));
        if let (Some(label), Some(number)) = (label, figure)
            && (row.figures[number].strong || bare || label == Label::Count)
            && squeeze(&row.label_text(number)).chars().all(char::is_alphanumeric)
        {
            found.push(Labelled { label, figure: (index, number), row: index, carried: false });
        }
        start = end;
    }
}

struct Walk<'a> {
    rows: &'a [Row],
    style: Style,
    segments: Vec<Segment>,
    start: usize,
    last_entry: Option<usize>,
    /// Values printed on the latest entry rows, to know a balance that is only carried on.
    last_values: Vec<i64>,
    closings: Vec<i64>,
    /// Values of rows that sum up a page or carry its balance on.
    carried: Vec<i64>,
    /// Where an account ends of which both ends were seen after its entries.
    complete: Option<usize>,
    has_opening: bool,
    opening_is_late: bool,
    period: Option<PeriodForm>,
    new_period: Option<usize>,
}

/// Cuts the file into accounts: where a new opening balance is printed that does not just carry the last one on.
pub(crate) fn segments(
    rows: &[Row],
    style: Style,
    tables: &Tables,
    labelled: &[Labelled],
    periods: &[PeriodForm],
) -> Vec<Segment> {
    let mut walk = Walk {
        rows,
        style,
        segments: Vec::new(),
        start: 0,
        last_entry: None,
        last_values: Vec::new(),
        closings: Vec::new(),
        carried: Vec::new(),
        complete: None,
        has_opening: false,
        opening_is_late: false,
        period: None,
        new_period: None,
    };
    let mut anchors = tables.anchors.iter().peekable();
    let mut labels = labelled.iter().peekable();
    let is_period = |row: usize| periods.iter().any(|period| period.row == row);
    let mut upcoming = periods.iter().peekable();
    for index in 0..rows.len() {
        while let Some(period) = upcoming.next_if(|period| period.row == index) {
            walk.period(period);
        }
        while let Some(label) = labels.next_if(|label| label.row == index) {
            if !begins_entry(rows, index, anchors.peek().copied().filter(|anchor| anchor.row == index)) {
                walk.label(label);
            }
        }
        while let Some(anchor) = anchors.next_if(|anchor| anchor.row == index) {
            // without heads the line of a period looks like a row of the table
            if !(anchor.cells.is_empty() && is_period(index)) {
                walk.anchor(anchor);
            }
        }
    }
    walk.segments.push(Segment { rows: walk.start..rows.len() });
    walk.segments
}

/// Whether a row with the words of a label is taken for an entry here: no account begins with a row that has an amount and a
/// balance, or whose words begin with others.
fn begins_entry(rows: &[Row], index: usize, anchor: Option<&Anchor>) -> bool {
    anchor.is_some_and(|anchor| {
        let text = squeeze(&rows[index].text_between(anchor.from, anchor.to));
        anchor.may_be_entry && anchor.date.is_some() && (anchor.cells.len() > 1 || !begins(&text))
    })
}

impl Walk<'_> {
    fn period(&mut self, period: &PeriodForm) {
        let same = self.period.is_none_or(|known| known.start == period.start && known.end == period.end);
        if self.last_entry.is_some() && !same && period.labelled {
            self.new_period = Some(period.row);
        }
        if self.last_entry.is_none() && self.period.is_none() && period.labelled {
            self.period = Some(*period);
        }
    }

    fn label(&mut self, label: &Labelled) {
        let figure = &self.rows[label.figure.0].figures[label.figure.1];
        let Some(value) = figure.minor(self.style, self.style.places()) else { return };
        match label.label {
            Label::Opening => self.opening(label, value),
            Label::Closing => self.closing(label, value),
            Label::Balance | Label::Total => self.carried.push(value),
            Label::TotalIn | Label::TotalOut | Label::Count => {}
        }
    }

    fn opening(&mut self, label: &Labelled, value: i64) {
        let Some(last_entry) = self.last_entry else {
            self.has_opening = true;
            return;
        };
        let carries =
            [&self.last_values, &self.closings, &self.carried].iter().any(|known| known.contains(&value));
        if self.complete.is_some() {
            self.finish();
            self.has_opening = true;
            return;
        }
        if self.has_opening && (!carries || self.new_period.is_some()) {
            self.cut(label, last_entry, value);
        } else if !self.has_opening && (!carries || self.new_period.is_some()) {
            self.has_opening = true;
            self.opening_is_late = true;
            self.complete = (!self.closings.is_empty()).then_some(label.row + 1);
        }
    }

    fn closing(&mut self, label: &Labelled, value: i64) {
        if self.complete.is_some_and(|row| row <= label.row) {
            self.finish();
        } else if self.opening_is_late {
            self.complete = Some(label.row + 1);
        }
        self.closings.push(value);
    }

    /// An account whose opening balance is printed after its entries ends where both of its ends were seen.
    fn finish(&mut self) {
        let Some(row) = self.complete.take() else { return };
        self.segments.push(Segment { rows: self.start..row });
        self.start = row;
        self.last_entry = None;
        self.last_values.clear();
        self.closings.clear();
        self.carried.clear();
        self.has_opening = false;
        self.opening_is_late = false;
        self.period = None;
        self.new_period = None;
    }

    /// The new account's title, period and summary stand above its opening balance and below the last entry.
    fn cut(&mut self, label: &Labelled, last_entry: usize, value: i64) {
        let from = self.new_period.unwrap_or(last_entry + 1).max(last_entry + 1);
        let end = self.rows[..label.row]
            .iter()
            .enumerate()
            .skip(from)
            .find(|(index, row)| *index > from && row.line.page != self.rows[*index - 1].line.page);
        let start = if self.new_period.is_some() {
            end.map_or(from, |(index, _)| index.min(from))
        } else {
            self.after_closing(from, label.row)
        };
        self.segments.push(Segment { rows: self.start..start });
        self.start = start;
        self.last_entry = None;
        self.last_values = vec![value];
        self.closings.clear();
        self.carried.clear();
        self.complete = None;
        self.has_opening = true;
        self.opening_is_late = false;
        self.period = None;
        self.new_period = None;
    }

    /// The first row after the last one that still speaks of the account before: its closing balance and totals.
    fn after_closing(&self, from: usize, to: usize) -> usize {
        (from..to)
            .rev()
            .find(|index| {
                let row = &self.rows[*index];
                (0..row.figures.len()).any(|number| {
                    let label = label_of(&squeeze(&row.label_text(number)));
                    matches!(
                        label,
                        Some(
                            Label::Closing | Label::Total | Label::TotalIn | Label::TotalOut | Label::Balance
                        )
                    )
                })
            })
            .map_or(from, |index| index + 1)
    }

    fn anchor(&mut self, anchor: &Anchor) {
        let is_excluded = anchor.section == Some(Section::Excluded);
        let (figures, style) = (&self.rows[anchor.row].figures, self.style);
        let values = || {
            anchor.cells.iter().filter_map(move |(_, number)| figures[*number].minor(style, style.places()))
        };
        let may_be_entry = anchor.may_be_entry && !is_excluded;
        if may_be_entry && anchor.date.is_none() {
            // what is carried on may be the balance of either row
            self.last_values.extend(values());
        }
        let is_label = anchor.label.is_some() && !(may_be_entry && anchor.date.is_some());
        if is_excluded || is_label || (anchor.cells.is_empty() && anchor.date.is_none()) {
            return;
        }
        if anchor.date.is_some() {
            self.finish();
        }
        if anchor.date.is_some() || self.last_entry.is_some() {
            self.last_entry = Some(anchor.row);
            self.last_values = values().collect();
        }
    }
}
