/**
 * Typed functions for Saldo's own routes. Responses are validated here, so that
 * pages can rely on their types.
 */
import * as v from "valibot";
import { nameInLanguage } from "./lib/category-name.ts";

/** An amount on the wire. */
export const decimal = v.pipe(v.string(), v.regex(/^-?\d+(\.\d+)?$/));

const witness = v.variant("witness", [
  v.object({ witness: v.literal("opening_and_closing"), holds: v.boolean() }),
  v.object({ witness: v.literal("running_balances"), printed: v.number(), holding: v.number() }),
  v.object({ witness: v.literal("total_in"), holds: v.boolean() }),
  v.object({ witness: v.literal("total_out"), holds: v.boolean() }),
  v.object({ witness: v.literal("count"), holds: v.boolean() }),
  v.object({ witness: v.literal("other_balances"), printed: v.number(), holding: v.number() }),
  v.object({ witness: v.literal("sums"), printed: v.number(), holding: v.number() }),
  v.object({ witness: v.literal("daily_balances"), printed: v.number(), holding: v.number() }),
]);

const outcome = v.picklist(["balanced", "unbalanced", "unchecked"]);

const failure = v.object({
  code: v.fallback(
    v.picklist(["needs_password", "wrong_password", "image_only", "not_a_statement", "unreadable", "too_large"]),
    "unreadable",
  ),
  message: v.string(),
});

const CAUSES = [
  "row_doubled",
  "row_extra",
  "sign_flipped",
  "amount_doubled",
  "digits_swapped",
  "point_slipped",
  "digit_misread",
  "row_missing",
  "total_disagrees",
  "count_disagrees",
  "mixed_currencies",
  "contradiction",
] as const;

const likelyCause = v.object({
  code: v.fallback(v.picklist(CAUSES), "contradiction"),
  entryId: v.nullable(v.string()),
  amount: decimal,
});

const contradiction = v.object({
  figure: v.picklist([
    "running_balance",
    "opening_balance",
    "closing_balance",
    "total_in",
    "total_out",
    "sum",
    "daily_balance",
    "sign",
    "date",
  ]),
  entryId: v.nullable(v.string()),
  afterEntryId: v.nullable(v.string()),
  difference: decimal,
});

const alternative = v.object({
  differs: v.array(v.picklist(["signs", "rows", "years", "dates", "currency"])),
  examples: v.array(v.object({ entryId: v.string(), date: v.string(), amount: decimal })),
});

const origin = v.picklist(["printed", "inferred", "confirmed"]);

const statementAccount = v.object({
  accountId: v.string(),
  numberMasked: v.nullable(v.string()),
  currency: v.string(),
  periodStart: v.nullable(v.string()),
  periodEnd: v.nullable(v.string()),
  openingBalance: v.nullable(decimal),
  closingBalance: v.nullable(decimal),
  outcome,
  discrepancy: v.nullable(decimal),
  firstBrokenEntryId: v.nullable(v.string()),
  witnesses: v.array(witness),
  likelyCauses: v.array(likelyCause),
  checks: v.object({ printed: v.number(), holding: v.number() }),
  contradictions: v.array(contradiction),
  alternatives: v.array(alternative),
  origins: v.nullable(v.object({ currency: origin, year: origin, kind: origin, signs: origin })),
  questions: v.array(v.picklist(["reading", "currency", "year"])),
});

const statement = v.object({
  id: v.string(),
  fileName: v.string(),
  size: v.number(),
  pages: v.nullable(v.number()),
  kind: v.picklist(["bank", "card", "investment", "other"]),
  institution: v.nullable(v.string()),
  status: v.picklist(["uploaded", "processing", "processed", "failed"]),
  outcome: v.nullable(outcome),
  failure: v.nullable(failure),
  accounts: v.array(statementAccount),
  createdAt: v.string(),
  processedAt: v.nullable(v.string()),
  jobId: v.nullable(v.string()),
  readBy: v.nullable(v.picklist(["layout", "model", "picture", "import"])),
});

const place = v.object({ page: v.number(), x: v.number(), y: v.number(), width: v.number(), height: v.number() });

const split = v.object({ amount: decimal, categoryId: v.nullable(v.string()), note: v.nullable(v.string()) });

