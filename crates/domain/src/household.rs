//! Households: sets of books that several users share, and the roles of their members.
//!
//! A set of books has the identifier of a user. Each user has books of their own; those of a household belong
//! to an entry that cannot sign in.

use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;
use crate::id::Id;
use crate::user::{Email, UserId};

/// The identifier of an [`Invitation`].
pub type InvitationId = Id<Invitation>;

/// The permissions of a user in a set of books. A later role includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum BooksRole {
    /// Reads everything and changes nothing.
    Viewer,
    /// Changes accounts, transactions and everything that follows from them.
    Editor,
    /// Manages members, connections to banks and other servers, and the deletion of the books.
    Owner,
}

/// A household as one of its members sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Household {
    /// The identifier of its books.
    pub books: UserId,
    /// The name.
    pub name: String,
    /// The role of the member.
    pub role: BooksRole,
    /// The time of creation.
    pub created_at: Timestamp,
}

/// A member of a household.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The user.
    pub user: UserId,
    /// The user's name; may be empty.
    pub name: String,
    /// The user's address.
    pub email: Email,
    /// True if the user has proven that the address is theirs.
    pub email_verified: bool,
    /// The role.
    pub role: BooksRole,
    /// The time of joining.
    pub since: Timestamp,
}

/// An open invitation to a household. It works once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invitation {
    /// The identifier.
    pub id: InvitationId,
    /// The role of the user who accepts it.
    pub role: BooksRole,
    /// The address that it was made for, if any.
    pub email: Option<Email>,
    /// The name of the owner who made it.
    pub invited_by: String,
    /// The time from which it is not accepted.
    pub expires_at: Timestamp,
    /// The time of creation.
    pub created_at: Timestamp,
}

/// The set of books that an edit changes, and the user who makes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Author {
    /// The set of books.
    pub books: UserId,
    /// The user; `None` if the edit is automatic.
    pub user: Option<UserId>,
}

impl Author {
    /// Returns the author of automatic edits of these books.
    #[must_use]
    pub const fn automatic(books: UserId) -> Self {
        Self { books, user: None }
    }
}

/// A user is the author of edits in their own books.
impl From<UserId> for Author {
    fn from(user: UserId) -> Self {
        Self { books: user, user: Some(user) }
    }
}

/// True if a household has an owner after a member's role becomes `role`, or after the member leaves if that
/// is `None`.
#[must_use]
pub fn keeps_owner(members: &[(UserId, BooksRole)], member: UserId, role: Option<BooksRole>) -> bool {
    let others = members.iter().filter(|(user, _)| *user != member).map(|(_, role)| *role);
    others.chain(role).any(|role| role == BooksRole::Owner)
}

/// Returns the member who becomes the owner when the last one is deleted: the one with the most permissions,
/// and of several the one who joined first. `members` are the others, in the order of joining.
#[must_use]
pub fn next_owner(members: &[(UserId, BooksRole)]) -> Option<UserId> {
    let most = members.iter().map(|(_, role)| *role).max()?;
    members.iter().find(|(_, role)| *role == most).map(|(user, _)| *user)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn users<const N: usize>() -> [UserId; N] {
        std::array::from_fn(|_| UserId::new(Timestamp::from_milliseconds(0)))
    }

    #[test]
    fn roles_include_those_before_them() {
        assert!(BooksRole::Viewer < BooksRole::Editor && BooksRole::Editor < BooksRole::Owner);
    }

    #[test]
    fn the_last_owner_can_neither_leave_nor_become_an_editor() {
        let [ann, bob] = users();
        let one = [(ann, BooksRole::Owner), (bob, BooksRole::Editor)];
        assert!(!keeps_owner(&one, ann, None) && !keeps_owner(&one, ann, Some(BooksRole::Editor)));
        assert!(keeps_owner(&one, bob, None) && keeps_owner(&one, ann, Some(BooksRole::Owner)));
        let two = [(ann, BooksRole::Owner), (bob, BooksRole::Owner)];
        assert!(keeps_owner(&two, ann, None) && keeps_owner(&two, bob, Some(BooksRole::Viewer)));
    }

    #[test]
    fn the_first_member_with_the_most_permissions_becomes_the_owner() {
        let [ann, bob, eve] = users();
        let viewer = (ann, BooksRole::Viewer);
        let members = [viewer, (bob, BooksRole::Editor), (eve, BooksRole::Editor)];
        assert_eq!(next_owner(&members), Some(bob));
        assert_eq!(next_owner(&[viewer]), Some(ann));
        assert_eq!(next_owner(&[]), None);
    }
}
