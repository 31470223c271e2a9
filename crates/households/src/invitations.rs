//! Invitations: links with which users join a household.

use std::fmt;

use saldo_auth::{Mail, random_secret};
use saldo_domain::{BooksRole, Email, Household, Invitation, InvitationId, Timestamp, TokenHash, UserId};
use saldo_storage::{Accepted, NewInvitation, OpenInvitation};
use url::Url;

use crate::shared_books::{SharedBooks, require_found};
use crate::{Error, Result};

/// The maximum length of a token in a request. Those of [`random_secret`] have 64 characters.
const TOKEN_BYTES_MAX: usize = 64;

/// The details of a new invitation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InviteRequest {
    /// The role of the user who accepts it.
    pub role: BooksRole,
    /// The address to which it is sent. Any user who has the link can accept it.
    pub email: Option<Email>,
}

/// The secret of an invitation. It is hidden in `Debug`.
pub struct InvitationToken(String);

impl InvitationToken {
    /// Returns the secret.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for InvitationToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("InvitationToken(…)")
    }
}

/// The outcome of sending an invitation by mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailOutcome {
    /// No address is given, or the server cannot send mail.
    NotTried,
    /// The mail server accepted the mail.
    Sent,
    /// The mail server rejected the mail. The log has the cause.
    Failed,
}

/// An invitation that was just created. This is the only time that its token is available.
#[derive(Debug)]
pub struct Invited {
    /// The secret.
    pub token: InvitationToken,
    /// The identifier.
    pub id: InvitationId,
    /// The time from which it is not accepted.
    pub expires_at: Timestamp,
    /// The outcome of the mail.
    pub mail: MailOutcome,
    base_url: Url,
}

impl Invited {
    /// Returns the link of the page that accepts the invitation. It contains the secret.
    #[must_use]
    pub fn link(&self) -> String {
        link(&self.base_url, &self.token)
    }
}

impl SharedBooks {
    /// Invites a user to a household, as an owner. The link is sent by mail if the request has an address and
    /// the server can send mail.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::NotPermitted`]; [`Error::TooManyInvitations`]; [`Error::Storage`] if the
    /// storage fails.
    pub async fn invite(
        &self,
        user: UserId,
        books: UserId,
        request: InviteRequest,
        now: Timestamp,
    ) -> Result<Invited> {
        self.require_owner(user, books).await?;
        let token = InvitationToken(random_secret());
        let expires_at = now.after(self.limits.invitation_lifetime);
        let id = InvitationId::new(now);
        let new = NewInvitation {
            id,
            token: TokenHash::of(token.as_str()),
            role: request.role,
            email: request.email.clone(),
            invited_by: user,
            expires_at,
        };
        let most = self.limits.invitations;
        if !self.storage.insert_invitation(books, new, most, now).await? {
            return Err(Error::TooManyInvitations { most });
        }
        let mail = match request.email {
            Some(to) => self.send(user, books, &to, &token).await?,
            None => MailOutcome::NotTried,
        };
        Ok(Invited { token, id, expires_at, mail, base_url: self.base_url.clone() })
    }

    async fn send(
        &self,
        user: UserId,
        books: UserId,
        to: &Email,
        token: &InvitationToken,
    ) -> Result<MailOutcome> {
        let Some(mailer) = &self.mailer else { return Ok(MailOutcome::NotTried) };
        let households = self.storage.list_households(user).await?;
        let Some(household) = households.into_iter().find(|known| known.books == books) else {
            return Err(Error::NotFound);
        };
        let mail = Mail::Message {
            subject: format!("Saldo: invitation to {}", household.name),
            text: format!(
                "You are invited to the household \"{}\" in Saldo. Open this link to accept the \
                 invitation:\r\n\r\n{}\r\n\r\nIf you do not know the sender, ignore this mail.\r\n",
                household.name,
                link(&self.base_url, token)
            ),
            html: None,
        };
        Ok(match mailer.send(to, mail).await {
            Ok(()) => MailOutcome::Sent,
            Err(error) => {
                let cause = &*error.0 as &dyn std::error::Error;
                tracing::error!(cause, "cannot send an invitation; check the settings of the mail server");
                MailOutcome::Failed
            }
        })
    }

    /// Returns the open invitations to a household, as an owner.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::NotPermitted`]; [`Error::Storage`] if the storage fails.
    pub async fn invitations(&self, user: UserId, books: UserId, now: Timestamp) -> Result<Vec<Invitation>> {
        self.require_owner(user, books).await?;
        Ok(self.storage.list_invitations(books, now).await?)
    }

    /// Revokes an invitation, as an owner.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::NotPermitted`]; [`Error::Storage`] if the storage fails.
    pub async fn revoke(&self, user: UserId, books: UserId, invitation: InvitationId) -> Result<()> {
        self.require_owner(user, books).await?;
        require_found(self.storage.delete_invitation(books, invitation).await?)
    }

    /// Returns the invitation that a token opens.
    ///
    /// # Errors
    /// [`Error::InvalidInvitation`]; [`Error::Storage`] if the storage fails.
    pub async fn look_at(&self, token: &str, now: Timestamp) -> Result<OpenInvitation> {
        let found = self.storage.find_invitation(hash(token)?, now).await?;
        found.ok_or(Error::InvalidInvitation)
    }

    /// Accepts an invitation, which makes the user a member and uses the invitation up. Returns the
    /// household.
    ///
    /// # Errors
    /// [`Error::InvalidInvitation`]; [`Error::AlreadyMember`]; [`Error::TooManyHouseholds`];
    /// [`Error::TooManyMembers`]; [`Error::Storage`] if the storage fails.
    pub async fn accept(&self, user: UserId, token: &str, now: Timestamp) -> Result<Household> {
        let limits = self.limits.join;
        let accepted = self.storage.accept_invitation(hash(token)?, user, limits, now).await?;
        let books = match accepted {
            Accepted::Joined(books) => books,
            Accepted::AlreadyMember(_) => return Err(Error::AlreadyMember),
            Accepted::TooManyHouseholds => {
                return Err(Error::TooManyHouseholds { most: limits.households });
            }
            Accepted::TooManyMembers => return Err(Error::TooManyMembers { most: limits.members }),
            Accepted::NotFound => return Err(Error::InvalidInvitation),
        };
        let households = self.storage.list_households(user).await?;
        households.into_iter().find(|known| known.books == books).ok_or(Error::NotFound)
    }
}

fn link(base_url: &Url, token: &InvitationToken) -> String {
    format!("{}/invitations/{}", base_url.as_str().trim_end_matches('/'), token.as_str())
}

fn hash(token: &str) -> Result<TokenHash> {
    if token.len() > TOKEN_BYTES_MAX { Err(Error::InvalidInvitation) } else { Ok(TokenHash::of(token)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_contains_the_token_and_the_debug_form_does_not() {
        let token = InvitationToken("abc".to_owned());
        for base in ["https://saldo.example.org", "https://saldo.example.org/"] {
            let link = link(&base.parse().unwrap(), &token);
            assert_eq!(link, "https://saldo.example.org/invitations/abc");
        }
        assert_eq!(format!("{token:?}"), "InvitationToken(…)");
    }

    #[test]
    fn an_overlong_token_is_invalid() {
        assert!(hash(&random_secret()).is_ok());
        assert!(matches!(hash(&"x".repeat(65)), Err(Error::InvalidInvitation)));
    }
}
