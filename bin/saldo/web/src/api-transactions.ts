/** The routes that change transactions. Each change is an edit that the server records and can undo. */
import * as v from "valibot";
import { type Transaction, type TransactionFilter, decimal, transaction, page, query, send } from "./api.ts";

const edit = v.object({
  id: v.string(),
  action: v.picklist(["create", "change", "delete", "sort", "match", "undo"]),
  entries: v.number(),
  undoes: v.nullable(v.string()),
  undone: v.boolean(),
  createdAt: v.string(),
});

const money = v.object({ amount: decimal, currency: v.string() });

const transactionState = v.object({
  date: v.string(),
  description: v.string(),
  note: v.string(),
  amount: money,
  category: v.nullable(v.string()),
  kind: v.picklist(["entry", "transfer"]),
  tags: v.array(v.string()),
  splits: v.array(v.object({ amount: money, category: v.nullable(v.string()) })),
});

const transactionRecord = v.object({ edit, before: v.nullable(transactionState), after: v.nullable(transactionState) });

const total = v.object({
  currency: v.string(),
  income: decimal,
  spending: decimal,
  net: v.nullable(decimal),
  entries: v.number(),
});

const explanation = v.object({
  ruleId: v.nullable(v.string()),
  suggestion: v.nullable(
    v.object({
      categoryId: v.string(),
      certaintyPerMille: v.number(),
      words: v.array(v.string()),
      because: v.array(transaction),
    }),
  ),
});

const transferOffer = v.object({
  out: transaction,
  into: transaction,
  because: v.picklist(["named", "worded", "only_pair"]),
});

const duplicates = v.object({
  accountId: v.string(),
  amount: decimal,
  currency: v.string(),
  transactions: v.array(transaction),
});

const tag = v.object({ tag: v.string(), entries: v.number() });

const rulePreview = v.object({
  entries: v.number(),
  changed: v.number(),
  examples: v.array(
    v.object({ transaction: transaction, categoryId: v.nullable(v.string()), description: v.nullable(v.string()) }),
  ),
});

const totals = v.object({
  items: v.array(total),
  possiblyCountedTwice: v.array(v.tuple([v.string(), v.string()])),
});

const ruleName = v.object({ id: v.string(), name: v.string() });

/** A recorded edit of transactions. */
export type Edit = v.InferOutput<typeof edit>;
/** The state of a transaction before or after an edit. */
export type TransactionState = v.InferOutput<typeof transactionState>;
/** The effect of an edit on one transaction. */
export type TransactionRecord = v.InferOutput<typeof transactionRecord>;
/** The totals of transactions in one currency. */
export type Total = v.InferOutput<typeof total>;
/** The reason for a transaction's category. */
export type Explanation = v.InferOutput<typeof explanation>;
/** Two transactions that may be a transfer between own accounts. */
export type TransferOffer = v.InferOutput<typeof transferOffer>;
/** Transactions that may be duplicates. */
export type Duplicates = v.InferOutput<typeof duplicates>;
/** A tag with the number of its transactions. */
export type TagUse = v.InferOutput<typeof tag>;
/** The effect a rule would have. */
export type RulePreview = v.InferOutput<typeof rulePreview>;

/** A change to a transaction; absent fields stay the same. */
export interface TransactionChange {
  description?: string;
  note?: string;
  date?: string;
  amount?: string;
  categoryId?: string | null;
  kind?: Transaction["kind"];
  tags?: string[];
  addTags?: string[];
  removeTags?: string[];
}

/** A transaction added by hand: one without a statement, or a missing row of one. */
export interface NewTransaction {
  accountId: string;
  date: string;
  description: string;
  amount: string;
  statementId?: string;
  position?: number;
  categoryId?: string | null;
  note?: string;
}

/** The transactions that a change applies to. */
export type Selection = { ids: string[] } | { filter: TransactionFilter };

/** A rule that is not stored yet. */
export interface RuleDraft {
  name: string;
  conditions: RuleCondition[];
  actions: RuleAction[];
}

/** A condition on a transaction. */
export type RuleCondition =
  | { when: "description_contains"; text: string }
  | { when: "direction"; direction: "in" | "out" }
  | { when: "account"; account: string };

/** An action on a matching transaction. */
export type RuleAction =
  { do: "set_category"; category: string } | { do: "rename"; description: string } | { do: "add_tag"; tag: string };

/** Returns a new idempotency key, so that a write repeated after a lost response is not done twice. */
function once(): Record<string, string> {
  // `randomUUID` exists only on HTTPS and localhost.
  const key = Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join("-");
  return { "idempotency-key": key };
}

