//! The reserve is released while the disk counts as full.

use std::path::Path;

use saldo_files::{Disk, existing, free_bytes};

#[tokio::test]
async fn a_failed_write_releases_the_reserve() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Disk::of(folder.path(), 100_000);
    disk.take_reserve().await;
    let reserve = folder.path().join("reserve");
    assert_eq!(std::fs::metadata(&reserve).unwrap().len(), 100_000);
    assert!(disk.refuse_when_full().await.is_ok());
    disk.mark_full();
    assert!(!reserve.exists());
    assert!(disk.is_full().await && disk.refuse_when_full().await.is_err(), "for ten seconds at least");
}

#[tokio::test]
async fn a_disk_without_space_for_the_reserve_counts_as_full() {
    let folder = tempfile::tempdir().unwrap();
    let disk = Disk::of(&folder.path().join("missing"), 100_000);
    disk.take_reserve().await;
    assert!(disk.is_full().await);
}

#[cfg(unix)]
#[test]
fn the_free_space_of_a_folder_is_known_before_it_exists() {
    let folder = tempfile::tempdir().unwrap();
    let planned = folder.path().join("data").join("files");
    assert_eq!(existing(&planned), folder.path());
    assert!(free_bytes(existing(&planned)).unwrap() > 0);
    assert!(free_bytes(&planned).is_err());
    assert_eq!(existing(Path::new("a folder that does not exist")), Path::new("."));
}
