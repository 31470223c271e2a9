/** `/budget` — the budgets of a month, what of them is spent and what is left. */
import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link, useSearchParams } from "wouter";
import { listCategories, listTransactions } from "../api.ts";
import { type Budget, type FiscalCalendar, deleteBudget, getPreferences, listBudgets } from "../api-bookkeeping.ts";
import { type Bucket, reportCashFlow } from "../api-reports.ts";
import { totalTransactions } from "../api-transactions.ts";
import { BudgetDialog } from "../components/budget-dialog.tsx";
import { Confirm } from "../components/confirm.tsx";
import { Heading } from "../components/heading.tsx";
import { MonthChoice } from "../components/month-choice.tsx";
import { Notice, explain } from "../components/notice.tsx";
import { Needs } from "../components/role.tsx";
import { Waiting } from "../components/waiting.tsx";
import {
  type BudgetRow,
  type BudgetState,
  type BudgetTable,
  type BudgetTotal,
  budgetTables,
  gaugePercent,
  knownTo,
  spentPath,
  totalFilter,
} from "../lib/budget.ts";
import { categoryOptions } from "../lib/category-tree.ts";
import { daysOf, formatDay, formatMonth, monthIn, today } from "../lib/date.ts";
import { absolute, compare, formatMoney, isNegative, isZero, negated, sum } from "../lib/money.ts";
import { transactionsPath } from "../lib/transaction-filter.ts";
import { useChange } from "../lib/use-change.ts";
import { locale, strings } from "../strings/index.ts";
import "./budget.css";

export default function BudgetPage() {
  const latest = useQuery({ queryKey: ["transactions", "last"], queryFn: () => listTransactions({}, null, 1) });
  return (
    <div className="page budget">
      {latest.isPending ? (
        <>
          <Heading title={strings.nav.budget} />
          <Waiting />
        </>
      ) : (
        <Month lastDay={latest.data?.items[0]?.date ?? today()} />
      )}
    </div>
  );
}

/** The budgets of a month: by default the month of the latest transaction, as in the overview. */
function Month({ lastDay }: { lastDay: string }) {
  const [search, setSearch] = useSearchParams();
  const lastMonth = lastDay.slice(0, 7);
  const thisMonth = today().slice(0, 7);
  const month = monthIn(search, lastMonth);
  const { data, error } = useMonth(month);
  const [editing, setEditing] = useState<Budget | "new" | null>(null);
  const [ending, setEnding] = useState<BudgetRow | null>(null);
  const remove = useChange(
    (id: string) => deleteBudget(id),
    () => setEnding(null),
  );
  const words = strings.budgets;
  const tables = data ? budgetTables(data.budgets, data.categories) : [];
  return (
    <>
      <Heading title={strings.nav.budget}>
        {tables.length > 0 && (
          <Needs>
            <button type="button" className="button" onClick={() => setEditing("new")}>
              {words.add}
            </button>
          </Needs>
        )}
      </Heading>
      {error && <Notice tone="bad">{explain(error)}</Notice>}
      {!data && !error && <Waiting />}
      {data && tables.length === 0 && (
        <div className="none">
          <p className="soft">{words.none}</p>
          <Needs>
            <button type="button" className="button primary" onClick={() => setEditing("new")}>
              {words.add}
            </button>
          </Needs>
        </div>
      )}
      {data && tables.length > 0 && (
        <>
          <div className="when">
            <MonthChoice
              month={month}
              last={lastMonth > thisMonth ? lastMonth : thisMonth}
              onChoose={(to) => setSearch({ month: to }, { replace: true })}
            />
            <Unfinished month={month} flow={data.flow} />
          </div>
          {tables.map((table) => (
            <Table
              key={table.rhythm}
              table={table}
              month={month}
              calendar={data.calendar}
              onEdit={setEditing}
              onDelete={(row) => setEnding(row)}
            />
          ))}
          <p className="hint">{words.hint}</p>
        </>
      )}
      {editing && (
        <BudgetDialog
          budget={editing === "new" ? null : editing}
          categories={categoryOptions(data?.categories ?? [])}
          month={month}
          onClose={() => setEditing(null)}
        />
      )}
      {ending && (
        <Confirm
          title={words.deleteTitle(ending.name)}
          confirm={strings.categories.delete}
          danger
          error={remove.error}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(ending.budget.id)}
          onClose={() => setEnding(null)}
        >
          <p>{words.deleteBody}</p>
        </Confirm>
      )}
    </>
  );
}

