//! Prints a described statement.

use std::collections::BTreeMap;

use super::columns::{Column, columns, head};
use super::format::{self, Money, Sign};
use super::{Amounts, Balances, Ends, Layout, TrueAccount, TrueEntry};
use crate::support::sheet::{Codes, Sheet, pdf, width};

pub(super) type Cells = BTreeMap<Column, Vec<String>>;

enum Item {
    Heading(String),
    Heads,
    /// `minor` is nothing where the row is no entry.
    Row {
        cells: Cells,
        minor: i64,
        balance_after: i64,
    },
}

/// The PDF.
pub(crate) fn print(layout: &Layout) -> Vec<u8> {
    let mut printer = Printer::new(layout);
    for account in layout.truth() {
        printer.account(&account);
    }
    let total = printer.sheets.len();
    let (page, of) = layout.language().page;
    for (index, sheet) in printer.sheets.iter_mut().enumerate() {
        let bottom = sheet.height - 30.0;
        let line = format!("{page} {} {of} {total}", index + 1);
        sheet.text(&mut printer.codes, 480.0, bottom, 7.0, &line);
        if layout.small_print {
            sheet.text(&mut printer.codes, 40.0, bottom, 6.0, layout.language().small_print);
        }
    }
    pdf(&printer.codes, printer.sheets)
}

/// The entries in the order in which they are printed.
pub(crate) fn printed_order(layout: &Layout, account: &TrueAccount) -> Vec<TrueEntry> {
    let mut entries = account.entries.clone();
    if layout.newest_first {
        entries.reverse();
    }
    if layout.amounts == Amounts::Sections {
        entries.sort_by_key(|entry| entry.minor < 0);
    }
    entries
}

pub(super) struct Printer<'a> {
    pub(super) layout: &'a Layout,
    pub(super) money: Money<'a>,
    codes: Codes,
    sheets: Vec<Sheet>,
    pub(super) y: f32,
    pub(super) size: f32,
    columns: Vec<(Column, f32, f32)>,
    rows_on_page: usize,
    pub(super) minors_on_page: Vec<i64>,
}

