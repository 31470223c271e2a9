/** `/reports`: a figure of a period by group, as a chart and a table. Figures link to their transactions. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "wouter";
import { type Account, type Category, listAccounts, listCategories, listTransactions } from "../api.ts";
import { answerQuery } from "../api-reports.ts";
import { ChartFiles } from "../components/charts/chart-files.tsx";
import { ColumnChart } from "../components/charts/column-chart.tsx";
import { Treemap } from "../components/charts/treemap.tsx";
import { Field } from "../components/field.tsx";
import { Heading } from "../components/heading.tsx";
import { Notice, explain } from "../components/notice.tsx";
import { SelectField } from "../components/select-field.tsx";
import { Waiting } from "../components/waiting.tsx";
import type { ChartData } from "../lib/chart-data.ts";
import { formatMonth, formatPeriod, formatShortMonth, nameOfWeekday, today } from "../lib/date.ts";
import { merchantName } from "../lib/merchant-name.ts";
import { formatMoney, isNegative, shareOf, sum } from "../lib/money.ts";
import {
  COMPARES,
  type Days,
  GROUPINGS,
  PERIODS,
  type Report,
  type ReportRow,
  SHOWS,
  changeOf,
  currenciesOf,
  daysBefore,
  daysOfReport,
  pathOfGroup,
  queryOf,
  readReport,
  rowsOf,
} from "../lib/report.ts";
import { type Tile, tilesOf } from "../lib/treemap.ts";
import { locale, strings } from "../strings/index.ts";
import "./reports.css";

/** Number of rows of the table; the files have all of them. */
const ROWS_MAX = 200;

export default function Reports() {
  const [search, setSearch] = useSearchParams();
  const report = readReport(search);
  const accounts = useQuery({ queryKey: ["accounts"], queryFn: listAccounts });
  const categories = useQuery({ queryKey: ["categories"], queryFn: listCategories });
  const latest = useQuery({ queryKey: ["transactions", "newest"], queryFn: () => listTransactions({}, null, 1) });
  const days = latest.data ? daysOfReport(report, latest.data.items[0]?.date ?? today()) : null;
  const query = queryOf(report, days);
  const answer = useQuery({
    queryKey: ["reports", "query", query],
    queryFn: () => answerQuery(query),
    enabled: latest.isSuccess,
    placeholderData: keepPreviousData,
  });
  const set = (values: Record<string, string>) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(values)) {
          next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  const words = strings.reports;
  const error = accounts.error ?? categories.error ?? latest.error ?? answer.error;
  // A placeholder belongs to another grouping; its groups have other names.
  const isReady = answer.data && accounts.data && categories.data && !answer.isPlaceholderData;
  return (
    <div className="page reports">
      <Heading title={words.title} />
      <Choices report={report} days={days} accounts={accounts.data ?? []} onChange={set} />
      {error && <Notice tone="bad">{explain(error)}</Notice>}
      {!error && !isReady && <Waiting />}
      {!error && isReady && (
        <Result
          report={report}
          days={days}
          answer={answer.data}
          accounts={accounts.data ?? []}
          categories={categories.data ?? []}
          currency={search.get("in")}
          onCurrency={(currency) => set({ in: currency })}
        />
      )}
    </div>
  );
}

interface ChoicesProps {
  report: Report;
  days: Days | null;
  accounts: Account[];
  onChange: (values: Record<string, string>) => void;
}

