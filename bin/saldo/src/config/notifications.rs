//! Settings of notifications.

use saldo_settings::{Error as ConfigError, Layers, items, parsed, settings};
use url::Url;

settings! {
    pub(super) ALL:
    PRIVATE_HOSTS: Vec<String> = parsed(
        "SALDO_NOTIFICATION_PRIVATE_HOSTS",
        "",
        "hosts in private networks to which webhooks and ntfy messages may be sent, separated by commas, such as `ntfy.lan` or `192.168.1.5`; all other hosts must have public addresses",
        "it must be names or addresses of hosts like ntfy.lan or 192.168.1.5, without http:// and port, separated by commas",
        |text| items(text).map(host).collect(),
    );
}

/// Reads the hosts in private networks to which notifications may be sent.
pub(super) fn read(values: &Layers) -> Result<Vec<String>, ConfigError> {
    values.get(&PRIVATE_HOSTS)
}

/// Returns a host as URLs have it.
pub(super) fn host(text: &str) -> Option<String> {
    let url = Url::parse(&format!("http://{text}/")).ok()?;
    let is_host = url.port().is_none() && url.path() == "/" && url.username().is_empty();
    let is_plain = url.query().is_none() && url.fragment().is_none() && !text.contains(['*', ':', '@']);
    let is_v6 = text.starts_with('[') && text.ends_with(']');
    (is_host && (is_plain || is_v6)).then(|| url.host_str().map(str::to_owned)).flatten()
}
