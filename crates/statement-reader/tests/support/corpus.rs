//! The sample statements that lie beside the repository. Where they are missing, tests over them say so and pass.

use std::path::{Path, PathBuf};

/// The folder, if it is there.
pub(crate) fn folder() -> Option<PathBuf> {
    // Some build this crate through a link; the samples lie beside the repository itself.
    let home = std::fs::canonicalize(env!("CARGO_MANIFEST_DIR")).ok()?;
    let folder = home.join("../../../shared/corpus");
    folder.is_dir().then_some(folder)
}

/// The PDFs in one of its folders, by name; empty, and said so, where the samples are missing.
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

/// A path's last part, for messages.
pub(crate) fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
