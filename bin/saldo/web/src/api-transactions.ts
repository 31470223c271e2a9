/** The routes that change transactions. Each change is an edit that the server records and can undo. */
import type * as Types from "./api-types.ts";
import { type Page, type Transaction, type TransactionFilter, answer, client, given, withId } from "./api.ts";

/** A recorded edit of transactions. */
export type Edit = Types.EditBody;
/** The state of a transaction before or after an edit. */
export type TransactionState = Types.TransactionState;
/** The effect of an edit on one transaction. */
export type TransactionRecord = Types.RecordBody;
/** The totals of transactions in one currency. */
export type Total = Types.FlowBody;
/** A group of transactions with its totals. */
export type TransactionGroup = Types.GroupBody;
/** The reason for a transaction's category. */
export type Explanation = Types.ExplanationBody;
/** Two transactions that may be a transfer between own accounts. */
export type TransferOffer = Types.OfferBody;
/** Transactions that may be duplicates. */
export type Duplicates = Types.DuplicatesBody;
/** A tag with the number of its transactions. */
export type TagUse = Types.TagBody;
/** The effect a rule would have. */
export type RulePreview = Types.PreviewBody;
/** A change to a transaction; absent fields stay the same. */
export type TransactionChange = Types.TransactionChange;
/** A transaction added by hand: one without a statement, or a missing row of one. */
export type NewTransaction = Types.NewTransactionRequest;
/** A rule that is not stored yet. */
export type RuleDraft = Types.RuleRequest;
/** A condition on a transaction. */
export type RuleCondition = Types.RuleCondition;
/** An action on a matching transaction. */
export type RuleAction = Types.RuleAction;

/** The transactions that a change applies to. */
export type Selection = { ids: string[] } | { filter: TransactionFilter };

/** Returns a new idempotency key, so that a write repeated after a lost response is not done twice. */
function once() {
  // `randomUUID` exists only on HTTPS and localhost.
  const key = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
  return { header: { "Idempotency-Key": key } };
}

/** Returns a selection for the server, which reads the texts of a filter as in an address. */
function selected(selection: Selection): Types.SelectionRequest {
  return selection as Types.SelectionRequest;
}

/** `PATCH /api/transactions/{id}` */
export async function updateTransaction(id: string, change: TransactionChange): Promise<Transaction> {
  return answer(client.PATCH("/transactions/{id}", { ...withId(id), body: change }));
}

/** `POST /api/transactions` */
export async function createTransaction(draft: NewTransaction): Promise<Transaction> {
  return answer(client.POST("/transactions", { params: once(), body: draft }));
}

/** `DELETE /api/transactions/{id}` */
export async function deleteTransaction(id: string): Promise<Edit> {
  return answer(client.DELETE("/transactions/{id}", withId(id)));
}

/** `PUT /api/transactions/{id}/splits` */
export async function splitTransaction(
  id: string,
  splits: { amount: string; categoryId: string | null }[],
): Promise<Transaction> {
  return answer(client.PUT("/transactions/{id}/splits", { ...withId(id), body: { splits } }));
}

/** `PATCH /api/transactions` */
export async function updateTransactions(selection: Selection, change: TransactionChange): Promise<Edit> {
  return answer(client.PATCH("/transactions", { params: once(), body: { ...selected(selection), change } }));
}

/** `POST /api/transactions/delete` */
export async function deleteTransactions(selection: Selection): Promise<Edit> {
  return answer(client.POST("/transactions/delete", { params: once(), body: selected(selection) }));
}

/** `GET /api/transactions/totals` */
export async function totalTransactions(filter: TransactionFilter): Promise<Types.Figures_FlowBody> {
  return answer(client.GET("/transactions/totals", { params: { query: given(filter) } }));
}

/** `GET /api/transactions/totals/groups` */
export async function totalGroups(filter: TransactionFilter, by: string): Promise<TransactionGroup[]> {
  const query = { ...given(filter), by };
  return (await answer(client.GET("/transactions/totals/groups", { params: { query } }))).items;
}

/** `GET /api/transactions/{id}/history` */
export async function listHistory(id: string): Promise<TransactionRecord[]> {
  return (await answer(client.GET("/transactions/{id}/history", withId(id)))).items;
}

/** `GET /api/transactions/{id}/explanation` */
export async function explainTransaction(id: string): Promise<Explanation> {
  return answer(client.GET("/transactions/{id}/explanation", withId(id)));
}

/**
 * `GET /api/transactions/{id}/alike`: the ids of the merchant's other transactions with a different category.
 */
export async function listAlike(id: string): Promise<string[]> {
  return (await answer(client.GET("/transactions/{id}/alike", withId(id)))).ids;
}

/** `GET /api/edits`: the edits, latest first. */
export async function listEdits(limit: number, cursor: string | null = null): Promise<Page<Edit>> {
  return answer(client.GET("/edits", { params: { query: given({ limit, cursor }) } }));
}

/** `POST /api/edits/{id}/undo` */
export async function undoEdit(id: string): Promise<{ edit: Edit; kept: number }> {
  return answer(client.POST("/edits/{id}/undo", { params: { path: { id }, ...once() } }));
}

/** `GET /api/tags` */
export async function listTags(): Promise<TagUse[]> {
  return (await answer(client.GET("/tags"))).items;
}

/** `GET /api/transfers` */
export async function listTransferOffers(): Promise<TransferOffer[]> {
  return (await answer(client.GET("/transfers"))).items;
}

/** `POST /api/transfers` */
export async function linkTransfer(out: string, into: string): Promise<Edit> {
  return answer(client.POST("/transfers", { params: once(), body: { out, into } }));
}

/** `GET /api/duplicates` */
export async function listDuplicates(): Promise<Duplicates[]> {
  return (await answer(client.GET("/duplicates"))).items;
}

/** `POST /api/duplicates/distinct` */
export async function keepDistinct(one: string, other: string): Promise<void> {
  await answer(client.POST("/duplicates/distinct", { body: { one, other } }));
}

/** `POST /api/rules/preview` */
export async function previewRule(rule: RuleDraft): Promise<RulePreview> {
  return answer(client.POST("/rules/preview", { body: rule }));
}

/** `POST /api/rules` */
export async function createRule(rule: RuleDraft): Promise<void> {
  await answer(client.POST("/rules", { params: once(), body: rule }));
}

/** `POST /api/rules/apply` */
export async function applyRules(): Promise<number> {
  return (await answer(client.POST("/rules/apply"))).changed;
}

/** `GET /api/rules`, for their names. */
export async function listRuleNames(): Promise<{ id: string; name: string }[]> {
  return (await answer(client.GET("/rules"))).items;
}
