//! Puts the parts together: rows, tables, segments, and for each segment a reading and its account.

use chrono::{Days, NaiveDate};
use saldo_domain::{AccountDraft, Currency, EntryDraft, Money, ReadBy, StatementDraft};

use super::ReadHints;
use super::account::{self, PeriodForm};
use super::amount::Style;
use super::calendar::{Clues, decide, is_outside, period};
use super::carry::{Bound, bind_below, carriers, carries_dates};
use super::currency;
use super::date::{Calendar, Form};
use super::describe::{Around, Described, Lead, describe};
use super::edges::Edges;
use super::heads::Section;
use super::labels::Label;
use super::order::in_order;
use super::rows::{Row, may_be_groups, rows};
use super::scheme::{Cell, Item};
use super::search::{End, Question, Reading, search};
use super::segment::{Labelled, Segment, labelled, segments};
use super::stated::{is_reiwa, stated};
use super::tables::{Anchor, Tables, tables};
use super::totals::contradicting;
use super::unmoved::without_entries;
use crate::layout::Line;

/// Lines nearer than this, in font sizes, are not lines of one cell but cells of one row.
const CENTRED: f32 = 0.95;

/// Rows of a table are nearer than this, in font sizes; a footer stands apart.
const ROWS_APART: f32 = 4.0;

/// All of a file that the accounts share.
struct Page<'a> {
    rows: &'a [Row],
    style: Style,
    tables: &'a Tables,
    labelled: &'a [Labelled],
    periods: &'a [PeriodForm],
    calendar: Calendar,
    /// Whether something of all amounts or dates may be understood in two ways.
    is_doubtful: bool,
    is_card: bool,
    speaks: &'a [bool],
    hints: &'a ReadHints,
    file_currency: Option<Currency>,
}

/// The draft of a file; `None` when no account has an entry.
pub(super) fn draft(lines: Vec<Line>, pages: u32, hints: &ReadHints) -> Option<StatementDraft> {
    let (rows, style) = rows(lines);
    let mut tables = tables(&rows, style);
    if tables.anchors.is_empty() {
        return None;
    }
    let labelled = labelled(&rows, style, tables.bare);
    let periods = account::periods(&rows);
    let bound = bind_below(&rows, &mut tables, &periods);
    let is_doubtful = may_be_groups(&rows) || bound == Bound::Unknown;
    let speaks = speaking(&rows, &tables);
    let file_currency = currency::currency(&rows, &speaks, &rows);
    let calendar = calendar_of(&rows, &tables, &periods, hints, file_currency);
    let is_card = account::is_card(around(&rows, &tables));
    let page = Page {
        rows: &rows,
        style,
        tables: &tables,
        labelled: &labelled,
        periods: &periods,
        calendar,
        is_doubtful,
        is_card,
        speaks: &speaks,
        hints,
        file_currency,
    };
    let accounts = page.accounts(segments(&rows, style, &tables, &labelled, &periods));
    let nothing = || without_entries(&rows, style, &tables, &labelled, (&calendar, &periods), file_currency);
    let accounts = if accounts.is_empty() { nothing().into_iter().collect() } else { accounts };
    if accounts.is_empty() {
        return None;
    }
    let (kind, _) = account::kind(&rows, is_card);
    Some(StatementDraft {
        kind,
        institution: account::institution(&rows),
        read_by: ReadBy::Layout,
        pages,
        accounts,
    })
}

fn calendar_of(
    rows: &[Row],
    tables: &Tables,
    periods: &[PeriodForm],
    hints: &ReadHints,
    currency: Option<Currency>,
) -> Calendar {
    let forms: Vec<Form> = tables
        .anchors
        .iter()
        .filter(|anchor| !anchor.cells.is_empty())
        .filter_map(|anchor| anchor.date)
        .collect();
    // where each day has a heading, the headings are what is dated
    let headings = || tables.anchors.iter().filter_map(|anchor| anchor.date).collect();
    let forms = if forms.is_empty() { headings() } else { forms };
    let stated = stated(rows, &tables.table_of);
    let is_thai = rows.iter().any(|row| {
        row.line.words.iter().any(|word| word.text.contains(|c| matches!(c, '\u{e01}'..='\u{e3a}')))
    });
    decide(&Clues {
        rows: &forms,
        periods,
        stated: &stated,
        lone_year: account::lone_year(rows),
        today: hints.today,
        prefers_month_first: !has_dots(rows)
            && currency.is_some_and(|currency| matches!(currency.code(), "USD" | "PHP")),
        is_thai,
        is_reiwa: is_reiwa(rows),
    })
}

