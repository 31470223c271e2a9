//! The reserve is released while the disk counts as full.

use saldo_files::Disk;

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
