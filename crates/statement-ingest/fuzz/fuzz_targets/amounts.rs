//! Any text in the amount and balance columns of a table.
#![no_main]

mod common;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|rows: Vec<(String, String)>| {
    let heads = [(40.0, "Date"), (110.0, "Description"), (330.0, "Amount"), (430.0, "Balance")];
    let mut words: Vec<(f32, f32, f32, &str)> =
        heads.iter().map(|(x, text)| (*x, 100.0, 9.0, *text)).collect();
    let dates: Vec<String> = (1..=28).map(|day| format!("{day:02}/01/2024")).collect();
    for (index, (amount, balance)) in rows.iter().take(40).enumerate() {
        let y = 115.0 + 15.0 * index as f32;
        words.push((40.0, y, 9.0, &dates[index % dates.len()]));
        words.push((110.0, y, 9.0, "CORNER PHARMACY"));
        words.push((330.0, y, 9.0, amount));
        words.push((430.0, y, 9.0, balance));
    }
    common::read(vec![common::page(words)]);
});