/// Rows that are no entries and belong to none.
fn around<'a>(rows: &'a [Row], tables: &Tables) -> impl Iterator<Item = &'a Row> {
    let entries = || tables.anchors.iter().filter(|anchor| anchor.date.is_some() && !anchor.cells.is_empty());
    let first = entries().map(|anchor| anchor.row).min().unwrap_or(rows.len());
    let last = entries().map(|anchor| anchor.row).max().unwrap_or(0);
    let is_head = tables.is_head.clone();
    let within = move |index: usize| (first..=last).contains(&index) && !is_head[index];
    rows.iter().enumerate().filter(move |(index, _)| !within(*index)).map(|(_, row)| row)
}

/// Rows that may name the account's currency: not the remarks under an entry, which tell of other currencies.
fn speaking(rows: &[Row], tables: &Tables) -> Vec<bool> {
    // without heads all rows are of a table, those above the first entry too
    let is_entry = |anchor: &&Anchor| anchor.date.is_some() && !anchor.cells.is_empty();
    let is_headless = !tables.is_head.contains(&true);
    let first = tables.anchors.iter().find(is_entry).filter(|_| is_headless).map_or(0, |anchor| anchor.row);
    let speaks = |(index, row): (usize, &Row)| {
        index < first || tables.table_of[index].is_none() || tables.is_head[index] || !row.dates.is_empty()
    };
    let mut speaking: Vec<bool> = rows.iter().enumerate().map(speaks).collect();
    // balances and totals inside a table are the account's own
    for anchor in tables.anchors.iter().filter(|anchor| anchor.label.is_some()) {
        speaking[anchor.row] = true;
    }
    speaking
}

/// Whether dates are printed with dots, which no country does that puts the month first.
pub(crate) fn has_dots(rows: &[Row]) -> bool {
    let words = |row: &Row| row.dates.iter().flat_map(|date| date.words.clone()).collect::<Vec<_>>();
    let dotted =
        |row: &&Row| words(row).into_iter().any(|index| row.line.words[index].text.matches('.').count() > 1);
    rows.iter().filter(dotted).count() > 0
}

