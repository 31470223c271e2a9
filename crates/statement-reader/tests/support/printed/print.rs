//! Prints a described statement.

use super::columns::{Column, columns, head};
use super::format::{Money, as_seen};
use super::rows::{Cells, Item, balance_labels, items, plain};
use super::{Dimension, Ends, Figure, Layout, TrueAccount};
use crate::support::sheet::{Codes, Sheet, pdf, width};

/// Returns the PDF.
pub(crate) fn print(layout: &Layout) -> Vec<u8> {
    let mut printer = Printer::new(layout);
    for account in layout.truth() {
        printer.account(&account);
    }
    let total = printer.sheets.len();
    let (page, of) = layout.language().page;
    let small = as_seen(layout.language(), layout.language().small_print);
    for (index, sheet) in printer.sheets.iter_mut().enumerate() {
        let bottom = sheet.height - 30.0;
        let line = as_seen(layout.language(), &format!("{page} {} {of} {total}", index + 1));
        sheet.text(&mut printer.codes, 480.0, bottom, 7.0, &line);
        if layout.small_print {
            sheet.text(&mut printer.codes, 40.0, bottom, 6.0, &small);
        }
    }
    pdf(&printer.codes, printer.sheets)
}

/// Height of a summary, which has at most four lines.
const SUMMARY_HEIGHT: f32 = 60.0;

pub(super) struct Printer<'a> {
    pub(super) layout: &'a Layout,
    pub(super) money: Money<'a>,
    codes: Codes,
    sheets: Vec<Sheet>,
    pub(super) y: f32,
    pub(super) size: f32,
    pub(super) columns: Vec<(Column, f32, f32)>,
    rows_on_page: usize,
    pub(super) minors_on_page: Vec<i64>,
    /// Amounts of the account's rows so far.
    pub(super) minors: Vec<i64>,
    currency: &'static str,
}

impl<'a> Printer<'a> {
    fn new(layout: &'a Layout) -> Self {
        let language = layout.language();
        let numbers = language.numbers[layout.numbers % language.numbers.len()];
        let is = |dimension: Dimension| layout.dimension == Some(dimension);
        let numbers = if is(Dimension::SpaceGroups) { (" ", numbers.1) } else { numbers };
        let apart = if numbers.1 == "," { ", " } else { ". " };
        let numbers = if is(Dimension::DetachedCents) { (numbers.0, apart) } else { numbers };
        let (sign, symbol, card) = (layout.sign, layout.symbol, layout.card);
        let (whole, stars) = (is(Dimension::WholeNumbers), is(Dimension::Stars));
        let short = is(Dimension::FewDecimals);
        let money = Money { language, numbers, sign, symbol, card, whole, stars, short };
        Self {
            layout,
            money,
            codes: Codes::default(),
            sheets: Vec::new(),
            y: 0.0,
            size: f32::from(layout.size),
            columns: Vec::new(),
            rows_on_page: 0,
            minors_on_page: Vec::new(),
            minors: Vec::new(),
            currency: language.currency,
        }
    }

    pub(super) fn sheet(&mut self) -> (&mut Sheet, &mut Codes) {
        (self.sheets.last_mut().expect("a page was begun"), &mut self.codes)
    }

    /// Prints text that starts at `x`; on a right-to-left line, text that ends at the same distance from the
    /// right edge.
    pub(super) fn text(&mut self, x: f32, size: f32, text: &str) {
        let y = self.y;
        let language = self.layout.language();
        let (sheet, codes) = self.sheet();
        if language.right_to_left {
            sheet.text_to(codes, sheet.width - x, y, size, &as_seen(language, text));
        } else {
            sheet.text(codes, x, y, size, text);
        }
    }

