//! Positioned text from the bytes of a PDF: the port [`PositionedText`] and its types.
//!
//! All lengths are in points (1/72 inch) of page space: the origin is the top left corner of the page as
//! shown, x points right and y points down. Rotation and crop box are already applied.

#[cfg(feature = "hayro")]
mod collect;
#[cfg(feature = "hayro")]
mod damage;
mod glyphs;
#[cfg(feature = "hayro")]
mod hayro;
#[cfg(feature = "pdf-extract")]
mod pdf_extract;
#[cfg(feature = "pictures")]
mod photo;
#[cfg(feature = "pictures")]
pub mod picture;
mod text;
#[cfg(feature = "hayro")]
mod unicode;

pub use glyphs::Glyphs;
#[cfg(feature = "hayro")]
pub use hayro::Hayro;
#[cfg(feature = "pdf-extract")]
pub use pdf_extract::PdfExtract;
#[cfg(feature = "pictures")]
pub use photo::PhotoFormat;
pub use text::GlyphText;

/// Receiver of pages as they are read: each page, and the number of pages in the file.
pub type PageSink<'a> = dyn FnMut(PageText, u32) + 'a;

/// A PDF engine that reads positioned text from a file's bytes.
pub trait PositionedText: Send + Sync {
    /// Reads the text of every page and passes the pages to `sink` in their order.
    ///
    /// # Errors
    /// All of them are expected results for some files. Pages that `sink` received before an error are
    /// correct as far as they go.
    ///
    /// - [`ReadError::NeedsPassword`] or [`ReadError::WrongPassword`] if the file is encrypted and stays
    ///   closed.
    /// - [`ReadError::Malformed`] if the file is no PDF or is damaged beyond repair.
    /// - [`ReadError::Unsupported`] if this engine would read the file wrongly.
    /// - [`ReadError::TooLarge`] if the file exceeds a limit of the request.
    /// - [`ReadError::TimedOut`] or [`ReadError::Reader`] if another process reads the file and fails.
    fn read_each(&self, request: &ReadRequest<'_>, sink: &mut PageSink<'_>) -> Result<(), ReadError>;

    /// Reads the text of every page into one document.
    ///
    /// # Errors
    /// The same as for [`PositionedText::read_each`].
    fn read(&self, request: &ReadRequest<'_>) -> Result<Document, ReadError> {
        let mut document = Document::default();
        self.read_each(request, &mut |page, _| document.pages.push(page))?;
        Ok(document)
    }

    /// Returns the number of pages.
    ///
    /// # Errors
    /// The same as for [`PositionedText::read`].
    fn count_pages(&self, request: &ReadRequest<'_>) -> Result<u32, ReadError> {
        Ok(u32::try_from(self.read(request)?.pages.len()).unwrap_or(u32::MAX))
    }
}

/// A file to read, its password and the limits.
#[derive(Clone, Copy)]
pub struct ReadRequest<'a> {
    /// The bytes of the file.
    pub bytes: &'a [u8],
    /// The user or owner password, if known. An empty user password is always tried first.
    pub password: Option<&'a str>,
    /// Limits beyond which reading fails with [`ReadError::TooLarge`].
    pub limits: &'a PageLimits,
}

/// Limits for reading one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageLimits {
    /// Largest number of pages. A year's statement of a busy account has about 100.
    pub pages_max: u32,
    /// Largest number of glyphs on all pages together. A page of small print has about 6,000.
    pub glyphs_max: u32,
    /// Largest number of dots of a picture file. Cameras of phones take up to 50 million.
    pub picture_dots_max: u32,
}

impl Default for PageLimits {
    fn default() -> Self {
        Self { pages_max: 600, glyphs_max: 1_500_000, picture_dots_max: 50_000_000 }
    }
}

/// The pages of a file.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Document {
    /// Pages in their order.
    pub pages: Vec<PageText>,
}

/// The text of one page and the straight lines drawn on it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PageText {
    /// Width of the page in points.
    pub width: f32,
    /// Height of the page in points.
    pub height: f32,
    /// Glyphs in drawing order.
    pub glyphs: Glyphs,
    /// Straight horizontal and vertical lines, and the edges of filled rectangles. They may separate the
    /// cells of a table.
    pub rules: Vec<Rule>,
    /// True if pictures cover at least half of the page, as in a scan. `PdfExtract` sets it for any picture,
    /// but only on pages without text.
    pub has_picture: bool,
    /// True if part of the page was lost. On the first page, also true if the end of the file or a page is
    /// missing.
    pub is_damaged: bool,
}

/// One drawn glyph.
#[derive(Debug, Clone, PartialEq)]
pub struct Glyph {
    /// Text of the glyph: usually one character, several for a ligature, U+FFFD if the file does not define
    /// it.
    pub text: GlyphText,
    /// Left edge in points.
    pub x: f32,
    /// Distance of the baseline from the top of the page, in points.
    pub baseline: f32,
    /// Advance width in points.
    pub width: f32,
    /// Font size as shown, in points.
    pub size: f32,
    /// True if the glyph can be seen on the page. False for invisible render mode, text in the color of its
    /// background, tiny print, and text that is clipped, covered or outside the page.
    pub visible: bool,
    /// True if the font is bold by its name or weight, or if the text is stroked over its filling.
    /// `PdfExtract` never sets it.
    pub bold: bool,
}

/// A straight horizontal or vertical line, in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rule {
    /// Left end.
    pub x0: f32,
    /// Top end.
    pub y0: f32,
    /// Right end.
    pub x1: f32,
    /// Bottom end.
    pub y1: f32,
}

/// Reason why a file, or the rest of it, could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// The file is encrypted and no password was given.
    #[error("the file is protected by a password; send it")]
    NeedsPassword,
    /// The file is encrypted and the password does not open it.
    #[error("the password does not open the file")]
    WrongPassword,
    /// The file is not a PDF, or is damaged beyond repair.
    #[error("the file is damaged")]
    Malformed,
    /// The file uses a feature that this engine would read wrongly. Another engine may read it.
    #[error("the file uses a feature that this engine does not support")]
    Unsupported,
    /// The file exceeds a limit of pages, glyphs, memory or time.
    #[error("the file is too large to read")]
    TooLarge,
    /// The process that reads the file exceeded its time.
    #[error("reading the file took too long")]
    TimedOut,
    /// The process that reads the file could not be started or ended unexpectedly.
    #[error("the page reader failed")]
    Reader,
}
