//! Settings of bank feeds.

use std::fmt;
use std::time::Duration;

use crate::{AnswerLimits, ENABLE_BANKING_URL, FetchLimits};
use saldo_settings::{
    Error as ConfigError, Layers, at_least_one, host, items, optional, parsed, seconds, secret, settings,
};
use url::Url;

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
    /// The application at Enable Banking; `None` if there is none.
    pub application: Option<Application>,
    /// The address of Enable Banking.
    pub enable_banking_url: Url,
}

/// An application at Enable Banking.
#[derive(Clone)]
pub struct Application {
    /// The id.
    pub id: String,
    /// The private key, in PEM.
    pub key: String,
}

/// Hides the key.
impl fmt::Debug for Application {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Application({})", self.id)
    }
}

settings! {
    pub ALL:
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
    PAGES_MAX: usize = at_least_one("SALDO_FEED_PAGES_MAX", "100", "pages of transactions of one account in one fetch");
    ENABLE_BANKING_APPLICATION_ID: Option<String> = optional(
        "SALDO_ENABLE_BANKING_APPLICATION_ID",
        "the id of your application at Enable Banking, through which users connect banks in Europe; empty: off",
    );
    ENABLE_BANKING_KEY: Option<String> = secret(
        "SALDO_ENABLE_BANKING_KEY",
        "the private RSA key of the application in PEM, best from a file: `SALDO_ENABLE_BANKING_KEY_FILE=/run/secrets/key.pem`",
    );
    ENABLE_BANKING_URL_SETTING: Url = parsed(
        "SALDO_ENABLE_BANKING_URL",
        ENABLE_BANKING_URL,
        "the address of Enable Banking",
        "it must be an address like https://api.enablebanking.com",
        |text| text.parse().ok().filter(|url: &Url| url.has_host()),
    );
    TRANSACTIONS_MAX: usize = at_least_one("SALDO_FEED_TRANSACTIONS_MAX", "20000", "transactions in one answer of a bank feed");
}

/// Reads these settings.
///
/// # Errors
/// [`saldo_settings::Error::Malformed`] for a value that is not valid.
pub fn read(values: &Layers) -> Result<FeedSettings, ConfigError> {
    let time_max = values.get(&SECONDS_MAX)?;
    let per_day = u32::try_from(values.get(&FETCHES_PER_DAY)?).unwrap_or(u32::MAX);
    let application = match (values.get(&ENABLE_BANKING_APPLICATION_ID)?, values.get(&ENABLE_BANKING_KEY)?) {
        (Some(id), Some(key)) => Some(Application { id, key }),
        (None, None) => None,
        (Some(_), None) => {
            let why = "SALDO_ENABLE_BANKING_KEY must be set, too";
            return Err(values.malformed(&ENABLE_BANKING_APPLICATION_ID, why));
        }
        (None, Some(_)) => {
            let why = "SALDO_ENABLE_BANKING_APPLICATION_ID must be set, too";
            return Err(values.malformed(&ENABLE_BANKING_KEY, why));
        }
    };
    Ok(FeedSettings {
        application,
        enable_banking_url: values.get(&ENABLE_BANKING_URL_SETTING)?,
        private_hosts: values.get(&PRIVATE_HOSTS)?,
        fetches: FetchLimits::new(per_day, time_max.saturating_add(LEASE_BEYOND_REQUEST)),
        answers: AnswerLimits::new(
            values.get(&BYTES_MAX)?,
            values.get(&ACCOUNTS_MAX)?,
            values.get(&TRANSACTIONS_MAX)?,
            values.get(&PAGES_MAX)?,
            time_max,
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layers(values: &[(&str, &str)]) -> Layers {
        Layers::of_values(ALL, values).unwrap()
    }

    #[test]
    fn an_application_has_an_id_and_a_key() {
        assert!(read(&layers(&[])).unwrap().application.is_none());
        let id = ("SALDO_ENABLE_BANKING_APPLICATION_ID", "an-id");
        let key = ("SALDO_ENABLE_BANKING_KEY", "a-secret-key");
        for (given, other) in [(id, key), (key, id)] {
            let error = read(&layers(&[given])).err().unwrap().to_string();
            assert!(error.contains(other.0) && !error.contains(key.1), "{error}");
        }
        let application = read(&layers(&[id, key])).unwrap().application.unwrap();
        assert_eq!(format!("{application:?}"), "Application(an-id)");
    }
}
