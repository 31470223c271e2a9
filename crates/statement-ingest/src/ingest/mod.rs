//! The pipeline: a file is stored ([`Ingest::upload`]), then read, checked and booked ([`Ingest::process`]).

#[cfg(feature = "guarded")]
mod archive;
mod files;
#[cfg(all(feature = "guarded", feature = "import"))]
mod import;
mod instance;
mod process;
mod recheck;
mod trash;
mod upload;

use std::sync::Arc;

use object_store::ObjectStore;
use saldo_domain::Clock;
use saldo_storage::Storage;

use crate::limits::Limits;
use crate::reader::StatementReader;

#[cfg(feature = "guarded")]
pub use archive::RestoredBooks;
pub use files::{FileStream, StoredFile};
#[cfg(all(feature = "guarded", feature = "import"))]
pub use import::ImportPreview;
pub use trash::Swept;
pub use upload::Uploaded;

/// The pipeline and what it works with.
pub struct Ingest {
    storage: Arc<dyn Storage>,
    files: Arc<dyn ObjectStore>,
    reader: Arc<dyn StatementReader>,
    clock: Arc<dyn Clock>,
    limits: Limits,
}

impl Ingest {
    /// Puts the pipeline together.
    #[must_use]
    pub fn new(
        storage: Arc<dyn Storage>,
        files: Arc<dyn ObjectStore>,
        reader: Arc<dyn StatementReader>,
        clock: Arc<dyn Clock>,
        limits: Limits,
    ) -> Self {
        Self { storage, files, reader, clock, limits }
    }

    /// The limits in force.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }
}