    fn account(&mut self, account: &TrueAccount) {
        self.currency = account.currency;
        self.minors.clear();
        let items = items(self.layout, &self.money, account);
        self.arrange(&items);
        self.title_page(account);
        let last = items.len().saturating_sub(1);
        let mut balance = account.opening_minor;
        for (index, item) in items.into_iter().enumerate() {
            match item {
                Item::Heading(text) => {
                    self.y += 8.0;
                    self.text(40.0, self.size + 2.0, &text);
                    self.y += self.size + 8.0;
                }
                Item::Heads => self.heads(),
                Item::Offer => self.advertisement(account),
                Item::Row { cells, minor, balance_after } => {
                    let lines = cells.values().map(Vec::len).max().unwrap_or(1);
                    let full = self.rows_on_page >= self.layout.rows_a_page.max(3) && index < last;
                    let turns = full || self.y + lines_height(lines, self.size) > self.bottom();
                    if turns && self.layout.extras.broken_rows && lines > 1 {
                        let (above, below) = broken(cells);
                        self.row(&above);
                        self.minors_on_page.push(minor);
                        self.turn_page(account, balance_after);
                        self.row(&below);
                    } else {
                        if turns {
                            self.turn_page(account, balance);
                        }
                        self.row(&cells);
                        self.minors_on_page.push(minor);
                    }
                    self.minors.push(minor);
                    balance = balance_after;
                }
            }
        }
        if self.layout.extras.page_totals {
            self.page_totals();
        }
        if self.layout.is(Dimension::SilentTotals) {
            self.sums("");
        }
        if self.layout.extras.hidden {
            self.hidden();
        }
        if self.layout.ends == Ends::Late {
            self.y += 14.0;
            if self.y + SUMMARY_HEIGHT > self.bottom() {
                self.begin_page();
            }
            self.summary(account);
        }
        self.afterwards(account);
        self.habits_below(account);
        if self.layout.small_print {
            self.y += 20.0;
            self.text(40.0, 6.0, "* 0.50% p.a. on balances over 10,000.00");
        }
    }

    fn bottom(&self) -> f32 {
        self.sheets.last().map_or(800.0, |sheet| sheet.height) - 60.0
    }

    /// Sets the position of every column. Reduces the font size until the table fits on the page.
    fn arrange(&mut self, items: &[Item]) {
        loop {
            let mut widths: Vec<(Column, f32)> = columns(self.layout)
                .into_iter()
                .map(|column| (column, width(&head(self.layout, column, self.currency), self.size)))
                .collect();
            for item in items {
                let Item::Row { cells, .. } = item else { continue };
                for (column, widest) in &mut widths {
                    for line in cells.get(column).into_iter().flatten() {
                        *widest = widest.max(width(line, self.size));
                    }
                }
            }
            let gap = 14.0;
            let mut x = 40.0;
            self.columns = widths
                .iter()
                .map(|(column, width)| {
                    let place = (*column, x, x + width);
                    x += width + gap;
                    place
                })
                .collect();
            if x - gap < 555.0 || self.size < 5.0 {
                return;
            }
            self.size -= 0.5;
        }
    }

    pub(super) fn begin_page(&mut self) {
        self.sheets.push(Sheet::a4());
        self.rows_on_page = 0;
        self.minors_on_page.clear();
        self.y = 50.0;
        if self.layout.is(Dimension::Watermark) {
            let (sheet, codes) = self.sheet();
            for (index, letter) in ["S", "P", "E", "C", "I", "M", "E", "N"].into_iter().enumerate() {
                let at = 100.0 + 45.0 * lines_of(index);
                sheet.gray(0.8).turned_text(codes, [0.7, 0.7, -0.7, 0.7, at, at + 150.0], 60.0, letter);
            }
            sheet.gray(0.0);
        }
    }

