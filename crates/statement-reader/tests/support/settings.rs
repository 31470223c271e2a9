//! Settings of the tests.

/// Returns a number from the environment.
#[expect(clippy::disallowed_methods, reason = "how much to test is no setting of the service")]
pub(crate) fn setting(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.parse().ok()
}
