//! Reading of pages of untrusted files: the port [`PageReader`] and its adapters.

#[cfg(feature = "guarded")]
mod guarded;

#[cfg(feature = "jobs")]
pub(crate) use guarded::Slots;
#[cfg(feature = "guarded")]
pub use guarded::{
    ChildEvents, ChildLimits, ChildReader, Engine, InProcess, KillReason, PageProgress, PageReader,
    PagesRequest, main as read_as_child, on_behalf_of,
};
#[cfg(feature = "ocr")]
pub use guarded::{PictureReader, Tesseract, TesseractSettings};
#[cfg(feature = "hayro")]
pub use saldo_statement_reader::page::Hayro;
#[cfg(feature = "pdf-extract")]
pub use saldo_statement_reader::page::PdfExtract;
#[cfg(feature = "ocr")]
pub use saldo_statement_reader::page::PhotoFormat;
#[cfg(feature = "ocr")]
pub(crate) use saldo_statement_reader::page::picture;
pub use saldo_statement_reader::page::{
    Document, Glyph, GlyphText, Glyphs, PageLimits, PageSink, PageText, PositionedText, ReadError,
    ReadRequest, Rule,
};