/** A transaction, as every route returns it. */
export const transaction = v.object({
  id: v.string(),
  accountId: v.string(),
  statementId: v.nullable(v.string()),
  date: v.string(),
  valueDate: v.nullable(v.string()),
  description: v.string(),
  originalDescription: v.string(),
  amount: decimal,
  currency: v.string(),
  balance: v.nullable(decimal),
  categoryId: v.nullable(v.string()),
  categoryBy: v.picklist(["words", "person", "rule", "learned", "model"]),
  kind: v.picklist(["entry", "transfer"]),
  transferId: v.nullable(v.string()),
  note: v.string(),
  tags: v.array(v.string()),
  splits: v.array(split),
  place: v.nullable(place),
  position: v.number(),
});

const job = v.object({
  state: v.picklist(["queued", "running", "done", "failed"]),
  stage: v.picklist(["queued", "reading", "asking", "checking", "storing", "finished"]),
  page: v.number(),
  pages: v.nullable(v.number()),
  rows: v.number(),
  failure: v.nullable(failure),
});

const account = v.object({
  id: v.string(),
  name: v.string(),
  institution: v.nullable(v.string()),
  numberMasked: v.nullable(v.string()),
  kind: v.picklist(["checking", "savings", "card", "investment", "cash", "property", "loan", "other"]),
  currency: v.string(),
  balance: v.nullable(v.object({ amount: decimal, date: v.string() })),
  byHand: v.boolean(),
  closedOn: v.nullable(v.string()),
});

const category = v.object({
  id: v.string(),
  key: v.nullable(v.string()),
  name: v.string(),
  parentId: v.nullable(v.string()),
});

const uploaded = v.object({
  files: v.array(
    v.object({
      statementId: v.nullable(v.string()),
      fileName: v.string(),
      duplicateOf: v.nullable(v.string()),
      error: v.nullable(v.string()),
    }),
  ),
});

const providers = v.object({ providers: v.array(v.object({ id: v.string(), name: v.string() })) });

/** An uploaded file and the result of reading it. */
export type Statement = v.InferOutput<typeof statement>;
/** One account's part of a statement. */
export type StatementAccount = v.InferOutput<typeof statementAccount>;
/** A printed figure that contradicts the others. */
export type Contradiction = v.InferOutput<typeof contradiction>;
/** Another reading that explains the printed figures equally well. */
export type Alternative = v.InferOutput<typeof alternative>;
/** A printed figure that confirms or contradicts the transactions. */
export type Witness = v.InferOutput<typeof witness>;
/** A likely cause for a statement that does not add up. */
export type LikelyCause = v.InferOutput<typeof likelyCause>;
/** The reason why a statement could not be read. */
export type Failure = v.InferOutput<typeof failure>;
/** A transaction. */
export type Transaction = v.InferOutput<typeof transaction>;
/** A split of a transaction. */
export type Split = v.InferOutput<typeof split>;
/** A transaction's position on its page, in points from the top left. */
export type Place = v.InferOutput<typeof place>;
/** The progress of reading a statement. */
export type Job = v.InferOutput<typeof job>;
/** An account. */
export type Account = v.InferOutput<typeof account>;
/** A category of transactions. */
export type Category = v.InferOutput<typeof category>;
/** A configured identity provider. */
export type Provider = v.InferOutput<typeof providers>["providers"][number];

/** An error response of the server. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    super(typeof body["error"] === "string" ? body["error"] : `HTTP ${status}`);
    this.name = "ApiError";
    this.status = status;
    this.body = body;
  }
}

/**
 * Parses the body of a response as a JSON object. Returns an empty one for anything else,
 * such as a proxy's error page.
 */
