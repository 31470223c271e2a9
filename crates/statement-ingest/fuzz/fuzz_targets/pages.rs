//! Bytes become pages, or an ordinary error.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saldo_statement_ingest::page::{Hayro, PageLimits, PdfExtract, PositionedText, ReadRequest};

fuzz_target!(|bytes: &[u8]| {
    let limits = PageLimits { pages_max: 20, glyphs_max: 50_000 };
    let request = ReadRequest { bytes, password: Some("password"), limits: &limits };
    for engine in [&Hayro as &dyn PositionedText, &PdfExtract] {
        if let Ok(document) = engine.read(&request) {
            assert!(document.pages.len() <= 20);
            assert!(document.pages.iter().map(|page| page.glyphs.len()).sum::<usize>() <= 50_000);
        }
    }
});
