//! Sentences about calculations, in English.

mod figures;
pub(super) mod goals;
pub(super) mod loans;
