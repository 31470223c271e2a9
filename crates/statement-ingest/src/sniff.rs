//! What kind of file it is, by its bytes, whatever its name says.

#[cfg(feature = "import")]
use crate::import::ImportFormat;

/// The kinds of files that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// A PDF.
    Pdf,
    /// A file made for programs.
    #[cfg(feature = "import")]
    Import(ImportFormat),
}

/// Where the mark of a PDF may stand.
const PDF_MARK_WITHIN: usize = 1024;

impl FileKind {
    /// How many bytes of a file's beginning tell its kind: banks print up to some kilobytes above the heads of a CSV.
    pub const HEAD_BYTES: usize = 8 * 1024;

    /// The kind of a file that begins with `head` (its first [`Self::HEAD_BYTES`]); `None` when it is not one we read.
    ///
    /// PDF readers accept the `%PDF-` mark anywhere in the first 1,024 bytes (ISO 32000-1, annex H, note 13), and banks do print
    /// bytes before it.
    #[must_use]
    pub fn of(head: &[u8]) -> Option<Self> {
        let window = &head[..head.len().min(PDF_MARK_WITHIN)];
        if window.windows(5).any(|bytes| bytes == b"%PDF-") {
            return Some(Self::Pdf);
        }
        Self::made_for_programs(&head[..head.len().min(Self::HEAD_BYTES)])
    }

    #[cfg(feature = "import")]
    fn made_for_programs(head: &[u8]) -> Option<Self> {
        ImportFormat::of(head).map(Self::Import)
    }

    #[cfg(not(feature = "import"))]
    fn made_for_programs(_: &[u8]) -> Option<Self> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pdf_is_known_by_its_bytes() {
        assert_eq!(FileKind::of(b"%PDF-1.4 ..."), Some(FileKind::Pdf));
        assert_eq!(FileKind::of(b"\xef\xbb\xbf\n%PDF-1.7"), Some(FileKind::Pdf));
        assert_eq!(FileKind::of(b"MZ\x90\x00"), None);
        assert_eq!(FileKind::of(b""), None);
    }
}
