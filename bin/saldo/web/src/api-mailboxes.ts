/** The routes for mailboxes. */
import type * as Types from "./api-types.ts";
import { answer, client, withId } from "./api.ts";

/** A mailbox with the messages that were read from it. */
export type Mailbox = Types.MailboxBody;
/** A message that was read, and its result. */
export type MailMessage = Types.MailMessageBody;
/** A mailbox as its user enters it. */
export type MailboxRequest = Types.MailboxRequest;

/** `GET /api/mailboxes` */
export async function listMailboxes(): Promise<Mailbox[]> {
  return (await answer(client.GET("/mailboxes"))).items;
}

/** `POST /api/mailboxes/test`. Returns the number of messages in the folder. */
export async function testMailbox(body: MailboxRequest): Promise<number> {
  return (await answer(client.POST("/mailboxes/test", { body }))).messages;
}

/** `POST /api/mailboxes` */
export async function addMailbox(body: MailboxRequest): Promise<void> {
  await answer(client.POST("/mailboxes", { body }));
}

/** `PUT /api/mailboxes/{id}` */
export async function putMailbox(id: string, body: MailboxRequest): Promise<void> {
  await answer(client.PUT("/mailboxes/{id}", { ...withId(id), body }));
}

/** `POST /api/mailboxes/{id}/fetch` */
export async function fetchMailbox(id: string): Promise<void> {
  await answer(client.POST("/mailboxes/{id}/fetch", withId(id)));
}

/** `DELETE /api/mailboxes/{id}` */
export async function deleteMailbox(id: string): Promise<void> {
  await answer(client.DELETE("/mailboxes/{id}", withId(id)));
}
