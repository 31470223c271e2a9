//! Rows of a statement's table.

use std::collections::BTreeMap;

use super::columns::Column;
use super::format::{self, Money, Sign};
use super::{Amounts, Balances, Dimension, Ends, Figure, Layout, TrueAccount, TrueTransaction};

pub(super) type Cells = BTreeMap<Column, Vec<String>>;

pub(super) enum Item {
    Heading(String),
    Heads,
    Offer,
    /// `minor` is 0 for a row that is not a transaction.
    Row {
        cells: Cells,
        minor: i64,
        balance_after: i64,
    },
}

/// Returns the transactions in the order in which they are printed.
pub(crate) fn printed_order(layout: &Layout, account: &TrueAccount) -> Vec<TrueTransaction> {
    let mut transactions = account.transactions.clone();
    if layout.newest_first {
        transactions.reverse();
    }
    if layout.amounts == Amounts::Sections {
        transactions.sort_by_key(|transaction| (transaction.minor < 0, transaction.group));
    }
    transactions
}

/// Returns the labels of the opening and the closing balance.
pub(super) fn balance_labels(layout: &Layout, account: &TrueAccount) -> (String, String) {
    let language = layout.language();
    if layout.is(Dimension::DatedBalances) {
        let label =
            |date| format!("{} {}", language.balance, format::date(date, language.period_date, language));
        return (label(account.period.0), label(account.period.1));
    }
    if layout.card && language.marks.0 == "CR" {
        return ("Previous balance".to_owned(), "New balance".to_owned());
    }
    let (opening, closing) = language.balances[layout.heads % language.balances.len()];
    (opening.to_owned(), closing.to_owned())
}

/// Returns all items in the table of an account.
pub(super) fn items(layout: &Layout, money: &Money<'_>, account: &TrueAccount) -> Vec<Item> {
    let transactions = printed_order(layout, account);
    if layout.amounts == Amounts::Sections {
        return sections(layout, money, &transactions);
    }
    let (opening, closing) = balance_labels(layout, account);
    let (opening, closing) = (opening.as_str(), closing.as_str());
    let row = |label, minor| Item::Row { cells: plain(money, label, minor), minor: 0, balance_after: minor };
    let is_only = layout.ends == Ends::Rows;
    let (opens, closes) = (Figure::Opening, Figure::Closing);
    let first = row(opening, account.opening_minor + layout.off(opens, account, is_only));
    let last = row(closing, account.closing_minor + layout.off(closes, account, is_only));
    let (first, last) = if layout.newest_first { (last, first) } else { (first, last) };
    let mut items = Vec::new();
    if !layout.extras.headless {
        items.push(Item::Heads);
    }
    let in_rows = matches!(layout.ends, Ends::Rows | Ends::Both);
    items.extend(in_rows.then_some(first));
    items.extend(rows(layout, money, &transactions));
    items.extend(in_rows.then_some(last));
    items
}

const GROUPS: [&str; 3] = ["ATM and debit card withdrawals", "Electronic withdrawals", "Service fees"];

fn sections(layout: &Layout, money: &Money<'_>, transactions: &[TrueTransaction]) -> Vec<Item> {
    let (money_in, money_out) =
        if layout.card { ("Payments and credits", "Purchases") } else { layout.language().sections };
    let mut items = Vec::new();
    let is_same = |one: &TrueTransaction, two: &TrueTransaction| {
        (one.minor < 0, one.group) == (two.minor < 0, two.group)
    };
    for section in transactions.chunk_by(is_same) {
        let name = match section.first() {
            Some(transaction) if transaction.minor > 0 => money_in,
            Some(transaction) if layout.extras.sections => GROUPS[transaction.group],
            _ => money_out,
        };
        let is_known = layout.dimension != Some(Dimension::UnknownSections);
        let unknown = if section.first().is_some_and(|transaction| transaction.minor > 0) {
            "What came"
        } else {
            "What went"
        };
        items.push(Item::Heading(if is_known { name.to_owned() } else { unknown.to_owned() }));
        if layout.dimension != Some(Dimension::BareSections) || items.len() == 1 {
            items.push(Item::Heads);
        }
        items.extend(rows(layout, money, section));
        if layout.extras.sections {
            let sum = section.iter().map(|transaction| transaction.minor).sum();
            let cells = Cells::from([
                (Column::Description, vec![format!("Total {name}")]),
                (Column::Amount, vec![money.bare(sum)]),
            ]);
            items.push(Item::Row { cells, minor: 0, balance_after: 0 });
        }
    }
    items
}