/** Loads the budgets of a month, and how far its transactions are known. */
function useMonth(month: string) {
  const categories = useQuery({ queryKey: ["categories"], queryFn: listCategories });
  const preferences = useQuery({ queryKey: ["preferences"], queryFn: getPreferences });
  const budgets = useQuery({
    queryKey: ["budgets", month],
    placeholderData: (before) => before,
    queryFn: async () => {
      const [found, flows] = await Promise.all([listBudgets(month), reportCashFlow(daysOf(month), null)]);
      return { budgets: found, flow: flows.find(({ key }) => key === month) };
    },
  });
  const error = categories.error ?? preferences.error ?? budgets.error;
  const data =
    categories.data && preferences.data && budgets.data
      ? { ...budgets.data, categories: categories.data, calendar: preferences.data.fiscalCalendar }
      : null;
  return { data, error };
}

/** Says how much of the month is known, unless it is complete. */
function Unfinished({ month, flow }: { month: string; flow: Bucket | undefined }) {
  const words = strings.budgets;
  if (!flow || flow.flows.length === 0) {
    return <p className="hint">{words.nothingKnown}</p>;
  }
  const last = knownTo(month, flow.knownUntil, today());
  return last === null ? null : <p className="hint">{words.unfinished(formatDay(last))}</p>;
}

interface TableProps {
  table: BudgetTable;
  month: string;
  calendar: FiscalCalendar;
  onEdit: (budget: Budget) => void;
  onDelete: (row: BudgetRow) => void;
}

