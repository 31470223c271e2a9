//! The text of receipts: that of a PDF, or recognized text of a picture.

use std::sync::Arc;

use bytes::Bytes;
use saldo_statement_reader::plain_text;

#[cfg(feature = "ocr")]
use crate::page::PictureReader;
use crate::page::{Document, Engine, PageReader, PagesRequest, ReadError};

/// Upper limit for the lines of a text.
const LINES_MAX: usize = 5_000;
/// Upper limit for the characters of a text. A receipt has some thousands.
const CHARACTERS_MAX: usize = 100_000;

/// Reads the text of PDFs and pictures.
#[derive(Clone)]
pub struct TextReader {
    pages: Arc<dyn PageReader>,
    #[cfg(feature = "ocr")]
    pictures: Option<Arc<dyn PictureReader>>,
}

impl TextReader {
    /// Creates a reader of the pages that `pages` returns.
    #[must_use]
    pub fn new(pages: Arc<dyn PageReader>) -> Self {
        Self {
            pages,
            #[cfg(feature = "ocr")]
            pictures: None,
        }
    }

    /// Adds text recognition for pages that are pictures.
    #[cfg(feature = "ocr")]
    #[must_use]
    pub fn with_pictures(mut self, pictures: Arc<dyn PictureReader>) -> Self {
        self.pictures = Some(pictures);
        self
    }

    /// Returns the text of a file, which may be empty; `None` if it cannot be read, because it is a picture
    /// and no text recognition is installed, or because it is damaged, protected or too large.
    ///
    /// # Errors
    /// [`ReadError::Reader`] if the reader failed, after which another attempt may succeed.
    pub async fn read(&self, file: Bytes) -> Result<Option<String>, ReadError> {
        let request = |engine| PagesRequest { file: file.clone(), password: None, engine };
        let mut read = self.pages.read_pages(request(Engine::Hayro), &|_, _| {}).await;
        if matches!(read, Err(ReadError::Malformed | ReadError::Unsupported)) {
            read = self.pages.read_pages(request(Engine::PdfExtract), &|_, _| {}).await;
        }
        let document = match read {
            Ok(document) => document,
            Err(ReadError::Reader) => return Err(ReadError::Reader),
            Err(_) => return Ok(None),
        };
        let has_picture = document.pages.iter().any(|page| page.has_picture);
        #[cfg(feature = "ocr")]
        if let Some(pictures) = self.pictures.as_ref().filter(|_| has_picture) {
            match pictures.read_pictures(request(Engine::Hayro), &document, &|_, _| {}).await {
                Ok(recognized) => return text_of(recognized).await,
                Err(ReadError::Reader) => return Err(ReadError::Reader),
                // No page is a picture, or text recognition is not installed.
                Err(_) => {}
            }
        }
        let text = text_of(document).await?;
        Ok(text.filter(|text| !has_picture || !text.trim().is_empty()))
    }
}

/// Returns the text of a document, on a thread that may block.
async fn text_of(document: Document) -> Result<Option<String>, ReadError> {
    let text = tokio::task::spawn_blocking(move || plain_text(&document, LINES_MAX));
    let text = text.await.map_err(|_| ReadError::Reader)?;
    Ok(text.map(|text| text.chars().take(CHARACTERS_MAX).collect()))
}
