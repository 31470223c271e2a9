//! `/api/books` and `/api/invitations`: the sets of books that a user can open, households, their members and
//! invitations.

use actix_web::{HttpResponse, web};
use saldo_domain::User;
use saldo_wire::AnyId;
use saldo_wire::households::{
    BooksBody, DeleteHouseholdRequest, HouseholdRequest, InvitationBody, InvitationRequest,
    InvitationTokenRequest, InvitedBody, MemberBody, OpenInvitationBody, RoleRequest,
};
use saldo_wire::lists::List;

use crate::app::App;
use crate::error::ApiError;
use crate::extract::{Json, PathId, PathIds};
use crate::session::Person;

/// `GET /api/books` — lists the books that the user can open: first the user's own, then those of households
/// in the order of joining.
///
/// # Errors
/// None of its own.
#[utoipa::path(get, path = "/books", responses((status = 200, body = List<BooksBody>), (status = 403)))]
pub async fn list_books(app: web::Data<App>, person: Person) -> Result<HttpResponse, ApiError> {
    let mut books = vec![BooksBody::from(person.user())];
    books.extend(app.households.list(person.id()).await?.into_iter().map(BooksBody::from));
    Ok(HttpResponse::Ok().json(List::whole(books)))
}

/// `POST /api/books` — creates a household, whose owner the user becomes. Its books are empty.
///
/// # Errors
/// 409 for too many households.
#[utoipa::path(
    post, path = "/books",
    request_body = HouseholdRequest,
    responses((status = 201, body = BooksBody), (status = 409)),
)]
pub async fn create_household(
    app: web::Data<App>,
    person: Person,
    body: Json<HouseholdRequest>,
) -> Result<HttpResponse, ApiError> {
    let household = app.households.create(person.id(), body.name()?, app.clock.now()).await?;
    Ok(HttpResponse::Created().json(BooksBody::from(household)))
}

/// `PATCH /api/books/{id}` — renames a household, as an owner.
///
/// # Errors
/// 403 for a member who is not an owner; 404 for an unknown household.
#[utoipa::path(patch, path = "/books/{id}", request_body = HouseholdRequest, responses((status = 204)))]
pub async fn rename_household(
    app: web::Data<App>,
    person: Person,
    id: PathId<User>,
    body: Json<HouseholdRequest>,
) -> Result<HttpResponse, ApiError> {
    app.households.rename(person.id(), id.0, body.name()?).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// `DELETE /api/books/{id}` — deletes a household with all its data and files, as an owner.
///
/// # Errors
/// 400 without the confirmation; 403 for a member who is not an owner; 404 for an unknown household.
#[utoipa::path(
    delete, path = "/books/{id}",
    request_body = DeleteHouseholdRequest,
    responses((status = 204), (status = 400)),
)]
pub async fn delete_household(
    app: web::Data<App>,
    person: Person,
    id: PathId<User>,
    body: Json<DeleteHouseholdRequest>,
) -> Result<HttpResponse, ApiError> {
    body.confirmed()?;
    app.households.delete(person.id(), id.0).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// `GET /api/books/{id}/members` — lists the members of a household, in the order of joining.
///
/// # Errors
/// 404 for an unknown household.
#[utoipa::path(
    get, path = "/books/{id}/members",
    responses((status = 200, body = List<MemberBody>), (status = 403)),
)]
pub async fn list_members(
    app: web::Data<App>,
    person: Person,
    id: PathId<User>,
) -> Result<HttpResponse, ApiError> {
    let members = app.households.members(person.id(), id.0).await?;
    let members = members.into_iter().map(|member| MemberBody::of(member, person.id()));
    Ok(HttpResponse::Ok().json(List::whole(members.collect())))
}

