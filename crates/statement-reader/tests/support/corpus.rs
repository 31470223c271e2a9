//! Access to the sample statements beside the repository. If they are missing, tests print a notice and pass.

use std::path::{Path, PathBuf};

/// Returns the folder of the samples, if it exists.
pub(crate) fn folder() -> Option<PathBuf> {
    // Some builds reach this crate through a link. The samples are beside the real repository.
    let home = std::fs::canonicalize(env!("CARGO_MANIFEST_DIR")).ok()?;
    let folder = home.join("../../../shared/corpus");
    folder.is_dir().then_some(folder)
}

/// Returns the PDFs in one of its folders, sorted by name. If the samples are missing, prints a notice and
/// returns none.
pub(crate) fn pdfs(kind: &str) -> Vec<PathBuf> {
    let Some(folder) = folder() else {
        eprintln!("SKIPPED: no sample statements beside the repository ({kind})");
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder.join(kind))
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "pdf"))
        .collect();
    files.sort();
    files
}

/// Returns the last part of a path, for messages.
pub(crate) fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
