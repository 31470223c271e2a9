//! Any bytes become pages or an ordinary error.
#![no_main]

use libfuzzer_sys::fuzz_target;
#[cfg(feature = "pdf-extract")]
use saldo_statement_ingest::page::PdfExtract;
use saldo_statement_ingest::page::{Hayro, PageLimits, PositionedText, ReadRequest};

// The crate turns a panic inside an engine into an error. Only a panic that leaves the crate is a finding.
fuzz_target!(init: std::panic::set_hook(Box::new(|_| {})), |bytes: &[u8]| {
    let limits = PageLimits { pages_max: 20, glyphs_max: 50_000, ..PageLimits::default() };
    let request = ReadRequest { bytes, password: Some("password"), limits: &limits };
    let engines: &[&dyn PositionedText] = &[
        &Hayro,
        #[cfg(feature = "pdf-extract")]
        &PdfExtract,
    ];
    for engine in engines {
        if let Ok(document) = engine.read(&request) {
            assert!(document.pages.len() <= 20);
            assert!(document.pages.iter().map(|page| page.glyphs.len()).sum::<usize>() <= 50_000);
        }
    }
});
