/** The routes for attachments of transactions. */
import type * as Types from "./api-types.ts";
import { answer, client, withId } from "./api.ts";
import { inBooks } from "./lib/books.ts";

/** A receipt or another document of a transaction. */
export type Attachment = Types.AttachmentBody;
/** An attachment that is not matched to a transaction, with its offers. */
export type UnmatchedAttachment = Types.UnmatchedAttachmentBody;

/** `GET /api/transactions/{id}/attachments` */
export async function listAttachments(transaction: string): Promise<Attachment[]> {
  return (await answer(client.GET("/transactions/{id}/attachments", withId(transaction)))).items;
}

/** Returns a file as the body of a request. */
function asForm(file: File) {
  const form = new FormData();
  form.append("file", file, file.name);
  // The document describes the file as text.
  return { body: { file: file.name }, bodySerializer: () => form };
}

/** `POST /api/transactions/{id}/attachments` */
export async function attach(transaction: string, file: File): Promise<Attachment> {
  return answer(client.POST("/transactions/{id}/attachments", { ...withId(transaction), ...asForm(file) }));
}

/** `POST /api/attachments` */
export async function storeUnmatched(file: File): Promise<Attachment> {
  return answer(client.POST("/attachments", asForm(file)));
}

/** `GET /api/attachments/unmatched` */
export async function listUnmatched(): Promise<UnmatchedAttachment[]> {
  return (await answer(client.GET("/attachments/unmatched"))).items;
}

/** `PUT /api/attachments/{id}` */
export async function matchAttachment(id: string, transactionId: string | null): Promise<void> {
  await answer(client.PUT("/attachments/{id}", { ...withId(id), body: { transactionId } }));
}

/** `DELETE /api/attachments/{id}` */
export async function deleteAttachment(id: string): Promise<void> {
  await answer(client.DELETE("/attachments/{id}", withId(id)));
}

/** The address of an attachment's file. */
export const attachmentFile = (id: string): string => inBooks(`/api/attachments/${id}/file`);
