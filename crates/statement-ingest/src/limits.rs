//! The limits of the pipeline.

use std::time::Duration;

use saldo_domain::text;

use crate::sniff::FileKind;
#[cfg(all(feature = "guarded", feature = "import"))]
use crate::unpack::UnpackLimits;

/// The limits of the pipeline.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Upper limit for the bytes of a file. Default: 50 MiB; a scanned year of a busy account is smaller.
    pub file_bytes_max: u64,
    /// Upper limit for the bytes of a data file (CSV, OFX, …). Default: 32 MiB; 100,000 rows of a CSV take
    /// about 15 MB, XML takes ten times as much per row. A lower `file_bytes_max` applies, too.
    pub import_bytes_max: u64,
    /// Limits for unpacking ZIP files.
    #[cfg(all(feature = "guarded", feature = "import"))]
    pub unpack: UnpackLimits,
    /// Upper limit for the bytes of an attachment. Default: 10 MiB; a photograph of a phone has about 5.
    pub attachment_bytes_max: u64,
    /// Upper limit for the attachments of one transaction. Default: 20.
    pub attachments_max: u64,
    /// Upper limit for the characters of a file name, which is for display only. Default: 255, as file
    /// systems allow.
    pub file_name_characters_max: usize,
    /// Upper limit for the files of one user; 0 for no limit.
    pub user_files_max: u64,
    /// Upper limit for the bytes of all files of one user; 0 for no limit.
    pub user_bytes_max: u64,
    /// Time for which the trash stores the file of a deleted statement. Default: 6 hours, longer than a
    /// backup, which copies the database before the files.
    pub deleted_kept_for: Duration,
    /// Time for which the trash stores a file that a sweep removed. Default: 7 days, so that an administrator
    /// can notice a mistake.
    pub swept_kept_for: Duration,
    /// Largest share of the files of known users that one sweep may remove, in percent. Default: 50; above
    /// it, the database probably belongs to another instance.
    pub sweep_percent_max: u8,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes_max: 50 * 1024 * 1024,
            import_bytes_max: 32 * 1024 * 1024,
            #[cfg(all(feature = "guarded", feature = "import"))]
            unpack: UnpackLimits::default(),
            attachment_bytes_max: 10 * 1024 * 1024,
            attachments_max: 20,
            file_name_characters_max: 255,
            user_files_max: 0,
            user_bytes_max: 0,
            deleted_kept_for: Duration::from_hours(6),
            swept_kept_for: Duration::from_hours(7 * 24),
            sweep_percent_max: 50,
        }
    }
}

impl Limits {
    /// Returns the upper limit for the bytes of a file of this kind.
    #[must_use]
    pub const fn bytes_max(&self, kind: FileKind) -> u64 {
        match kind {
            FileKind::Pdf | FileKind::Zip => self.file_bytes_max,
            #[cfg(feature = "ocr")]
            FileKind::Picture(_) => self.file_bytes_max,
            #[cfg(feature = "import")]
            FileKind::Import(_) => {
                if self.import_bytes_max < self.file_bytes_max {
                    self.import_bytes_max
                } else {
                    self.file_bytes_max
                }
            }
        }
    }

    /// Returns the name under which a file is stored and shown: without folders and invisible characters, and
    /// cut to the limit. An empty name becomes `statement`.
    #[must_use]
    pub fn display_name(&self, name: &str) -> String {
        let base = name.rsplit(['/', '\\']).next().unwrap_or_default();
        let name: String = text::visible(base).chars().take(self.file_name_characters_max).collect();
        if name.is_empty() { "statement".to_owned() } else { name }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_displayed_as_read() {
        let shown = |name| Limits::default().display_name(name);
        assert_eq!(shown("C:\\bank\\may.pdf"), "may.pdf");
        assert_eq!(shown("../../may\u{202e}fdp.exe"), "mayfdp.exe");
        assert_eq!(shown("a\u{200b}\u{feff}\u{2066}b\u{e0041}.pdf"), "ab.pdf");
        assert_eq!(shown("\u{202e}\n"), "statement");
        assert_eq!(shown("Kontoauszug März 2025.pdf"), "Kontoauszug März 2025.pdf");
    }
}
