//! Settings of notifications.

use saldo_settings::{Error as ConfigError, Layers, host, items, parsed, settings};

settings! {
    pub ALL:
    PRIVATE_HOSTS: Vec<String> = parsed(
        "SALDO_NOTIFICATION_PRIVATE_HOSTS",
        "",
        "hosts in private networks to which webhooks and ntfy messages may be sent, separated by commas, such as `ntfy.lan` or `192.168.1.5`; all other hosts must have public addresses",
        "it must be names or addresses of hosts like ntfy.lan or 192.168.1.5, without http:// and port, separated by commas",
        |text| items(text).map(host).collect(),
    );
}

/// Reads the hosts in private networks to which notifications may be sent.
///
/// # Errors
/// [`saldo_settings::Error::Malformed`] for a value that is not valid.
pub fn read(values: &Layers) -> Result<Vec<String>, ConfigError> {
    values.get(&PRIVATE_HOSTS)
}