impl<'a> Printer<'a> {
    fn new(layout: &'a Layout) -> Self {
        let language = layout.language();
        let numbers = language.numbers[layout.numbers % language.numbers.len()];
        let money = Money { language, numbers, sign: layout.sign, symbol: layout.symbol, card: layout.card };
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
        }
    }

    pub(super) fn sheet(&mut self) -> (&mut Sheet, &mut Codes) {
        (self.sheets.last_mut().expect("a page was begun"), &mut self.codes)
    }

    pub(super) fn text(&mut self, x: f32, size: f32, text: &str) {
        let y = self.y;
        let (sheet, codes) = self.sheet();
        sheet.text(codes, x, y, size, text);
    }

    fn account(&mut self, account: &TrueAccount) {
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
                Item::Row { cells, minor, balance_after } => {
                    let lines = cells.values().map(Vec::len).max().unwrap_or(1);
                    let full = self.rows_on_page >= self.layout.rows_a_page.max(3) && index < last;
                    if full || self.y + lines_height(lines, self.size) > self.bottom() {
                        self.turn_page(account, balance);
                    }
                    self.row(&cells);
                    self.minors_on_page.push(minor);
                    balance = balance_after;
                }
            }
        }
        if self.layout.extras.page_totals {
            self.page_totals();
        }
        if self.layout.extras.hidden {
            self.hidden();
        }
        self.afterwards(account);
        if self.layout.small_print {
            self.y += 20.0;
            self.text(40.0, 6.0, "* 0.50% p.a. on balances over 10,000.00");
        }
    }

    fn bottom(&self) -> f32 {
        self.sheets.last().map_or(800.0, |sheet| sheet.height) - 60.0
    }

    /// Gives every column its place; on a wider page or in smaller print when there is not enough room.
    fn arrange(&mut self, items: &[Item]) {
        loop {
            let mut widths: Vec<(Column, f32)> = columns(self.layout)
                .into_iter()
                .map(|column| (column, width(&head(self.layout, column), self.size)))
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

    fn begin_page(&mut self) {
        self.sheets.push(Sheet::a4());
        self.rows_on_page = 0;
        self.minors_on_page.clear();
        self.y = 50.0;
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
        let (start, end) = layout.period();
        let date = |date| format::date(date, language.period_date, language);
        let period = format!("{} {} {} {}", language.period.0, date(start), language.period.1, date(end));
        self.text(40.0, 9.0, &period);
        self.y += 14.0;
        self.text(40.0, 9.0, language.currency);
        self.y += 20.0;
        if layout.ends != Ends::Rows {
            self.summary(account);
        }
    }

    fn summary(&mut self, account: &TrueAccount) {
        let language = self.layout.language();
        let (opening, closing) = balance_labels(self.layout);
        let mut lines = vec![(opening, self.money.signed(account.opening_minor))];
        if self.layout.totals {
            let sum = |positive: bool| {
                account
                    .entries
                    .iter()
                    .map(|entry| entry.minor)
                    .filter(|minor| (*minor > 0) == positive)
                    .sum::<i64>()
            };
            let (total_in, total_out) =
                if self.layout.card { ("Payments and credits", "Purchases") } else { language.totals };
            lines.push((total_in, self.money.bare(sum(true))));
            lines.push((total_out, self.money.bare(sum(false))));
        }
        lines.push((closing, self.money.signed(account.closing_minor)));
        for (label, figure) in lines {
            self.text(40.0, 9.0, label);
            let y = self.y;
            let (sheet, codes) = self.sheet();
            sheet.text_to(codes, 300.0, y, 9.0, &figure);
            self.y += 13.0;
        }
        self.y += 14.0;
    }

    fn turn_page(&mut self, account: &TrueAccount, balance: i64) {
        let (from, to) = self.layout.language().carried;
        if self.layout.extras.page_totals {
            self.page_totals();
        }
        if self.layout.carried {
            self.row(&plain(&self.money, to, balance));
        }
        self.begin_page();
        if self.layout.extras.shifted && self.sheets.len() == 2 {
            for (_, left, right) in &mut self.columns {
                *left += 6.0;
                *right += 6.0;
            }
        }
        self.text(
            40.0,
            8.0,
            &format!("EXAMPLE BANK   {} {}", self.layout.language().account, account.number),
        );
        self.y += 24.0;
        if self.layout.heads_again {
            self.heads();
        }
        if self.layout.carried {
            self.row(&plain(&self.money, from, balance));
        }
    }

    fn heads(&mut self) {
        let two_lines = self.layout.extras.two_line_heads;
        let cell = |column: Column| {
            let head = head(self.layout, column);
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
        let lines = cells.values().map(Vec::len).max().unwrap_or(1);
        let size = self.size;
        for index in 0..lines {
            for (column, left, right) in self.columns.clone() {
                // Everything but the description stands on the first line, or on the last.
                let own = cells.get(&column).map_or(&[][..], Vec::as_slice);
                let shift = if self.layout.amount_last && column.is_money() {
                    lines - own.len().min(lines)
                } else {
                    0
                };
                let Some(text) = index.checked_sub(shift).and_then(|index| own.get(index)) else { continue };
                let y = self.y;
                let right_aligned = column.is_money() && !self.layout.left_aligned;
                let (sheet, codes) = self.sheet();
                if right_aligned {
                    sheet.text_to(codes, right, y, size, text);
                } else {
                    sheet.text(codes, left, y, size, text);
                }
            }
            self.y += size * 1.25;
        }
        self.y += size * 0.55;
    }
}

fn lines_height(lines: usize, size: f32) -> f32 {
    size * 1.25 * f32::from(u8::try_from(lines).unwrap_or(u8::MAX)) + size
}

fn balance_labels(layout: &Layout) -> (&'static str, &'static str) {
    if layout.card && layout.language().marks.0 == "CR" {
        return ("Previous balance", "New balance");
    }
    let labels = layout.language().balances;
    labels[layout.heads % labels.len()]
}

fn items(layout: &Layout, money: &Money<'_>, account: &TrueAccount) -> Vec<Item> {
    let mut items = vec![Item::Heads];
    let (opening, closing) = balance_labels(layout);
    let first = Item::Row {
        cells: plain(money, opening, account.opening_minor),
        minor: 0,
        balance_after: account.opening_minor,
    };
    let last = Item::Row {
        cells: plain(money, closing, account.closing_minor),
        minor: 0,
        balance_after: account.closing_minor,
    };
    let (first, last) = if layout.newest_first { (last, first) } else { (first, last) };
    let entries = printed_order(layout, account);
    if layout.amounts == Amounts::Sections {
        items.clear();
        let (money_in, money_out) =
            if layout.card { ("Payments and credits", "Purchases") } else { layout.language().sections };
        let split = entries.partition_point(|entry| entry.minor > 0);
        for (name, section) in [(money_in, &entries[..split]), (money_out, &entries[split..])] {
            if section.is_empty() {
                continue;
            }
            items.push(Item::Heading(name.to_owned()));
            items.push(Item::Heads);
            items.extend(rows(layout, money, section));
        }
        return items;
    }
    if layout.ends == Ends::Summary {
        items.extend(rows(layout, money, &entries));
    } else {
        items.push(first);
        items.extend(rows(layout, money, &entries));
        items.push(last);
    }
    items
}

/// A row that is no entry: a label and a balance.
fn plain(money: &Money<'_>, label: &str, minor: i64) -> Cells {
    BTreeMap::from([
        (Column::Description, vec![label.to_owned()]),
        (Column::Balance, vec![balance(money, minor)]),
    ])
}

fn balance(money: &Money<'_>, minor: i64) -> String {
    let sign = if money.sign == Sign::PlusAndMinus { Sign::Minus } else { money.sign };
    Money { sign, ..*money }.signed(minor)
}

fn rows<'a>(
    layout: &'a Layout,
    money: &'a Money<'a>,
    entries: &'a [TrueEntry],
) -> impl Iterator<Item = Item> + 'a {
    entries.iter().enumerate().map(move |(index, entry)| {
        let before = index.checked_sub(1).map(|index| entries[index].date);
        let after = entries.get(index + 1).map(|entry| entry.date);
        Item::Row {
            cells: cells(layout, money, entry, before, after),
            minor: entry.minor,
            balance_after: entry.balance_minor,
        }
    })
}

