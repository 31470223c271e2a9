/** The routes for households, their members and invitations. They concern the user and no books. */
import type * as Types from "./api-types.ts";
import { answer, client, withId } from "./api.ts";

/** A set of books that the user can open. */
export type Books = Types.BooksBody;
/** The permissions of a user in a set of books. */
export type BooksRole = Types.BooksRole;
/** A member of a household. */
export type Member = Types.MemberBody;
/** An open invitation. */
export type Invitation = Types.InvitationBody;
/** An invitation that was just created. */
export type Invited = Types.InvitedBody;
/** The household that an invitation opens. */
export type OpenInvitation = Types.OpenInvitationBody;

/** `GET /api/books` */
export async function listBooks(): Promise<Books[]> {
  return (await answer(client.GET("/books"))).items;
}

/** `POST /api/books` */
export async function createHousehold(name: string): Promise<Books> {
  return answer(client.POST("/books", { body: { name } }));
}

/** `PATCH /api/books/{id}` */
export async function renameHousehold(id: string, name: string): Promise<void> {
  await answer(client.PATCH("/books/{id}", { ...withId(id), body: { name } }));
}

/** `DELETE /api/books/{id}` */
export async function deleteHousehold(id: string): Promise<void> {
  await answer(client.DELETE("/books/{id}", { ...withId(id), body: { confirm: "delete this household" } }));
}

/** `GET /api/books/{id}/members` */
export async function listMembers(id: string): Promise<Member[]> {
  return (await answer(client.GET("/books/{id}/members", withId(id)))).items;
}

/** `PATCH /api/books/{id}/members/{member}` */
export async function setRole(id: string, member: string, role: BooksRole): Promise<void> {
  await answer(client.PATCH("/books/{id}/members/{member}", { params: { path: { id, member } }, body: { role } }));
}

/** `DELETE /api/books/{id}/members/{member}` */
export async function removeMember(id: string, member: string): Promise<void> {
  await answer(client.DELETE("/books/{id}/members/{member}", { params: { path: { id, member } } }));
}

/** `GET /api/books/{id}/invitations` */
export async function listInvitations(id: string): Promise<Invitation[]> {
  return (await answer(client.GET("/books/{id}/invitations", withId(id)))).items;
}

/** `POST /api/books/{id}/invitations` */
export async function invite(id: string, role: BooksRole, email: string): Promise<Invited> {
  return answer(client.POST("/books/{id}/invitations", { ...withId(id), body: { role, email } }));
}

/** `DELETE /api/books/{id}/invitations/{invitation}` */
export async function revokeInvitation(id: string, invitation: string): Promise<void> {
  await answer(client.DELETE("/books/{id}/invitations/{invitation}", { params: { path: { id, invitation } } }));
}

/** `POST /api/invitations/look` */
export async function lookAtInvitation(token: string): Promise<OpenInvitation> {
  return answer(client.POST("/invitations/look", { body: { token } }));
}

/** `POST /api/invitations/accept` */
export async function acceptInvitation(token: string): Promise<Books> {
  return answer(client.POST("/invitations/accept", { body: { token } }));
}
