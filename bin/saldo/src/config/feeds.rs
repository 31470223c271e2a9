//! Settings of bank feeds.

use std::time::Duration;

use saldo_feeds::{AnswerLimits, FetchLimits};
use saldo_settings::{Error as ConfigError, Layers, at_least_one, items, parsed, seconds, settings};

use super::notifications::host;

/// The time beyond that of a request after which a fetch counts as ended.
const LEASE_BEYOND_REQUEST: Duration = Duration::from_mins(10);

/// The settings of bank feeds.
#[derive(Debug, Clone)]
pub struct FeedSettings {
    /// Hosts in private networks that may be fetched from.
    pub private_hosts: Vec<String>,
    /// Limits of fetches.
    pub fetches: FetchLimits,
    /// Limits of answers.
    pub answers: AnswerLimits,
}

settings! {
    pub(super) ALL:
    PRIVATE_HOSTS: Vec<String> = parsed(
        "SALDO_FEED_PRIVATE_HOSTS",
        "",
        "hosts in private networks from which bank feeds may be fetched, also without TLS, separated by commas, such as `simplefin.lan`; all other hosts must have public addresses and TLS",
        "it must be names or addresses of hosts like simplefin.lan or 192.168.1.5, without http:// and port, separated by commas",
        |text| items(text).map(host).collect(),
    );
    FETCHES_PER_DAY: usize = at_least_one("SALDO_FEED_FETCHES_PER_DAY", "20", "fetches of one bank feed per day (UTC), including those by hand; SimpleFIN Bridge permits about 24");
    SECONDS_MAX: Duration = seconds("SALDO_FEED_SECONDS_MAX", "60", "seconds for one request to a bank feed");
    BYTES_MAX: usize = at_least_one("SALDO_FEED_BYTES_MAX", "20971520", "bytes of one answer of a bank feed");
    ACCOUNTS_MAX: usize = at_least_one("SALDO_FEED_ACCOUNTS_MAX", "100", "accounts in one answer of a bank feed");
    TRANSACTIONS_MAX: usize = at_least_one("SALDO_FEED_TRANSACTIONS_MAX", "20000", "transactions in one answer of a bank feed");
}

/// Reads these settings.
pub(super) fn read(values: &Layers) -> Result<FeedSettings, ConfigError> {
    let time_max = values.get(&SECONDS_MAX)?;
    let per_day = u32::try_from(values.get(&FETCHES_PER_DAY)?).unwrap_or(u32::MAX);
    Ok(FeedSettings {
        private_hosts: values.get(&PRIVATE_HOSTS)?,
        fetches: FetchLimits::new(per_day, time_max.saturating_add(LEASE_BEYOND_REQUEST)),
        answers: AnswerLimits::new(
            values.get(&BYTES_MAX)?,
            values.get(&ACCOUNTS_MAX)?,
            values.get(&TRANSACTIONS_MAX)?,
            time_max,
        ),
    })
}
