//! Settings for asking a model for categories.

use saldo_bookkeeping::AskLimits;

use super::settings::setting;
use super::{ConfigError, Setting, Values, WHOLE_NUMBER, seconds};

/// Settings for asking a model for categories.
#[derive(Debug, Clone)]
pub struct Sorting {
    /// Limits of the requests for one user.
    pub limits: AskLimits,
    /// Maximum number of users with running requests.
    pub people_max: usize,
}

/// These settings, in the order of the documentation.
pub(super) const SETTINGS: [Setting; 6] = [
    setting("SALDO_SORTING_MERCHANTS_MAX", "40", "merchants that a model is asked to sort in one request"),
    setting("SALDO_SORTING_REQUESTS_MAX", "25", "such requests in one go"),
    setting("SALDO_SORTING_ANSWER_BYTES_MAX", "65536", "bytes of an answer to one"),
    setting("SALDO_SORTING_ANSWER_SECONDS_MAX", "60", "seconds that an answer to one may take"),
    setting("SALDO_SORTING_SECONDS_MAX", "120", "seconds after which one go begins no further request"),
    setting("SALDO_SORTING_PEOPLE_MAX", "4", "people whose merchants are asked about at once"),
];

pub(super) fn read(values: &Values) -> Result<Sorting, ConfigError> {
    let at_least_one = |setting: &Setting| match values.parsed(setting.name, WHOLE_NUMBER)? {
        0_usize => Err(values.malformed(setting.name, "it must be at least 1")),
        number => Ok(number),
    };
    let limits = AskLimits {
        merchants_per_request: at_least_one(&SETTINGS[0])?,
        requests_max: at_least_one(&SETTINGS[1])?,
        answer_bytes_max: values.parsed(SETTINGS[2].name, WHOLE_NUMBER)?,
        answer_time_max: seconds(values, SETTINGS[3].name)?,
        time_max: seconds(values, SETTINGS[4].name)?,
        ..AskLimits::default()
    };
    Ok(Sorting { limits, people_max: at_least_one(&SETTINGS[5])? })
}