/// Returns a row that is not a transaction: a label and a balance.
pub(super) fn plain(money: &Money<'_>, label: &str, minor: i64) -> Cells {
    BTreeMap::from([
        (Column::Description, vec![label.to_owned()]),
        (Column::Balance, vec![balance(money, minor)]),
    ])
}

fn balance(money: &Money<'_>, minor: i64) -> String {
    let sign = if money.sign == Sign::PlusAndMinus { Sign::Minus } else { money.sign };
    Money { sign, ..*money }.signed(minor)
}

fn rows(layout: &Layout, money: &Money<'_>, transactions: &[TrueTransaction]) -> Vec<Item> {
    let mut items = Vec::new();
    for (index, transaction) in transactions.iter().enumerate() {
        let before = index.checked_sub(1).map(|index| transactions[index].date);
        let is_last_of_day = transactions.get(index + 1).is_none_or(|next| next.date != transaction.date);
        let minor = transaction.minor;
        let balance_after = transaction.balance_minor;
        let mut cells = cells(layout, money, transaction, before, is_last_of_day);
        if layout.is(Dimension::RowNumbers) {
            cells.insert(Column::Number, vec![(index + 1).to_string()]);
        }
        if layout.is(Dimension::CurrencyColumn) {
            cells.insert(Column::Code, vec![money.language.currency.to_owned()]);
        }
        if layout.is(Dimension::DayHeadings) {
            let day = cells.remove(&Column::Date).filter(|_| before != Some(transaction.date));
            let balance_after = balance_after - minor;
            items.extend(day.map(|day| Item::Row {
                cells: Cells::from([(Column::Date, day)]),
                minor: 0,
                balance_after,
            }));
        }
        layout.change(transaction, &mut cells);
        let month = |date: chrono::NaiveDate| date.format("%B %Y").to_string();
        if layout.is(Dimension::DayOnly)
            && before.is_none_or(|before| month(before) != month(transaction.date))
        {
            items.push(Item::Heading(month(transaction.date)));
        }
        items.push(Item::Row { cells, minor, balance_after });
        if layout.is(Dimension::DayTotals) && is_last_of_day {
            let day: Vec<&TrueTransaction> =
                transactions.iter().filter(|one| one.date == transaction.date).collect();
            items.push(layout.day_total(&day, |minor| money.bare(minor)));
        }
        if layout.is(Dimension::Advertisement) && index % 5 == 2 {
            items.push(Item::Offer);
        }
        if layout.balances == Balances::OwnRow && is_last_of_day {
            let printed = transaction.printed_balance_minor;
            let label = if money.language.name == "Brazil" { "SALDO DO DIA" } else { "End of day balance" };
            items.push(Item::Row { cells: plain(money, label, printed), minor: 0, balance_after });
        }
    }
    items
}

