//! Backups of a database and its files, and every way in which one can be refused.

#![expect(clippy::unwrap_used, reason = "a failed expectation ends a test")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use futures::{StreamExt, stream};
use saldo_backup::{
    BackupOrder, BackupReport, BackupStore, Backups, CheckedBackup, Error, FileBytes, FileStore, FilesError,
    FolderStore, Protection, Result, Retention, back_up, check, restore, test_restore,
};
use saldo_domain::{Email, Id, PageRequest, Sha256, StatementId, Timestamp, User};
use saldo_storage::{NewCredential, NewStatement, NewUser, PasswordHash, Storage};
use tempfile::TempDir;

const START: Timestamp = Timestamp::from_milliseconds(1_746_057_600_000);
const PASSPHRASE: &str = "correct horse battery";

/// A file store in memory.
#[derive(Default)]
struct Files {
    contents: Mutex<BTreeMap<String, Vec<u8>>>,
    instance: Mutex<Option<String>>,
    opened: Mutex<usize>,
}

#[async_trait]
impl FileStore for Files {
    async fn open(&self, key: &str) -> std::result::Result<Option<FileBytes<'static>>, FilesError> {
        *self.opened.lock().unwrap() += 1;
        let Some(content) = self.contents.lock().unwrap().get(key).cloned() else { return Ok(None) };
        let pieces: Vec<_> = content.chunks(1000).map(|piece| Ok(Bytes::copy_from_slice(piece))).collect();
        Ok(Some(stream::iter(pieces).boxed()))
    }

    async fn put(&self, key: &str, mut bytes: FileBytes<'_>) -> std::result::Result<(), FilesError> {
        let mut content = Vec::new();
        while let Some(piece) = bytes.next().await {
            content.extend(piece?);
        }
        self.contents.lock().unwrap().insert(key.to_owned(), content);
        Ok(())
    }

    async fn instance(&self) -> std::result::Result<Option<String>, FilesError> {
        Ok(self.instance.lock().unwrap().clone())
    }

    async fn has_statements(&self) -> std::result::Result<bool, FilesError> {
        Ok(!self.contents.lock().unwrap().is_empty())
    }

    async fn mark(&self, instance: &str) -> std::result::Result<(), FilesError> {
        *self.instance.lock().unwrap() = Some(instance.to_owned());
        Ok(())
    }
}

/// The folder of backups at a path.
fn store(path: &Path) -> Arc<dyn BackupStore> {
    Arc::new(FolderStore::new(path))
}

/// An instance: a database and its files.
struct Instance {
    folder: TempDir,
    storage: Arc<dyn Storage>,
    files: Arc<Files>,
}

impl Instance {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("saldo.db").display());
        let storage = saldo_storage::open(&url).await.unwrap();
        Self { folder, storage, files: Arc::default() }
    }

    /// An instance with a user and two statements.
    async fn filled() -> (Self, User) {
        let instance = Self::new().await;
        let id = instance.storage.set_instance_id(Id::new(START)).await.unwrap();
        instance.files.mark(&id.to_string()).await.unwrap();
        let credential = NewCredential::Password { hash: PasswordHash::from_phc("$argon2id$…".to_owned()) };
        let email = Email::parse("ada@example.com").unwrap();
        let new = NewUser { email, email_verified: true, name: "Ada".to_owned(), image: None };
        let ada = instance.storage.insert_user(new, credential, START).await.unwrap();
        instance.statement(&ada, &vec![1; 300_000]).await;
        instance.statement(&ada, b"the second file").await;
        (instance, ada)
    }

    async fn statement(&self, user: &User, content: &[u8]) -> StatementId {
        let id = StatementId::new(START);
        let key = format!("statements/{}/{id}", user.id);
        self.files.contents.lock().unwrap().insert(key.clone(), content.to_vec());
        let (size, sha256) = (content.len() as u64, Sha256::of(content));
        let new = NewStatement { id, file_name: "may.pdf".to_owned(), file_key: key, size, sha256 };
        self.storage.insert_statement(user.id, new, START).await.unwrap();
        id
    }

    fn target(&self) -> PathBuf {
        self.folder.path().join("backup")
    }

    async fn back_up(&self, order: BackupOrder) -> Result<BackupReport> {
        let folder = Arc::new(Backups::open_or_create(store(&self.target()), &passphrase())?);
        back_up(self.storage.clone(), self.files.clone(), folder, order).await
    }

    /// Restores the newest backup in `target` into this instance.
    async fn restore_from(&self, target: &Path, replaces: bool) -> Result<CheckedBackup> {
        let folder = Arc::new(Backups::open(store(target), &passphrase())?);
        let backup = check(folder.clone(), None).await?;
        restore(self.storage.clone(), self.files.clone(), folder, &backup, replaces).await?;
        Ok(backup)
    }

    async fn file_names(&self) -> Vec<String> {
        let user = self.storage.list_users(PageRequest::first(1)).await.unwrap().items.remove(0);
        let page = self.storage.list_statements(user.id, PageRequest::first(9)).await.unwrap();
        page.items.into_iter().map(|statement| statement.file_key).collect()
    }

    async fn is_empty(&self) -> bool {
        self.storage.has_no_users().await.unwrap() && self.files.contents.lock().unwrap().is_empty()
    }
}