/** A table; its roles are named because a narrow screen shows the rows as blocks. */
function Table({ table, month, calendar, onEdit, onDelete }: TableProps) {
  const words = strings.budgets;
  const id = `budgets-${table.rhythm}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{words.rhythms[table.rhythm]}</h2>
      <table role="table" aria-labelledby={id}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {strings.transactions.category}
            </th>
            {[words.budgeted, words.spent, words.left].map((name) => (
              <th key={name} role="columnheader" scope="col" className="figure">
                {name}
              </th>
            ))}
            <th role="columnheader" scope="col">
              {words.used}
            </th>
            <td role="cell" />
          </tr>
        </thead>
        <tbody role="rowgroup">
          {table.rows.map((row) => (
            <tr key={row.budget.id} role="row">
              <Row row={row} month={month} calendar={calendar} />
              <td role="cell" className="acts">
                <Act name={row.name} word={strings.categories.edit} onClick={() => onEdit(row.budget)}>
                  <Pencil size={16} aria-hidden />
                </Act>
                <Act name={row.name} word={strings.categories.delete} onClick={() => onDelete(row)}>
                  <Trash2 size={16} aria-hidden />
                </Act>
              </td>
            </tr>
          ))}
        </tbody>
        {table.totals.length > 0 && (
          <tfoot role="rowgroup">
            {table.totals.map((total) => (
              <Total key={total.currency} total={total} calendar={calendar} />
            ))}
          </tfoot>
        )}
      </table>
      {table.hasNested && <p className="hint">{words.nested}</p>}
    </section>
  );
}

function Act(props: { name: string; word: string; onClick: () => void; children: ReactNode }) {
  return (
    <Needs>
      <button type="button" className="quiet icon" title={props.word} onClick={props.onClick}>
        {props.children}
        <span className="hidden">
          {props.word} {props.name}
        </span>
      </button>
    </Needs>
  );
}

interface RowProps extends Pick<TableProps, "month" | "calendar"> {
  row: BudgetRow;
}

/** The cells of a budget. A budget that does not count in the month says why. */
function Row({ row: { budget, name, parent }, month, calendar }: RowProps) {
  const words = strings.budgets;
  const { state, currency } = budget;
  const isStarted = state !== null && budget.rhythm === "yearly";
  return (
    <>
      <th role="rowheader" scope="row">
        {name}
        {parent && <span className="hint"> {parent}</span>}
        {isStarted && <span className="hint"> {words.since(formatMonth(`${state.since}-01`))}</span>}
      </th>
      <Figure label={words.budgeted}>
        {formatMoney(budget.amount, currency)}
        {state && !isZero(state.rolled) && (
          <span className="hint">{words.carried(formatMoney(state.rolled, currency))}</span>
        )}
      </Figure>
      {state ? (
        <>
          <Figure label={words.spent}>
            <Link href={spentPath(budget, state, calendar)}>{formatMoney(state.spent, currency)}</Link>
          </Figure>
          <Left left={state.left} currency={currency} />
          <Used state={state} />
        </>
      ) : (
        <td role="cell" colSpan={3} className="outside hint">
          {budget.end !== null && budget.end < month
            ? words.ended(formatMonth(`${budget.end}-01`))
            : words.starts(formatMonth(`${budget.start}-01`))}
        </td>
      )}
    </>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <td role="cell" className="amount">
      <span className="label-of" aria-hidden>
        {label}
      </span>
      <span className="figure">{children}</span>
    </td>
  );
}

function Left({ left, currency }: { left: string; currency: string }) {
  return (
    <Figure label={strings.budgets.left}>
      {isNegative(left) ? (
        <span className="over">{strings.overview.over(formatMoney(absolute(left), currency))}</span>
      ) : (
        formatMoney(left, currency)
      )}
    </Figure>
  );
}

function Used({ state }: { state: BudgetState }) {
  const share = new Intl.NumberFormat(locale(), { style: "percent" });
  return (
    <td role="cell" className="used">
      <span className="gauge" aria-hidden>
        <span className={isNegative(state.left) ? "over" : undefined} style={{ width: `${gaugePercent(state)}%` }} />
      </span>
      <span className="hint">{state.spentPerMille === null ? "–" : share.format(state.spentPerMille / 1000)}</span>
    </td>
  );
}

/**
 * Returns the path of the transactions of a total; `null` if they do not add up to it, or if there are more
 * than the server lists for several categories.
 */
function useTotalPath(total: BudgetTotal, calendar: FiscalCalendar): string | null {
  const filter = totalFilter(total, calendar);
  const opened = useQuery({
    queryKey: ["budget-total", filter],
    queryFn: async () => (await totalTransactions(filter ?? {})).items,
    enabled: filter !== null,
  });
  const sums = opened.data?.flatMap(({ income, spending }) => [spending, negated(income)]);
  return filter && sums && compare(sum(["0", ...sums]), total.spent) === 0 ? transactionsPath(filter) : null;
}

function Total({ total, calendar }: { total: BudgetTotal; calendar: FiscalCalendar }) {
  const words = strings.budgets;
  const { currency, amount, rolled, spent, left } = total;
  const path = useTotalPath(total, calendar);
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {words.total} {currency}
      </th>
      <Figure label={words.budgeted}>
        {formatMoney(amount, currency)}
        {!isZero(rolled) && <span className="hint">{words.carried(formatMoney(rolled, currency))}</span>}
      </Figure>
      <Figure label={words.spent}>
        {path === null ? formatMoney(spent, currency) : <Link href={path}>{formatMoney(spent, currency)}</Link>}
      </Figure>
      <Left left={left} currency={currency} />
      <td role="cell" colSpan={2} />
    </tr>
  );
}
