//! Every sample statement that lies beside the repository, entry by entry against what was transcribed by hand.

mod expected;
mod samples;
