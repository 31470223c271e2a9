//! Words in any positions on pages become a draft or an ordinary error.
#![no_main]

mod common;

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;

#[derive(Debug, Arbitrary)]
struct Word {
    x: u16,
    line: u8,
    size: u8,
    text: String,
}

fuzz_target!(|pages: Vec<Vec<Word>>| {
    let pages = pages.iter().take(5).map(|words| {
        common::page(words.iter().take(300).map(|word| {
            let (x, line) = (f32::from(word.x % 595), f32::from(word.line % 70));
            (x, 20.0 + line * 11.5, 5.0 + f32::from(word.size % 10), word.text.as_str())
        }))
    });
    common::read(pages.collect());
});
