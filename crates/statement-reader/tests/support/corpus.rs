//! Access to the sample statements of the repository, and to those beside it.

use std::path::{Path, PathBuf};

/// Returns the PDFs of one kind, sorted by name. The repository has samples that are `easy` or `hard`; if
/// they are missing, this panics. Samples of other kinds are only beside the repository; if these are
/// missing, it prints a notice and returns none.
pub(crate) fn pdfs(kind: &str) -> Vec<PathBuf> {
    // Some builds reach this crate through a link. The samples are beside the real repository.
    let home = std::fs::canonicalize(env!("CARGO_MANIFEST_DIR")).unwrap_or_default();
    let own = of_folder(&home.join("../statement-reader/tests/samples").join(kind));
    assert!(!own.is_empty() || kind == "bombs", "no sample statements in tests/samples/{kind}");
    let mut files = [own, of_folder(&home.join("../../../shared/corpus").join(kind))].concat();
    if files.is_empty() {
        eprintln!("SKIPPED: no sample statements beside the repository ({kind})");
    }
    files.sort();
    files
}

fn of_folder(folder: &Path) -> Vec<PathBuf> {
    let listing = std::fs::read_dir(folder).into_iter().flatten();
    listing
        .filter_map(|found| Some(found.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "pdf"))
        .collect()
}

/// Returns the last part of a path, for messages.
pub(crate) fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
