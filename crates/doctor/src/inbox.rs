//! The check of the inbox.

use std::path::Path;
use std::sync::Arc;

use saldo_storage::Storage;

use crate::Finding;

const CHECK: &str = "inbox";

/// Checks that the inbox can be read, that each folder in it can be read and written, and that each belongs
/// to a user.
#[cfg(unix)]
pub(super) async fn inbox(inbox: Option<&Path>, storage: Option<&Arc<dyn Storage>>) -> Finding {
    use saldo_statement_ingest::inbox::{InboxFault, InboxFolders, check};
    let Some(inbox) = inbox else { return Finding::ok(CHECK, "off; no folder is watched") };
    let path = inbox.display();
    let InboxFolders { count, strangers } = match check(inbox, storage.map(AsRef::as_ref)).await {
        Ok(found) => found,
        Err(InboxFault::Inbox(error)) => {
            let advice = "create the folder, or correct its permissions or SALDO_INBOX_DIR";
            return Finding::problem(CHECK, format!("cannot read {path} ({error}); {advice}"));
        }
        Err(InboxFault::Folder(folder, error)) => {
            let advice = "Saldo needs permission to read and write it";
            return Finding::problem(CHECK, format!("cannot use {} ({error}); {advice}", folder.display()));
        }
    };
    if !strangers.is_empty() {
        let strangers = strangers.join(", ");
        return Finding::warning(
            CHECK,
            format!(
                "{strangers} in {path} belongs to no user; name it like a user's email address, in lower case, or like \
                 the id of a household's books"
            ),
        );
    }
    if count == 0 {
        let advice = "create one for each user, named like the user's email address";
        return Finding::warning(CHECK, format!("{path} has no folders; {advice}"));
    }
    Finding::ok(CHECK, format!("{path} has folders of {count} users, which are writable"))
}

/// Checks that there is no inbox, which this system cannot watch.
#[cfg(not(unix))]
pub(super) async fn inbox(inbox: Option<&Path>, _: Option<&Arc<dyn Storage>>) -> Finding {
    match inbox {
        Some(_) => Finding::problem(CHECK, "this system cannot watch a folder; unset SALDO_INBOX_DIR"),
        None => Finding::ok(CHECK, "off; no folder is watched"),
    }
}
