//! Compares all sample statements beside the repository, transaction by transaction, with transcripts made by
//! hand.

mod expected;
mod samples;
