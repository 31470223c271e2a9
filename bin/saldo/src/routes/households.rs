//! `/api/books` and `/api/invitations`: the sets of books that a user can open, households, their members and
//! invitations.

use saldo_domain::User;
use saldo_wire::AnyId;
use saldo_wire::households::{
    BooksBody, DeleteHouseholdRequest, HouseholdRequest, InvitationBody, InvitationRequest,
    InvitationTokenRequest, InvitedBody, MemberBody, OpenInvitationBody, RoleRequest,
};
use saldo_wire::lists::List;

use crate::answer::{Answer, Done, NoContent, answer};
use crate::extract::{Json, PathId, PathIds};
use crate::session::Person;

/// `GET /api/books` — lists the books that the user can open: first the user's own, then those of households
/// in the order of joining.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/books", responses((status = 403)))]
pub async fn list_books(person: Person) -> Answer<List<BooksBody>> {
    let mut books = vec![BooksBody::from(person.user())];
    books.extend(person.app.households.list(person.id()).await?.into_iter().map(BooksBody::from));
    answer(List::whole(books))
}

/// `POST /api/books` — creates a household, whose owner the user becomes. Its books are empty.
///
/// # Errors
/// 409 for too many households.
#[utoipa::path(post, path = "/books", responses((status = 409)))]
pub async fn create_household(person: Person, body: Json<HouseholdRequest>) -> Answer<BooksBody, 201> {
    answer(person.app.households.create(person.id(), body.name()?, person.now()).await?)
}

/// `PATCH /api/books/{id}` — renames a household, as an owner.
///
/// # Errors
/// 403 for a member who is not an owner; 404 for an unknown household.
#[utoipa::path(patch, path = "/books/{id}")]
pub async fn rename_household(person: Person, id: PathId<User>, body: Json<HouseholdRequest>) -> Done {
    person.app.households.rename(person.id(), id.0, body.name()?).await?;
    Ok(NoContent)
}

/// `DELETE /api/books/{id}` — deletes a household with all its data and files, as an owner.
///
/// # Errors
/// 400 without the confirmation; 403 for a member who is not an owner; 404 for an unknown household.
#[utoipa::path(delete, path = "/books/{id}", responses((status = 400)))]
pub async fn delete_household(person: Person, id: PathId<User>, body: Json<DeleteHouseholdRequest>) -> Done {
    body.confirmed()?;
    person.app.feeds.delete_with(id.0, person.app.households.delete(person.id(), id.0)).await?;
    Ok(NoContent)
}

/// `GET /api/books/{id}/members` — lists the members of a household, in the order of joining.
///
/// # Errors
/// 404 for an unknown household.
#[utoipa::path(get, path = "/books/{id}/members", responses((status = 403)))]
pub async fn list_members(person: Person, id: PathId<User>) -> Answer<List<MemberBody>> {
    let members = person.app.households.members(person.id(), id.0).await?;
    let members = members.into_iter().map(|member| MemberBody::of(member, person.id()));
    answer(List::whole(members.collect()))
}

/// `PATCH /api/books/{id}/members/{member}` — changes the role of a member, as an owner.
///
/// # Errors
/// 403 for a member who is not an owner; 404 for an unknown household or member; 409 if the household would
/// have no owner.
#[utoipa::path(
    patch, path = "/books/{id}/members/{member}",
    params(("member" = AnyId, Path, description = "The id of the member.")),
    responses((status = 409)),
)]
pub async fn update_member(person: Person, ids: PathIds<User, User>, body: Json<RoleRequest>) -> Done {
    person.app.households.set_role(person.id(), ids.0, ids.1, body.role).await?;
    Ok(NoContent)
}

/// `DELETE /api/books/{id}/members/{member}` — ends a membership: the user's own, or that of any member as an
/// owner. Access ends at once, also that of the member's API tokens for these books.
///
/// # Errors
/// 403 for a member who is not an owner; 404 for an unknown household or member; 409 if the household would
/// have no owner.
#[utoipa::path(
    delete, path = "/books/{id}/members/{member}",
    params(("member" = AnyId, Path, description = "The id of the member.")),
    responses((status = 409)),
)]
pub async fn delete_member(person: Person, ids: PathIds<User, User>) -> Done {
    person.app.households.remove(person.id(), ids.0, ids.1).await?;
    Ok(NoContent)
}

/// `GET /api/books/{id}/invitations` — lists the open invitations to a household, as an owner.
///
/// # Errors
/// 403 for a member who is not an owner; 404 for an unknown household.
#[utoipa::path(get, path = "/books/{id}/invitations", responses((status = 403)))]
pub async fn list_invitations(person: Person, id: PathId<User>) -> Answer<List<InvitationBody>> {
    answer(person.app.households.invitations(person.id(), id.0, person.now()).await?)
}

/// `POST /api/books/{id}/invitations` — invites a user to a household, as an owner. Only this answer contains
/// the link. With an address, the link is sent by mail, too, if the server can send mail.
///
/// # Errors
/// 403 for a member who is not an owner; 404 for an unknown household; 409 for too many open invitations.
#[utoipa::path(post, path = "/books/{id}/invitations", responses((status = 409)))]
pub async fn create_invitation(
    person: Person,
    id: PathId<User>,
    body: Json<InvitationRequest>,
) -> Answer<InvitedBody, 201> {
    let request = body.into_inner().request()?;
    answer(person.app.households.invite(person.id(), id.0, request, person.now()).await?)
}

/// `DELETE /api/books/{id}/invitations/{invitation}` — revokes an invitation, as an owner.
///
/// # Errors
/// 403 for a member who is not an owner; 404 for an unknown household or invitation.
#[utoipa::path(
    delete, path = "/books/{id}/invitations/{invitation}",
    params(("invitation" = AnyId, Path, description = "The id of the invitation.")),
)]
pub async fn delete_invitation(person: Person, ids: PathIds<User, saldo_domain::Invitation>) -> Done {
    person.app.households.revoke(person.id(), ids.0, ids.1).await?;
    Ok(NoContent)
}

/// `POST /api/invitations/look` — shows the household that an invitation opens.
///
/// # Errors
/// 404 for an invitation that is unknown, used, revoked or expired.
#[utoipa::path(post, path = "/invitations/look", responses((status = 404)))]
pub async fn look_at_invitation(
    person: Person,
    body: Json<InvitationTokenRequest>,
) -> Answer<OpenInvitationBody> {
    answer(person.app.households.look_at(&body.token, person.now()).await?)
}

/// `POST /api/invitations/accept` — accepts an invitation, which is used up. Returns the books.
///
/// # Errors
/// 404 for an invitation that is unknown, used, revoked or expired; 409 for a member of the household, and
/// for too many households or members.
#[utoipa::path(post, path = "/invitations/accept", responses((status = 404), (status = 409)))]
pub async fn accept_invitation(person: Person, body: Json<InvitationTokenRequest>) -> Answer<BooksBody> {
    answer(person.app.households.accept(person.id(), &body.token, person.now()).await?)
}
