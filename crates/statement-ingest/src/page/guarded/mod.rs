//! Reading where a hostile file can do no harm: in a short-lived child process with limits of its own.
//!
//! No PDF engine is safe in the process that serves people: memory, endless loops and overflowing stacks end a
//! process, whatever it catches. The child limits itself first, reads the file from its standard input, and writes
//! compact records to its standard output; the parent believes none of them unchecked.

mod child;
mod parent;
#[cfg(feature = "ocr")]
mod recognise;
mod slots;
mod wire;

pub use child::main;
pub use parent::{ChildLimits, ChildReader};
#[cfg(feature = "ocr")]
pub use recognise::{PictureReader, Tesseract, TesseractSettings};
pub use slots::on_behalf_of;

use async_trait::async_trait;
use bytes::Bytes;

use super::{Document, PageLimits, PositionedText, ReadError, ReadRequest};

/// Which engine reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Engine {
    /// `hayro-interpret`: the first choice.
    Hayro,
    /// `pdf-extract`: the second opinion.
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

/// An engine that was left out of the build.
#[cfg(not(all(feature = "hayro", feature = "pdf-extract")))]
struct Missing;

#[cfg(not(all(feature = "hayro", feature = "pdf-extract")))]
impl PositionedText for Missing {
    fn read_each(&self, _: &ReadRequest<'_>, _: &mut super::PageSink<'_>) -> Result<(), ReadError> {
        Err(ReadError::Unsupported)
    }
}

/// A file whose pages are wanted.
#[derive(Clone)]
pub struct PagesRequest {
    /// The file.
    pub file: Bytes,
    /// Its password, if one was given.
    pub password: Option<String>,
    /// Who reads it.
    pub engine: Engine,
}

/// Told after each page: how many were read, of how many.
pub type PageProgress<'a> = dyn Fn(u32, u32) + Send + Sync + 'a;

/// Reads pages without blocking the caller: in a child process or in this one.
#[async_trait]
pub trait PageReader: Send + Sync {
    /// Reads every page's text. Dropping the future ends the work.
    ///
    /// # Errors
    /// [`ReadError`]; each is an ordinary answer.
    async fn read_pages(
        &self,
        request: PagesRequest,
        progress: &PageProgress<'_>,
    ) -> Result<Document, ReadError>;
}

/// Reads in this process, on a thread that may block.
///
/// For your own files, and for programs that are themselves short-lived: nothing but the page and glyph limits
/// guards it, and dropping the future does not stop the thread.
#[derive(Debug, Clone, Default)]
pub struct InProcess {
    /// When to stop.
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
