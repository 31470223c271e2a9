//! Helpers of the tests: printing PDFs, and finding the sample statements.

pub(crate) mod corpus;
pub(crate) mod drawn;
pub(crate) mod printed;
pub(crate) mod settings;
pub(crate) mod sheet;
