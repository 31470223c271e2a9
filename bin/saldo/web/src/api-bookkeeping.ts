/** The routes for accounts, categories, rules, budgets, preferences and rates. */
import type * as Types from "./api-types.ts";
import { type Account, type Category, answer, client, given, withId } from "./api.ts";

/** Two accounts that may be the same one. */
export type DuplicateAccounts = Types.DuplicateAccountsBody;
/** An account's balance at the end of a day, as entered by the user. */
export type StatedBalance = Types.StatedBalanceBody;
/** A condition of a rule. */
export type RuleCondition = Types.RuleCondition;
/** An action of a rule. */
export type RuleAction = Types.RuleAction;
/** A rule that is not stored yet. */
export type RuleDraft = Omit<Rule, "id">;
/** A rule. */
export type Rule = Types.Rule;
/** The effect a rule would have. */
export type RulePreview = Types.PreviewBody;
/** A budget and its current state. */
export type Budget = Types.BudgetBody;
/** A budget without its state. */
export type BudgetDraft = Omit<Budget, "id" | "state">;
/** The first day of financial years. */
export type FiscalCalendar = Preferences["fiscalCalendar"];
/** The user's preferences, on all devices. */
export type Preferences = Types.Preferences;
/** The first and last day with rates of a currency. */
export type RateSpan = Types.SpanBody;

/** `POST /api/accounts` */
export async function createAccount(account: Pick<Account, "name" | "kind" | "currency">): Promise<Account> {
  return answer(client.POST("/accounts", { body: account }));
}

/** `PATCH /api/accounts/{id}` */
export async function updateAccount(id: string, change: Types.AccountChange): Promise<Types.ChangedAccountBody> {
  return answer(client.PATCH("/accounts/{id}", { ...withId(id), body: change }));
}

/** `DELETE /api/accounts/{id}` */
export async function deleteAccount(id: string): Promise<void> {
  await answer(client.DELETE("/accounts/{id}", withId(id)));
}

/** `POST /api/accounts/{id}/merge` */
export async function mergeAccounts(id: string, other: string): Promise<{ mergeId: string }> {
  return answer(client.POST("/accounts/{id}/merge", { ...withId(id), body: { other } }));
}

/** `GET /api/duplicate-accounts` */
export async function listDuplicateAccounts(): Promise<DuplicateAccounts[]> {
  return (await answer(client.GET("/duplicate-accounts"))).items;
}

/** `POST /api/duplicate-accounts/distinct` */
export async function keepDistinctAccounts(one: string, other: string): Promise<void> {
  await answer(client.POST("/duplicate-accounts/distinct", { body: { one, other } }));
}

/** `GET /api/accounts/{id}/balances` */
export async function listStatedBalances(id: string): Promise<StatedBalance[]> {
  return (await answer(client.GET("/accounts/{id}/balances", withId(id)))).items;
}

/** `PUT /api/accounts/{id}/balances`; without an amount it deletes the balance. */
export async function stateBalance(id: string, date: string, amount: string | null): Promise<void> {
  await answer(client.PUT("/accounts/{id}/balances", { ...withId(id), body: { date, amount } }));
}

/** `POST /api/categories` */
export async function createCategory(category: { name: string; parentId?: string }): Promise<void> {
  await answer(client.POST("/categories", { body: category }));
}

/** `PATCH /api/categories/{id}` */
export async function updateCategory(id: string, change: Partial<Pick<Category, "name" | "parentId">>): Promise<void> {
  await answer(client.PATCH("/categories/{id}", { ...withId(id), body: change }));
}

/**
 * `DELETE /api/categories/{id}`; its transactions move to `instead`, or become
 * uncategorized if that is empty.
 */
export async function deleteCategory(id: string, instead: string): Promise<void> {
  await answer(client.DELETE("/categories/{id}", { params: { path: { id }, query: given({ instead }) } }));
}

/** `GET /api/rules` */
export async function listRules(): Promise<Rule[]> {
  return (await answer(client.GET("/rules"))).items;
}

/** `POST /api/rules`, or `PUT /api/rules/{id}` for an existing rule. */
export async function putRule(id: string | null, rule: RuleDraft): Promise<void> {
  await (id === null
    ? answer(client.POST("/rules", { body: rule }))
    : answer(client.PUT("/rules/{id}", { ...withId(id), body: rule })));
}

/** `DELETE /api/rules/{id}` */
export async function deleteRule(id: string): Promise<void> {
  await answer(client.DELETE("/rules/{id}", withId(id)));
}

/** `PUT /api/rules/order` */
export async function orderRules(ids: string[]): Promise<void> {
  await answer(client.PUT("/rules/order", { body: { ids } }));
}

/** `POST /api/rules/preview` */
export async function previewRule(rule: RuleDraft): Promise<RulePreview> {
  return answer(client.POST("/rules/preview", { body: rule }));
}

/** `POST /api/rules/apply`; returns the number of changed transactions. */
export async function applyRules(): Promise<number> {
  return (await answer(client.POST("/rules/apply"))).changed;
}

/** `GET /api/budgets` */
export async function listBudgets(month: string | null = null): Promise<Budget[]> {
  return (await answer(client.GET("/budgets", { params: { query: given({ month }) } }))).items;
}

/** `POST /api/budgets`, or `PUT /api/budgets/{id}` for an existing budget. */
export async function putBudget(id: string | null, budget: BudgetDraft): Promise<void> {
  await (id === null
    ? answer(client.POST("/budgets", { body: budget }))
    : answer(client.PUT("/budgets/{id}", { ...withId(id), body: budget })));
}

/** `DELETE /api/budgets/{id}` */
export async function deleteBudget(id: string): Promise<void> {
  await answer(client.DELETE("/budgets/{id}", withId(id)));
}

/** `GET /api/preferences` */
export async function getPreferences(): Promise<Preferences> {
  return answer(client.GET("/preferences"));
}

/** `PUT /api/preferences` */
export async function putPreferences(wanted: Preferences): Promise<void> {
  await answer(client.PUT("/preferences", { body: wanted }));
}

/** `GET /api/rates` */
export async function listRates(): Promise<RateSpan[]> {
  return (await answer(client.GET("/rates"))).items;
}

/** `PUT /api/rates`; returns the number of rates in the table. */
export async function putRates(table: Blob): Promise<number> {
  const bodySerializer = () => table;
  const headers = { "content-type": table.type };
  return (await answer(client.PUT("/rates", { body: "", bodySerializer, headers }))).rates;
}

/** `DELETE /api/rates` */
export async function deleteRates(): Promise<void> {
  await answer(client.DELETE("/rates"));
}
