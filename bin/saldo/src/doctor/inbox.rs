//! The check of the inbox.

use std::sync::Arc;

use saldo_storage::Storage;

use super::Finding;
use crate::config::Config;

const CHECK: &str = "inbox";

/// Checks that the inbox can be read, that each folder in it can be read and written, and that each belongs
/// to a user.
#[cfg(unix)]
pub(super) async fn inbox(config: &Config, storage: Option<&Arc<dyn Storage>>) -> Finding {
    use rustix::fs::Access;
    let Some(inbox) = &config.inbox else { return Finding::ok(CHECK, "off; no folder is watched") };
    let path = inbox.path.display();
    let names = match std::fs::read_dir(&inbox.path).and_then(Iterator::collect::<Result<Vec<_>, _>>) {
        Ok(entries) => {
            let folders =
                entries.into_iter().filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
            let names = folders.map(|entry| entry.file_name());
            names.filter(|name| !name.as_encoded_bytes().starts_with(b".")).collect::<Vec<_>>()
        }
        Err(error) => {
            let advice = "create the folder, or correct its permissions or SALDO_INBOX_DIR";
            return Finding::problem(CHECK, format!("cannot read {path} ({error}); {advice}"));
        }
    };
    let mut strangers = Vec::new();
    for name in &names {
        let folder = inbox.path.join(name);
        if let Err(error) = rustix::fs::access(&folder, Access::READ_OK | Access::WRITE_OK | Access::EXEC_OK)
        {
            let advice = "Saldo needs permission to read and write it";
            return Finding::problem(CHECK, format!("cannot use {} ({error}); {advice}", folder.display()));
        }
        let email = saldo_statement_ingest::inbox::address_of(name);
        let is_of_user = match (&email, storage) {
            (Some(email), Some(storage)) => {
                storage.find_user_by_email(email).await.is_ok_and(|user| user.is_some())
            }
            (email, _) => email.is_some(),
        };
        if !is_of_user {
            strangers.push(name.to_string_lossy());
        }
    }
    if !strangers.is_empty() {
        let strangers = strangers.join(", ");
        return Finding::warning(
            CHECK,
            format!(
                "{strangers} in {path} belongs to no user; name it like a user's email address, in lower case"
            ),
        );
    }
    if names.is_empty() {
        let advice = "create one for each user, named like the user's email address";
        return Finding::warning(CHECK, format!("{path} has no folders; {advice}"));
    }
    Finding::ok(CHECK, format!("{path} has folders of {} users, which are writable", names.len()))
}

/// Checks that there is no inbox, which this system cannot watch.
#[cfg(not(unix))]
pub(super) async fn inbox(config: &Config, _: Option<&Arc<dyn Storage>>) -> Finding {
    match config.inbox {
        Some(_) => Finding::problem(CHECK, "this system cannot watch a folder; unset SALDO_INBOX_DIR"),
        None => Finding::ok(CHECK, "off; no folder is watched"),
    }
}