function Choices({ report, days, accounts, onChange }: ChoicesProps) {
  const words = strings.reports;
  const { transactions } = strings;
  const choice = (name: keyof Report, label: string, options: [string, string][]) => (
    <SelectField
      label={label}
      value={report[name]}
      options={options}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  const day = (name: "from" | "to", label: string) => (
    <Field
      label={label}
      type="date"
      value={report[name] || days?.[name] || ""}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <search className="choices" aria-label={words.choices}>
      {choice(
        "show",
        words.show,
        SHOWS.map((show) => [show, words.shows[show]]),
      )}
      {choice(
        "by",
        words.by,
        GROUPINGS.map((by) => [by, words.groupings[by]]),
      )}
      {choice(
        "period",
        words.period,
        PERIODS.map((period) => [period, words.periods[period]]),
      )}
      {report.period === "custom" && day("from", transactions.from)}
      {report.period === "custom" && day("to", transactions.to)}
      {report.by !== "month" &&
        report.period !== "all" &&
        choice(
          "compare",
          words.compare,
          COMPARES.map((compare) => [compare, words.compares[compare]]),
        )}
      {accounts.length > 1 &&
        choice("account", transactions.account, [
          ["", transactions.allAccounts],
          ...accounts.map(({ id, name }): [string, string] => [id, name]),
        ])}
    </search>
  );
}

interface ResultProps {
  report: Report;
  days: Days | null;
  answer: Awaited<ReturnType<typeof answerQuery>>;
  accounts: Account[];
  categories: Category[];
  currency: string | null;
  onCurrency: (currency: string) => void;
}

function Result({ report, days, answer, accounts, categories, currency: wanted, onCurrency }: ResultProps) {
  const words = strings.reports;
  const currencies = currenciesOf(answer);
  const currency = currencies.find((one) => one === wanted) ?? currencies[0];
  if (!currency) {
    return <p className="soft">{words.none}</p>;
  }
  const rows = rowsOf(answer, report.by, currency);
  const nameOf = ({ group }: ReportRow) => nameOfGroup(report, group, accounts, categories);
  const total = sum(rows.map(({ amount }) => amount));
  const before = days && daysBefore(days, report.compare);
  const title = `${words.shows[report.show]}, ${words.groupings[report.by]}`;
  const tiles = tilesOfRows(report, days, rows, currency, nameOf, categories);
  const isTime = report.by === "month" || report.by === "weekday";
  const chart: ChartData = {
    title: `${title}, ${currency}`,
    kind: isTime ? "columns" : tiles.length > 1 ? "tiles" : "bars",
    currency,
    heading: words.groupings[report.by],
    labels: rows.map(nameOf),
    shortLabels: rows.map(({ group }) => shortNameOf(report, group)),
    figures: rows.map(({ amount }) => formatMoney(amount, currency)),
    tiles,
    series: [{ name: words.shows[report.show], amounts: rows.map(({ amount }) => amount) }],
    ...(before && { further: [{ name: words.before, amounts: rows.map((row) => row.before ?? "0") }] }),
  };
  return (
    <section aria-labelledby="report">
      <div className="summary">
        <div>
          <h2 id="report">{title}</h2>
          <p className="hint">
            {days ? formatPeriod(days.from, days.to) : words.periods.all}
            {before && ` · ${words.against(formatPeriod(before.from, before.to))}`}
          </p>
        </div>
        {currencies.length > 1 && (
          <select
            aria-label={strings.budgets.currency}
            value={currency}
            onChange={(event) => onCurrency(event.currentTarget.value)}
          >
            {currencies.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        )}
        <Link href={pathOfGroup(report, days, currency)} className="total">
          {formatMoney(total, currency)}
        </Link>
      </div>
      {isTime ? (
        <ColumnChart
          label={title}
          currency={currency}
          groups={rows.map((row) => ({
            key: row.group ?? "",
            shortLabel: shortNameOf(report, row.group),
            columns: [
              {
                tone: report.show === "received" ? "in" : "out",
                name: nameOf(row),
                amount: row.amount,
                path: pathOfGroup(report, days, currency, row.group),
              },
            ],
          }))}
        />
      ) : (
        tiles.length > 1 && <Treemap label={title} currency={currency} tiles={tiles} />
      )}
      <Rows report={report} days={days} before={before} rows={rows} currency={currency} nameOf={nameOf} />
      {rows.length > ROWS_MAX && <p className="hint">{words.shown(ROWS_MAX, rows.length)}</p>}
      <ChartFiles chart={chart} />
    </section>
  );
}

interface RowsProps {
  report: Report;
  days: Days | null;
  before: Days | null;
  rows: ReportRow[];
  currency: string;
  nameOf: (row: ReportRow) => string;
}

function Rows({ report, days, before, rows, currency, nameOf }: RowsProps) {
  const words = strings.reports;
  const total = sum(rows.map(({ amount }) => amount));
  const share = new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 1 });
  const hasShare = report.show !== "net" && report.by !== "weekday";
  return (
    <div className="table" tabIndex={0} role="group" aria-label={words.title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.groupings[report.by]}</th>
            <th scope="col" className="figure">
              {words.shows[report.show]}
            </th>
            {hasShare && (
              <th scope="col" className="figure">
                {strings.chart.share}
              </th>
            )}
            {before && (
              <th scope="col" className="figure">
                {words.before}
              </th>
            )}
            {before && (
              <th scope="col" className="figure">
                {words.change}
              </th>
            )}
            <th scope="col" className="figure">
              {strings.nav.transactions}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, ROWS_MAX).map((row) => {
            const change = changeOf(row);
            return (
              <tr key={row.group ?? ""}>
                <th scope="row">{nameOf(row)}</th>
                <td className="figure">
                  <Link href={pathOfGroup(report, days, currency, row.group)}>{formatMoney(row.amount, currency)}</Link>
                </td>
                {hasShare && (
                  <td className="figure">{isNegative(row.amount) ? "–" : share.format(shareOf(row.amount, total))}</td>
                )}
                {before && (
                  <td className="figure">
                    {row.before === null ? (
                      "–"
                    ) : (
                      <Link href={pathOfGroup(report, before, currency, row.group)}>
                        {formatMoney(row.before, currency)}
                      </Link>
                    )}
                  </td>
                )}
                {before && (
                  <td className="figure">{change === null ? "–" : formatMoney(change, currency, "always")}</td>
                )}
                <td className="figure">{row.transactions}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function nameOfGroup({ by }: Report, group: string | null, accounts: Account[], categories: Category[]): string {
  if (group === null) {
    return strings.transactions.uncategorized;
  }
  switch (by) {
    case "category": {
      const category = categories.find(({ id }) => id === group);
      const parent = categories.find(({ id }) => id === category?.parentId);
      return [parent?.name, category?.name].filter(Boolean).join(" › ");
    }
    case "account":
      return accounts.find(({ id }) => id === group)?.name ?? "";
    case "merchant":
      return merchantName(group);
    case "month":
      return formatMonth(`${group}-01`);
    case "weekday":
      return nameOfWeekday(group, "long");
  }
}

function shortNameOf({ by }: Report, group: string | null): string {
  return group === null
    ? ""
    : by === "month"
      ? formatShortMonth(group)
      : by === "weekday"
        ? nameOfWeekday(group)
        : group;
}

/** Returns the areas of a report: categories within their parents, all else side by side. A net has none. */
function tilesOfRows(
  report: Report,
  days: Days | null,
  rows: readonly ReportRow[],
  currency: string,
  nameOf: (row: ReportRow) => string,
  categories: Category[],
): Tile[] {
  if (report.show === "net") {
    return [];
  }
  const part = (row: ReportRow) => {
    const full = nameOf(row);
    const name = full.split(" › ").at(-1) ?? full;
    const path = pathOfGroup(report, days, currency, row.group);
    return { key: row.group ?? "", name, amount: row.amount, path, parts: [] };
  };
  const shown = rows.filter(({ amount }) => !isNegative(amount));
  const words = { smaller: strings.reports.smaller, within: (whole: string, one: string) => `${whole} › ${one}` };
  if (report.by !== "category") {
    return tilesOf(shown.map(part), words);
  }
  const parentOf = (id: string | null) => categories.find((category) => category.id === id)?.parentId ?? id;
  const parents = new Map<string | null, ReportRow[]>();
  for (const row of shown) {
    const id = parentOf(row.group);
    parents.set(id, [...(parents.get(id) ?? []), row]);
  }
  const parts = [...parents].map(([id, below]) => {
    const [only] = below;
    if (only && below.length === 1) {
      return { ...part(only), name: nameOf(only) };
    }
    const search: TransactionsOf = { report, days, currency };
    return {
      key: `group ${id}`,
      name: categories.find((category) => category.id === id)?.name ?? "",
      amount: sum(below.map(({ amount }) => amount)),
      path: pathOfParent(search, id),
      parts: below.map((row) =>
        row.group === id ? { ...part(row), name: strings.overview.withoutSubcategory } : part(row),
      ),
    };
  });
  return tilesOf(parts, words);
}

interface TransactionsOf {
  report: Report;
  days: Days | null;
  currency: string;
}

/** Returns the path of the transactions of a category and its subcategories. */
function pathOfParent({ report, days, currency }: TransactionsOf, id: string | null): string {
  return pathOfGroup(report, days, currency, id).replace("&subcategories=false", "");
}
