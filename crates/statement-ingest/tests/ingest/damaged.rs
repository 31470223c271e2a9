//! Damaged files: cut short and with bits turned over. Every answer is an ordinary one, and what can still be read is
//! read without a panic.
//!
//! `SALDO_DAMAGED_CASES` sets how many are tried; the samples have some thousands of kilobytes.

use bytes::Bytes;
use futures::{StreamExt, stream};
use saldo_statement_ingest::page::{ChildLimits, ChildReader, Engine, PageReader, PagesRequest, ReadError};
use saldo_statement_ingest::read::{ReadHints, read_document};

use crate::support::corpus;
use crate::support::settings::setting;
use crate::support::sheet::{Codes, Sheet, pdf};

const CASES: usize = 200;
const KILOBYTE: usize = 1024;

fn own_file() -> Vec<u8> {
    let mut codes = Codes::default();
    let mut sheet = Sheet::a4();
    for (index, line) in [
        "Date Description Amount Balance",
        "01/02/2024 RENT -500.00 1,000.00",
        "02/02/2024 PAY 700.00 1,700.00",
    ]
    .into_iter()
    .enumerate()
    {
        sheet.text(&mut codes, 40.0, 100.0 + 20.0 * f32::from(u8::try_from(index).unwrap()), 9.0, line);
    }
    pdf(&codes, vec![sheet])
}

/// Each file with the place of its damage.
fn places() -> Vec<(Bytes, usize)> {
    let own = Bytes::from(own_file());
    let mut places: Vec<(Bytes, usize)> =
        (0..own.len()).step_by(97).map(|place| (own.clone(), place)).collect();
    for path in corpus::pdfs("easy").into_iter().chain(corpus::pdfs("hard")) {
        let file = Bytes::from(std::fs::read(path).unwrap());
        places.extend((0..file.len()).step_by(KILOBYTE).map(|place| (file.clone(), place)));
    }
    let cases = setting("SALDO_DAMAGED_CASES").unwrap_or(CASES);
    let every = places.len().div_ceil(cases.max(1));
    places.into_iter().step_by(every).collect()
}

async fn assert_ordinary(child: &ChildReader, file: Bytes) {
    let request = PagesRequest { file, password: None, engine: Engine::Hayro };
    match child.read_pages(request, &|_, _| {}).await {
        // What it becomes is judged elsewhere; here it must only become something.
        Ok(document) => drop(read_document(&document, &ReadHints::default())),
        Err(error) => assert_ne!(error, ReadError::Reader),
    }
}

#[tokio::test]
async fn a_file_cut_anywhere_is_an_ordinary_answer() {
    let child = ChildReader::new(env!("CARGO_BIN_EXE_saldo-read-pages"), [""; 0], ChildLimits::default());
    let cut = places().into_iter().map(|(file, place)| file.slice(..place));
    stream::iter(cut).for_each_concurrent(4, |file| assert_ordinary(&child, file)).await;
}

#[tokio::test]
async fn a_file_with_a_bit_turned_over_is_an_ordinary_answer() {
    let child = ChildReader::new(env!("CARGO_BIN_EXE_saldo-read-pages"), [""; 0], ChildLimits::default());
    let turned = places().into_iter().enumerate().map(|(number, (file, place))| {
        let mut file = file.to_vec();
        // Not always the first byte of a kilobyte, and not always the same bit.
        let place = (place + number * 37) % file.len();
        file[place] ^= 1 << (number % 8);
        Bytes::from(file)
    });
    stream::iter(turned).for_each_concurrent(4, |file| assert_ordinary(&child, file)).await;
}
