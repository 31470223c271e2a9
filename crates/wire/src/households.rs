//! Sets of books, households, their members and invitations.

use saldo_domain::{BooksRole, Email, Household, Invitation, InvitationId, Member, Timestamp, User, UserId};
use saldo_households::{InviteRequest, Invited, MailOutcome, OpenInvitation};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::fields::one_line;
use crate::{Error, Result};

/// Maximum length of the name of a household, in characters.
const NAME_CHARACTERS_MAX: usize = 80;
/// The text that confirms the deletion of a household.
const CONFIRMATION: &str = "delete this household";

/// A set of books that the user can open.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BooksBody {
    /// The value of the header `Saldo-Books`.
    id: UserId,
    /// The name of the household, or that of the user.
    name: String,
    /// True for a household, false for the user's own books.
    is_household: bool,
    /// The role of the user.
    role: BooksRole,
    created_at: Timestamp,
}

impl From<Household> for BooksBody {
    fn from(household: Household) -> Self {
        Self {
            id: household.books,
            name: household.name,
            is_household: true,
            role: household.role,
            created_at: household.created_at,
        }
    }
}

impl From<&User> for BooksBody {
    fn from(user: &User) -> Self {
        Self {
            id: user.id,
            name: user.name.clone(),
            is_household: false,
            role: BooksRole::Owner,
            created_at: user.created_at,
        }
    }
}

/// The name of a household.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = HouseholdName)]
pub struct HouseholdRequest {
    /// 1 to 80 characters.
    name: String,
}

impl HouseholdRequest {
    /// Returns the name.
    ///
    /// # Errors
    /// [`Error::Invalid`] for an empty or overlong name.
    pub fn name(&self) -> Result<String> {
        one_line("name", &self.name, NAME_CHARACTERS_MAX)
    }
}

/// The confirmation that a household is to be deleted.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DeleteHousehold)]
pub struct DeleteHouseholdRequest {
    /// Must be `delete this household`.
    confirm: String,
}

impl DeleteHouseholdRequest {
    /// Checks the confirmation.
    ///
    /// # Errors
    /// [`Error::Invalid`] for any other text.
    pub fn confirmed(&self) -> Result<()> {
        if self.confirm == CONFIRMATION {
            return Ok(());
        }
        Err(Error::invalid(format!("confirm must be \"{CONFIRMATION}\"; nothing was deleted")))
    }
}

/// A member of a household.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberBody {
    id: UserId,
    name: String,
    email: String,
    role: BooksRole,
    since: Timestamp,
    /// True for the user who asks.
    is_you: bool,
}

impl MemberBody {
    /// Creates the body for the user who asks.
    #[must_use]
    pub fn of(member: Member, asker: UserId) -> Self {
        Self {
            id: member.user,
            name: member.name,
            email: member.email.as_str().to_owned(),
            role: member.role,
            since: member.since,
            is_you: member.user == asker,
        }
    }
}

/// The role of a member.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MemberRole)]
pub struct RoleRequest {
    /// The new role.
    pub role: BooksRole,
}

/// An open invitation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitationBody {
    id: InvitationId,
    role: BooksRole,
    email: Option<String>,
    /// The name of the owner who made it.
    invited_by: String,
    expires_at: Timestamp,
    created_at: Timestamp,
}

impl From<Invitation> for InvitationBody {
    fn from(invitation: Invitation) -> Self {
        Self {
            id: invitation.id,
            role: invitation.role,
            email: invitation.email.map(|email| email.as_str().to_owned()),
            invited_by: invitation.invited_by,
            expires_at: invitation.expires_at,
            created_at: invitation.created_at,
        }
    }
}

/// A new invitation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewInvitation)]
pub struct InvitationRequest {
    role: BooksRole,
    /// The address to which the link is sent, if the server can send mail.
    email: Option<String>,
}

impl InvitationRequest {
    /// Returns the details.
    ///
    /// # Errors
    /// [`Error::Invalid`] for a text that is not an address.
    pub fn request(self) -> Result<InviteRequest> {
        let email = self.email.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let email = email.map(Email::parse).transpose();
        let email = email.map_err(|_| Error::invalid("email must be an email address"))?;
        Ok(InviteRequest { role: self.role, email })
    }
}

/// An invitation that was just created, with its link.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct InvitedBody {
    id: InvitationId,
    /// The link of the page that accepts it. It is shown this once, and works once.
    link: String,
    expires_at: Timestamp,
    /// True if the link was sent by mail. False if no address is given, if the server cannot send mail, or if
    /// the mail server rejected it.
    is_mailed: bool,
}

impl From<Invited> for InvitedBody {
    fn from(invited: Invited) -> Self {
        Self {
            id: invited.id,
            link: invited.link(),
            expires_at: invited.expires_at,
            is_mailed: invited.mail == MailOutcome::Sent,
        }
    }
}

/// The token of an invitation. It is in the body, so that no log of requests contains it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = InvitationToken)]
pub struct InvitationTokenRequest {
    /// The part of the link after `/invitations/`.
    pub token: String,
}

/// The household that an invitation opens.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenInvitationBody {
    /// The name of the household.
    household: String,
    role: BooksRole,
    /// The name of the owner who made it.
    invited_by: String,
    expires_at: Timestamp,
}

impl From<OpenInvitation> for OpenInvitationBody {
    fn from(open: OpenInvitation) -> Self {
        Self {
            household: open.household,
            role: open.invitation.role,
            invited_by: open.invitation.invited_by,
            expires_at: open.invitation.expires_at,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invitation_has_an_address_or_none() {
        let request = |email: &str| {
            let email = Some(email.to_owned());
            InvitationRequest { role: BooksRole::Viewer, email }.request()
        };
        assert_eq!(request(" Ann@Example.com ").unwrap().email.unwrap().as_str(), "ann@example.com");
        assert_eq!(request(" ").unwrap().email, None);
        assert_eq!(request("ann").unwrap_err().to_string(), "email must be an email address");
    }

    #[test]
    fn a_household_is_deleted_by_its_exact_text() {
        let confirm = |text: &str| DeleteHouseholdRequest { confirm: text.to_owned() }.confirmed();
        assert!(confirm("delete this household").is_ok());
        assert!(confirm("delete my data").is_err());
    }
}
