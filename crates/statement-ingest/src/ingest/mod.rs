//! The pipeline: a file is stored ([`Ingest::upload`]), then read, checked and imported
//! ([`Ingest::process`]).

mod answers;
#[cfg(feature = "guarded")]
mod archive;
mod attachments;
#[cfg(all(feature = "guarded", feature = "import"))]
mod choices;
#[cfg(all(feature = "guarded", feature = "import"))]
mod export;
mod files;
#[cfg(all(feature = "guarded", feature = "import"))]
mod import;
mod instance;
mod move_files;
mod process;
mod statements;
mod trash;
mod upload;
mod whole_store;

#[cfg(all(feature = "guarded", feature = "import"))]
use std::path::PathBuf;
use std::sync::Arc;

use object_store::ObjectStore;
use saldo_domain::Clock;
use saldo_storage::Storage;

#[cfg(all(feature = "guarded", feature = "import"))]
use crate::import_reader::ImportReader;
use crate::limits::Limits;
use crate::reader::StatementReader;
use crate::text_reader::TextReader;
#[cfg(all(feature = "guarded", feature = "import"))]
use crate::unpack::Unpacker;

pub use answers::Answer;
#[cfg(feature = "guarded")]
pub use archive::RestoredData;
pub use attachments::UnmatchedAttachment;
#[cfg(all(feature = "guarded", feature = "import"))]
pub use choices::{ChosenPreview, ImportTarget, MappingOrigin, PreviewChoice};
pub use files::{FileStream, StoredFile};
pub use move_files::{MovedFiles, move_files};
pub use statements::StatementName;
pub use trash::SweepReport;
pub use upload::Uploaded;
pub use whole_store::WholeStore;

/// The pipeline, with the database, the file store and the reader that it uses.
///
/// ```no_run
/// use std::sync::Arc;
///
/// use bytes::Bytes;
/// use saldo_domain::{SystemClock, UserId};
/// use saldo_statement_ingest::{Error, Ingest, Limits, NoProgress, StatementReader};
/// use saldo_storage::Storage;
///
/// async fn import(
///     storage: Arc<dyn Storage>,
///     reader: Arc<dyn StatementReader>,
///     user: UserId,
///     pdf: Bytes,
/// ) -> Result<(), Error> {
///     let files = Arc::new(object_store::memory::InMemory::new());
///     let ingest = Ingest::new(storage, files, reader, Arc::new(SystemClock), Limits::default());
///     let bytes = futures::stream::iter([Ok::<_, std::io::Error>(pdf)]);
///     let uploaded = ingest.upload(user, "may.pdf", bytes).await?;
///     let imported = ingest.process(user, uploaded.statement.id, None, &NoProgress).await?;
///     println!("{} new transactions", imported.transactions_new);
///     Ok(())
/// }
/// ```
pub struct Ingest {
    storage: Arc<dyn Storage>,
    files: Arc<dyn ObjectStore>,
    reader: Arc<dyn StatementReader>,
    #[cfg(all(feature = "guarded", feature = "import"))]
    imports: Option<Arc<ImportReader>>,
    #[cfg(all(feature = "guarded", feature = "import"))]
    previews: saldo_bookkeeping::UserQueue,
    #[cfg(all(feature = "guarded", feature = "import"))]
    unpacking: Option<upload::Unpacking>,
    texts: Option<TextReader>,
    clock: Arc<dyn Clock>,
    limits: Limits,
}

impl Ingest {
    /// Creates a pipeline. Previews and mappings of data files need [`Ingest::with_imports`], too.
    #[must_use]
    pub fn new(
        storage: Arc<dyn Storage>,
        files: Arc<dyn ObjectStore>,
        reader: Arc<dyn StatementReader>,
        clock: Arc<dyn Clock>,
        limits: Limits,
    ) -> Self {
        Self {
            storage,
            files,
            reader,
            #[cfg(all(feature = "guarded", feature = "import"))]
            imports: None,
            #[cfg(all(feature = "guarded", feature = "import"))]
            previews: choices::queue(),
            #[cfg(all(feature = "guarded", feature = "import"))]
            unpacking: None,
            texts: None,
            clock,
            limits,
        }
    }

    /// Adds a reader for data files, which previews them and reads them with the user's choices.
    #[cfg(all(feature = "guarded", feature = "import"))]
    #[must_use]
    pub fn with_imports(mut self, imports: Arc<ImportReader>) -> Self {
        self.imports = Some(imports);
        self
    }

    /// Adds an unpacker of ZIP files. In the folder `spool`, uploaded ZIP files wait to be unpacked, as files
    /// without a name, which end with this process.
    #[cfg(all(feature = "guarded", feature = "import"))]
    #[must_use]
    pub fn with_unpacker(mut self, unpacker: Arc<dyn Unpacker>, spool: PathBuf) -> Self {
        self.unpacking = Some(upload::Unpacking { unpacker, spool, turns: choices::queue() });
        self
    }

    /// Adds a reader for the texts of attachments.
    #[must_use]
    pub fn with_texts(mut self, texts: TextReader) -> Self {
        self.texts = Some(texts);
        self
    }

    /// Returns the limits in force.
    #[must_use]
    pub const fn limits(&self) -> &Limits {
        &self.limits
    }
}
