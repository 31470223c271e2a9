//! The port for households, their members and invitations.

use async_trait::async_trait;
use saldo_domain::{
    BooksRole, Email, Household, Invitation, InvitationId, Member, Timestamp, TokenHash, UserId,
};

use crate::Result;

/// A household to create. Its books have the default categories.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewHousehold {
    /// The identifier of its books.
    pub books: UserId,
    /// The name.
    pub name: String,
    /// The address of its entry among the users. It receives no mail.
    pub address: Email,
}

/// An invitation to store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewInvitation {
    /// The identifier.
    pub id: InvitationId,
    /// The hash of the token; the token itself is not stored.
    pub token: TokenHash,
    /// The role of the user who accepts it.
    pub role: BooksRole,
    /// The address that it is made for, if any.
    pub email: Option<Email>,
    /// The owner who makes it.
    pub invited_by: UserId,
    /// The time from which it is not accepted.
    pub expires_at: Timestamp,
}

/// An open invitation, and the household that it opens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenInvitation {
    /// The identifier of the household's books.
    pub books: UserId,
    /// The name of the household.
    pub household: String,
    /// The invitation.
    pub invitation: Invitation,
}

/// The limits that joining a household observes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JoinLimits {
    /// The maximum number of households of a user.
    pub households: usize,
    /// The maximum number of members of a household.
    pub members: usize,
}

/// The result of accepting an invitation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accepted {
    /// The user is a member now. Contains the identifier of the household's books.
    Joined(UserId),
    /// The user is a member already, and the invitation stays open. Contains the same identifier.
    AlreadyMember(UserId),
    /// The user has as many households as [`JoinLimits`] permits.
    TooManyHouseholds,
    /// The household has as many members as [`JoinLimits`] permits.
    TooManyMembers,
    /// There is no such invitation, or it has expired.
    NotFound,
}

/// The result of changing or ending a membership.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MembershipChange {
    /// The membership is changed or ended.
    Done,
    /// The household would have no owner. Nothing is changed.
    LastOwner,
    /// The household has no such member.
    NotFound,
}

/// Households, their members and invitations.
#[async_trait]
pub trait Households: Send + Sync {
    /// Returns the households of a user, in the order of joining.
    async fn list_households(&self, member: UserId) -> Result<Vec<Household>>;

    /// Returns the role of a user in the books of a household; `None` unless the user is a member.
    async fn find_role(&self, books: UserId, member: UserId) -> Result<Option<BooksRole>>;

    /// Returns true if these are the books of a household.
    async fn is_household(&self, books: UserId) -> Result<bool>;

    /// Creates a household with one owner; returns `false` if the owner already has `households_max`.
    async fn insert_household(
        &self,
        owner: UserId,
        new: NewHousehold,
        households_max: usize,
        now: Timestamp,
    ) -> Result<bool>;

    /// Renames a household; returns `false` if there is none.
    async fn rename_household(&self, books: UserId, name: String) -> Result<bool>;

    /// Deletes a household with all its data; returns `false` if there is none. The next sweep deletes its
    /// files.
    async fn delete_household(&self, books: UserId) -> Result<bool>;

    /// Returns the members of a household, in the order of joining.
    async fn list_members(&self, books: UserId) -> Result<Vec<Member>>;

    /// Changes the role of a member.
    async fn put_role(&self, books: UserId, member: UserId, role: BooksRole) -> Result<MembershipChange>;

    /// Ends a membership, and deletes the API tokens and invitations of the member for these books. The
    /// household keeps the amounts of the member's own transactions that are shared with it.
    async fn delete_member(&self, books: UserId, member: UserId) -> Result<MembershipChange>;

    /// Stores an invitation, and deletes expired ones of the household; returns `false` if `open_max` are
    /// open.
    async fn insert_invitation(
        &self,
        books: UserId,
        new: NewInvitation,
        open_max: usize,
        now: Timestamp,
    ) -> Result<bool>;

    /// Returns the open invitations to a household, oldest first.
    async fn list_invitations(&self, books: UserId, now: Timestamp) -> Result<Vec<Invitation>>;

    /// Deletes an invitation; returns `false` if the household has no such one.
    async fn delete_invitation(&self, books: UserId, invitation: InvitationId) -> Result<bool>;

    /// Returns the open invitation with this hash; `None` if the user who made it is no owner any more.
    async fn find_invitation(&self, token: TokenHash, now: Timestamp) -> Result<Option<OpenInvitation>>;

    /// Makes a user a member by an invitation, which is deleted then.
    async fn accept_invitation(
        &self,
        token: TokenHash,
        member: UserId,
        limits: JoinLimits,
        now: Timestamp,
    ) -> Result<Accepted>;

    /// Deletes the expired invitations of all households; returns their number.
    async fn delete_expired_invitations(&self, now: Timestamp) -> Result<u64>;
}
