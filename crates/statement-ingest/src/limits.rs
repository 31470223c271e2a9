//! Every limit of the pipeline, with its unit and its reason.

use std::time::Duration;

use saldo_domain::text;

use crate::sniff::FileKind;

/// Every limit of the pipeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a file: a scanned year of a busy account stays below 50 MiB.
    pub file_bytes_max: u64,
    /// Bytes of a file that is made for programs, which has no pictures: a hundred thousand rows of a CSV take about 15 MB, and XML
    /// ten times as much a row.
    pub import_bytes_max: u64,
    /// Characters kept of a file's name: what file systems allow; the name is for display only.
    pub file_name_characters_max: usize,
    /// Files of one user; 0 for any number.
    pub user_files_max: u64,
    /// Bytes of all files of one user; 0 for any number.
    pub user_bytes_max: u64,
    /// How long the trash keeps the file of a deleted statement: longer than a backup takes, which copies the database before the files.
    pub deleted_kept_for: Duration,
    /// How long the trash keeps what a sweep took: until somebody notices that it should not have.
    pub swept_kept_for: Duration,
    /// Percent of all files that one sweep may take. Above that the database is probably another one.
    pub sweep_percent_max: u8,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes_max: 50 * 1024 * 1024,
            import_bytes_max: 32 * 1024 * 1024,
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
    /// Bytes that a file of this kind may have.
    #[must_use]
    pub const fn bytes_max(&self, kind: FileKind) -> u64 {
        match kind {
            FileKind::Pdf => self.file_bytes_max,
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

    /// A client's file name as it is stored and shown: without folders and invisible characters, cut to the limit.
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
    fn a_name_is_shown_as_it_is_read() {
        let shown = |name| Limits::default().display_name(name);
        assert_eq!(shown("C:\\bank\\may.pdf"), "may.pdf");
        assert_eq!(shown("../../may\u{202e}fdp.exe"), "mayfdp.exe");
        assert_eq!(shown("a\u{200b}\u{feff}\u{2066}b\u{e0041}.pdf"), "ab.pdf");
        assert_eq!(shown("\u{202e}\n"), "statement");
        assert_eq!(shown("Kontoauszug März 2025.pdf"), "Kontoauszug März 2025.pdf");
    }
}
