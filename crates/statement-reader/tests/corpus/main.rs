//! Compares all sample statements of the repository, and those beside it, transaction by transaction with
//! their transcripts.

mod drawn;
mod expected;
mod samples;
