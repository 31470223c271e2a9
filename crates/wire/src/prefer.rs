//! The header `Prefer` (RFC 7240).

use std::time::Duration;

/// The time for which a client waits for a result: `wait=N` seconds, or `respond-async`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitPreference {
    /// The time to wait.
    pub wait: Duration,
    /// The preference that was applied, for `Preference-Applied`.
    pub applied: Option<String>,
}

impl WaitPreference {
    /// Finds the first preference about waiting in the values of the header. A request waits for at most
    /// `wait_max`, and that long without a preference.
    #[must_use]
    pub fn of<'a>(values: impl IntoIterator<Item = &'a str>, wait_max: Duration) -> Self {
        for preference in values.into_iter().flat_map(|value| value.split(',')).map(str::trim) {
            let applied = Some(preference.to_owned());
            if preference.eq_ignore_ascii_case("respond-async") {
                return Self { wait: Duration::ZERO, applied };
            }
            let seconds =
                preference.split_once('=').filter(|(name, _)| name.trim().eq_ignore_ascii_case("wait"));
            if let Some(seconds) = seconds.and_then(|(_, number)| number.trim().parse().ok()) {
                return Self { wait: Duration::from_secs(seconds).min(wait_max), applied };
            }
        }
        Self { wait: wait_max, applied: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_preference_about_waiting_is_applied() {
        for (values, wait, applied) in [
            (vec![], 25, None),
            (vec!["respond-async"], 0, Some("respond-async")),
            (vec!["return=minimal, Wait = 7"], 7, Some("Wait = 7")),
            (vec!["return=minimal", "wait=900, respond-async"], 25, Some("wait=900")),
            (vec!["wait=soon", "wait=-1", "waiting=3"], 25, None),
        ] {
            let expected =
                WaitPreference { wait: Duration::from_secs(wait), applied: applied.map(str::to_owned) };
            assert_eq!(WaitPreference::of(values.clone(), Duration::from_secs(25)), expected, "{values:?}");
        }
    }
}
