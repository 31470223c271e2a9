//! From bytes to positioned text: the port [`PositionedText`] and the shapes it answers with.
//!
//! All lengths are points (1/72 inch) in page space: origin at the top left corner of the page as it is shown,
//! x to the right, y down; rotation and crop box are already applied.

#[cfg(feature = "hayro")]
mod collect;
#[cfg(feature = "hayro")]
mod damage;
#[cfg(feature = "hayro")]
mod hayro;
#[cfg(feature = "pdf-extract")]
mod pdf_extract;
#[cfg(feature = "pictures")]
pub mod picture;
mod text;
#[cfg(feature = "hayro")]
mod unicode;

#[cfg(feature = "hayro")]
pub use hayro::Hayro;
#[cfg(feature = "pdf-extract")]
pub use pdf_extract::PdfExtract;
pub use text::GlyphText;

/// Who takes the pages as they are read: each page, and how many there are in all.
pub type PageSink<'a> = dyn FnMut(PageText, u32) + 'a;

/// What a PDF engine reads from a file's bytes.
pub trait PositionedText: Send + Sync {
    /// Reads every page's text and hands over page after page.
    ///
    /// # Errors
    /// [`ReadError`] says why reading ended early; each is an ordinary answer.
    fn read_each(&self, request: &ReadRequest<'_>, sink: &mut PageSink<'_>) -> Result<(), ReadError>;

    /// Reads every page's text.
    ///
    /// # Errors
    /// [`ReadError`] says why nothing could be read; each is an ordinary answer.
    fn read(&self, request: &ReadRequest<'_>) -> Result<Document, ReadError> {
        let mut document = Document::default();
        self.read_each(request, &mut |page, _| document.pages.push(page))?;
        Ok(document)
    }

    /// Counts the pages.
    ///
    /// # Errors
    /// As [`PositionedText::read`].
    fn count_pages(&self, request: &ReadRequest<'_>) -> Result<u32, ReadError> {
        Ok(u32::try_from(self.read(request)?.pages.len()).unwrap_or(u32::MAX))
    }
}

/// What is to be read.
#[derive(Clone, Copy)]
pub struct ReadRequest<'a> {
    /// The file.
    pub bytes: &'a [u8],
    /// The password, if one was given; an empty user password is always tried first.
    pub password: Option<&'a str>,
    /// When to stop.
    pub limits: &'a PageLimits,
}

/// When to stop reading a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageLimits {
    /// Pages; a statement of a busy year has about a hundred.
    pub pages_max: u32,
    /// Glyphs in all pages together; a page of small print has about 6,000.
    pub glyphs_max: u32,
}

impl Default for PageLimits {
    fn default() -> Self {
        Self { pages_max: 600, glyphs_max: 1_500_000 }
    }
}

/// A file's pages.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Document {
    /// In their order.
    pub pages: Vec<PageText>,
}

/// One page's text and the straight lines drawn on it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PageText {
    /// Width of the page.
    pub width: f32,
    /// Height of the page.
    pub height: f32,
    /// In the order in which they are drawn.
    pub glyphs: Vec<Glyph>,
    /// Straight horizontal and vertical lines and edges of filled rectangles that may rule a table.
    pub rules: Vec<Rule>,
    /// Whether pictures cover a good part of the page (a scan has one over all of it).
    pub has_picture: bool,
    /// Whether part of what the page shows was lost; on the first page, whether part of the file was.
    pub is_damaged: bool,
}

/// One drawn glyph.
#[derive(Debug, Clone, PartialEq)]
pub struct Glyph {
    /// The text it stands for: usually one character, several for a ligature; U+FFFD when the file does not say.
    pub text: GlyphText,
    /// Left edge.
    pub x: f32,
    /// The baseline's distance from the top of the page.
    pub baseline: f32,
    /// The advance width.
    pub width: f32,
    /// The font size as shown.
    pub size: f32,
    /// Whether a reader of the page could see it: `false` for invisible render mode, white on white, zero size, outside the page.
    pub visible: bool,
    /// Whether the font's name says bold.
    pub bold: bool,
}

/// A straight horizontal or vertical line.
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

/// Why nothing could be read from a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// Encrypted, and no password was given.
    #[error("the file needs its password")]
    NeedsPassword,
    /// Encrypted, and the password does not open it.
    #[error("the password does not open the file")]
    WrongPassword,
    /// Not a PDF, or damaged beyond what the engine mends.
    #[error("the file is damaged")]
    Malformed,
    /// The file uses something that this engine would read wrongly; another engine may read it.
    #[error("the file uses what this engine does not read")]
    Unsupported,
    /// More pages, glyphs, memory or time than the limits allow.
    #[error("the file is too large to read")]
    TooLarge,
    /// The reader did not end in time.
    #[error("reading the file took too long")]
    TimedOut,
    /// The reader's process could not be started or ended in an unexpected way.
    #[error("the page reader failed")]
    Reader,
}
