//! Households, their members and invitations. `saldo_domain::household` decides who stays an owner or becomes
//! one.

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::prelude::*;
use saldo_domain::household::{keeps_owner, next_owner};
use saldo_domain::{
    BooksRole, Email, Household, Invitation, InvitationId, Member, Timestamp, TokenHash, UserId,
};

use super::archives::delete_rows;
use super::backend::{Connection, Database, lock_user};
use super::instances::insert_departed_user;
use super::shared_expenses::keep_amounts;
use super::users::insert_default_categories;
use crate::rows::{UserRow, fit, from_word, storable, word};
use crate::schema::{api_tokens, households, invitations, memberships, users};
use crate::sql_types::{At, RowId};
use crate::{
    Accepted, Error, Households, JoinLimits, MembershipChange, NewHousehold, NewInvitation, OpenInvitation,
    Result,
};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = memberships)]
struct MembershipRow {
    household_id: RowId,
    user_id: RowId,
    role: String,
    created_at: At,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = invitations)]
struct InvitationRow {
    id: RowId,
    household_id: RowId,
    user_id: RowId,
    token_hash: Vec<u8>,
    role: String,
    email: Option<String>,
    expires_at: At,
    created_at: At,
}

impl InvitationRow {
    fn invitation(self, invited_by: String) -> Result<Invitation> {
        Ok(Invitation {
            id: self.id.typed(),
            role: from_word(&self.role)?,
            email: self.email.map(|email| Email::parse(&email)).transpose().map_err(Error::database)?,
            invited_by,
            expires_at: self.expires_at.0,
            created_at: self.created_at.0,
        })
    }
}

#[async_trait]
impl Households for Database {
    async fn list_households(&self, member: UserId) -> Result<Vec<Household>> {
        self.read(async move |connection| {
            let rows: Vec<(RowId, String, String, At)> = memberships::table
                .inner_join(households::table.on(households::user_id.eq(memberships::household_id)))
                .filter(memberships::user_id.eq(RowId::from(member)))
                .order((memberships::created_at, memberships::household_id))
                .select((households::user_id, households::name, memberships::role, households::created_at))
                .load(connection)
                .await?;
            rows.into_iter()
                .map(|(books, name, role, created_at)| {
                    let role = from_word(&role)?;
                    Ok(Household { books: books.typed(), name, role, created_at: created_at.0 })
                })
                .collect()
        })
        .await
    }

    async fn find_role(&self, books: UserId, member: UserId) -> Result<Option<BooksRole>> {
        self.read(async move |connection| role_of(connection, books.into(), member.into()).await).await
    }

    async fn is_household(&self, books: UserId) -> Result<bool> {
        self.read(async move |connection| is_household(connection, books.into()).await).await
    }

    async fn insert_household(
        &self,
        owner: UserId,
        new: NewHousehold,
        households_max: usize,
        now: Timestamp,
    ) -> Result<bool> {
        self.write(async move |connection| {
            lock_user(connection, owner.into()).await?;
            if count_households(connection, owner.into()).await? >= fit::<usize, i64>(households_max)? {
                return Ok(false);
            }
            let books = RowId::from(new.books);
            let row = UserRow {
                id: books,
                email: new.address.as_str().to_owned(),
                email_verified: false,
                // Descriptions of transfers are searched for a user's name. That of a household names nobody.
                name: String::new(),
                image: None,
                two_step: false,
                created_at: now.into(),
                updated_at: now.into(),
            };
            diesel::insert_into(users::table).values(row).execute(connection).await?;
            let values = (
                households::user_id.eq(books),
                households::name.eq(storable(&new.name)),
                households::created_at.eq(At(now)),
            );
            diesel::insert_into(households::table).values(values).execute(connection).await?;
            insert_default_categories(connection, new.books, now).await?;
            insert_member(connection, books, owner.into(), BooksRole::Owner, now).await?;
            Ok(true)
        })
        .await
    }

