//! Passwords of encrypted files, given at upload for the processing that follows. They stay in memory, for a
//! short time.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use saldo_domain::{StatementId, Timestamp, UserId};

use crate::reader::FilePassword;

/// Time for which a password is retained.
const RETENTION: Duration = Duration::from_mins(15);
/// Maximum number of retained passwords, so that uploads cannot fill the memory.
const COUNT_MAX: usize = 10_000;

/// Passwords of files that are not processed yet.
#[derive(Default)]
pub(super) struct Passwords(Mutex<HashMap<(UserId, StatementId), (FilePassword, Timestamp)>>);

impl Passwords {
    /// Stores a password for 15 minutes. It is dropped if there are too many.
    pub(super) fn keep(&self, user: UserId, statement: StatementId, password: FilePassword, now: Timestamp) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|_, (_, until)| *until > now);
        if kept.len() < COUNT_MAX {
            kept.insert((user, statement), (password, now.after(RETENTION)));
        }
    }

    /// Removes the passwords of all files of a user.
    pub(super) fn forget(&self, user: UserId) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|(owner, _), _| *owner != user);
    }

    /// Removes and returns a password, if it has not expired.
    pub(super) fn take(&self, user: UserId, statement: StatementId, now: Timestamp) -> Option<FilePassword> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (password, until) = kept.remove(&(user, statement))?;
        (until > now).then_some(password)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use saldo_domain::Id;

    #[test]
    fn a_password_works_once_within_15_minutes() {
        let now = Timestamp::from_milliseconds(0);
        let (user, statement) = (Id::new(now), Id::new(now));
        let password = FilePassword::new("open sesame".to_owned()).unwrap();
        let passwords = Passwords::default();
        passwords.keep(user, statement, password.clone(), now);
        assert_eq!(passwords.take(user, statement, now), Some(password.clone()));
        assert_eq!(passwords.take(user, statement, now), None);
        passwords.keep(user, statement, password, now);
        assert_eq!(passwords.take(user, statement, now.after(RETENTION)), None);
    }
}
