//! Every limit of the pipeline, with its unit and its reason.

/// Every limit of the pipeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of a file: a scanned year of a busy account stays below 50 MiB.
    pub file_bytes_max: u64,
    /// Characters kept of a file's name: what file systems allow; the name is for display only.
    pub file_name_characters_max: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { file_bytes_max: 50 * 1024 * 1024, file_name_characters_max: 255 }
    }
}
