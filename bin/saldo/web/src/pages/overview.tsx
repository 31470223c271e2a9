/** `/` — the financial position by month. Every figure links to its transactions. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, Redirect, useSearchParams } from "wouter";
import {
  type Account,
  type Transaction,
  type Statement,
  listAccounts,
  listCategories,
  listTransactions,
  listStatements,
} from "../api.ts";
import { getPreferences, listBudgets } from "../api-bookkeeping.ts";
import { listRecurring, reportCashFlow, reportNetWorth, reportSpending } from "../api-reports.ts";
import { CountedTwice } from "../components/counted-twice.tsx";
import { Heading } from "../components/heading.tsx";
import { MonthChoice } from "../components/month-choice.tsx";
import { Notice, explain } from "../components/notice.tsx";
import { BudgetStates } from "../components/overview/budget-states.tsx";
import { CashFlow } from "../components/overview/cash-flow.tsx";
import { Changes } from "../components/overview/changes.tsx";
import { FirstSteps, useFirstSteps } from "../components/overview/first-steps.tsx";
import { Due } from "../components/overview/due.tsx";
import { GoalStates } from "../components/overview/goal-states.tsx";
import { Spending } from "../components/overview/spending.tsx";
import { Worth } from "../components/overview/worth.tsx";
import { Needs } from "../components/role.tsx";
import { RemoveSamples } from "../components/samples.tsx";
import { StateMark } from "../components/state-mark.tsx";
import { Waiting } from "../components/waiting.tsx";
import { accountPath } from "../lib/account-groups.ts";
import { addMonths, daysOf, formatDay, formatShortDay, monthIn, today } from "../lib/date.ts";
import { transactionsPath } from "../lib/transaction-filter.ts";
import { formatMoney, isNegative } from "../lib/money.ts";
import { considered } from "../lib/recurring.ts";
import { describeStatement, nameOf } from "../lib/statement-state.ts";
import { type View, changesOf, comparedDays, costsIn, costsOf, flowSeries, usualView, viewsOf } from "../lib/worth.ts";
import { strings } from "../strings/index.ts";
import "./overview.css";

const LATEST = 6;

/** Number of months in the charts. */
const MONTHS = 12;

export default function Overview() {
  const client = useQueryClient();
  const accounts = useQuery({ queryKey: ["accounts"], queryFn: listAccounts });
  const statements = useQuery({ queryKey: ["statements", "latest"], queryFn: () => listStatements(null) });
  const transactions = useQuery({
    queryKey: ["transactions", "latest"],
    queryFn: () => listTransactions({}, null, LATEST),
  });
  const firstSteps = useFirstSteps(statements.data?.items);
  const error = accounts.error ?? statements.error ?? transactions.error;
  if (error) {
    return (
      <div className="page">
        <Heading title={strings.overview.title} />
        <Notice tone="bad">{explain(error)}</Notice>
      </div>
    );
  }
  if (!accounts.data || !statements.data || !transactions.data || !firstSteps.isLoaded) {
    return <p className="splash">{strings.loading}</p>;
  }
  if (statements.data.items.length === 0 && accounts.data.length === 0) {
    return <Redirect to="/statements" replace />;
  }
  return (
    <div className="page overview">
      <Heading title={strings.overview.title} />
      <Needs>
        <RemoveSamples statements={statements.data.items} onRemoved={() => void client.invalidateQueries()} />
      </Needs>
      <Needs>
        <FirstSteps done={firstSteps.done} onHide={firstSteps.hide} />
      </Needs>
      <Attention statements={statements.data.items} />
      <Months accounts={accounts.data} lastDay={transactions.data.items[0]?.date ?? today()} />
      <GoalStates />
      <Accounts accounts={accounts.data} statements={statements.data.items} />
      <Latest transactions={transactions.data.items} />
    </div>
  );
}

