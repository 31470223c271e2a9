//! Helpers shared with the tests of `saldo-statement-reader`: printing PDFs and finding the sample
//! statements.

#[path = "../../../statement-reader/tests/support/corpus.rs"]
pub(crate) mod corpus;
#[path = "../../../statement-reader/tests/support/settings.rs"]
pub(crate) mod settings;
#[expect(dead_code, reason = "the reader's tests use more of this module")]
#[path = "../../../statement-reader/tests/support/sheet.rs"]
pub(crate) mod sheet;