/// `PATCH /api/books/{id}/members/{member}` — changes the role of a member, as an owner.
///
/// # Errors
/// 403 for a member who is not an owner; 404 for an unknown household or member; 409 if the household would
/// have no owner.
#[utoipa::path(
    patch, path = "/books/{id}/members/{member}",
    params(("member" = AnyId, Path, description = "The id of the member.")),
    request_body = RoleRequest,
    responses((status = 204), (status = 409)),
)]
pub async fn update_member(
    app: web::Data<App>,
    person: Person,
    ids: PathIds<User, User>,
    body: Json<RoleRequest>,
) -> Result<HttpResponse, ApiError> {
    app.households.set_role(person.id(), ids.0, ids.1, body.role).await?;
    Ok(HttpResponse::NoContent().finish())
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
    responses((status = 204), (status = 409)),
)]
pub async fn delete_member(
    app: web::Data<App>,
    person: Person,
    ids: PathIds<User, User>,
) -> Result<HttpResponse, ApiError> {
    app.households.remove(person.id(), ids.0, ids.1).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// `GET /api/books/{id}/invitations` — lists the open invitations to a household, as an owner.
///
/// # Errors
/// 403 for a member who is not an owner; 404 for an unknown household.
#[utoipa::path(
    get, path = "/books/{id}/invitations",
    responses((status = 200, body = List<InvitationBody>), (status = 403)),
)]
pub async fn list_invitations(
    app: web::Data<App>,
    person: Person,
    id: PathId<User>,
) -> Result<HttpResponse, ApiError> {
    let found = app.households.invitations(person.id(), id.0, app.clock.now()).await?;
    let items = found.into_iter().map(InvitationBody::from);
    Ok(HttpResponse::Ok().json(List::whole(items.collect())))
}

/// `POST /api/books/{id}/invitations` — invites a user to a household, as an owner. Only this answer contains
/// the link. With an address, the link is sent by mail, too, if the server can send mail.
///
/// # Errors
/// 403 for a member who is not an owner; 404 for an unknown household; 409 for too many open invitations.
#[utoipa::path(
    post, path = "/books/{id}/invitations",
    request_body = InvitationRequest,
    responses((status = 201, body = InvitedBody), (status = 409)),
)]
pub async fn create_invitation(
    app: web::Data<App>,
    person: Person,
    id: PathId<User>,
    body: Json<InvitationRequest>,
) -> Result<HttpResponse, ApiError> {
    let request = body.into_inner().request()?;
    let invited = app.households.invite(person.id(), id.0, request, app.clock.now()).await?;
    Ok(HttpResponse::Created().json(InvitedBody::from(invited)))
}

/// `DELETE /api/books/{id}/invitations/{invitation}` — revokes an invitation, as an owner.
///
/// # Errors
/// 403 for a member who is not an owner; 404 for an unknown household or invitation.
#[utoipa::path(
    delete, path = "/books/{id}/invitations/{invitation}",
    params(("invitation" = AnyId, Path, description = "The id of the invitation.")),
    responses((status = 204)),
)]
pub async fn delete_invitation(
    app: web::Data<App>,
    person: Person,
    ids: PathIds<User, saldo_domain::Invitation>,
) -> Result<HttpResponse, ApiError> {
    app.households.revoke(person.id(), ids.0, ids.1).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// `POST /api/invitations/look` — shows the household that an invitation opens.
///
/// # Errors
/// 404 for an invitation that is unknown, used, revoked or expired.
#[utoipa::path(
    post, path = "/invitations/look",
    request_body = InvitationTokenRequest,
    responses((status = 200, body = OpenInvitationBody), (status = 404)),
)]
pub async fn look_at_invitation(
    app: web::Data<App>,
    _person: Person,
    body: Json<InvitationTokenRequest>,
) -> Result<HttpResponse, ApiError> {
    let open = app.households.look_at(&body.token, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(OpenInvitationBody::from(open)))
}

/// `POST /api/invitations/accept` — accepts an invitation, which is used up. Returns the books.
///
/// # Errors
/// 404 for an invitation that is unknown, used, revoked or expired; 409 for a member of the household, and
/// for too many households or members.
#[utoipa::path(
    post, path = "/invitations/accept",
    request_body = InvitationTokenRequest,
    responses((status = 200, body = BooksBody), (status = 404), (status = 409)),
)]
pub async fn accept_invitation(
    app: web::Data<App>,
    person: Person,
    body: Json<InvitationTokenRequest>,
) -> Result<HttpResponse, ApiError> {
    let household = app.households.accept(person.id(), &body.token, app.clock.now()).await?;
    Ok(HttpResponse::Ok().json(BooksBody::from(household)))
}