/** The reports of a month: by default the month of the latest transaction, which may be long ago. */
function Months({ accounts, lastDay }: { accounts: Account[]; lastDay: string }) {
  const [search, setSearch] = useSearchParams();
  const lastMonth = lastDay.slice(0, 7);
  const month = monthIn(search, lastMonth);
  const reports = useReports(month);
  if (reports.error) {
    return <Notice tone="bad">{explain(reports.error)}</Notice>;
  }
  if (!reports.data) {
    return <Waiting />;
  }
  const { worth, flows, costs, compared, recurring, budgets, categories, calendar } = reports.data;
  const views = viewsOf(worth, flows);
  const chosen = views.find((one) => keyOf(one) === search.get("in"));
  const view = chosen ?? usualView(views, flows, month, reports.data.currency);
  const go = (name: string, value: string) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        next.set(name, value);
        return next;
      },
      { replace: true },
    );
  if (!view) {
    return null;
  }
  const points = flowSeries(flows, view);
  const { days, knownUntil, costsNow, costsBefore } = compared;
  const nothing = { month, income: "0", spending: "0" };
  const now = { ...nothing, ...flowSeries(compared.flowsNow, view)[0], ...days.now };
  const [first] = flowSeries(compared.flowsBefore, view);
  const isKnown = points.some((point) => point.month === addMonths(month, -1));
  const before = isKnown && days.before ? { ...nothing, ...first, ...days.before } : null;
  const spent = costsIn(costs, view, views);
  const currencies = [...new Set([...spent, ...costsIn(costsBefore, view, views)].map(({ currency }) => currency))];
  const changes = currencies.map((currency) => ({
    currency,
    changes: before ? changesOf(costsOf(costsNow, currency), costsOf(costsBefore, currency)) : [],
  }));
  const due = month === lastMonth ? { since: lastDay, until: daysOf(addMonths(month, 1)).to } : null;
  return (
    <>
      <div className="when">
        <MonthChoice month={month} last={lastMonth} onChoose={(to) => go("month", to)} />
        {views.length > 1 && <ChooseView views={views} view={view} onChoose={(key) => go("in", key)} />}
      </div>
      {/* Above all figures of the page: spending, budgets and payments count twice as well. */}
      <CountedTwice
        pairs={worth.possiblyCountedTwice}
        nameOf={(id) => accounts.find((account) => account.id === id)?.name ?? ""}
      />
      <Worth report={worth} flows={flows} accounts={accounts} view={view} currencies={views} />
      <Changes
        now={now}
        before={before}
        isCut={knownUntil !== null}
        changes={changes}
        recurring={recurring}
        view={view}
      />
      <CashFlow points={points} view={view} />
      <Spending spent={spent} isApart={view.converted} period={daysOf(month)} />
      <div className="halves">
        <BudgetStates budgets={budgets} categories={categories} calendar={calendar} />
        {due && <Due recurring={recurring} {...due} />}
      </div>
    </>
  );
}

/** Loads the reports of a month. */
function useReports(month: string) {
  const preferences = useQuery({ queryKey: ["preferences"], queryFn: getPreferences });
  const recurring = useQuery({ queryKey: ["recurring"], queryFn: listRecurring, select: considered });
  const categories = useQuery({ queryKey: ["categories"], queryFn: listCategories });
  const currency = preferences.data?.currency ?? null;
  const reports = useQuery({
    queryKey: ["reports", month, currency],
    enabled: preferences.isSuccess,
    placeholderData: (before) => before,
    queryFn: async () => {
      const year = { from: daysOf(addMonths(month, 1 - MONTHS)).from, to: daysOf(month).to };
      const [worth, flows, costs, budgets] = await Promise.all([
        reportNetWorth(year, currency),
        reportCashFlow(year, currency),
        reportSpending(daysOf(month)),
        listBudgets(month),
      ]);
      // For a month that has not ended, compare both months up to the same day.
      const knownUntil = flows.find(({ key }) => key === month)?.knownUntil ?? null;
      const previous = flows.find(({ key }) => key === addMonths(month, -1));
      const days = comparedDays(month, knownUntil, previous?.knownFrom);
      const [flowsNow, flowsBefore, costsNow, costsBefore] = await Promise.all([
        reportCashFlow(days.now, currency),
        days.before ? reportCashFlow(days.before, currency) : [],
        reportSpending(days.now),
        days.before ? reportSpending(days.before) : [],
      ]);
      const compared = { days, knownUntil, flowsNow, flowsBefore, costsNow, costsBefore };
      return { worth, flows, costs, budgets, compared };
    },
  });
  const error = preferences.error ?? recurring.error ?? categories.error ?? reports.error;
  const data =
    reports.data && recurring.data && categories.data && preferences.data
      ? {
          ...reports.data,
          recurring: recurring.data,
          categories: categories.data,
          calendar: preferences.data.fiscalCalendar,
          currency,
        }
      : null;
  return { data, error };
}

