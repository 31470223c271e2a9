/** The routes for shared expenses, balances and settlements. They concern the user and no books. */
import type * as Types from "./api-types.ts";
import { answer, client, withId } from "./api.ts";

/** A transaction whose cost is divided among members. */
export type SharedExpense = Types.SharedExpenseBody;
/** The balances between the members of a household. */
export type Balances = Types.BalancesBody;
/** A member or former member who has a part. */
export type Participant = Types.ParticipantBody;
/** A payment that settles what one member owes. */
export type Debt = Types.DebtBody;
/** A recorded payment. */
export type Settlement = Types.SettlementBody;
/** A transaction that may be a payment. */
export type SettlementOffer = Types.SettlementOfferBody;
/** The unit in which an expense is divided. */
export type DivisionUnit = Types.DivisionUnit;
/** The shares in a request. */
export type ShareChange = Types.ShareChange;
/** A payment to record. */
export type NewSettlement = Types.NewSettlement;

/** A page of a list. */
interface Paged<T> {
  items: T[];
  nextCursor: string | null;
}

/** `GET /api/transactions/{id}/shared-expense` */
export async function findSharing(transaction: string): Promise<Types.SharingBody> {
  return answer(client.GET("/transactions/{id}/shared-expense", withId(transaction)));
}

/** `GET /api/books/{id}/shared-expenses` */
export async function listSharedExpenses(id: string, cursor: string | null): Promise<Paged<SharedExpense>> {
  const query = cursor === null ? {} : { cursor };
  const page = await answer(client.GET("/books/{id}/shared-expenses", { params: { path: { id }, query } }));
  return { items: page.items, nextCursor: page.nextCursor ?? null };
}

/** `POST /api/books/{id}/shared-expenses` */
export async function shareTransaction(id: string, transactionId: string, change: ShareChange): Promise<SharedExpense> {
  return answer(client.POST("/books/{id}/shared-expenses", { ...withId(id), body: { transactionId, ...change } }));
}

/** `PATCH /api/books/{id}/shared-expenses/{expense}` */
export async function changeSharing(id: string, expense: string, body: ShareChange): Promise<SharedExpense> {
  return answer(client.PATCH("/books/{id}/shared-expenses/{expense}", { params: { path: { id, expense } }, body }));
}

/** `DELETE /api/books/{id}/shared-expenses/{expense}` */
export async function stopSharing(id: string, expense: string): Promise<void> {
  await answer(client.DELETE("/books/{id}/shared-expenses/{expense}", { params: { path: { id, expense } } }));
}

/** `GET /api/books/{id}/balances` */
export async function getBalances(id: string): Promise<Balances> {
  return answer(client.GET("/books/{id}/balances", withId(id)));
}

/** `GET /api/books/{id}/settlements` */
export async function listSettlements(id: string, cursor: string | null): Promise<Paged<Settlement>> {
  const query = cursor === null ? {} : { cursor };
  const page = await answer(client.GET("/books/{id}/settlements", { params: { path: { id }, query } }));
  return { items: page.items, nextCursor: page.nextCursor ?? null };
}

/** `POST /api/books/{id}/settlements` */
export async function settle(id: string, body: NewSettlement): Promise<Settlement> {
  return answer(client.POST("/books/{id}/settlements", { ...withId(id), body }));
}

/** `DELETE /api/books/{id}/settlements/{settlement}` */
export async function deleteSettlement(id: string, settlement: string): Promise<void> {
  await answer(client.DELETE("/books/{id}/settlements/{settlement}", { params: { path: { id, settlement } } }));
}

/** `GET /api/books/{id}/settlement-offers` */
export async function listOffers(id: string): Promise<SettlementOffer[]> {
  return (await answer(client.GET("/books/{id}/settlement-offers", withId(id)))).items;
}