impl Page<'_> {
    /// The accounts of the file's parts.
    fn accounts(&self, segments: Vec<Segment>) -> Vec<AccountDraft> {
        let mut found: Vec<(Segment, AccountDraft)> = Vec::new();
        for segment in segments {
            if let Some(draft) = self.account(&segment) {
                found.push((segment, draft));
                continue;
            }
            // A part that has rows but no day is the end of the one before it: were it left out, its rows and its closing
            // balance would be missing without a trace.
            if let Some((before, draft)) = found.last_mut().filter(|_| self.has_undated_rows(&segment)) {
                before.rows.end = segment.rows.end;
                match self.account(before) {
                    Some(whole) => *draft = whole,
                    None => unprove(draft),
                }
            }
        }
        found.into_iter().map(|(_, draft)| draft).collect()
    }

    fn has_undated_rows(&self, segment: &Segment) -> bool {
        let own = self.tables.anchors.iter().filter(|anchor| segment.rows.contains(&anchor.row));
        own.filter(|anchor| anchor.label.is_none() && anchor.section != Some(Section::Excluded))
            .any(|anchor| anchor.date.is_none() && !anchor.cells.is_empty())
    }

    fn has_own_end(&self, segment: &Segment) -> bool {
        let is_end =
            |label: &Labelled| matches!(label.label, Label::Opening | Label::Closing) && !label.carried;
        self.labelled.iter().any(|label| segment.rows.contains(&label.row) && is_end(label))
    }

    fn account(&self, segment: &Segment) -> Option<AccountDraft> {
        let rows = &self.rows[segment.rows.clone()];
        let mut speaks = self.speaks[segment.rows.clone()].to_vec();
        // the title of a second account lies in what goes on as the table of the first
        let is_period = |row: usize| self.periods.iter().any(|period| period.row == row);
        let title = rows.iter().zip(segment.rows.clone());
        let title = title.take_while(|(row, index)| row.dates.is_empty() || is_period(*index)).count();
        speaks[..title].fill(true);
        let named = currency::currency(rows, &speaks, self.rows).or(self.file_currency);
        let currency = named.or(self.hints.currency).or_else(|| currency::usual_currency(self.style))?;
        let period = self.period(segment);
        let calendar = match period {
            Some((start, end)) => Calendar { start: Some(start), end: Some(end), ..self.calendar },
            None => self.calendar,
        };
        let own = self.tables.anchors.iter().filter(|anchor| segment.rows.contains(&anchor.row));
        let anchors = in_order(self.rows, &own.collect::<Vec<_>>(), &calendar);
        let items = self.items(segment.rows.start, &anchors, &calendar, currency);
        let is_whole = segment.rows.len() == self.rows.len();
        let is_excluded = !is_whole && items.iter().all(|item| item.section == Some(Section::Excluded));
        let question = Question {
            items: &items,
            roles: self.tables.columns.iter().map(|column| column.role).collect(),
            openings: self.ends(segment, currency, &items, &anchors, true),
            closings: self.ends(segment, currency, &items, &anchors, false),
            is_card: self.is_card,
            carries_dates: carries_dates(&items),
            work_max: self.hints.limits.work_max,
        };
        // what has an opening or a closing balance of its own, or balances that hold, is an account whatever its heading
        let reading = search(&question)
            .filter(|reading| !is_excluded || self.has_own_end(segment) || reading.is_chained())?;
        let entries = self.entries(&reading, &items, &anchors, currency);
        let money = |minor: i64| Money::from_minor(minor, currency);
        let (_, kind) = account::kind(rows, self.is_card);
        let mut draft = AccountDraft {
            number: account::number(rows).or_else(|| account::number(self.rows)),
            name: None,
            kind,
            currency,
            period_start: period.map(|(start, _)| start),
            period_end: period.map(|(_, end)| end),
            // where two readings hold, the printed balances prove neither
            opening_balance: reading.opening.filter(|_| !reading.is_doubtful()).map(money),
            closing_balance: reading.closing.filter(|_| !reading.is_doubtful()).map(money),
            closing_on: None,
            entries,
            printed_total_in: None,
            printed_total_out: None,
            printed_count: None,
            findings: None,
        };
        self.totals(segment, &mut draft);
        let days: Vec<NaiveDate> = draft.entries.iter().map(|entry| entry.date).collect();
        if self.is_doubtful
            || period
                .map_or(calendar.doubtful && self.needs_year(segment), |period| are_outside(&days, period))
        {
            unprove(&mut draft);
        }
        Some(draft)
    }

    /// Whether rows of entries print no year.
    fn needs_year(&self, segment: &Segment) -> bool {
        let own = self.tables.anchors.iter().filter(|anchor| segment.rows.contains(&anchor.row));
        own.filter_map(|anchor| anchor.date).any(|form| form.year().is_none())
    }

    fn period(&self, segment: &Segment) -> Option<(NaiveDate, NaiveDate)> {
        let own: Vec<PeriodForm> =
            self.periods.iter().filter(|period| segment.rows.contains(&period.row)).copied().collect();
        period(&self.calendar, &own).or_else(|| period(&self.calendar, self.periods))
    }

    /// Rows that may be entries, with their days and their figures in minor units.
    fn items(&self, start: usize, anchors: &[&Anchor], calendar: &Calendar, currency: Currency) -> Vec<Item> {
        let resolve = |form: Option<Form>| form.and_then(|form| calendar.resolve(form));
        let forms: Vec<(Option<Form>, Option<Form>)> =
            anchors.iter().map(|anchor| self.dates(anchor)).collect();
        let dates: Vec<Option<NaiveDate>> = forms.iter().map(|(date, _)| resolve(*date)).collect();
        let edges = Edges::of(self.rows, anchors);
        let may_carry = carriers(self.rows, self.tables, self.periods, anchors);
        let carried = |index: usize| dates[index].filter(|_| may_carry[index]);
        let first_head = (start..self.rows.len()).find(|row| self.tables.is_head[*row]);
        let mut leads = true;
        let mut next = (0..dates.len()).find_map(carried);
        let mut items = Vec::new();
        for (index, (anchor, date)) in anchors.iter().zip(&dates).enumerate() {
            next = carried(index).or(next);
            if anchor.label.is_some() && !anchor.may_be_entry {
                continue;
            }
            let cells: Vec<Cell> = anchor
                .cells
                .iter()
                .filter_map(|(column, number)| {
                    let figure = &self.rows[anchor.row].figures[*number];
                    let minor = figure.minor(self.style, currency.digits())?;
                    Some(Cell { column: *column, minor, mark: figure.mark })
                })
                .collect();
            let headed = !leads || first_head.is_some_and(|head| head < anchor.row);
            leads &= dates[index].is_none();
            let (Some(date), false) = (date.or(next), cells.is_empty()) else { continue };
            let belongs = || headed && self.is_near(anchor) && edges.admit(self.rows, anchor);
            if dates[index].is_none() && !belongs() {
                continue;
            }
            items.push(Item {
                anchor: index,
                table: anchor.table,
                dated: dates[index].is_some(),
                date,
                value_date: resolve(forms[index].1),
                cells,
                section: anchor.section,
                is_labelled: anchor.may_be_entry,
            });
        }
        items
    }

    /// Whether a row follows the one before it as closely as the rows of a table do.
    fn is_near(&self, anchor: &Anchor) -> bool {
        let Some(before) = anchor.row.checked_sub(1) else { return true };
        let (line, above) = (&self.rows[anchor.row].line, &self.rows[before].line);
        line.page != above.page || line.baseline - above.baseline < ROWS_APART * line.size.max(above.size)
    }

    /// The dates of a row. In a cell of several lines the date may stand a little above or below the row's figures.
    fn dates(&self, anchor: &Anchor) -> (Option<Form>, Option<Form>) {
        let line = &self.rows[anchor.row].line;
        let own = self.rows[anchor.row].dates.iter().find(|date| date.x0 >= anchor.from);
        let beside =
            [anchor.row.checked_sub(1), anchor.row.checked_add(1)].into_iter().flatten().find_map(|index| {
                let row = self.rows.get(index)?;
                let apart = (row.line.baseline - line.baseline).abs();
                let near = row.line.page == line.page && apart < CENTRED * line.size.max(row.line.size);
                let is_text = row.figures.iter().all(|figure| !figure.strong);
                let date = row.dates.iter().find(|date| date.x0 >= anchor.from && date.x0 < anchor.to)?;
                let is_left = own.is_none_or(|own| date.x1 < own.x0);
                (near && is_text && is_left).then_some(date.form)
            });
        match beside {
            Some(form) => (Some(form), anchor.date),
            None => (anchor.date, anchor.value_date),
        }
    }

    /// Printed balances that may be the opening (or closing) one, likeliest first.
    fn ends(
        &self,
        segment: &Segment,
        currency: Currency,
        items: &[Item],
        anchors: &[&Anchor],
        opening: bool,
    ) -> Vec<End> {
        let is_booked =
            |item: &&Item| item.dated && !item.is_labelled && item.section != Some(Section::Excluded);
        let item_at = |row: usize| items.iter().position(|item| anchors[item.anchor].row == row);
        let dated = || items.iter().filter(is_booked).map(|item| anchors[item.anchor].row);
        let (first, last) = (dated().min().unwrap_or(usize::MAX), dated().max().unwrap_or(0));
        let mut found: Vec<(i64, bool, End)> = Vec::new();
        let mut has_own = false;
        let mut outermost: Option<(i64, End)> = None;
        for label in self.labelled.iter().filter(|label| segment.rows.contains(&label.row)) {
            let fits = match label.label {
                Label::Opening => opening,
                Label::Closing => !opening,
                Label::Balance => true,
                _ => false,
            };
            // between the entries a balance is only carried on
            let fits = fits && !(first..=last).contains(&label.row);
            let figure = &self.rows[label.figure.0].figures[label.figure.1];
            let Some(minor) = figure.minor(self.style, currency.digits()).filter(|_| fits) else { continue };
            let row = i64::try_from(label.row).unwrap_or(i64::MAX);
            let unlikely =
                label.carried || (label.label == Label::Balance && opening != (label.row <= first));
            let rank = if opening { row } else { -row } + if unlikely { 1_000_000_000 } else { 0 };
            has_own |= !label.carried && label.label != Label::Balance;
            let end = End { minor, mark: figure.mark, item: item_at(label.figure.0) };
            // an end after which another is printed is none: what stands between them would be missing without a trace
            let is_beyond =
                label.label != Label::Balance && if opening { label.row < first } else { label.row > last };
            if is_beyond {
                if outermost.is_some_and(|(best, _)| best <= rank) {
                    continue;
                }
                if let Some((_, inner)) = outermost.replace((rank, end)) {
                    found.retain(|(_, _, other)| *other != inner);
                }
            }
            found.push((rank, label.carried, end));
        }
        // what a page only carries on must not prove entries that the account's own balance contradicts
        if has_own {
            found.retain(|(_, carried, _)| !carried);
        }
        found.sort_by_key(|(rank, ..)| *rank);
        let mut ends: Vec<End> = Vec::new();
        for (_, _, end) in found {
            if !ends.contains(&end) {
                ends.push(end);
            }
        }
        ends
    }

    fn entries(
        &self,
        reading: &Reading,
        items: &[Item],
        anchors: &[&Anchor],
        currency: Currency,
    ) -> Vec<EntryDraft> {
        let item_of = |number: usize| &items[reading.items[number]];
        let mut used: Vec<usize> = reading.moves.iter().map(|entry| entry.item).collect();
        used.dedup();
        let described_anchors: Vec<&Anchor> =
            used.iter().map(|number| anchors[item_of(*number).anchor]).collect();
        let described = self.described(&described_anchors);
        let money = |minor: i64| Money::from_minor(minor, currency);
        let mut entries = Vec::with_capacity(reading.moves.len());
        let mut at = 0;
        for entry in &reading.moves {
            while used.get(at).is_some_and(|number| *number != entry.item) {
                at += 1;
            }
            let item = item_of(entry.item);
            let Some(text) = described.get(at) else { continue };
            entries.push(EntryDraft {
                date: item.date,
                value_date: item.value_date,
                description: if entry.fee { format!("{} (fee)", text.text) } else { text.text.clone() },
                amount: money(entry.amount),
                balance: entry.balance.filter(|_| !reading.is_doubtful()).map(money),
                place: Some(text.place),
            });
        }
        entries
    }

    /// Text and place of each of some entries.
    fn described(&self, anchors: &[&Anchor]) -> Vec<Described> {
        let tables = self.tables;
        let form_of: Vec<Option<usize>> = tables
            .table_of
            .iter()
            .map(|table| table.map(|table| tables.form_of.get(table).copied().unwrap_or(0)))
            .collect();
        let mut is_taken = vec![false; self.rows.len()];
        for anchor in &tables.anchors {
            // a figure in no column that has a head is a remark, such as an amount in another currency
            let in_column = |(column, _): &(usize, usize)| tables.columns[*column].role.is_some();
            is_taken[anchor.row] |= anchor.label.is_some() || anchor.cells.iter().any(in_column);
        }
        let lead = |anchor: &&Anchor| Lead {
            row: anchor.row,
            is_dated: anchor.date.is_some(),
            figures: anchor.cells.iter().map(|(_, number)| *number).collect(),
            from: anchor.from,
            to: anchor.to,
            apart: tables.apart.get(anchor.table).map_or(&[][..], Vec::as_slice),
        };
        let around =
            Around { rows: self.rows, is_head: &tables.is_head, form_of: &form_of, is_taken: &is_taken };
        describe(&around, &anchors.iter().map(lead).collect::<Vec<_>>())
    }

    /// Printed totals and counts that agree with the entries, and totals that lead from one end to the other whether they
    /// agree or not: others may be totals of something else.
    fn totals(&self, segment: &Segment, draft: &mut AccountDraft) {
        let (mut into, mut out) = (Vec::new(), Vec::new());
        let mut count = 0;
        for label in self.labelled.iter().filter(|label| segment.rows.contains(&label.row)) {
            let figure = &self.rows[label.figure.0].figures[label.figure.1];
            let Some(minor) = figure.minor(self.style, draft.currency.digits()) else { continue };
            match label.label {
                Label::TotalIn => into.push(minor),
                Label::TotalOut => out.push(minor),
                Label::Count => count += figure.minor(self.style, 0).unwrap_or(0),
                _ => {}
            }
        }
        let amounts: Vec<i64> = draft.entries.iter().map(|entry| entry.amount.minor()).collect();
        let sum = |sign: i64| {
            let own = amounts.iter().filter(|amount| amount.signum() == sign);
            own.map(|amount| amount.checked_abs()).try_fold(0_i64, |sum, amount| sum.checked_add(amount?))
        };
        let mut total_in = sum(1).filter(|sum| into.contains(sum));
        let mut total_out = sum(-1).filter(|sum| out.contains(sum));
        if let Some((opening, closing)) = draft.opening_balance.zip(draft.closing_balance)
            && let Some((one, other)) =
                contradicting((opening.minor(), closing.minor()), (&into, &out), &amounts)
        {
            (total_in, total_out) = (Some(one), Some(other));
        }
        draft.printed_total_in = total_in.map(|sum| Money::from_minor(sum, draft.currency));
        draft.printed_total_out = total_out.map(|sum| Money::from_minor(sum, draft.currency));
        if usize::try_from(count) == Ok(draft.entries.len()) && count > 0 {
            draft.printed_count = u32::try_from(count).ok();
        }
    }
}

/// Takes away what would prove a reading of which a part is missing.
fn unprove(draft: &mut AccountDraft) {
    draft.opening_balance = None;
    draft.closing_balance = None;
    draft.printed_total_in = None;
    draft.printed_total_out = None;
    draft.printed_count = None;
    for entry in &mut draft.entries {
        entry.balance = None;
    }
}

/// Whether most days lie outside the printed period: their order or their years are not understood.
fn are_outside(days: &[NaiveDate], period: (NaiveDate, NaiveDate)) -> bool {
    let outside = days.iter().filter(|day| is_outside(**day, period, Days::new(45))).count();
    outside * 2 > days.len()
}
