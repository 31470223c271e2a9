//! Settings of the tests.

/// Returns a number from the environment.
#[expect(clippy::disallowed_methods, reason = "the variables set the size of the test")]
pub(crate) fn setting(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.parse().ok()
}