    fn title_page(&mut self, account: &TrueAccount) {
        self.begin_page();
        let layout = self.layout;
        let language = layout.language();
        self.text(40.0, 14.0, "EXAMPLE BANK");
        if layout.card {
            self.text(300.0, 14.0, language.card);
        }
        self.y += 16.0;
        self.text(40.0, 9.0, "A N Example, 12 Main Street, 10115 Exampletown");
        self.y += 14.0;
        self.text(40.0, 9.0, &format!("{} {}", language.account, account.number));
        self.y += 14.0;
        let (start, end) = account.period;
        let period =
            format!("{} {} {} {}", language.period.0, self.day(start), language.period.1, self.day(end));
        if !layout.is(Dimension::YearHeading) {
            self.text(40.0, 9.0, &period);
        }
        self.y += 14.0;
        self.text(40.0, 9.0, account.currency);
        self.y += 20.0;
        if matches!(layout.ends, Ends::Summary | Ends::Both) {
            self.summary(account);
        }
        if layout.is(Dimension::AccountList) && account.is_first {
            self.account_list(account);
        }
        if layout.is(Dimension::YearHeading) {
            self.text(40.0, 9.0, &start.format("%Y").to_string());
            self.y += 18.0;
        }
    }

    fn summary(&mut self, account: &TrueAccount) {
        let language = self.layout.language();
        let (opening, closing) = balance_labels(self.layout, account);
        let (opening, closing) = (opening.as_str(), closing.as_str());
        let off = |figure: Figure| self.layout.off(figure, account, true);
        let mut lines = vec![(opening, self.money.signed(account.opening_minor + off(Figure::Opening)))];
        if self.layout.totals {
            let sum = |positive: bool| {
                account
                    .transactions
                    .iter()
                    .map(|transaction| transaction.minor)
                    .filter(|minor| (*minor > 0) == positive)
                    .sum::<i64>()
            };
            let (total_in, total_out) =
                if self.layout.card { ("Payments and credits", "Purchases") } else { language.totals };
            lines.push((total_in, self.money.bare(sum(true) + off(Figure::Total))));
            lines.push((total_out, self.money.bare(sum(false))));
        }
        lines.push((closing, self.money.signed(account.closing_minor + off(Figure::Closing))));
        if self.layout.is(Dimension::ClosingOnly) {
            lines.remove(0);
        }
        if self.layout.is(Dimension::BalanceSentences) {
            let (first, last) = (lines[0].1.clone(), lines[lines.len() - 1].1.clone());
            return self.balance_sentences(account, (&first, &last));
        }
        if self.layout.is(Dimension::ClosingFirst) {
            lines.reverse();
        }
        if self.layout.dimension == Some(Dimension::Boxes) && !language.right_to_left {
            return self.boxes(lines);
        }
        for (label, figure) in lines {
            self.text(40.0, 9.0, label);
            let y = self.y;
            let (sheet, codes) = self.sheet();
            sheet.text_to(codes, 300.0, y, 9.0, &figure);
            self.y += 13.0;
        }
        self.y += 14.0;
    }

    /// Prints a summary with each figure below its label.
    fn boxes(&mut self, lines: Vec<(&str, String)>) {
        let top = self.y;
        let mut x = 40.0;
        for (label, figure) in lines {
            self.y = top;
            self.text(x, 8.0, label);
            self.y = top + 13.0;
            self.text(x, 8.0, &figure);
            x += width(label, 8.0).max(width(&figure, 8.0)) + 24.0;
        }
        self.y = top + 34.0;
    }

    fn turn_page(&mut self, account: &TrueAccount, balance: i64) {
        let (from, to) = self.layout.language().carried;
        if self.layout.extras.page_totals {
            self.page_totals();
        }
        if self.layout.carried {
            self.row(&plain(&self.money, to, balance));
        }
        if self.layout.is(Dimension::CarriedTotals) {
            self.sums(to);
        }
        self.begin_page();
        let is_wide = self.layout.is(Dimension::WideShift);
        if (self.layout.extras.shifted || is_wide) && self.sheets.len() == 2 {
            let by = if is_wide { 26.0 } else { 6.0 };
            for (_, left, right) in &mut self.columns {
                *left += by;
                *right += by;
            }
        }
        self.text(
            40.0,
            8.0,
            &format!("EXAMPLE BANK   {} {}", self.layout.language().account, account.number),
        );
        self.y += 24.0;
        if self.layout.is(Dimension::SummaryAgain) {
            self.summary(account);
        }
        if self.layout.heads_again && !self.layout.extras.headless {
            self.heads();
        }
        if self.layout.carried {
            self.row(&plain(&self.money, from, balance));
        }
    }

