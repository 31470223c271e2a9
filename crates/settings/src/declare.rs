//! Declaration of settings: name, default, description, and the type of the value.

use std::str::FromStr;
use std::time::Duration;

use url::Url;

/// One setting, as the documentation lists it.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// The name in the environment. In `saldo.toml` the same name in lower case works too.
    pub name: &'static str,
    /// The default; empty for a feature that is off, or a value that is derived or generated.
    pub default: &'static str,
    /// True if it is masked when printed.
    pub secret: bool,
    /// The description.
    pub about: &'static str,
}

/// A setting with the type of its value.
#[derive(Debug, Clone, Copy)]
pub struct Typed<T> {
    /// The setting.
    pub setting: Setting,
    /// Parses the value; `None` if it is invalid.
    pub parse: fn(&str) -> Option<T>,
    /// The description of valid values.
    pub why: &'static str,
}

const WHOLE_NUMBER: &str = "it must be a whole number";

const fn setting(name: &'static str, default: &'static str, about: &'static str) -> Setting {
    Setting { name, default, secret: false, about }
}

/// Declares a setting with a parser of its own. `why` describes valid values.
#[must_use]
pub const fn parsed<T>(
    name: &'static str,
    default: &'static str,
    about: &'static str,
    why: &'static str,
    parse: fn(&str) -> Option<T>,
) -> Typed<T> {
    Typed { setting: setting(name, default, about), parse, why }
}

/// Declares a whole number.
#[must_use]
pub const fn number<T: FromStr>(name: &'static str, default: &'static str, about: &'static str) -> Typed<T> {
    parsed(name, default, about, WHOLE_NUMBER, |text| text.parse().ok())
}

/// Declares a whole number of at least 1.
#[must_use]
pub const fn at_least_one(name: &'static str, default: &'static str, about: &'static str) -> Typed<usize> {
    parsed(name, default, about, "it must be a whole number, at least 1", |text| {
        text.parse().ok().filter(|number| *number > 0)
    })
}

/// Declares a time in seconds.
#[must_use]
pub const fn seconds(name: &'static str, default: &'static str, about: &'static str) -> Typed<Duration> {
    parsed(name, default, about, WHOLE_NUMBER, |text| text.parse().ok().map(Duration::from_secs))
}

/// Declares a text.
#[must_use]
pub const fn text(name: &'static str, default: &'static str, about: &'static str) -> Typed<String> {
    parsed(name, default, about, "", |text| Some(text.to_owned()))
}

/// Declares a text that is absent by default.
#[must_use]
pub const fn optional(name: &'static str, about: &'static str) -> Typed<Option<String>> {
    parsed(name, "", about, "", |text| Some(Some(text.to_owned()).filter(|text| !text.is_empty())))
}

/// Declares a text that is absent by default, and masked when printed.
#[must_use]
pub const fn secret(name: &'static str, about: &'static str) -> Typed<Option<String>> {
    let plain = optional(name, about);
    Typed { setting: Setting { secret: true, ..plain.setting }, ..plain }
}

/// Splits a list that is separated by commas. Empty items are left out.
pub fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|item| !item.is_empty())
}

/// Parses a number with a unit: `s`, `m`, `h` or `d`. Zero is no duration.
#[must_use]
pub fn duration(text: &str) -> Option<Duration> {
    let unit = text.chars().last()?;
    let number: u64 = text.strip_suffix(unit)?.parse().ok()?;
    let seconds = match unit {
        's' => 1,
        'm' => 60,
        'h' => 3_600,
        'd' => 86_400,
        _ => return None,
    };
    number.checked_mul(seconds).filter(|seconds| *seconds > 0).map(Duration::from_secs)
}

/// Parses the name or address of a host, without a port. Returns it as URLs have it.
#[must_use]
pub fn host(text: &str) -> Option<String> {
    let url = Url::parse(&format!("http://{text}/")).ok()?;
    let is_host = url.port().is_none() && url.path() == "/" && url.username().is_empty();
    let is_plain = url.query().is_none() && url.fragment().is_none() && !text.contains(['*', ':', '@']);
    let is_v6 = text.starts_with('[') && text.ends_with(']');
    (is_host && (is_plain || is_v6)).then(|| url.host_str().map(str::to_owned)).flatten()
}

/// Returns false for the first and true for the second of two values.
#[must_use]
pub fn either(text: &str, first: &str, second: &str) -> Option<bool> {
    (text == first || text == second).then_some(text == second)
}

/// Declares settings: a private constant for each, and a list of them in the order of their declaration,
/// whose name and visibility come first.
#[macro_export]
macro_rules! settings {
    ($seen:vis $all:ident: $($name:ident: $type:ty = $declared:expr;)+) => {
        $(const $name: $crate::Typed<$type> = $declared;)+
        /// These settings, in the order of their declaration.
        $seen const $all: &[$crate::Setting] = &[$($name.setting),+];
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_a_name_or_an_address() {
        assert_eq!(host("Ntfy.LAN").as_deref(), Some("ntfy.lan"));
        assert_eq!(host("192.168.1.5").as_deref(), Some("192.168.1.5"));
        assert_eq!(host("[fd00::5]").as_deref(), Some("[fd00::5]"));
        for wrong in
            ["", "http://ntfy.lan", "ntfy.lan:80", "a@b", "*.lan", "ntfy.lan/a", "ntfy.lan?a", "[fd00::5]:80"]
        {
            assert_eq!(host(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_duration_is_a_number_with_a_unit() {
        assert_eq!(duration("90s"), Some(Duration::from_secs(90)));
        assert_eq!(duration("12h"), Some(Duration::from_hours(12)));
        assert_eq!(duration("1d"), Some(Duration::from_hours(24)));
        for wrong in ["", "12", "h", "0h", "-1h", "1.5h", "1w", "99999999999999999999d", "1 h", "5€"] {
            assert_eq!(duration(wrong), None, "{wrong}");
        }
    }
}
