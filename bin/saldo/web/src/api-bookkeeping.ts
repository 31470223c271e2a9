/** The routes for accounts, categories, rules, budgets, preferences and rates. */
import * as v from "valibot";
import { type Account, type Category, decimal, page, parseAccount, send } from "./api.ts";

const direction = v.picklist(["in", "out"]);

const money = v.object({ amount: decimal, currency: v.string() });

const merged = v.object({ mergeId: v.string() });

const merge = v.object({
  id: v.string(),
  accountId: v.string(),
  otherName: v.string(),
  createdAt: v.string(),
  undone: v.boolean(),
});

const duplicateAccounts = v.object({
  accountIds: v.tuple([v.string(), v.string()]),
  because: v.picklist(["number", "transactions"]),
});

const stated = v.object({ date: v.string(), amount: decimal });

const condition = v.variant("when", [
  v.object({ when: v.literal("description_contains"), text: v.string() }),
  v.object({ when: v.literal("description_has_words"), words: v.string() }),
  v.object({ when: v.literal("description_matches"), regex: v.string() }),
  v.object({ when: v.literal("amount"), min: v.optional(money), max: v.optional(money) }),
  v.object({ when: v.literal("direction"), direction }),
  v.object({ when: v.literal("account"), account: v.string() }),
  v.object({ when: v.literal("currency"), currency: v.string() }),
]);

const action = v.variant("do", [
  v.object({ do: v.literal("set_category"), category: v.string() }),
  v.object({ do: v.literal("rename"), description: v.string() }),
  v.object({ do: v.literal("add_tag"), tag: v.string() }),
  v.object({ do: v.literal("mark_transfer") }),
]);

const draft = v.object({
  name: v.string(),
  enabled: v.boolean(),
  conditions: v.array(condition),
  actions: v.array(action),
});

const rule = v.object({ id: v.string(), ...draft.entries });

const preview = v.object({
  entries: v.number(),
  changed: v.number(),
  examples: v.array(
    v.object({
      transaction: v.object({
        id: v.string(),
        date: v.string(),
        description: v.string(),
        amount: decimal,
        currency: v.string(),
      }),
    }),
  ),
});

const budget = v.object({
  id: v.string(),
  categoryId: v.string(),
  amount: decimal,
  currency: v.string(),
  rhythm: v.picklist(["monthly", "yearly"]),
  rollOver: v.picklist(["nothing", "unspent", "everything"]),
  start: v.string(),
  end: v.nullable(v.string()),
  state: v.nullable(
    v.object({
      month: v.string(),
      since: v.string(),
      rolled: decimal,
      spent: decimal,
      left: decimal,
      spentPerMille: v.nullable(v.number()),
    }),
  ),
});

// Preferences are replaced as a whole, so fields that this page does not know must be sent back unchanged.
const preferences = v.looseObject({
  currency: v.nullable(v.string()),
  fiscalCalendar: v.object({ firstMonth: v.number(), firstDay: v.number() }),
  advisor: v.looseObject({ memory: v.boolean(), sends: v.picklist(["never", "ask", "always"]) }),
});

const span = v.object({ currency: v.string(), first: v.string(), last: v.string() });

/** A merge of two accounts. */
export type Merge = v.InferOutput<typeof merge>;
/** Two accounts that may be the same one. */
export type DuplicateAccounts = v.InferOutput<typeof duplicateAccounts>;
/** An account's balance at the end of a day, as entered by the user. */
export type StatedBalance = v.InferOutput<typeof stated>;
/** A condition of a rule. */
export type RuleCondition = v.InferOutput<typeof condition>;
/** An action of a rule. */
export type RuleAction = v.InferOutput<typeof action>;
/** A rule that is not stored yet. */
export type RuleDraft = v.InferOutput<typeof draft>;
/** A rule. */
export type Rule = v.InferOutput<typeof rule>;
/** The effect a rule would have. */
export type RulePreview = v.InferOutput<typeof preview>;
/** A budget and its current state. */
export type Budget = v.InferOutput<typeof budget>;
/** A budget without its state. */
export type BudgetDraft = Omit<Budget, "id" | "state">;
/** The user's preferences, on all devices. */
export type Preferences = v.InferOutput<typeof preferences>;
/** The first and last day with rates of a currency. */
export type RateSpan = v.InferOutput<typeof span>;

const of = (collection: string, id: string, rest = "") => `/${collection}/${encodeURIComponent(id)}${rest}`;

/** `POST /api/accounts` */
export async function createAccount(account: Pick<Account, "name" | "kind" | "currency">): Promise<Account> {
  return parseAccount(await send("POST", "/accounts", account));
}

/** `PATCH /api/accounts/{id}` */
export async function updateAccount(
  id: string,
  change: Partial<Pick<Account, "name" | "kind" | "closedOn"> & { number: string | null }>,
): Promise<void> {
  await send("PATCH", of("accounts", id), change);
}