fn passphrase() -> Protection {
    Protection::Passphrase(PASSPHRASE.to_owned())
}

fn order(hours: u64) -> BackupOrder {
    BackupOrder::new(START.after(Duration::from_secs(hours * 3600)), "0.1.0")
}

/// Returns all files below a folder, apart from the lock, with their contents.
fn content(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut all = BTreeMap::new();
    for found in fs::read_dir(folder).unwrap() {
        let path = found.unwrap().path();
        if path.is_dir() {
            all.extend(content(&path));
        } else if !path.ends_with("lock") {
            all.insert(path.clone(), fs::read(path).unwrap());
        }
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restored_backup_has_all_rows_and_files() {
    let (instance, ada) = Instance::filled().await;
    let mut with_secret = order(0);
    with_secret.secret = Some("a secret of 32 characters or more".to_owned());
    let made = instance.back_up(with_secret).await.unwrap();
    assert_eq!((made.name.as_str(), made.files, made.new_files), ("20250501T000000Z", 2, 2));
    assert_eq!((made.bytes, made.lost), (300_015, 0));
    for (path, bytes) in content(&instance.target()) {
        for text in ["ada@example.com", "may.pdf", "second file", "32 characters"] {
            let is_plain = bytes.windows(text.len()).any(|part| part == text.as_bytes());
            assert!(!is_plain, "{} contains {text:?}", path.display());
        }
    }
    let other = Instance::new().await;
    let restored = other.restore_from(&instance.target(), false).await.unwrap();
    assert_eq!((restored.rows, restored.files, restored.bytes), (made.rows, 2, 300_015));
    assert_eq!(restored.secret.as_deref(), Some("a secret of 32 characters or more"));
    assert_eq!(*other.files.contents.lock().unwrap(), *instance.files.contents.lock().unwrap());
    assert_eq!(*other.files.instance.lock().unwrap(), *instance.files.instance.lock().unwrap());
    assert_eq!(other.storage.find_user(ada.id).await.unwrap(), Some(ada));
    assert_eq!(other.file_names().await, instance.file_names().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_written_once_and_deleted_with_the_last_backup_that_names_it() {
    let (instance, ada) = Instance::filled().await;
    assert_eq!(instance.back_up(order(0)).await.unwrap().new_files, 2);
    let second = instance.back_up(order(1)).await.unwrap();
    assert_eq!((second.files, second.new_files, *instance.files.opened.lock().unwrap()), (2, 0, 2));

    let gone = instance.statement(&ada, b"a file that will be deleted").await;
    assert_eq!(instance.back_up(order(2)).await.unwrap().new_files, 1);
    instance.storage.delete_statement(ada.id, gone, START).await.unwrap();
    let mut keep_two = order(3);
    keep_two.retention = Retention { last: 2, ..Retention::default() };
    let made = instance.back_up(keep_two.clone()).await.unwrap();
    assert_eq!((made.files, made.deleted_backups, made.deleted_files), (2, 2, 0));
    keep_two.now = order(4).now;
    let made = instance.back_up(keep_two).await.unwrap();
    assert_eq!((made.deleted_backups, made.deleted_files, made.not_deleted), (1, 1, None));
    let other = Instance::new().await;
    assert_eq!(other.restore_from(&instance.target(), false).await.unwrap().files, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn no_file_is_deleted_while_a_kept_backup_cannot_be_read() {
    let (instance, ada) = Instance::filled().await;
    let gone = instance.statement(&ada, b"a file that will be deleted").await;
    instance.back_up(order(0)).await.unwrap();
    instance.storage.delete_statement(ada.id, gone, START).await.unwrap();
    let kept = instance.back_up(order(1)).await.unwrap();
    let list = format!("backups/{}/files", kept.name);
    fs::write(instance.target().join(&list), b"damaged").unwrap();
    let mut keep_two = order(2);
    keep_two.retention = Retention { last: 2, ..Retention::default() };
    let made = instance.back_up(keep_two).await.unwrap();
    assert_eq!((made.deleted_backups, made.deleted_files), (1, 0));
    assert_eq!(made.not_deleted, Some(format!("{list} cannot be read")));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_changed_or_missing_file_is_refused_before_anything_is_written() {
    let (instance, _) = Instance::filled().await;
    instance.back_up(order(0)).await.unwrap();
    let target = instance.target();
    let files = content(&target);
    assert_eq!(files.len(), 6, "{:?}", files.keys());
    let other = Instance::new().await;
    for (path, bytes) in &files {
        // The copy of the description is for people who lost the first.
        if path.ends_with("backups/20250501T000000Z/saldo-backups.json") {
            continue;
        }
        let mut changed = bytes.clone();
        let middle = changed.len() / 2;
        changed[middle] ^= 1;
        for broken in [Some(changed), Some(bytes[..bytes.len() - 1].to_vec()), None] {
            match broken {
                Some(broken) => fs::write(path, broken).unwrap(),
                None => fs::remove_file(path).unwrap(),
            }
            let refused = other.restore_from(&target, false).await.unwrap_err();
            let is_expected = matches!(
                refused,
                Error::Damaged(_) | Error::WrongPassphrase | Error::NoBackup(_) | Error::Io { .. }
            );
            assert!(is_expected, "{}: {refused}", path.display());
            assert!(other.is_empty().await, "{}", path.display());
        }
        fs::write(path, bytes).unwrap();
    }
    other.restore_from(&target, false).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn parts_of_different_backups_are_refused() {
    let (instance, ada) = Instance::filled().await;
    let first = instance.back_up(order(0)).await.unwrap();
    instance.statement(&ada, b"a third file").await;
    let second = instance.back_up(order(1)).await.unwrap();
    let place = |made: &BackupReport| instance.target().join("backups").join(&made.name);
    let other = Instance::new().await;
    for file in ["rows", "files"] {
        let kept = fs::read(place(&second).join(file)).unwrap();
        fs::copy(place(&first).join(file), place(&second).join(file)).unwrap();
        assert!(matches!(other.restore_from(&instance.target(), false).await, Err(Error::Damaged(_))));
        fs::write(place(&second).join(file), kept).unwrap();
    }
    // An old backup under a new name.
    fs::rename(place(&first), instance.target().join("backups/20990101T000000Z")).unwrap();
    assert!(matches!(other.restore_from(&instance.target(), false).await, Err(Error::Damaged(_))));
    assert!(other.is_empty().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_passphrase_must_be_right_and_cannot_be_left_out() {
    let (instance, _) = Instance::filled().await;
    instance.back_up(order(0)).await.unwrap();
    let target = instance.target();
    let wrong = Protection::Passphrase("wrong horse battery".to_owned());
    for open in [Backups::open, Backups::open_or_create] {
        assert!(matches!(open(store(&target), &wrong), Err(Error::WrongPassphrase)));
        assert!(matches!(open(store(&target), &Protection::Unencrypted), Err(Error::NeedsPassphrase(_))));
        let plain = instance.folder.path().join("plain");
        drop(Backups::open_or_create(store(&plain), &Protection::Unencrypted).unwrap());
        assert!(matches!(open(store(&plain), &passphrase()), Err(Error::NotEncrypted(_))));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unencrypted_backup_is_checked_as_well() {
    let (instance, _) = Instance::filled().await;
    let target = instance.target();
    let open = || Backups::open_or_create(store(&target), &Protection::Unencrypted).map(Arc::new);
    back_up(instance.storage.clone(), instance.files.clone(), open().unwrap(), order(0)).await.unwrap();
    assert_eq!(check(open().unwrap(), None).await.unwrap().files, 2);
    for (path, bytes) in content(&target.join("files")) {
        let mut changed = bytes.clone();
        changed[3] ^= 1;
        fs::write(&path, changed).unwrap();
        assert!(matches!(check(open().unwrap(), None).await, Err(Error::Damaged(_))));
        fs::write(&path, bytes).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restore_needs_an_empty_instance_or_leave_to_replace() {
    let (instance, ada) = Instance::filled().await;
    instance.back_up(order(0)).await.unwrap();
    let (other, eve) = Instance::filled().await;
    let refused = other.restore_from(&instance.target(), false).await;
    assert!(matches!(refused, Err(Error::DatabaseNotEmpty)));
    assert!(other.storage.find_user(eve.id).await.unwrap().is_some());
    // An empty database beside the files of another instance.
    let empty = Instance::new().await;
    *empty.files.instance.lock().unwrap() = Some("another".to_owned());
    empty.files.contents.lock().unwrap().insert("statements/u/s".to_owned(), vec![1]);
    assert!(matches!(empty.restore_from(&instance.target(), false).await, Err(Error::FilesOfOther)));
    // An empty database beside the files of the same instance, which were not lost.
    *empty.files.instance.lock().unwrap() = instance.files.instance.lock().unwrap().clone();
    empty.restore_from(&instance.target(), false).await.unwrap();
    other.restore_from(&instance.target(), true).await.unwrap();
    assert!(other.storage.find_user(eve.id).await.unwrap().is_none());
    assert!(other.storage.find_user(ada.id).await.unwrap().is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_test_restore_restores_the_rows_and_changes_nothing_else() {
    let (instance, ada) = Instance::filled().await;
    instance.back_up(order(0)).await.unwrap();
    let open = || Arc::new(Backups::open(store(&instance.target()), &passphrase()).unwrap());
    let scratch = Instance::new().await;
    let test_restored = test_restore(scratch.storage.clone(), open(), Arc::default()).await.unwrap();
    assert_eq!((test_restored.files, test_restored.lost), (2, 0));
    assert!(scratch.storage.find_user(ada.id).await.unwrap().is_some());
    assert!(scratch.files.contents.lock().unwrap().is_empty());
    let stop = Arc::new(true.into());
    let stopped = test_restore(Instance::new().await.storage, open(), stop).await;
    assert!(matches!(stopped, Err(Error::Stopped)));
    // A file that cannot be read fails the test, although no row needs it.
    let (path, bytes) = content(&instance.target().join("files")).into_iter().next().unwrap();
    fs::write(path, &bytes[..bytes.len() - 1]).unwrap();
    let failed = test_restore(Instance::new().await.storage, open(), Arc::default()).await;
    assert!(matches!(failed, Err(Error::Damaged(_))));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_or_damaged_file_is_reported_and_everything_else_is_backed_up() {
    let (instance, _) = Instance::filled().await;
    let keys = instance.file_names().await;
    instance.files.contents.lock().unwrap().remove(&keys[0]);
    instance.files.contents.lock().unwrap().insert(keys[1].clone(), b"another content".to_vec());
    let made = instance.back_up(order(0)).await.unwrap();
    assert_eq!((made.files, made.lost), (0, 2));
    assert_eq!(made.lost_keys.len(), 2);
    let other = Instance::new().await;
    assert_eq!(other.restore_from(&instance.target(), false).await.unwrap().lost, 2);
    assert_eq!(other.file_names().await, keys);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_with_other_content_or_in_use_is_refused() {
    let (instance, _) = Instance::filled().await;
    let others: Vec<_> =
        ["unfinished novel.txt", "photo.jpg"].map(|name| instance.folder.path().join(name)).into();
    for path in &others {
        fs::write(path, b"somebody's own").unwrap();
    }
    let refused = Backups::open_or_create(store(instance.folder.path()), &passphrase());
    assert!(others.iter().all(|path| path.exists()) && !instance.folder.path().join("lock").exists());
    assert!(matches!(refused, Err(Error::NotBackups(_))));
    assert!(matches!(Backups::open(store(instance.folder.path()), &passphrase()), Err(Error::NoBackup(_))));
    let target = instance.target();
    let in_use = Backups::open_or_create(store(&target), &passphrase()).unwrap();
    assert!(matches!(Backups::open_or_create(store(&target), &passphrase()), Err(Error::InUse(_))));
    assert!(matches!(Backups::open(store(&target), &passphrase()), Err(Error::InUse(_))));
    drop(in_use);
    let empty = Arc::new(Backups::open(store(&target), &passphrase()).unwrap());
    assert!(matches!(check(empty.clone(), None).await, Err(Error::NoBackup(_))));
    assert!(matches!(check(empty, Some(START)).await, Err(Error::UnknownName(_))));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_interrupted_backup_is_removed_and_a_clock_set_back_changes_no_order() {
    let (instance, _) = Instance::filled().await;
    instance.back_up(order(5)).await.unwrap();
    let unfinished = instance.target().join("backups/20250501T060000Z.unfinished");
    fs::create_dir_all(&unfinished).unwrap();
    fs::write(unfinished.join("rows"), b"half").unwrap();
    let made = instance.back_up(order(1)).await.unwrap();
    assert_eq!(made.name, "20250501T050001Z");
    assert!(!unfinished.exists());
    // A process that ended while it wrote its first file left a partial one, in a new place as well.
    for target in [instance.target(), instance.folder.path().join("new")] {
        fs::create_dir_all(&target).unwrap();
        let partial = target.join(".saldo-backup-x1y2z3");
        fs::write(&partial, b"half").unwrap();
        drop(Backups::open_or_create(store(&target), &passphrase()).unwrap());
        assert!(!partial.exists());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stopped_backup_is_not_stored() {
    let (instance, _) = Instance::filled().await;
    let stopped = order(0);
    stopped.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(matches!(instance.back_up(stopped).await, Err(Error::Stopped)));
    assert_eq!(saldo_backup::finished(&FolderStore::new(instance.target())).unwrap().len(), 0);
    assert_eq!(instance.back_up(order(0)).await.unwrap().files, 2);
}
