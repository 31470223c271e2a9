//! Any text in the date column of a table.
#![no_main]

mod common;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|rows: Vec<(String, u32)>| {
    let heads = [(40.0, "Date"), (160.0, "Description"), (380.0, "Amount")];
    let mut words: Vec<(f32, f32, f32, &str)> =
        heads.iter().map(|(x, text)| (*x, 100.0, 9.0, *text)).collect();
    let amounts: Vec<String> =
        rows.iter().map(|(_, minor)| format!("{}.{:02}", minor / 100, minor % 100)).collect();
    for (index, ((date, _), amount)) in rows.iter().zip(&amounts).take(40).enumerate() {
        let y = 115.0 + 15.0 * index as f32;
        words.push((40.0, y, 9.0, date));
        words.push((160.0, y, 9.0, "CORNER PHARMACY"));
        words.push((380.0, y, 9.0, amount));
    }
    common::read(vec![common::page(words)]);
});