/** `DELETE /api/accounts/{id}` */
export async function deleteAccount(id: string): Promise<void> {
  await send("DELETE", of("accounts", id));
}

/** `POST /api/accounts/{id}/merge` */
export async function mergeAccounts(id: string, other: string): Promise<{ mergeId: string }> {
  return v.parse(merged, await send("POST", of("accounts", id, "/merge"), { other }));
}

/** `GET /api/account-merges` */
export async function listMerges(): Promise<Merge[]> {
  return v.parse(page(merge), await send("GET", "/account-merges")).items;
}

/** `POST /api/account-merges/{id}/undo` */
export async function undoMerge(id: string): Promise<void> {
  await send("POST", of("account-merges", id, "/undo"));
}

/** `GET /api/duplicate-accounts` */
export async function listDuplicateAccounts(): Promise<DuplicateAccounts[]> {
  return v.parse(page(duplicateAccounts), await send("GET", "/duplicate-accounts")).items;
}

/** `POST /api/duplicate-accounts/distinct` */
export async function keepDistinctAccounts(one: string, other: string): Promise<void> {
  await send("POST", "/duplicate-accounts/distinct", { one, other });
}

/** `GET /api/accounts/{id}/balances` */
export async function listStatedBalances(id: string): Promise<StatedBalance[]> {
  return v.parse(page(stated), await send("GET", of("accounts", id, "/balances"))).items;
}

/** `PUT /api/accounts/{id}/balances`; without an amount it deletes the balance. */
export async function stateBalance(id: string, date: string, amount: string | null): Promise<void> {
  await send("PUT", of("accounts", id, "/balances"), { date, amount });
}

/** `POST /api/categories` */
export async function createCategory(category: { name: string; parentId?: string }): Promise<void> {
  await send("POST", "/categories", category);
}

/** `PATCH /api/categories/{id}` */
export async function updateCategory(id: string, change: Partial<Pick<Category, "name" | "parentId">>): Promise<void> {
  await send("PATCH", of("categories", id), change);
}

/**
 * `DELETE /api/categories/{id}`; its transactions move to `instead`, or become
 * uncategorized if that is empty.
 */
export async function deleteCategory(id: string, instead: string): Promise<void> {
  await send("DELETE", of("categories", id, instead && `?instead=${encodeURIComponent(instead)}`));
}

/** `GET /api/rules` */
export async function listRules(): Promise<Rule[]> {
  return v.parse(page(rule), await send("GET", "/rules")).items;
}

/** `POST /api/rules`, or `PUT /api/rules/{id}` for an existing rule. */
export async function putRule(id: string | null, rule: RuleDraft): Promise<void> {
  await (id === null ? send("POST", "/rules", rule) : send("PUT", of("rules", id), rule));
}

/** `DELETE /api/rules/{id}` */
export async function deleteRule(id: string): Promise<void> {
  await send("DELETE", of("rules", id));
}

/** `PUT /api/rules/order` */
export async function orderRules(ids: string[]): Promise<void> {
  await send("PUT", "/rules/order", { ids });
}

/** `POST /api/rules/preview` */
export async function previewRule(rule: RuleDraft): Promise<RulePreview> {
  return v.parse(preview, await send("POST", "/rules/preview", rule));
}

/** `POST /api/rules/apply`; returns the number of changed transactions. */
export async function applyRules(): Promise<number> {
  return v.parse(v.object({ changed: v.number() }), await send("POST", "/rules/apply")).changed;
}

/** `GET /api/budgets` */
export async function listBudgets(month: string | null = null): Promise<Budget[]> {
  return v.parse(page(budget), await send("GET", `/budgets${month ? `?month=${month}` : ""}`)).items;
}

/** `POST /api/budgets`, or `PUT /api/budgets/{id}` for an existing budget. */
export async function putBudget(id: string | null, budget: BudgetDraft): Promise<void> {
  await (id === null ? send("POST", "/budgets", budget) : send("PUT", of("budgets", id), budget));
}

/** `DELETE /api/budgets/{id}` */
export async function deleteBudget(id: string): Promise<void> {
  await send("DELETE", of("budgets", id));
}

/** `GET /api/preferences` */
export async function getPreferences(): Promise<Preferences> {
  return v.parse(preferences, await send("GET", "/preferences"));
}

/** `PUT /api/preferences` */
export async function putPreferences(wanted: Preferences): Promise<void> {
  await send("PUT", "/preferences", wanted);
}

/** `GET /api/rates` */
export async function listRates(): Promise<RateSpan[]> {
  return v.parse(page(span), await send("GET", "/rates")).items;
}

/** `PUT /api/rates`; returns the number of rates in the table. */
export async function putRates(table: Blob): Promise<number> {
  return v.parse(v.object({ rates: v.number() }), await send("PUT", "/rates", table)).rates;
}

/** `DELETE /api/rates` */
export async function deleteRates(): Promise<void> {
  await send("DELETE", "/rates");
}