export function parseBody(text: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Sends a request to a route under `/api` and returns the parsed body. */
export async function send(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const request: RequestInit = { method, headers: { accept: "application/json", ...headers } };
  if (body instanceof Blob) {
    request.body = body;
  } else if (body !== undefined) {
    request.body = JSON.stringify(body);
    request.headers = { ...request.headers, "content-type": "application/json" };
  }
  const response = await fetch(`/api${path}`, request);
  const answer = parseBody(await response.text());
  if (!response.ok) {
    throw new ApiError(response.status, answer);
  }
  return answer;
}

/** Returns the schema of a page of a list. */
export function page<T extends v.GenericSchema>(item: T) {
  return v.object({ items: v.array(item), nextCursor: v.nullable(v.string()) });
}

/** A page of a list, with the cursor of the next page. */
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/** Returns a query string without empty values. */
export function query(values: Record<string, string | number | null | undefined>): string {
  const set = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return set.length === 0 ? "" : `?${new URLSearchParams(set.map(([name, value]) => [name, String(value)]))}`;
}

/** `GET /api/statements` */
export async function listStatements(cursor: string | null): Promise<Page<Statement>> {
  return v.parse(page(statement), await send("GET", `/statements${query({ limit: 100, cursor })}`));
}

/** `GET /api/statements/{id}` */
export async function getStatement(id: string): Promise<Statement> {
  return v.parse(statement, await send("GET", `/statements/${encodeURIComponent(id)}`));
}

/** `DELETE /api/statements/{id}` */
export async function deleteStatement(id: string): Promise<void> {
  await send("DELETE", `/statements/${encodeURIComponent(id)}`);
}

/** `GET /api/statements/{id}/transactions`: all pages. */
export async function listStatementTransactions(id: string): Promise<Transaction[]> {
  const transactions: Transaction[] = [];
  let cursor: string | null = null;
  do {
    const path = `/statements/${encodeURIComponent(id)}/transactions${query({ limit: 500, cursor })}`;
    const part: Page<Transaction> = v.parse(page(transaction), await send("GET", path));
    transactions.push(...part.items);
    cursor = part.nextCursor;
  } while (cursor !== null);
  return transactions;
}

/** Returns the route of a statement's original file. */
export function statementFile(id: string): string {
  return `/api/statements/${encodeURIComponent(id)}/file`;
}

/** `POST /api/process-statement`, without waiting for the result. */
export async function processStatement(
  statementId: string,
  options: { password?: string; reprocess?: boolean } = {},
): Promise<void> {
  await send("POST", "/process-statement", { statementId, ...options }, { prefer: "respond-async" });
}

/** An answer to what a statement leaves open. */
export type Answer = { asShown: true } | { alternative: number } | { currency: string } | { year: number };

/** `POST /api/statements/{id}/answers`, without waiting for the statement to be read again. */
export async function answerStatement(statementId: string, account: number, answer: Answer): Promise<void> {
  const path = `/statements/${encodeURIComponent(statementId)}/answers`;
  await send("POST", path, { account, ...answer }, { prefer: "respond-async" });
}

/** `GET /api/jobs/{id}` */
export async function getJob(id: string): Promise<Job> {
  return parseJob(await send("GET", `/jobs/${encodeURIComponent(id)}`));
}

/** Parses a job from a response, or from an event of `GET /api/jobs/{id}/events`. */
export function parseJob(body: unknown): Job {
  return v.parse(job, body);
}

/** A transaction filter, with the parameter names of the server (and of the page's address). */
export interface TransactionFilter {
  account?: string | undefined;
  category?: string | undefined;
  subcategories?: string | undefined;
  withoutCategory?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  weekday?: string | undefined;
  text?: string | undefined;
  words?: string | undefined;
  withoutWords?: string | undefined;
  withoutText?: string | undefined;
  merchant?: string | undefined;
  ids?: string | undefined;
  queryFilter?: string | undefined;
  statement?: string | undefined;
  tag?: string | undefined;
  kind?: string | undefined;
  currency?: string | undefined;
  minAmount?: string | undefined;
  maxAmount?: string | undefined;
  uncategorised?: string | undefined;
  unreconciled?: string | undefined;
  direction?: string | undefined;
  sort?: string | undefined;
}

/** `GET /api/transactions` */
export async function listTransactions(
  filter: TransactionFilter,
  cursor: string | null,
  limit = 500,
): Promise<Page<Transaction>> {
  return v.parse(page(transaction), await send("GET", `/transactions${query({ ...filter, limit, cursor })}`));
}

/** Parses an account. */
export function parseAccount(body: unknown): Account {
  return v.parse(account, body);
}

/** `GET /api/accounts` */
export async function listAccounts(): Promise<Account[]> {
  return v.parse(page(account), await send("GET", "/accounts")).items;
}

/** `GET /api/categories` */
export async function listCategories(): Promise<Category[]> {
  const { items } = v.parse(page(category), await send("GET", "/categories"));
  return items.map((item) => ({ ...item, name: nameInLanguage(item.name) }));
}

/** `GET /api/auth/providers`: the identity providers for signing in to this server. */
export async function listProviders(): Promise<Provider[]> {
  return v.parse(providers, await send("GET", "/auth/providers")).providers;
}

/** Parses the response of `POST /api/upload`, which `lib/send-file.ts` sends. */
export function parseUpload(body: unknown): v.InferOutput<typeof uploaded> {
  return v.parse(uploaded, body);
}
