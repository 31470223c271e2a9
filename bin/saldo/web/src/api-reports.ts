/** The routes of the overview's reports. */
import type * as Types from "./api-types.ts";
import { nameInLanguage } from "./lib/category-name.ts";
import { answer, client, given } from "./api.ts";

/** Money in and out in one currency. */
export type Flow = Types.FlowBody;
/** Money in and out of a month. */
export type Bucket = Types.BucketBody;
/** The totals of a category and its subcategories; without a category for uncategorized transactions. */
export type Spending = Types.SpendingBody;
/** The balances of all accounts at the end of a month. */
export type WorthPoint = Types.PointBody;
/** The balances of all accounts by month. */
export type NetWorth = Types.NetWorthBody;
/** A recurring payment or income. */
export type Recurring = Types.RecurringBody;
/** The user's decision about a recurring payment. */
export type Decision = Types.Decision;

/** A question about the transactions. */
export type Query = Types.Query;
/** The answer to a query. */
export type QueryAnswer = Types.QueryAnswer;
/** A figure of an answer. */
export type QueryRow = Types.QueryRow;

/** A range of days, both ends included. */
export interface Period {
  from: string;
  to: string;
}

/** `GET /api/reports/net-worth` */
export async function reportNetWorth(period: Partial<Period>, currency: string | null): Promise<NetWorth> {
  return answer(client.GET("/reports/net-worth", { params: { query: given({ ...period, currency }) } }));
}

/** `GET /api/reports/cash-flow`, by month. */
export async function reportCashFlow(period: Period, currency: string | null): Promise<Bucket[]> {
  const params = { query: given({ ...period, currency }) };
  return (await answer(client.GET("/reports/cash-flow", { params }))).items;
}

/** `GET /api/reports/spending` */
export async function reportSpending(period: Period): Promise<Spending[]> {
  const { items } = await answer(client.GET("/reports/spending", { params: { query: period } }));
  return items.map((item) => ({ ...item, name: item.name && nameInLanguage(item.name) }));
}

/** `GET /api/reports/merchants`: the names of the merchants with the largest amounts. */
export async function reportMerchants(): Promise<string[]> {
  const { items } = await answer(client.GET("/reports/merchants"));
  return items.flatMap(({ name }) => (name ? [name] : []));
}

/** `GET /api/recurring` */
export async function listRecurring(): Promise<Recurring[]> {
  return (await answer(client.GET("/recurring"))).items;
}

/** `PUT /api/recurring/decision`; `null` clears the decision. */
export async function decideRecurring(series: Recurring, decision: Decision | null): Promise<void> {
  const { merchant, currency, direction, rhythm } = series;
  const body = { merchant, currency, direction, rhythm, decision };
  await answer(client.PUT("/recurring/decision", { body }));
}

/** `POST /api/query` */
export async function answerQuery(query: Query): Promise<QueryAnswer> {
  const { answer: answered } = await answer(client.POST("/query", { body: { query } }));
  return answered ?? NO_ANSWER;
}

const NO_ANSWER: QueryAnswer = { compared: null, converted: null, notes: [], period: null, rows: [] };