    fn heads(&mut self) {
        let two_lines = self.layout.extras.two_line_heads;
        let cell = |column: Column| {
            let head = head(self.layout, column, self.currency);
            if column == Column::Date && self.layout.is(Dimension::StackedDates) {
                return vec![head, self.layout.language().value_date.to_owned()];
            }
            match head.split_once(' ') {
                Some((first, second)) if two_lines => vec![first.to_owned(), second.to_owned()],
                _ => vec![head],
            }
        };
        let cells = self.columns.iter().map(|(column, ..)| (*column, cell(*column))).collect();
        if self.layout.extras.fake_bold {
            let y = self.y;
            self.line(&cells);
            self.y = y + 0.2;
        }
        self.line(&cells);
        if self.layout.rules {
            let y = self.y - self.size;
            self.sheet().0.line(40.0, y, 555.0, y);
        }
        self.y += 4.0;
        self.rows_on_page = self.rows_on_page.saturating_sub(1);
    }

    pub(super) fn row(&mut self, cells: &Cells) {
        self.line(cells);
        self.rows_on_page += 1;
        if self.layout.rules {
            let y = self.y - self.size - 1.0;
            self.sheet().0.line(40.0, y, 555.0, y);
        }
    }

    fn line(&mut self, cells: &Cells) {
        if self.layout.is(Dimension::FieldALine) {
            return self.fields(cells);
        }
        if self.layout.is(Dimension::Separated) {
            return self.separated(cells);
        }
        if self.layout.is(Dimension::RunningText) {
            return self.running(cells);
        }
        if self.layout.is(Dimension::Pipes) {
            self.bars();
        }
        let lines = cells.values().map(Vec::len).max().unwrap_or(1);
        let (size, top) = (self.size, self.y);
        let language = self.layout.language();
        for (column, left, right) in self.columns.clone() {
            let own = cells.get(&column).map_or(&[][..], Vec::as_slice);
            let spare = lines_of(lines - own.len().min(lines));
            // All cells except the description are on the first line, the last line, or centered between
            // them.
            let down = match column {
                Column::Description => 0.0,
                _ if self.layout.extras.centered => spare / 2.0,
                _ if self.layout.amount_last && column.is_money() => spare,
                _ => 0.0,
            };
            for (index, text) in own.iter().enumerate() {
                let y = top + (lines_of(index) + down) * size * 1.25;
                let to_the_right =
                    if column.is_money() { !self.layout.left_aligned } else { language.right_to_left };
                let text = as_seen(language, text);
                let amount = self.amount_beside(column, index, cells);
                let left = self.date_beside(column, index, cells).unwrap_or(left);
                let (sheet, codes) = self.sheet();
                match amount {
                    Some((edge, true)) => sheet.text_to(codes, edge, y, size, &text),
                    Some((edge, false)) => {
                        let mut dots = left + width(&text, size) + 3.0;
                        while dots + size < edge {
                            sheet.text(codes, dots, y, size, ".");
                            dots += size / 2.0;
                        }
                        sheet.text(codes, left, y, size, &text)
                    }
                    None if to_the_right => sheet.text_to(codes, right, y, size, &text),
                    None => sheet.text(codes, left, y, size, &text),
                };
            }
        }
        self.y = top + lines_of(lines) * size * 1.25 + size * 0.55;
    }
}

