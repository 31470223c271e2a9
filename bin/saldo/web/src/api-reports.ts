/** The routes of the overview's reports. */
import * as v from "valibot";
import { nameInLanguage } from "./lib/category-name.ts";
import { decimal, page, query, send } from "./api.ts";

const money = v.object({ amount: decimal, currency: v.string() });

const flow = v.object({
  currency: v.string(),
  income: decimal,
  spending: decimal,
  net: v.nullable(decimal),
  entries: v.number(),
});

const rate = v.object({ from: v.string(), rate: decimal, date: v.string() });

const bucket = v.object({
  key: v.string(),
  from: v.string(),
  to: v.string(),
  flows: v.array(flow),
  converted: v.nullable(v.object({ currency: v.string(), income: decimal, spending: decimal, rates: v.array(rate) })),
  knownUntil: v.nullable(v.string()),
  knownFrom: v.nullable(v.string()),
});

const spending = v.object({
  categoryId: v.nullable(v.string()),
  parentId: v.nullable(v.string()),
  name: v.nullable(v.string()),
  flows: v.array(flow),
});

const point = v.object({
  date: v.string(),
  sums: v.array(money),
  converted: v.nullable(v.object({ amount: decimal, currency: v.string(), rates: v.array(rate) })),
});

const netWorth = v.object({
  items: v.array(point),
  unknownAccounts: v.array(v.string()),
  possiblyCountedTwice: v.array(v.tuple([v.string(), v.string()])),
});

const recurring = v.object({
  accountId: v.string(),
  merchant: v.string(),
  description: v.string(),
  direction: v.picklist(["in", "out"]),
  rhythm: v.picklist(["weekly", "biweekly", "monthly", "quarterly", "half_yearly", "yearly"]),
  amount: decimal,
  currency: v.string(),
  fixed: v.boolean(),
  next: v.string(),
  active: v.boolean(),
  priceChanges: v.array(v.object({ date: v.string(), before: decimal, after: decimal })),
});

/** Money in and out in one currency. */
export type Flow = v.InferOutput<typeof flow>;
/** Money in and out of a month. */
export type Bucket = v.InferOutput<typeof bucket>;
/** The totals of a category and its subcategories; without a category for uncategorized transactions. */
export type Spending = v.InferOutput<typeof spending>;
/** The balances of all accounts at the end of a month. */
export type WorthPoint = v.InferOutput<typeof point>;
/** The balances of all accounts by month. */
export type NetWorth = v.InferOutput<typeof netWorth>;
/** A recurring payment or income. */
export type Recurring = v.InferOutput<typeof recurring>;

/** A range of days, both ends included. */
export interface Period {
  from: string;
  to: string;
}

/** `GET /api/reports/net-worth` */
export async function reportNetWorth(period: Period, currency: string | null): Promise<NetWorth> {
  return v.parse(netWorth, await send("GET", `/reports/net-worth${query({ ...period, currency })}`));
}

/** `GET /api/reports/cash-flow`, by month. */
export async function reportCashFlow(period: Period, currency: string | null): Promise<Bucket[]> {
  return v.parse(page(bucket), await send("GET", `/reports/cash-flow${query({ ...period, currency })}`)).items;
}

/** `GET /api/reports/spending` */
export async function reportSpending(period: Period): Promise<Spending[]> {
  const { items } = v.parse(page(spending), await send("GET", `/reports/spending${query({ ...period })}`));
  return items.map((item) => ({ ...item, name: item.name && nameInLanguage(item.name) }));
}

/** `GET /api/recurring` */
export async function listRecurring(): Promise<Recurring[]> {
  return v.parse(page(recurring), await send("GET", "/recurring")).items;
}
