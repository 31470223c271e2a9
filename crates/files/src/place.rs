//! A place of files: a folder, or a bucket of an object store.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use object_store::aws::AmazonS3Builder;
use object_store::azure::MicrosoftAzureBuilder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::local::LocalFileSystem;
use object_store::prefix::PrefixStore;
use object_store::{BackoffConfig, ObjectStore, ObjectStoreScheme, RetryConfig};
use url::Url;

use crate::{Error, private};

/// Prefixes of the environment variables that configure object stores.
pub const PREFIXES: [&str; 3] = ["AWS_", "AZURE_", "GOOGLE_"];

/// Longest time for which a failed request to an object store is repeated. A client waits for it.
const RETRY_FOR: Duration = Duration::from_secs(10);
/// Maximum number of repetitions of a failed request to an object store.
const RETRIES_MAX: usize = 3;

/// A place of files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FilePlace {
    /// A folder.
    Folder(PathBuf),
    /// A bucket, or a folder in it: `s3://BUCKET/FOLDER`, `gs://…` or `az://…`.
    Bucket(Url),
}

impl FilePlace {
    /// Parses a path, or a URL with the scheme `file`, `s3`, `gs` or `az`. `None` if the URL is not valid.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        if !text.contains("://") {
            return (!text.is_empty()).then(|| Self::Folder(PathBuf::from(text)));
        }
        let url = Url::parse(text).ok()?;
        match url.scheme() {
            "file" => Some(Self::Folder(url.to_file_path().ok()?)),
            // Credentials belong into the options: a URL is printed in messages.
            "s3" | "gs" | "az" if url.has_host() && url.authority() == url.host_str()? => {
                Some(Self::Bucket(url))
            }
            _ => None,
        }
    }

    /// Returns the folder; `None` for a bucket.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Folder(folder) => Some(folder),
            Self::Bucket(_) => None,
        }
    }

    /// Opens the place. A folder is created if it does not exist; a bucket is not accessed. `options` are
    /// environment variables with one of [`PREFIXES`]; the builders of `object_store` document their names.
    ///
    /// # Errors
    /// If the folder cannot be used, or an option of the bucket is missing or invalid.
    pub fn open(&self, options: &[(String, String)]) -> Result<Arc<dyn ObjectStore>, Error> {
        let failed = |source| Error::Place { place: self.to_string(), source };
        match self {
            Self::Folder(folder) => {
                private::make_private_dir(folder)?;
                let files = LocalFileSystem::new_with_prefix(folder).map_err(failed)?;
                Ok(Arc::new(files.with_fsync(true)))
            }
            Self::Bucket(url) => {
                let opened = bucket(url, options).map_err(failed)?;
                opened.ok_or_else(|| Error::Scheme(url.to_string()))
            }
        }
    }
}

impl std::fmt::Display for FilePlace {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Folder(folder) => write!(formatter, "{}", folder.display()),
            Self::Bucket(url) => write!(formatter, "{url}"),
        }
    }
}

/// Opens a bucket. `None` if its scheme is not supported.
fn bucket(url: &Url, options: &[(String, String)]) -> object_store::Result<Option<Arc<dyn ObjectStore>>> {
    let retry =
        RetryConfig { backoff: BackoffConfig::default(), max_retries: RETRIES_MAX, retry_timeout: RETRY_FOR };
    let (scheme, folder) = ObjectStoreScheme::parse(url)?;
    // Each builder has its own type of keys. It ignores the options of others.
    macro_rules! build {
        ($builder:ty) => {{
            let builder =
                options.iter().fold(<$builder>::new().with_url(url.as_str()), |builder, (name, value)| {
                    match name.to_ascii_lowercase().parse() {
                        Ok(key) => builder.with_config(key, value),
                        Err(_) => builder,
                    }
                });
            Arc::new(PrefixStore::new(builder.with_retry(retry).build()?, folder))
        }};
    }
    let opened: Arc<dyn ObjectStore> = match scheme {
        ObjectStoreScheme::AmazonS3 => build!(AmazonS3Builder),
        ObjectStoreScheme::GoogleCloudStorage => build!(GoogleCloudStorageBuilder),
        ObjectStoreScheme::MicrosoftAzure => build!(MicrosoftAzureBuilder),
        _ => return Ok(None),
    };
    Ok(Some(opened))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_folder_or_a_bucket() {
        let folder = |path: &str| Some(FilePlace::Folder(PathBuf::from(path)));
        assert_eq!(FilePlace::parse("data/files"), folder("data/files"));
        assert_eq!(FilePlace::parse("file:///srv/saldo"), folder("/srv/saldo"));
        for url in ["s3://bucket", "s3://bucket/a/b", "gs://bucket/a", "az://container"] {
            let place = FilePlace::parse(url).unwrap();
            assert_eq!((place.to_string().as_str(), place.folder()), (url, None));
        }
        for wrong in [
            "",
            "s3://",
            "s3://key:secret@bucket",
            "https://example.com/files",
            "ftp://host/files",
            "file://host/x",
        ] {
            assert_eq!(FilePlace::parse(wrong), None, "{wrong}");
        }
    }
}