impl Printer<'_> {
    /// Prints each cell on a line of its own, after the head of its column.
    fn fields(&mut self, cells: &Cells) {
        let is_head = cells
            .get(&Column::Date)
            .is_some_and(|cell| cell.first() == Some(&head(self.layout, Column::Date, self.currency)));
        for (column, ..) in self.columns.clone().into_iter().filter(|_| !is_head) {
            let Some(cell) = cells.get(&column) else { continue };
            let name = head(self.layout, column, self.currency);
            let size = self.size.min(9.0);
            self.text(40.0, size, &format!("{name}: {}", cell.join(" ")));
            self.y += size * 1.3;
        }
        self.y += self.size * 0.8;
    }

    /// Prints the cells on one line, separated by semicolons.
    fn separated(&mut self, cells: &Cells) {
        let cell = |column: &Column| cells.get(column).map_or_else(String::new, |cell| cell.join(" "));
        let text: Vec<String> = self.columns.iter().map(|(column, ..)| cell(column)).collect();
        self.text(40.0, self.size.min(9.0), &text.join(";"));
        self.y += self.size * 1.8;
    }

    /// Prints the cells on one line with single spaces, and further lines of the description below.
    fn running(&mut self, cells: &Cells) {
        let first = |(column, ..): &(Column, f32, f32)| cells.get(column)?.first().cloned();
        let text: Vec<String> = self.columns.iter().filter_map(first).collect();
        let size = self.size.min(9.0);
        self.text(40.0, size, &text.join(" "));
        for line in cells.get(&Column::Description).into_iter().flatten().skip(1) {
            self.y += size * 1.25;
            self.text(40.0, size, line);
        }
        self.y += size * 1.8;
    }

    /// Returns the left edge of a description that begins where the date ends, or before.
    fn date_beside(&self, column: Column, line: usize, cells: &Cells) -> Option<f32> {
        let is_over = self.layout.is(Dimension::OverlappingText);
        if column != Column::Description || line > 0 || !(is_over || self.layout.is(Dimension::GluedDates)) {
            return None;
        }
        let at = self.columns.iter().position(|(column, ..)| *column == Column::Description)?;
        let (before, left, _) = *self.columns.get(at.checked_sub(1)?)?;
        let date = cells.get(&Column::Date)?.first()?;
        let is_row = before == Column::Date && date.ends_with(['1', '4', '7']);
        let edge = left + width(date, self.size);
        is_row.then_some(if is_over { edge - self.size } else { edge })
    }

    /// Returns the left edge of the amount beside the first line of a description that runs into it, or is
    /// led to it by dots. The flag is true if it runs into it.
    fn amount_beside(&self, column: Column, line: usize, cells: &Cells) -> Option<(f32, bool)> {
        let is_glued = self.layout.is(Dimension::GluedAmounts);
        if column != Column::Description || line > 0 || !(is_glued || self.layout.is(Dimension::Leaders)) {
            return None;
        }
        let columns = self.columns.iter().filter(|(column, ..)| column.is_money());
        let (column, left, right) = columns.min_by(|one, two| one.1.total_cmp(&two.1))?;
        let amount = cells.get(column)?.first()?;
        let edge = if self.layout.left_aligned { *left } else { right - width(amount, self.size) };
        let is_row = cells.contains_key(&Column::Date) && amount.ends_with(['1', '4', '7']);
        (!is_glued || is_row).then_some((edge, is_glued))
    }
}

fn lines_of(count: usize) -> f32 {
    f32::from(u8::try_from(count).unwrap_or(u8::MAX))
}

/// Splits a row into its first line and the lines for which the page has no room.
fn broken(mut cells: Cells) -> (Cells, Cells) {
    let text = cells.entry(Column::Description).or_default();
    let rest = text.split_off(1.min(text.len()));
    (cells, Cells::from([(Column::Description, rest)]))
}

fn lines_height(lines: usize, size: f32) -> f32 {
    size * 1.25 * lines_of(lines) + size
}