    async fn rename_household(&self, books: UserId, name: String) -> Result<bool> {
        self.write(async move |connection| {
            let found = households::table.find(RowId::from(books));
            let set = households::name.eq(storable(&name));
            Ok(diesel::update(found).set(set).execute(connection).await? == 1)
        })
        .await
    }

    async fn delete_household(&self, books: UserId) -> Result<bool> {
        let found =
            self.write(async move |connection| delete_household(connection, books.into()).await).await?;
        self.clear_log().await?;
        Ok(found)
    }

    async fn list_members(&self, books: UserId) -> Result<Vec<Member>> {
        self.read(async move |connection| {
            let rows: Vec<(MembershipRow, UserRow)> = memberships::table
                .inner_join(users::table.on(users::id.eq(memberships::user_id)))
                .filter(memberships::household_id.eq(RowId::from(books)))
                .order((memberships::created_at, memberships::user_id))
                .select((MembershipRow::as_select(), UserRow::as_select()))
                .load(connection)
                .await?;
            rows.into_iter()
                .map(|(membership, user)| {
                    Ok(Member {
                        user: user.id.typed(),
                        name: user.name,
                        email: Email::parse(&user.email).map_err(Error::database)?,
                        email_verified: user.email_verified,
                        role: from_word(&membership.role)?,
                        since: membership.created_at.0,
                    })
                })
                .collect()
        })
        .await
    }

    async fn put_role(&self, books: UserId, member: UserId, role: BooksRole) -> Result<MembershipChange> {
        self.write(async move |connection| {
            let change = change_of(connection, books.into(), member, Some(role)).await?;
            if change == MembershipChange::Done {
                let theirs = memberships::table.find((RowId::from(books), RowId::from(member)));
                let set = memberships::role.eq(word(role)?);
                diesel::update(theirs).set(set).execute(connection).await?;
                if role != BooksRole::Owner {
                    delete_invitations_by(connection, books.into(), member.into()).await?;
                }
            }
            Ok(change)
        })
        .await
    }

    async fn delete_member(&self, books: UserId, member: UserId) -> Result<MembershipChange> {
        self.write(async move |connection| {
            let change = change_of(connection, books.into(), member, None).await?;
            if change == MembershipChange::Done {
                let (books, member) = (RowId::from(books), RowId::from(member));
                let tokens = api_tokens::table
                    .filter(api_tokens::user_id.eq(member))
                    .filter(api_tokens::books_id.eq(books));
                diesel::delete(tokens).execute(connection).await?;
                delete_invitations_by(connection, books, member).await?;
                keep_amounts(connection, member, Some(books)).await?;
                let theirs = memberships::table.find((books, member));
                diesel::delete(theirs).execute(connection).await?;
            }
            Ok(change)
        })
        .await
    }

    async fn insert_invitation(
        &self,
        books: UserId,
        new: NewInvitation,
        open_max: usize,
        now: Timestamp,
    ) -> Result<bool> {
        let row = InvitationRow {
            id: new.id.into(),
            household_id: books.into(),
            user_id: new.invited_by.into(),
            token_hash: new.token.as_bytes().to_vec(),
            role: word(new.role)?,
            email: new.email.map(|email| email.as_str().to_owned()),
            expires_at: new.expires_at.into(),
            created_at: now.into(),
        };
        self.write(async move |connection| {
            lock_user(connection, row.household_id).await?;
            let theirs = invitations::table.filter(invitations::household_id.eq(row.household_id));
            diesel::delete(theirs.filter(invitations::expires_at.le(At(now)))).execute(connection).await?;
            let open: i64 = theirs.count().get_result(connection).await?;
            if open >= fit::<usize, i64>(open_max)? {
                return Ok(false);
            }
            diesel::insert_into(invitations::table).values(row).execute(connection).await?;
            Ok(true)
        })
        .await
    }

