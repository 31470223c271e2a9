//! Reading of untrusted files in a short-lived child process with limits.
//!
//! No PDF engine is safe in a server process: exhausted memory, endless loops and stack overflows end the
//! process and cannot be caught. The child limits itself first, reads the file from standard input, and
//! writes compact records to standard output. The parent checks every record.

mod child;
mod events;
mod parent;
#[cfg(feature = "ocr")]
mod recognize;
mod slots;
mod wire;

pub use child::main;
pub use events::{ChildEvents, KillReason};
pub use parent::{ChildLimits, ChildReader};
#[cfg(feature = "ocr")]
pub use recognize::{PictureReader, Tesseract, TesseractSettings};
#[cfg(feature = "jobs")]
pub(crate) use slots::Slots;
pub use slots::on_behalf_of;

use async_trait::async_trait;
use bytes::Bytes;

use super::{Document, PageLimits, PositionedText, ReadError, ReadRequest};

/// An engine that reads PDFs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// `hayro-interpret`, the first choice.
    Hayro,
    /// `pdf-extract`, the second choice.
    PdfExtract,
}

impl Engine {
    fn engine(self) -> &'static dyn PositionedText {
        match self {
            #[cfg(feature = "hayro")]
            Self::Hayro => &super::Hayro,
            #[cfg(feature = "pdf-extract")]
            Self::PdfExtract => &super::PdfExtract,
            #[cfg(not(all(feature = "hayro", feature = "pdf-extract")))]
            _ => &Missing,
        }
    }
}

/// Stands in for an engine that was left out of the build.
#[cfg(not(all(feature = "hayro", feature = "pdf-extract")))]
struct Missing;

#[cfg(not(all(feature = "hayro", feature = "pdf-extract")))]
impl PositionedText for Missing {
    fn read_each(&self, _: &ReadRequest<'_>, _: &mut super::PageSink<'_>) -> Result<(), ReadError> {
        Err(ReadError::Unsupported)
    }
}

/// A request to read the pages of a file.
#[derive(Clone)]
pub struct PagesRequest {
    /// The content of the file.
    pub file: Bytes,
    /// The password of the file, if the user gave one.
    pub password: Option<String>,
    /// The engine to use.
    pub engine: Engine,
}

/// A callback that is called after each page with the number of pages read and the number of all pages.
pub type PageProgress<'a> = dyn Fn(u32, u32) + Send + Sync + 'a;

/// Reads pages without blocking the caller, in a child process or in this one.
#[async_trait]
pub trait PageReader: Send + Sync {
    /// Reads the text of all pages. Dropping the future ends the work.
    ///
    /// # Errors
    /// [`ReadError::NeedsPassword`], [`ReadError::WrongPassword`], [`ReadError::Malformed`] or
    /// [`ReadError::Unsupported`] for the file; [`ReadError::TooLarge`] or [`ReadError::TimedOut`] at a
    /// limit; [`ReadError::Reader`] if the reader failed, after which another attempt may succeed.
    async fn read_pages(
        &self,
        request: PagesRequest,
        progress: &PageProgress<'_>,
    ) -> Result<Document, ReadError>;
}

/// Reads files in this process, on a thread that may block.
///
/// Use it for your own files and in short-lived programs only: the limits of pages and glyphs are the only
/// protection, and dropping the future does not stop the thread.
#[derive(Debug, Clone, Default)]
pub struct InProcess {
    /// The limits of pages and glyphs.
    pub limits: PageLimits,
}

impl InProcess {
    async fn run<T: Send + 'static>(
        &self,
        request: PagesRequest,
        work: impl FnOnce(&dyn PositionedText, &ReadRequest<'_>) -> Result<T, ReadError> + Send + 'static,
    ) -> Result<T, ReadError> {
        let limits = self.limits.clone();
        let task = tokio::task::spawn_blocking(move || {
            let PagesRequest { file, password, engine } = request;
            let request = ReadRequest { bytes: &file, password: password.as_deref(), limits: &limits };
            work(engine.engine(), &request)
        });
        task.await.map_err(|_| ReadError::Reader)?
    }
}

#[async_trait]
impl PageReader for InProcess {
    async fn read_pages(
        &self,
        request: PagesRequest,
        progress: &PageProgress<'_>,
    ) -> Result<Document, ReadError> {
        let document = self.run(request, |engine, request| engine.read(request)).await?;
        let pages = u32::try_from(document.pages.len()).unwrap_or(u32::MAX);
        progress(pages, pages);
        Ok(document)
    }
}
