//! A secret of the service, in a file that only its system user can read.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

use crate::Error;
use crate::private::sync_names;

/// Reads the secret in `path`, or creates it with `create` at the first start. If several processes start
/// together, one creates it.
///
/// # Errors
/// If the file cannot be read or created.
pub fn read_or_create(path: &Path, create: impl FnOnce() -> String) -> Result<String, Error> {
    match new_file(path) {
        Ok(file) => {
            let secret = create();
            write(file, path, &secret)?;
            Ok(secret)
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => read(path),
        Err(source) => Err(failed("create", path, source)),
    }
}

/// Reads the secret in `path`.
///
/// # Errors
/// If the file cannot be read.
pub fn read(path: &Path) -> Result<String, Error> {
    let mut secret = String::new();
    let read = fs::File::open(path).and_then(|mut file| file.read_to_string(&mut secret));
    read.map_err(|source| failed("read", path, source))?;
    Ok(secret)
}

/// Writes the secret to `path`, instead of another one if there is one. A reader finds one of both, whole.
///
/// # Errors
/// If the file cannot be written.
pub fn replace(path: &Path, secret: &str) -> Result<(), Error> {
    let new = path.with_extension("new");
    match fs::remove_file(&new) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(failed("delete", &new, error)),
        _ => {}
    }
    write(new_file(&new).map_err(|source| failed("create", &new, source))?, &new, secret)?;
    fs::rename(&new, path).map_err(|source| failed("write", path, source))?;
    sync_names(path.parent());
    Ok(())
}

/// Creates a file that only this system user can read.
fn new_file(path: &Path) -> std::io::Result<fs::File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

fn write(mut file: fs::File, path: &Path, secret: &str) -> Result<(), Error> {
    let written = file.write_all(secret.as_bytes()).and_then(|()| file.sync_all());
    written.map_err(|source| failed("write", path, source))?;
    sync_names(path.parent());
    Ok(())
}

fn failed(action: &'static str, path: &Path, source: std::io::Error) -> Error {
    Error::File { action, path: path.to_owned(), source }
}
