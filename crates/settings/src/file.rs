//! The file of settings.

use std::collections::BTreeMap;
use std::path::Path;

use crate::Error;

/// Reads a TOML file of settings: texts and whole numbers by their names.
///
/// # Errors
/// [`Error::File`] if it cannot be read, [`Error::Toml`] if it is not TOML or has other values.
pub fn read_file(path: &Path) -> Result<BTreeMap<String, String>, Error> {
    let text =
        std::fs::read_to_string(path).map_err(|source| Error::File { path: path.to_owned(), source })?;
    let malformed = |why: String| Error::Toml { path: path.to_owned(), why };
    let table: toml::Table =
        text.parse().map_err(|error: toml::de::Error| malformed(error.message().to_owned()))?;
    let plain = |(name, value): (String, toml::Value)| match value {
        toml::Value::String(text) => Ok((name, text)),
        toml::Value::Integer(number) => Ok((name, number.to_string())),
        _ => Err(malformed(format!("{name} is neither text nor a whole number"))),
    };
    table.into_iter().map(plain).collect()
}
