//! File permissions: only the system user of the service may read its data, even after a backup was
//! restored.

use std::fs;
use std::path::Path;

use crate::Error;

/// Sets the umask, so that new files of this process are private.
pub fn make_new_files_private() {
    #[cfg(unix)]
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
}

/// Removes the permissions of other system users from a folder and these files in it, and from everything in
/// the folder `whole`. Failures are logged only.
pub fn tighten(folder: &Path, files: &[&str], whole: Option<&Path>) {
    let mut changed = Changed::default();
    changed.tighten(folder);
    for file in files {
        changed.tighten(&folder.join(file));
    }
    if let Some(whole) = whole {
        changed.walk(whole);
    }
    let Changed { count, failure } = changed;
    if count > 0 {
        tracing::warn!(count, "files or folders were readable by others; their permissions were corrected");
    }
    if let Some(error) = failure {
        tracing::warn!(
            %error,
            "cannot correct the permissions of a file or folder that others can read; correct them by hand"
        );
    }
}

/// Creates a folder that only this system user may read, if it does not exist.
///
/// # Errors
/// If it cannot be created.
pub fn make_private_dir(path: &Path) -> Result<(), Error> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    let is_new = !path.exists();
    builder.create(path).map_err(|source| Error::File {
        action: "create the folder",
        path: path.to_owned(),
        source,
    })?;
    if is_new {
        sync_names(path.parent());
    }
    Ok(())
}

/// Makes the names in a folder durable: without this, a new file can be lost in a power cut. A folder that
/// cannot be opened or synced is not managed by the service, so failures are ignored.
pub fn sync_names(folder: Option<&Path>) {
    let folder = folder.map(|folder| if folder.as_os_str().is_empty() { Path::new(".") } else { folder });
    if let Some(Ok(folder)) = folder.map(fs::File::open) {
        drop(folder.sync_all());
    }
}

/// The changes so far.
#[derive(Default)]
struct Changed {
    count: u64,
    failure: Option<std::io::Error>,
}

impl Changed {
    fn walk(&mut self, folder: &Path) {
        self.tighten(folder);
        let Ok(entries) = fs::read_dir(folder) else { return };
        for entry in entries.flatten() {
            // Links lead elsewhere, and their targets are not ours to change.
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => self.walk(&entry.path()),
                Ok(kind) if kind.is_file() => self.tighten(&entry.path()),
                _ => {}
            }
        }
    }

    #[cfg(unix)]
    fn tighten(&mut self, path: &Path) {
        use std::os::unix::fs::PermissionsExt;
        /// The sticky bit, which marks a shared folder such as `/tmp`.
        const STICKY: u32 = 0o1000;
        let Ok(mode) = fs::metadata(path).map(|seen| seen.permissions().mode()) else { return };
        let rights_of_others = mode & 0o077;
        if rights_of_others == 0 || mode & STICKY != 0 {
            return;
        }
        match fs::set_permissions(path, fs::Permissions::from_mode(mode & 0o700)) {
            Ok(()) => self.count += 1,
            Err(error) => self.failure = Some(error),
        }
    }

    #[cfg(not(unix))]
    fn tighten(&mut self, _: &Path) {}
}