/** Returns the name of a view in the address. */
function keyOf({ currency, converted }: View): string {
  return converted ? `all-${currency}` : currency;
}

function ChooseView({ views, view, onChoose }: { views: View[]; view: View; onChoose: (key: string) => void }) {
  return (
    <select
      aria-label={strings.budgets.currency}
      value={keyOf(view)}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {views.map((one) => (
        <option key={keyOf(one)} value={keyOf(one)}>
          {one.converted ? strings.overview.allIn(one.currency) : one.currency}
        </option>
      ))}
    </select>
  );
}

/** True if the account's balance comes from a statement that does not add up. */
function isDoubtful({ id, balance }: Account, statements: Statement[]): boolean {
  return statements.some((statement) =>
    statement.accounts.some(
      ({ accountId, outcome, periodEnd }) =>
        accountId === id && outcome === "unbalanced" && balance !== null && periodEnd === balance.date,
    ),
  );
}

function Accounts({ accounts, statements }: { accounts: Account[]; statements: Statement[] }) {
  if (accounts.length === 0) {
    return null;
  }
  const used = accounts.filter(({ archived }) => !archived);
  const archived = accounts.length - used.length;
  return (
    <section aria-labelledby="accounts">
      <h2 id="accounts">{strings.overview.accounts}</h2>
      <ul className="cards">
        {used.map((account) => (
          <li key={account.id}>
            <Link href={accountPath(account.id)}>
              <span className="hint">{strings.accountKind[account.kind]}</span>
              <span className="name">{account.name}</span>
              <span className="amount money">
                {account.balance ? formatMoney(account.balance.amount, account.currency) : strings.overview.noBalance}
              </span>
              {account.balance && (
                <span className="hint">{strings.overview.asOf(formatDay(account.balance.date))}</span>
              )}
              {isDoubtful(account, statements) && (
                <StateMark state={{ tone: "bad", text: strings.overview.notProven, detail: null }} />
              )}
            </Link>
          </li>
        ))}
      </ul>
      <p>
        <Link href="/accounts">{strings.accounts.all}</Link>
        {archived > 0 && <span className="hint"> · {strings.accounts.archivedToo(archived)}</span>}
      </p>
    </section>
  );
}

function Attention({ statements }: { statements: Statement[] }) {
  const open = statements.filter(
    ({ status, outcome }) => status === "failed" || status === "uploaded" || outcome === "unbalanced",
  );
  if (open.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby="attention">
      <h2 id="attention">{strings.overview.attention}</h2>
      <ul className="lines">
        {open.map((statement) => (
          <li key={statement.id}>
            <Link href={`/statements/${statement.id}`}>
              <span>{nameOf(statement)}</span>
              <StateMark state={describeStatement(statement, null)} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the path of a transaction: on its statement, or in the list. */
function placeOf({ id, statementId, accountId, date, description }: Transaction): string {
  return statementId
    ? `/statements/${statementId}?transaction=${id}`
    : transactionsPath({ account: accountId, from: date, to: date, text: description });
}

function Latest({ transactions }: { transactions: Transaction[] }) {
  if (transactions.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby="latest">
      <h2 id="latest">{strings.overview.recent}</h2>
      <ul className="lines">
        {transactions.map((transaction) => (
          <li key={transaction.id}>
            <Link href={placeOf(transaction)}>
              <span className="soft day">{formatShortDay(transaction.date)}</span>
              <span className="grow">{transaction.merchantNamed ? transaction.merchant : transaction.description}</span>
              <span className={isNegative(transaction.amount) ? "figure" : "figure in"}>
                {formatMoney(transaction.amount, transaction.currency)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p>
        <Link href="/transactions">{strings.overview.allTransactions}</Link>
      </p>
    </section>
  );
}
