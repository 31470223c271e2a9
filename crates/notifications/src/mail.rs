//! The channel mail.

use std::sync::Arc;

use async_trait::async_trait;
use saldo_auth::{Mail, Mailer};
use saldo_domain::{BooksRole, Email, Timestamp, UserId};
use saldo_storage::Storage;

use crate::{Channel, Message, SendError, Target};

/// Sends mail to the verified address of the user, or to those of the owners of a household.
pub struct ByMail {
    storage: Arc<dyn Storage>,
    mailer: Arc<dyn Mailer>,
}

#[async_trait]
impl Channel for ByMail {
    fn check(&self, _: &Target) -> Result<String, SendError> {
        Ok(String::new())
    }

    async fn send(&self, user: UserId, _: &Target, message: &Message, _: Timestamp) -> Result<(), SendError> {
        let recipients = self.recipients(user).await.map_err(|_| SendError::Mail)?;
        if recipients.is_empty() {
            return Err(SendError::NotVerified);
        }
        let subject = format!("Saldo: {}", message.text);
        let text = format!("{}\r\n\r\n{}\r\n", message.plain().replace('\n', "\r\n"), message.link);
        let html = message.details.as_ref().map(|details| details.html.clone());
        let mail = Mail::Message { subject, text, html };
        for address in recipients {
            self.mailer.send(&address, mail.clone()).await.map_err(|_| SendError::Mail)?;
        }
        Ok(())
    }
}

impl ByMail {
    /// Sends mail with this mailer.
    #[must_use]
    pub fn new(storage: Arc<dyn Storage>, mailer: Arc<dyn Mailer>) -> Self {
        Self { storage, mailer }
    }

    /// Returns the verified addresses for notifications about these books. Anyone could sign up with the
    /// address of another, who would then get mail.
    async fn recipients(&self, books: UserId) -> saldo_storage::Result<Vec<Email>> {
        let members = self.storage.list_members(books).await?;
        if members.is_empty() {
            let user = self.storage.find_user(books).await?.filter(|user| user.email_verified);
            return Ok(user.into_iter().map(|user| user.email).collect());
        }
        let owners = members.into_iter().filter(|member| member.role == BooksRole::Owner);
        Ok(owners.filter(|owner| owner.email_verified).map(|owner| owner.email).collect())
    }
}

#[cfg(test)]
mod tests {
    use saldo_auth::MailError;
    use saldo_domain::{Id, User};
    use saldo_storage::{
        Accepted, JoinLimits, NewCredential, NewHousehold, NewInvitation, NewUser, UserChange,
    };

    use super::*;

    const NOW: Timestamp = Timestamp::from_milliseconds(1_750_000_000_000);
    const LIMITS: JoinLimits = JoinLimits { households: 1, members: 9 };

    struct NoMailer;

    #[async_trait]
    impl Mailer for NoMailer {
        async fn send(&self, _: &Email, _: Mail) -> Result<(), MailError> {
            unreachable!("this test sends nothing")
        }
    }

    /// Adds a user, whose address may be verified.
    async fn add(storage: &Arc<dyn Storage>, name: &str, email_verified: bool) -> User {
        let new = NewUser::named(Email::parse(&format!("{name}@example.com")).unwrap(), name);
        let credential = NewCredential::at_provider("test", name);
        let user = storage.insert_user(new, credential, NOW).await.unwrap();
        let change = UserChange { email_verified: Some(email_verified), ..UserChange::default() };
        storage.update_user(user.id, change, NOW).await.unwrap().unwrap()
    }

    #[tokio::test]
    async fn mail_about_a_household_goes_to_its_owners_with_verified_addresses() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("saldo.db").display());
        let storage = saldo_storage::open(&url).await.unwrap();
        let ann = add(&storage, "ann", true).await.id;
        let books = UserId::new(NOW);
        let address = Email::parse("home@household.invalid").unwrap();
        let new = NewHousehold { books, name: "Home".to_owned(), address };
        assert!(storage.insert_household(ann, new, LIMITS.households, NOW).await.unwrap());
        let others = [("bob", true, BooksRole::Editor), ("eve", false, BooksRole::Owner)];
        for (name, is_verified, role) in others {
            let user = add(&storage, name, is_verified).await.id;
            let token = saldo_domain::TokenHash::of(name);
            let new = NewInvitation {
                id: Id::new(NOW),
                token,
                role,
                email: None,
                invited_by: ann,
                expires_at: NOW.after(std::time::Duration::from_hours(1)),
            };
            assert!(storage.insert_invitation(books, new, 9, NOW).await.unwrap());
            let accepted = storage.accept_invitation(token, user, LIMITS, NOW).await.unwrap();
            assert_eq!(accepted, Accepted::Joined(books));
        }
        let by_mail = ByMail::new(storage.clone(), Arc::new(NoMailer));
        assert_eq!(by_mail.recipients(books).await.unwrap(), [Email::parse("ann@example.com").unwrap()]);
        assert_eq!(by_mail.recipients(ann).await.unwrap(), [Email::parse("ann@example.com").unwrap()]);
        let unverified = add(&storage, "cyd", false).await.id;
        assert!(by_mail.recipients(unverified).await.unwrap().is_empty());
    }
}
