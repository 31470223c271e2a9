#![doc = include_str!("../README.md")]

#[cfg(feature = "jobs")]
mod delivery;
mod error;
#[cfg(feature = "import")]
pub mod import;
#[cfg(all(feature = "guarded", feature = "import"))]
mod import_reader;
#[cfg(all(feature = "guarded", feature = "import"))]
mod importing;
#[cfg(all(feature = "jobs", unix))]
pub mod inbox;
#[cfg(feature = "jobs")]
pub mod inbox_settings;
#[cfg(feature = "guarded")]
mod ingest;
#[cfg(feature = "jobs")]
pub mod jobs;
#[cfg(feature = "guarded")]
mod layout_reader;
mod limits;
#[cfg(feature = "model")]
mod model;
pub mod page;
mod reader;
#[cfg(all(feature = "model", feature = "ocr"))]
pub mod settings;
mod sniff;
#[cfg(feature = "guarded")]
mod text_reader;
#[cfg(all(feature = "guarded", feature = "import"))]
mod unpack;
mod whole_file;

#[cfg(feature = "jobs")]
pub use delivery::{Delivered, Delivery};
pub use error::{Error, QuotaLimit};
#[cfg(all(feature = "guarded", feature = "import"))]
pub use import_reader::ImportReader;
#[cfg(all(feature = "guarded", feature = "import"))]
pub use importing::{
    FileImporter, ImportAnswer, ImportPreview, ImportProblem, ImportRequest, ImportTask, PreviewedCsv,
};
#[cfg(feature = "guarded")]
pub use ingest::{
    Answer, FileStream, Ingest, MovedFiles, RestoredData, StatementName, StoredFile, SweepReport,
    UnmatchedAttachment, Uploaded, WholeStore, move_files,
};
#[cfg(all(feature = "guarded", feature = "import"))]
pub use ingest::{ChosenPreview, ImportTarget, MappingOrigin, PreviewChoice};
#[cfg(feature = "guarded")]
pub use layout_reader::LayoutReader;
pub use limits::Limits;
#[cfg(feature = "model")]
pub use model::{ModelLimits, ModelTurn};
pub use reader::{FilePassword, NoProgress, Progress, ReadFailure, StatementReader};
pub use saldo_statement_reader::{read, reconcile};
#[cfg(feature = "import")]
pub use saldo_storage::SavedMapping;
pub use sniff::FileKind;
#[cfg(feature = "guarded")]
pub use text_reader::TextReader;
#[cfg(all(feature = "guarded", feature = "import"))]
pub use unpack::{PackedFile, UnpackLimits, Unpacker, ZipFault};
