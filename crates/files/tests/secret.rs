//! A secret in a file is created once, and replaced whole.

use saldo_files::secret::{read, read_or_create, replace};

#[test]
fn a_secret_is_created_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("secret");
    assert!(read(&path).unwrap_err().to_string().starts_with("cannot read "));
    assert_eq!(read_or_create(&path, || "first".to_owned()).unwrap(), "first");
    assert_eq!(read_or_create(&path, || "second".to_owned()).unwrap(), "first");
    replace(&path, "restored").unwrap();
    // A process that was killed while it replaced the secret leaves a file.
    std::fs::write(folder.path().join("secret.new"), "partial").unwrap();
    replace(&path, "restored again").unwrap();
    assert_eq!(read(&path).unwrap(), "restored again");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
