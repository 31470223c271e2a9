//! The errors of settings.

use std::path::PathBuf;

/// A setting or a file of settings that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No setting has this name.
    #[error("unknown setting {name}; see {documentation}")]
    Unknown {
        /// The name.
        name: String,
        /// The place of the documentation.
        documentation: &'static str,
    },
    /// The value is invalid.
    #[error("{name} cannot be `{value}`: {why}")]
    Malformed {
        /// The setting.
        name: &'static str,
        /// The value; masked for secrets.
        value: String,
        /// The reason.
        why: String,
    },
    /// A file that a setting names cannot be read.
    #[error("cannot read {path}")]
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        #[source]
        source: std::io::Error,
    },
    /// The file is not TOML, or has values other than texts and integers.
    #[error("{path} is not a list of `name = value`: {why}")]
    Toml {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
}