function pathOf(id: string): string {
  return `/transactions/${encodeURIComponent(id)}`;
}

/** `PATCH /api/transactions/{id}` */
export async function updateTransaction(id: string, change: TransactionChange): Promise<Transaction> {
  return v.parse(transaction, await send("PATCH", pathOf(id), change));
}

/** `POST /api/transactions` */
export async function createTransaction(draft: NewTransaction): Promise<Transaction> {
  return v.parse(transaction, await send("POST", "/transactions", draft, once()));
}

/** `DELETE /api/transactions/{id}` */
export async function deleteTransaction(id: string): Promise<Edit> {
  return v.parse(edit, await send("DELETE", pathOf(id)));
}

/** `PUT /api/transactions/{id}/splits` */
export async function splitTransaction(
  id: string,
  splits: { amount: string; categoryId: string | null }[],
): Promise<Transaction> {
  return v.parse(transaction, await send("PUT", `${pathOf(id)}/splits`, { splits }));
}

/** `PATCH /api/transactions` */
export async function updateTransactions(selection: Selection, change: TransactionChange): Promise<Edit> {
  return v.parse(edit, await send("PATCH", "/transactions", { ...selection, change }, once()));
}

/** `POST /api/transactions/delete` */
export async function deleteTransactions(selection: Selection): Promise<Edit> {
  return v.parse(edit, await send("POST", "/transactions/delete", selection, once()));
}

/** `GET /api/transactions/totals` */
export async function totalTransactions(filter: TransactionFilter): Promise<v.InferOutput<typeof totals>> {
  return v.parse(totals, await send("GET", `/transactions/totals${query({ ...filter })}`));
}

/** `GET /api/transactions/{id}/history` */
export async function listHistory(id: string): Promise<TransactionRecord[]> {
  return v.parse(page(transactionRecord), await send("GET", `${pathOf(id)}/history`)).items;
}

/** `GET /api/transactions/{id}/explanation` */
export async function explainTransaction(id: string): Promise<Explanation> {
  return v.parse(explanation, await send("GET", `${pathOf(id)}/explanation`));
}

/**
 * `GET /api/transactions/{id}/alike`: the ids of the merchant's other transactions with a different category.
 */
export async function listAlike(id: string): Promise<string[]> {
  return v.parse(v.object({ ids: v.array(v.string()) }), await send("GET", `${pathOf(id)}/alike`)).ids;
}

/** `GET /api/edits`: the latest edits. */
export async function listEdits(limit: number): Promise<Edit[]> {
  return v.parse(page(edit), await send("GET", `/edits${query({ limit })}`)).items;
}

/** `POST /api/edits/{id}/undo` */
export async function undoEdit(id: string): Promise<{ edit: Edit; kept: number }> {
  const answer = await send("POST", `/edits/${encodeURIComponent(id)}/undo`, undefined, once());
  return v.parse(v.object({ edit, kept: v.number() }), answer);
}

/** `GET /api/tags` */
export async function listTags(): Promise<TagUse[]> {
  return v.parse(page(tag), await send("GET", "/tags")).items;
}

/** `GET /api/transfers` */
export async function listTransferOffers(): Promise<TransferOffer[]> {
  return v.parse(page(transferOffer), await send("GET", "/transfers")).items;
}

/** `POST /api/transfers` */
export async function linkTransfer(out: string, into: string): Promise<Edit> {
  return v.parse(edit, await send("POST", "/transfers", { out, into }, once()));
}

/** `GET /api/duplicates` */
export async function listDuplicates(): Promise<Duplicates[]> {
  return v.parse(page(duplicates), await send("GET", "/duplicates")).items;
}

/** `POST /api/duplicates/distinct` */
export async function keepDistinct(one: string, other: string): Promise<void> {
  await send("POST", "/duplicates/distinct", { one, other });
}

/** `POST /api/rules/preview` */
export async function previewRule(rule: RuleDraft): Promise<RulePreview> {
  return v.parse(rulePreview, await send("POST", "/rules/preview", rule));
}

/** `POST /api/rules` */
export async function createRule(rule: RuleDraft): Promise<void> {
  await send("POST", "/rules", rule, once());
}

/** `POST /api/rules/apply` */
export async function applyRules(): Promise<number> {
  return v.parse(v.object({ changed: v.number() }), await send("POST", "/rules/apply")).changed;
}

/** `GET /api/rules`, for their names. */
export async function listRuleNames(): Promise<{ id: string; name: string }[]> {
  return v.parse(page(ruleName), await send("GET", "/rules")).items;
}
