//! Measures the time of reading statements of growing length, without the engine.
//!
//! `cargo run --release -p saldo-statement-reader --example time -- 1000 5000 20000` prints the time for each
//! number of transactions, printed in each of several layouts, and the time per transaction.

#![expect(clippy::cast_precision_loss, reason = "a measurement")]

use std::time::Instant;

use saldo_statement_reader::page::{Document, Glyph, PageText};
use saldo_statement_reader::read::{ReadHints, ReadLimits, read_document};
use saldo_statement_reader::reconcile;

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

fn main() {
    let counts: Vec<usize> = std::env::args().skip(1).filter_map(|count| count.parse().ok()).collect();
    println!("| layout | transactions | time | per transaction | read |\n|---|---|---|---|---|");
    for layout in [Layout::Balances, Layout::Ends, Layout::Headless, Layout::Unsigned, Layout::Lines] {
        for count in &counts {
            let document = statement(layout, *count);
            let limits = ReadLimits { lines_max: 1_000_000, ..ReadLimits::default() };
            let before = Instant::now();
            let draft = read_document(&document, &ReadHints { limits, ..ReadHints::default() });
            let checked = draft.map(reconcile::check);
            let time = before.elapsed();
            let read =
                checked.map_or(0, |checked| checked.accounts.iter().map(|one| one.draft.entries.len()).sum());
            let each = time.as_secs_f64() * 1e6 / *count as f64;
            println!("| {layout:?} | {count} | {:.2} s | {each:.0} µs | {read} |", time.as_secs_f64());
        }
    }
}

fn statement(layout: Layout, count: usize) -> Document {
    let mut pages = Vec::new();
    let mut page = PageText { width: 595.0, height: 842.0, ..PageText::default() };
    let mut balance = 1_000_000_i64;
    let mut total = balance;
    let amounts: Vec<i64> = (0..count).map(|row| ((row * 7_919) % 90_000) as i64 - 60_000).collect();
    amounts.iter().for_each(|amount| total += amount);
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
        let y = 105.0 + 15.0 * (row % ROWS) as f32;
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
    put(page, right - 4.0 * text.chars().count() as f32, y, text);
}

fn put(page: &mut PageText, mut x: f32, baseline: f32, text: &str) {
    for character in text.chars() {
        page.glyphs.push(Glyph {
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
