//! Declaration of settings: name, default, description, and the type of the value.

use std::str::FromStr;
use std::time::Duration;

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
pub(super) struct Typed<T> {
    pub(super) setting: Setting,
    /// Parses the value; `None` if it is invalid.
    pub(super) parse: fn(&str) -> Option<T>,
    /// The description of valid values.
    pub(super) why: &'static str,
}

pub(super) const WHOLE_NUMBER: &str = "it must be a whole number";

const fn setting(name: &'static str, default: &'static str, about: &'static str) -> Setting {
    Setting { name, default, secret: false, about }
}

/// Declares a setting with a parser of its own. `why` describes valid values.
pub(super) const fn parsed<T>(
    name: &'static str,
    default: &'static str,
    about: &'static str,
    why: &'static str,
    parse: fn(&str) -> Option<T>,
) -> Typed<T> {
    Typed { setting: setting(name, default, about), parse, why }
}

/// Declares a whole number.
pub(super) const fn number<T: FromStr>(
    name: &'static str,
    default: &'static str,
    about: &'static str,
) -> Typed<T> {
    parsed(name, default, about, WHOLE_NUMBER, |text| text.parse().ok())
}

/// Declares a whole number of at least 1.
pub(super) const fn at_least_one(
    name: &'static str,
    default: &'static str,
    about: &'static str,
) -> Typed<usize> {
    parsed(name, default, about, "it must be a whole number, at least 1", |text| {
        text.parse().ok().filter(|number| *number > 0)
    })
}

/// Declares a time in seconds.
pub(super) const fn seconds(
    name: &'static str,
    default: &'static str,
    about: &'static str,
) -> Typed<Duration> {
    parsed(name, default, about, WHOLE_NUMBER, |text| text.parse().ok().map(Duration::from_secs))
}

/// Declares a text.
pub(super) const fn text(name: &'static str, default: &'static str, about: &'static str) -> Typed<String> {
    parsed(name, default, about, "", |text| Some(text.to_owned()))
}

/// Declares a text that is absent by default.
pub(super) const fn optional(name: &'static str, about: &'static str) -> Typed<Option<String>> {
    parsed(name, "", about, "", |text| Some(Some(text.to_owned()).filter(|text| !text.is_empty())))
}

/// Declares a text that is absent by default, and masked when printed.
pub(super) const fn secret(name: &'static str, about: &'static str) -> Typed<Option<String>> {
    let plain = optional(name, about);
    Typed { setting: Setting { secret: true, ..plain.setting }, ..plain }
}

/// Splits a list that is separated by commas.
pub(super) fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|item| !item.is_empty())
}

/// Declares settings: a constant for each, and a list of them in the order of the documentation.
macro_rules! settings {
    ($all:ident: $($name:ident: $type:ty = $declared:expr;)+) => {
        $(const $name: Typed<$type> = $declared;)+
        /// These settings, in the order of the documentation.
        pub(super) const $all: &[Setting] = &[$($name.setting),+];
    };
}
pub(super) use settings;

/// Variables of other tools that happen to begin with our prefix.
pub(super) const FOREIGN: &[&str] = &["SALDO_UI_REQUIRED"];
