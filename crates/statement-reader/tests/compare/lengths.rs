//! Statements of growing length in several layouts, made of glyphs.

use std::time::Instant;

use saldo_statement_reader::page::{Document, Glyph, PageText};
use saldo_statement_reader::read::{ReadHints, read_document};

/// Number of rows on a page.
const ROWS: usize = 45;

/// Layout of the statement.
#[derive(Debug, Clone, Copy)]
enum Layout {
    /// A running balance beside each amount.
    Balances,
    /// Only an opening and a closing balance.
    Ends,
    /// A balance carried from page to page, and no head.
    Headless,
    /// Amounts without signs.
    Unsigned,
    /// Two lines to each transaction.
    Lines,
}

/// Reads statements of several lengths in each layout and prints the times. Returns the statements of which
/// transactions are missing.
pub(crate) fn incomplete(counts: &[usize]) -> Vec<String> {
    println!("| layout | transactions | time | per transaction |");
    let mut found = Vec::new();
    for layout in [Layout::Balances, Layout::Ends, Layout::Headless, Layout::Unsigned, Layout::Lines] {
        for count in counts {
            let document = statement(layout, *count);
            let before = Instant::now();
            let draft = read_document(&document, &ReadHints::default());
            let time = before.elapsed();
            let accounts = draft.map(|draft| draft.accounts).unwrap_or_default();
            let read: usize = accounts.iter().map(|account| account.transactions.len()).sum();
            let each = time / u32::try_from(*count).unwrap();
            println!("| {layout:?} | {count} | {time:.2?} | {each:.0?} |");
            if read != *count {
                found.push(format!("{layout:?}: {read} of {count}"));
            }
        }
    }
    found
}

fn statement(layout: Layout, count: usize) -> Document {
    let mut pages = Vec::new();
    let mut page = PageText { width: 595.0, height: 842.0, ..PageText::default() };
    let mut balance = 1_000_000_i64;
    let mut total = balance;
    let amounts: Vec<i64> =
        (0..count).map(|row| i64::try_from((row * 7_919) % 90_000).unwrap() - 60_000).collect();
    total += amounts.iter().sum::<i64>();
    put(&mut page, 40.0, 40.0, "Statement period 1 January 2020 to 31 December 2024  EUR");
    put(&mut page, 40.0, 55.0, &format!("Opening balance {}", money(balance)));
    put(&mut page, 40.0, 70.0, &format!("Closing balance {}", money(total)));
    for (row, amount) in amounts.iter().enumerate() {
        if row > 0 && row % ROWS == 0 {
            pages.push(std::mem::replace(
                &mut page,
                PageText { width: 595.0, height: 842.0, ..PageText::default() },
            ));
        }
        if row % ROWS == 0 && !matches!(layout, Layout::Headless) {
            put(&mut page, 40.0, 90.0, "Date");
            put(&mut page, 110.0, 90.0, "Description");
            put_to(&mut page, 400.0, 90.0, "Amount");
            if !matches!(layout, Layout::Ends) {
                put_to(&mut page, 500.0, 90.0, "Balance");
            }
        }
        balance += amount;
        let day = row * 1_700 / count.max(1);
        let (year, month) = (2020 + day / 365, day % 365 / 31 + 1);
        let y = 105.0 + 15.0 * f32::from(u8::try_from(row % ROWS).unwrap());
        put(&mut page, 40.0, y, &format!("{:02}/{:02}/{year}", day % 28 + 1, month.min(12)));
        put(&mut page, 110.0, y, &format!("CORNER PHARMACY {}", row % 977));
        if matches!(layout, Layout::Lines) {
            put(&mut page, 110.0, y + 7.0, "REF 0009821");
        }
        let printed = if matches!(layout, Layout::Unsigned) { amount.abs() } else { *amount };
        put_to(&mut page, 400.0, y, &money(printed));
        if !matches!(layout, Layout::Ends) {
            put_to(&mut page, 500.0, y, &money(balance));
        }
    }
    pages.push(page);
    Document { pages }
}

fn money(minor: i64) -> String {
    let sign = if minor < 0 { "-" } else { "" };
    format!("{sign}{}.{:02}", minor.abs() / 100, minor.abs() % 100)
}

fn put_to(page: &mut PageText, right: f32, y: f32, text: &str) {
    put(page, right - 4.0 * f32::from(u8::try_from(text.chars().count()).unwrap()), y, text);
}

fn put(page: &mut PageText, mut x: f32, baseline: f32, text: &str) {
    for character in text.chars() {
        page.glyphs.push(&Glyph {
            text: character.into(),
            x,
            baseline,
            width: 4.0,
            size: 8.0,
            visible: true,
            bold: false,
        });
        x += 4.0;
    }
}