    async fn list_invitations(&self, books: UserId, now: Timestamp) -> Result<Vec<Invitation>> {
        self.read(async move |connection| {
            let rows: Vec<(InvitationRow, String)> = invitations::table
                .inner_join(users::table.on(users::id.eq(invitations::user_id)))
                .filter(invitations::household_id.eq(RowId::from(books)))
                .filter(invitations::expires_at.gt(At(now)))
                .order((invitations::created_at, invitations::id))
                .select((InvitationRow::as_select(), users::name))
                .load(connection)
                .await?;
            rows.into_iter().map(|(row, invited_by)| row.invitation(invited_by)).collect()
        })
        .await
    }

    async fn delete_invitation(&self, books: UserId, invitation: InvitationId) -> Result<bool> {
        self.write(async move |connection| {
            let theirs = invitations::table
                .filter(invitations::household_id.eq(RowId::from(books)))
                .filter(invitations::id.eq(RowId::from(invitation)));
            Ok(diesel::delete(theirs).execute(connection).await? == 1)
        })
        .await
    }

    async fn find_invitation(&self, token: TokenHash, now: Timestamp) -> Result<Option<OpenInvitation>> {
        self.read(async move |connection| {
            let row: Option<(InvitationRow, String, String)> = invitations::table
                .inner_join(users::table.on(users::id.eq(invitations::user_id)))
                .inner_join(households::table.on(households::user_id.eq(invitations::household_id)))
                .inner_join(memberships::table.on(memberships::household_id.eq(invitations::household_id)))
                // It may have been made while its maker ceased to be an owner.
                .filter(memberships::user_id.eq(invitations::user_id))
                .filter(memberships::role.eq(word(BooksRole::Owner)?))
                .filter(invitations::token_hash.eq(token.as_bytes().to_vec()))
                .filter(invitations::expires_at.gt(At(now)))
                .select((InvitationRow::as_select(), users::name, households::name))
                .first(connection)
                .await
                .optional()?;
            row.map(|(row, invited_by, household)| {
                let books = row.household_id.typed();
                Ok(OpenInvitation { books, household, invitation: row.invitation(invited_by)? })
            })
            .transpose()
        })
        .await
    }

    async fn accept_invitation(
        &self,
        token: TokenHash,
        member: UserId,
        limits: JoinLimits,
        now: Timestamp,
    ) -> Result<Accepted> {
        self.write(async move |connection| {
            lock_user(connection, member.into()).await?;
            let open = invitations::table
                .filter(invitations::token_hash.eq(token.as_bytes().to_vec()))
                .filter(invitations::expires_at.gt(At(now)));
            let books = open.clone().select(invitations::household_id).first(connection).await.optional()?;
            let Some(books) = books else { return Ok(Accepted::NotFound) };
            lock_user(connection, books).await?;
            // Another request may have used the invitation while this one waited.
            let row: Option<InvitationRow> =
                open.select(InvitationRow::as_select()).first(connection).await.optional()?;
            let Some(row) = row else { return Ok(Accepted::NotFound) };
            // It may have been made while its maker ceased to be an owner.
            if role_of(connection, books, row.user_id).await? != Some(BooksRole::Owner) {
                return Ok(Accepted::NotFound);
            }
            if role_of(connection, books, member.into()).await?.is_some() {
                return Ok(Accepted::AlreadyMember(books.typed()));
            }
            if count_households(connection, member.into()).await? >= fit::<usize, i64>(limits.households)? {
                return Ok(Accepted::TooManyHouseholds);
            }
            if members_of(connection, books).await?.len() >= limits.members {
                return Ok(Accepted::TooManyMembers);
            }
            insert_member(connection, books, member.into(), from_word(&row.role)?, now).await?;
            diesel::delete(invitations::table.find(row.id)).execute(connection).await?;
            Ok(Accepted::Joined(books.typed()))
        })
        .await
    }

    async fn delete_expired_invitations(&self, now: Timestamp) -> Result<u64> {
        self.write(async move |connection| {
            let expired = invitations::table.filter(invitations::expires_at.le(At(now)));
            fit(diesel::delete(expired).execute(connection).await?)
        })
        .await
    }
}

