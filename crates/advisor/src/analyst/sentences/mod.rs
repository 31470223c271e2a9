//! Sentences about calculations and attached files, in English.

mod figures;
pub(super) mod files;
pub(super) mod goals;
pub(super) mod loans;