fn cells(
    layout: &Layout,
    money: &Money<'_>,
    entry: &TrueEntry,
    before: Option<chrono::NaiveDate>,
    after: Option<chrono::NaiveDate>,
) -> Cells {
    let language = layout.language();
    let print = |date| vec![format::date(date, layout.date_pattern(), language)];
    let mut cells = Cells::new();
    if !(layout.date_once && before == Some(entry.date)) {
        cells.insert(Column::Date, print(entry.date));
    }
    if let Some(date) = entry.value_date {
        cells.insert(Column::ValueDate, print(date));
    }
    if layout.reference && entry.minor % 3 == 0 {
        cells.insert(Column::Reference, vec![format!("{:06}", entry.minor.unsigned_abs() % 1_000_000)]);
    }
    cells.insert(Column::Description, entry.lines.clone());
    let bare = vec![money.bare(entry.printed_minor)];
    match layout.amounts {
        Amounts::Signed => {
            cells.insert(Column::Amount, vec![money.signed(entry.printed_minor)]);
        }
        Amounts::Unsigned | Amounts::Sections => {
            cells.insert(Column::Amount, bare);
        }
        Amounts::Split | Amounts::SplitSwapped => {
            let (own, other) =
                if entry.minor < 0 { (Column::Out, Column::In) } else { (Column::In, Column::Out) };
            cells.insert(own, bare);
            if !layout.filler.is_empty() {
                let filler = if layout.filler == "0" { money.bare(0) } else { layout.filler.to_owned() };
                cells.insert(other, vec![filler]);
            }
        }
    }
    let shows = match layout.balances {
        Balances::EveryRow => true,
        Balances::LastOfDay => after != Some(entry.date),
        Balances::Never => false,
    };
    if shows {
        cells.insert(Column::Balance, vec![balance(money, entry.balance_minor)]);
    }
    cells
}