/// Gives the households of a user who is being deleted another owner. Those without other members are
/// deleted.
pub(super) async fn leave_all(connection: &mut Connection, member: RowId) -> Result<()> {
    let owned: Vec<RowId> = memberships::table
        .filter(memberships::user_id.eq(member))
        .select(memberships::household_id)
        .load(connection)
        .await?;
    for books in owned {
        lock_user(connection, books).await?;
        let mut others = members_of(connection, books).await?;
        if keeps_owner(&others, member.typed(), None) {
            continue;
        }
        others.retain(|(user, _)| RowId::from(*user) != member);
        let Some(next) = next_owner(&others) else {
            delete_household(connection, books).await?;
            continue;
        };
        let theirs = memberships::table.find((books, RowId::from(next)));
        let set = memberships::role.eq(word(BooksRole::Owner)?);
        diesel::update(theirs).set(set).execute(connection).await?;
    }
    Ok(())
}

/// Deletes a household with all its data; returns `false` if there is none.
async fn delete_household(connection: &mut Connection, books: RowId) -> Result<bool> {
    lock_user(connection, books).await?;
    if !is_household(connection, books).await? {
        return Ok(false);
    }
    delete_rows(connection, books).await?;
    diesel::delete(users::table.find(books)).execute(connection).await?;
    insert_departed_user(connection, books).await?;
    Ok(true)
}

/// Decides on the change of a member's role, or on the end of the membership if `role` is `None`.
async fn change_of(
    connection: &mut Connection,
    books: RowId,
    member: UserId,
    role: Option<BooksRole>,
) -> Result<MembershipChange> {
    lock_user(connection, books).await?;
    let members = members_of(connection, books).await?;
    if members.iter().all(|(user, _)| *user != member) {
        return Ok(MembershipChange::NotFound);
    }
    let keeps = keeps_owner(&members, member, role);
    Ok(if keeps { MembershipChange::Done } else { MembershipChange::LastOwner })
}

/// Deletes the open invitations that a user made, who is no owner any more.
async fn delete_invitations_by(connection: &mut Connection, books: RowId, user: RowId) -> Result<()> {
    let made =
        invitations::table.filter(invitations::user_id.eq(user)).filter(invitations::household_id.eq(books));
    diesel::delete(made).execute(connection).await?;
    Ok(())
}

async fn insert_member(
    connection: &mut Connection,
    books: RowId,
    member: RowId,
    role: BooksRole,
    now: Timestamp,
) -> Result<()> {
    let row =
        MembershipRow { household_id: books, user_id: member, role: word(role)?, created_at: now.into() };
    diesel::insert_into(memberships::table).values(row).execute(connection).await?;
    Ok(())
}

/// Returns true if these are the books of a household.
pub(super) async fn is_household(connection: &mut Connection, books: RowId) -> Result<bool> {
    let found: i64 = households::table.find(books).count().get_result(connection).await?;
    Ok(found > 0)
}

/// Returns the role of a user in the books of a household; `None` unless the user is a member.
pub(super) async fn role_of(
    connection: &mut Connection,
    books: RowId,
    member: RowId,
) -> Result<Option<BooksRole>> {
    let role: Option<String> = memberships::table
        .find((books, member))
        .select(memberships::role)
        .first(connection)
        .await
        .optional()?;
    role.as_deref().map(from_word).transpose()
}

/// Returns the members of a household with their roles, in the order of joining.
async fn members_of(connection: &mut Connection, books: RowId) -> Result<Vec<(UserId, BooksRole)>> {
    let rows: Vec<(RowId, String)> = memberships::table
        .filter(memberships::household_id.eq(books))
        .order((memberships::created_at, memberships::user_id))
        .select((memberships::user_id, memberships::role))
        .load(connection)
        .await?;
    rows.into_iter().map(|(user, role)| Ok((user.typed(), from_word(&role)?))).collect()
}

async fn count_households(connection: &mut Connection, member: RowId) -> Result<i64> {
    let theirs = memberships::table.filter(memberships::user_id.eq(member));
    Ok(theirs.count().get_result(connection).await?)
}
