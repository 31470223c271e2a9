//! The errors of places, files and secrets.

use std::path::PathBuf;

/// A place or a file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An option of the place is missing or invalid.
    #[error("cannot use {place}")]
    Place {
        /// The place.
        place: String,
        /// The cause.
        #[source]
        source: object_store::Error,
    },
    /// The URL has a scheme that is not supported.
    #[error("cannot use {0}: the scheme is not supported; use s3://, gs:// or az://")]
    Scheme(String),
    /// A file or folder cannot be read or written.
    #[error("cannot {action} {path}")]
    File {
        /// The action that failed, such as `read`.
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The cause.
        #[source]
        source: std::io::Error,
    },
}