fn cells(
    layout: &Layout,
    money: &Money<'_>,
    transaction: &TrueTransaction,
    before: Option<chrono::NaiveDate>,
    is_last_of_day: bool,
) -> Cells {
    let language = layout.language();
    let print = |date| format::date(date, layout.date_pattern(), language);
    let mut cells = Cells::new();
    if !(layout.date_once && before == Some(transaction.date)) {
        let minutes = transaction.minor.unsigned_abs() % 1440;
        let time = format!(" {:02}:{:02}", minutes / 60, minutes % 60);
        let time = if layout.extras.times { time } else { String::new() };
        let has_lead = layout.dimension == Some(Dimension::LeadReference);
        let lead = if has_lead {
            format!("{:04} ", 1000 + transaction.minor.unsigned_abs() % 9000)
        } else {
            String::new()
        };
        cells.insert(Column::Date, broken(layout, lead + &print(transaction.date) + &time));
    }
    if let Some(date) = transaction.value_date {
        cells.insert(Column::ValueDate, broken(layout, print(date)));
    }
    if layout.reference && transaction.minor % 3 == 0 {
        cells.insert(Column::Reference, vec![format!("{:06}", transaction.minor.unsigned_abs() % 1_000_000)]);
    }
    cells.insert(Column::Description, transaction.lines.clone());
    if layout.extras.foreign && transaction.minor % 3 == 1 {
        let figure = format::digits(transaction.minor / 2 + 100, money.numbers, true);
        cells.insert(Column::Foreign, vec![format!("CHF {figure}")]);
    }
    amount(layout, money, transaction, &mut cells);
    if transaction.fee_minor != 0 {
        let minus = if layout.amounts == Amounts::Signed && !layout.card { "-" } else { "" };
        cells.insert(Column::Fee, vec![format!("{minus}{}", money.bare(transaction.fee_minor))]);
    }
    let shows = match layout.balances {
        Balances::EveryRow => true,
        Balances::LastOfDay => is_last_of_day,
        Balances::OwnRow | Balances::Never => false,
    };
    if shows {
        cells.insert(Column::Balance, vec![balance(money, transaction.printed_balance_minor)]);
    }
    if layout.is(Dimension::AmountBelow) {
        for (_, cell) in cells.iter_mut().filter(|(column, _)| column.is_money()) {
            cell.splice(..0, vec![String::new(); transaction.lines.len()]);
        }
    }
    cells
}

/// Splits a date after its last separator if the habit breaks dates over two lines.
fn broken(layout: &Layout, date: String) -> Vec<String> {
    let cut = date.rfind(['-', '/', '.', ' ']).filter(|_| layout.is(Dimension::BrokenDates));
    let Some(cut) = cut.filter(|cut| cut + 1 < date.len()) else { return vec![date] };
    let (above, below) = date.split_at(cut + 1);
    vec![above.trim_end().to_owned(), below.to_owned()]
}

fn amount(layout: &Layout, money: &Money<'_>, transaction: &TrueTransaction, cells: &mut Cells) {
    let bare = vec![money.bare(transaction.printed_minor)];
    match layout.amounts {
        Amounts::Signed if layout.is(Dimension::MarkColumn) => {
            let marks = if layout.heads.is_multiple_of(2) { ("DR", "CR") } else { ("D", "C") };
            let mark = if transaction.printed_minor < 0 { marks.0 } else { marks.1 };
            cells.insert(Column::Mark, vec![mark.to_owned()]);
            cells.insert(Column::Amount, bare);
        }
        Amounts::Signed if layout.dimension == Some(Dimension::DetachedSign) => {
            if transaction.printed_minor < 0 {
                cells.insert(Column::Sign, vec!["-".to_owned()]);
            }
            cells.insert(Column::Amount, bare);
        }
        Amounts::Signed => {
            cells.insert(Column::Amount, vec![money.signed(transaction.printed_minor)]);
        }
        Amounts::Unsigned | Amounts::Sections => {
            cells.insert(Column::Amount, bare);
        }
        Amounts::Split | Amounts::SplitSwapped => {
            let (own, other) = if transaction.printed_minor < 0 {
                (Column::Out, Column::In)
            } else {
                (Column::In, Column::Out)
            };
            cells.insert(own, bare);
            if !layout.filler.is_empty() {
                let filler = if layout.filler == "0" { money.bare(0) } else { layout.filler.to_owned() };
                cells.insert(other, vec![filler]);
            }
        }
    }
}
