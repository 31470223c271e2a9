//! Detection of a file's kind from its content.

#[cfg(feature = "import")]
use crate::import::ImportFormat;
#[cfg(feature = "ocr")]
use crate::page::PhotoFormat;

/// A supported kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// A PDF.
    Pdf,
    /// A picture of a page: JPG or PNG.
    #[cfg(feature = "ocr")]
    Picture(PhotoFormat),
    /// A data file: CSV, XLSX, OFX, QIF, CAMT.053 or MT940.
    #[cfg(feature = "import")]
    Import(ImportFormat),
    /// A ZIP file, whose files are uploads of their own.
    Zip,
}

/// The signature of a PDF.
const PDF_MARK: &[u8] = b"%PDF-";

/// Number of bytes at the beginning of a file that may contain the signature.
const PDF_MARK_WITHIN: usize = 1024;

impl FileKind {
    /// Number of bytes from which the kind is detected. Banks print up to some kilobytes above the header row
    /// of a CSV.
    pub const HEAD_BYTES: usize = 8 * 1024;

    /// Returns the kind of a file that begins with `head`, its first [`Self::HEAD_BYTES`]; `None` if it is
    /// not supported.
    ///
    /// PDF readers accept `%PDF-` anywhere in the first 1,024 bytes (ISO 32000-1, annex H, note 13), and some
    /// banks print bytes before it. A data file may contain `%PDF-` in a description, so that its format is
    /// checked first unless the file begins with `%PDF-`.
    #[must_use]
    pub fn of(head: &[u8]) -> Option<Self> {
        let head = &head[..head.len().min(Self::HEAD_BYTES)];
        if begin(head).starts_with(PDF_MARK) {
            return Some(Self::Pdf);
        }
        #[cfg(feature = "ocr")]
        if let Some(format) = PhotoFormat::of(head) {
            return Some(Self::Picture(format));
        }
        let window = &head[..head.len().min(PDF_MARK_WITHIN)];
        let has_mark = || window.windows(PDF_MARK.len()).any(|bytes| bytes == PDF_MARK);
        // A workbook is a ZIP file, too.
        let is_zip = || head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06");
        let own = Self::made_for_programs(head).or_else(|| is_zip().then_some(Self::Zip));
        own.or_else(|| has_mark().then_some(Self::Pdf))
    }

    /// True if a file that begins with `head` is a picture in the format HEIC. It cannot be read: all
    /// decoders of its video compression are C libraries, which are not memory-safe.
    #[must_use]
    pub fn is_heic(head: &[u8]) -> bool {
        let brand = head.get(8..12).unwrap_or_default();
        head.get(4..8) == Some(b"ftyp")
            && [&b"heic"[..], b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"].contains(&brand)
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

/// Returns the file without a leading byte order mark and white space.
fn begin(head: &[u8]) -> &[u8] {
    head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pdf_is_recognized_by_its_bytes() {
        assert_eq!(FileKind::of(b"%PDF-1.4 ..."), Some(FileKind::Pdf));
        assert_eq!(FileKind::of(b"\xef\xbb\xbf\n%PDF-1.7"), Some(FileKind::Pdf));
        assert_eq!(FileKind::of(b"MZ\x90\x00"), None);
        assert_eq!(FileKind::of(b"HTTP/1.1 200 OK\n\n%PDF-1.7"), Some(FileKind::Pdf));
        assert_eq!(FileKind::of(b""), None);
    }

    #[cfg(all(feature = "import", feature = "ocr"))]
    #[test]
    fn pictures_workbooks_and_zip_files_are_known_by_their_bytes() {
        let first = |name: &str| [b"PK\x03\x04", &[0; 26][..], name.as_bytes(), b"%PDF-1.7"].concat();
        assert_eq!(FileKind::of(&first("xl/workbook.xml")), Some(FileKind::Import(ImportFormat::Xlsx)));
        assert_eq!(FileKind::of(&first("may.pdf")), Some(FileKind::Zip));
        assert_eq!(FileKind::of(b"\xff\xd8\xff\xe0"), Some(FileKind::Picture(PhotoFormat::Jpeg)));
        assert_eq!(FileKind::of(b"\x89PNG\r\n\x1a\n"), Some(FileKind::Picture(PhotoFormat::Png)));
        assert!(FileKind::is_heic(b"\0\0\0\x18ftypheic") && !FileKind::is_heic(b"\0\0\0\x18ftypisom"));
    }

    #[cfg(feature = "import")]
    #[test]
    fn description_text_does_not_decide_the_file_type() {
        let csv = |words: &str| format!("Date,Description,Amount\n2026-01-31,{words},-5.00\n");
        let qif = |words: &str| format!("!Type:Bank\nD2026-01-31\nT-5.00\nP{words}\n^\n");
        for words in
            ["Manual <OFX>", "%PDF-1.7 printing", "camt.053 fee", "BkToCstmrStmt", "<OFX>", "OFXHEADER:100"]
        {
            let kind = |text: String| FileKind::of(text.as_bytes());
            assert_eq!(kind(csv(words)), Some(FileKind::Import(ImportFormat::Csv)), "{words}");
            assert_eq!(kind(qif(words)), Some(FileKind::Import(ImportFormat::Qif)), "{words}");
        }
        let ofx = "OFXHEADER:100\n\n<OFX><STMTRS><STMTTRN><NAME>%PDF-1.4 camt.053</STMTTRN></STMTRS></OFX>";
        assert_eq!(FileKind::of(ofx.as_bytes()), Some(FileKind::Import(ImportFormat::Ofx)));
        let camt =
            "<?xml version=\"1.0\"?><Document><BkToCstmrStmt><Stmt><Ustrd>&lt;OFX> <OFX> %PDF-</Ustrd>";
        assert_eq!(FileKind::of(camt.as_bytes()), Some(FileKind::Import(ImportFormat::Camt053)));
    }
}
