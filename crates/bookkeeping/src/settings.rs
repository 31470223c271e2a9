//! Settings for asking a model for categories.

use std::time::Duration;

use crate::ModelRunLimits;

use saldo_settings::{Error as ConfigError, Layers, at_least_one, number, seconds, settings};

/// Settings for asking a model for categories.
#[derive(Debug, Clone)]
pub struct CategorizingSettings {
    /// Limits of the requests for one user.
    pub limits: ModelRunLimits,
    /// Maximum number of users with running requests.
    pub users_max: usize,
}

settings! {
    pub ALL:
    MERCHANTS_MAX: usize = at_least_one(
        "SALDO_CATEGORIZING_MERCHANTS_MAX",
        "40",
        "merchants that a model is asked to categorize in one request",
    );
    REQUESTS_MAX: usize = at_least_one("SALDO_CATEGORIZING_REQUESTS_MAX", "25", "categorization requests to a model in one run");
    ANSWER_BYTES_MAX: usize = number("SALDO_CATEGORIZING_ANSWER_BYTES_MAX", "65536", "bytes of a model's answer to one categorization request");
    ANSWER_SECONDS_MAX: Duration = seconds(
        "SALDO_CATEGORIZING_ANSWER_SECONDS_MAX",
        "60",
        "seconds for a model's answer to one categorization request",
    );
    SECONDS_MAX: Duration = seconds(
        "SALDO_CATEGORIZING_SECONDS_MAX",
        "120",
        "seconds after which a categorization run starts no further request",
    );
    USERS_MAX: usize = at_least_one(
        "SALDO_CATEGORIZING_USERS_MAX",
        "4",
        "users whose merchants a model is asked about at the same time",
    );
}

/// Reads these settings.
///
/// # Errors
/// [`saldo_settings::Error::Malformed`] for a value that is not valid.
pub fn read(values: &Layers) -> Result<CategorizingSettings, ConfigError> {
    let limits = ModelRunLimits {
        merchants_per_request: values.get(&MERCHANTS_MAX)?,
        requests_max: values.get(&REQUESTS_MAX)?,
        answer_bytes_max: values.get(&ANSWER_BYTES_MAX)?,
        answer_time_max: values.get(&ANSWER_SECONDS_MAX)?,
        time_max: values.get(&SECONDS_MAX)?,
        ..ModelRunLimits::default()
    };
    Ok(CategorizingSettings { limits, users_max: values.get(&USERS_MAX)? })
}
