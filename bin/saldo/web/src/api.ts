/**
 * Typed functions for Saldo's own routes. The types are those of the server's OpenAPI document, which is
 * embedded in the same program as the pages.
 */
import createClient from "openapi-fetch";
import type * as Types from "./api-types.ts";
import { BOOKS_HEADER, currentBooks, inBooks } from "./lib/books.ts";
import { nameInLanguage } from "./lib/category-name.ts";
import { fetchOrKept } from "./lib/offline.ts";

/** An uploaded file and the result of reading it. */
export type Statement = Types.StatementBody;
/** One account's part of a statement. */
export type StatementAccount = Types.StatementAccountBody;
/** A printed figure that contradicts the others. */
export type Contradiction = Types.ContradictionBody;
/** Another reading that explains the printed figures equally well. */
export type Alternative = Types.AlternativeBody;
/** A printed figure that confirms or contradicts the transactions. */
export type Witness = Types.Witness;
/** A likely cause for a statement that does not add up. */
export type LikelyCause = Types.LikelyCauseBody;
/** The reason why a statement could not be read. */
export type Failure = Types.Failure;
/** A transaction. */
export type Transaction = Types.TransactionBody;
/** A split of a transaction. */
export type Split = Types.SplitBody;
/** A transaction's position on its page, in points from the top left. */
export type Place = Types.PlaceBody;
/** The progress of reading a statement. */
export type Job = Types.JobBody;
/** An account. */
export type Account = Types.AccountBody;
/** A category of transactions. */
export type Category = Types.CategoryBody;
/** A configured identity provider. */
export type Provider = Types.Provider;

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

/** The routes under `/api`, with the types of their requests and responses. */
export const client = createClient<Types.paths>({
  baseUrl: "/api",
  headers: { accept: "application/json" },
  fetch: (request) => fetchOrKept(request, currentBooks()),
});

client.use({
  onRequest: ({ request }) => {
    const books = currentBooks();
    if (books !== null) {
      request.headers.set(BOOKS_HEADER, books);
    }
    return request;
  },
});

/** A response that `openapi-fetch` has parsed. */
interface Fetched<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/**
 * Returns the body of a successful response, and throws any other as an `ApiError`. Of an
 * error that is no JSON object, such as a proxy's page, it has the status only.
 */
export async function answer<T>(request: Promise<Fetched<T>>): Promise<T> {
  const { data, error, response } = await request;
  if (!response.ok) {
    throw new ApiError(response.status, typeof error === "object" ? { ...error } : {});
  }
  return data as T;
}

/** A page of a list, with the cursor of the next page. */
export interface Page<T> {
  items: T[];
  nextCursor: string | null;
}

/** Values of a query without the empty ones. */
type Given<T> = { [Name in keyof T]?: Exclude<T[Name], null | undefined> };

/** Returns the values of a query without the empty ones. */
export function given<T extends object>(values: T): Given<T> {
  const set = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return Object.fromEntries(set) as Given<T>;
}

/** Returns the parameters of a route with an id in its path. */
export function withId(id: string) {
  return { params: { path: { id } } };
}

/** `GET /api/statements` */
export async function listStatements(cursor: string | null, account: string | null = null): Promise<Page<Statement>> {
  return answer(client.GET("/statements", { params: { query: given({ limit: 100, cursor, account }) } }));
}

/** `GET /api/statements/{id}` */
export async function getStatement(id: string): Promise<Statement> {
  return answer(client.GET("/statements/{id}", withId(id)));
}

/** `DELETE /api/statements/{id}` */
export async function deleteStatement(id: string): Promise<void> {
  await answer(client.DELETE("/statements/{id}", withId(id)));
}

/** `GET /api/statements/{id}/transactions` */
export async function listStatementTransactions(id: string): Promise<Transaction[]> {
  return (await answer(client.GET("/statements/{id}/transactions", withId(id)))).items;
}

/** Returns the route of a statement's original file. */
export function statementPath(id: string): string {
  return `/api/statements/${encodeURIComponent(id)}/file`;
}

/** Returns the address of a statement's original file in the open books. */
export function statementFile(id: string): string {
  return inBooks(statementPath(id));
}

/** Asks the server to respond before a statement is read. */
const WITHOUT_WAITING = { prefer: "respond-async" };

/** `POST /api/process-statement`, without waiting for the result. */
export async function processStatement(
  statementId: string,
  options: { password?: string; reprocess?: boolean } = {},
): Promise<void> {
  const body = { statementId, ...options };
  await answer(client.POST("/process-statement", { body, headers: WITHOUT_WAITING }));
}

/** An answer to what a statement leaves open. */
export type Answer = { asShown: true } | { alternative: number } | { currency: string } | { year: number };

/** `POST /api/statements/{id}/answers`, without waiting for the statement to be read again. */
export async function answerStatement(statementId: string, account: number, given: Answer): Promise<void> {
  const body = { account, ...given };
  await answer(client.POST("/statements/{id}/answers", { ...withId(statementId), body, headers: WITHOUT_WAITING }));
}

/** `GET /api/jobs/{id}` */
export async function getJob(id: string): Promise<Job> {
  return answer(client.GET("/jobs/{id}", withId(id)));
}

/** A transaction filter, with the parameter names of the server (and of the page's address). */
export type TransactionFilter = { [Name in keyof Types.FilterQuery]?: string | undefined };

/** `GET /api/transactions` */
export async function listTransactions(
  filter: TransactionFilter,
  cursor: string | null,
  limit = 500,
): Promise<Page<Transaction>> {
  return answer(client.GET("/transactions", { params: { query: given({ ...filter, limit, cursor }) } }));
}

/** `GET /api/accounts` */
export async function listAccounts(): Promise<Account[]> {
  return (await answer(client.GET("/accounts"))).items;
}

/** `GET /api/accounts/{id}` */
export async function getAccount(id: string): Promise<Account> {
  return answer(client.GET("/accounts/{id}", withId(id)));
}

/** `GET /api/categories` */
export async function listCategories(): Promise<Category[]> {
  const { items } = await answer(client.GET("/categories"));
  return items.map((item) => ({ ...item, name: nameInLanguage(item.name) }));
}

/** `GET /api/auth/providers`: the identity providers for signing in to this server. */
export async function listProviders(): Promise<Provider[]> {
  return (await answer(client.GET("/auth/providers"))).providers;
}
