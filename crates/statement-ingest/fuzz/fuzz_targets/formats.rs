//! Format detection and import of any bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use saldo_statement_ingest::import::{ImportFormat, ImportHints, import};
use saldo_statement_ingest::reconcile;

const FORMATS: [ImportFormat; 4] =
    [ImportFormat::Csv, ImportFormat::Ofx, ImportFormat::Qif, ImportFormat::Camt053];

fuzz_target!(|bytes: &[u8]| {
    // Each format gets any bytes, not only those that look like it.
    let which = bytes.first().map_or(0, |byte| usize::from(*byte) % FORMATS.len());
    let format = ImportFormat::of(bytes).unwrap_or(FORMATS[which]);
    let mut hints = ImportHints::default();
    hints.transactions_max = 1_000;
    if let Ok(draft) = import(format, bytes, &hints) {
        let checked = reconcile::check(draft);
        assert!(checked.accounts.iter().map(|account| account.draft.transactions.len()).sum::<usize>() <= 1_000);
    }
});
