/** `/reports`: a figure of a period by group, as a chart and a table. Figures link to their transactions. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "wouter";
import { type Account, type Category, listAccounts, listCategories, listTransactions } from "../api.ts";
import { type QueryAnswer, answerQuery } from "../api-reports.ts";
import { ChartFiles } from "../components/charts/chart-files.tsx";
import { ColumnChart } from "../components/charts/column-chart.tsx";
import { Treemap } from "../components/charts/treemap.tsx";
import { Heading } from "../components/heading.tsx";
import { Notice, explain } from "../components/notice.tsx";
import { Choices } from "../components/reports/choices.tsx";
import { FlowReport } from "../components/reports/flow.tsx";
import { ROWS_MAX, Rows } from "../components/reports/rows.tsx";
import { ToStatements } from "../components/to-statements.tsx";
import { ViewsMenu } from "../components/views-menu.tsx";
import { Waiting } from "../components/waiting.tsx";
import type { ChartData } from "../lib/chart-data.ts";
import { formatPeriod, today } from "../lib/date.ts";
import { formatMoney, isNegative } from "../lib/money.ts";
import {
  type Days,
  type Report,
  type ReportRow,
  currenciesOf,
  daysBefore,
  daysOfReport,
  flowRowsOf,
  pathOfGroup,
  queriesOf,
  readReport,
  rowsOf,
  totalOf,
} from "../lib/report.ts";
import { nameOfGroup, shortNameOf } from "../lib/report-names.ts";
import { tilesOfRows } from "../lib/report-tiles.ts";
import { strings } from "../strings/index.ts";
import "./reports.css";

export default function Reports() {
  const [search, setSearch] = useSearchParams();
  const report = readReport(search);
  const accounts = useQuery({ queryKey: ["accounts"], queryFn: listAccounts });
  const categories = useQuery({ queryKey: ["categories"], queryFn: listCategories });
  const latest = useQuery({ queryKey: ["transactions", "newest"], queryFn: () => listTransactions({}, null, 1) });
  const days = latest.data ? daysOfReport(report, latest.data.items[0]?.date ?? today()) : null;
  const queries = queriesOf(report, days);
  const answers = useQuery({
    queryKey: ["reports", "queries", queries],
    queryFn: () => Promise.all(queries.map(answerQuery)),
    enabled: latest.isSuccess,
    placeholderData: keepPreviousData,
  });
  const set = (values: Record<string, string>) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(values)) {
          if (value === "") {
            next.delete(name);
          } else {
            next.set(name, value);
          }
        }
        return next;
      },
      { replace: true },
    );
  const words = strings.reports;
  const error = accounts.error ?? categories.error ?? latest.error ?? answers.error;
  // A placeholder belongs to another grouping; its groups have other names.
  const isReady = answers.data && accounts.data && categories.data && !answers.isPlaceholderData;
  const data = { accounts: accounts.data ?? [], categories: categories.data ?? [] };
  if (latest.data?.items.length === 0) {
    return (
      <div className="page reports">
        <Heading title={words.title} />
        <p className="soft">{strings.transactions.noneYet}</p>
        <ToStatements />
      </div>
    );
  }
  return (
    <div className="page reports">
      <Heading title={words.title}>
        <div className="buttons">
          <ViewsMenu page="reports" search={search} />
        </div>
      </Heading>
      <Choices report={report} days={days} {...data} onChange={set} />
      {error && <Notice tone="bad">{explain(error)}</Notice>}
      {!error && !isReady && <Waiting />}
      {!error && isReady && (
        <Result
          report={report}
          days={days}
          answers={answers.data}
          {...data}
          inCurrency={search.get("in")}
          onChange={set}
        />
      )}
    </div>
  );
}

interface ResultProps {
  report: Report;
  days: Days | null;
  answers: QueryAnswer[];
  accounts: Account[];
  categories: Category[];
  inCurrency: string | null;
  onChange: (values: Record<string, string>) => void;
}

function Result({ report, days, answers, accounts, categories, inCurrency, onChange }: ResultProps) {
  const words = strings.reports;
  const currencies = currenciesOf(answers);
  const currency = currencies.find((one) => one === inCurrency) ?? currencies[0];
  if (!currency) {
    return <p className="soft">{words.none}</p>;
  }
  const [rows = [], further = []] = answers.map((answer) => rowsOf(answer, report.by, currency));
  const nameOf = ({ group }: Pick<ReportRow, "group">) => nameOfGroup(report, group, accounts, categories);
  const isFlow = report.show === "flow";
  const total = totalOf(report.by, rows, further);
  const before = days && daysBefore(days, report.compare);
  const title = isFlow ? words.shows.flow : `${words.shows[report.show]} ${words.groupedBy[report.by]}`;
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
            onChange={(event) => onChange({ in: event.currentTarget.value })}
          >
            {currencies.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        )}
        <p className="whole">
          <span className="hint">{isFlow ? words.shows.net : words.shows[report.show]}</span>
          <Link href={pathOfGroup(report, days, currency)} className="total money">
            {formatMoney(total, currency)}
          </Link>
        </p>
      </div>
      {isFlow ? (
        <FlowReport {...{ report, days, currency, title, nameOf, onChange }} rows={flowRowsOf(rows, further)} />
      ) : (
        <Groups {...{ report, days, before, currency, title, nameOf, rows, total, categories, onChange }} />
      )}
    </section>
  );
}

/** The maximum number of tags in the chart; the table and the files have all of them. */
const COLUMNS_MAX = 12;

interface GroupsProps extends Pick<ResultProps, "report" | "days" | "categories" | "onChange"> {
  before: Days | null;
  currency: string;
  title: string;
  rows: ReportRow[];
  total: string;
  nameOf: (row: Pick<ReportRow, "group">) => string;
}

function Groups({ report, days, before, currency, title, rows, total, nameOf, categories, onChange }: GroupsProps) {
  const words = strings.reports;
  const isTag = report.by === "tag";
  const isTime = report.by === "month" || report.by === "weekday";
  // Tags overlap, so that areas of a whole would be wrong for them.
  const columns = isTime ? rows : isTag ? rows.slice(0, COLUMNS_MAX) : [];
  const tiles = columns.length > 0 ? [] : tilesOfRows(report, days, rows, currency, nameOf, categories);
  const amounts = rows.map(({ amount }) => amount);
  const chart: ChartData = {
    title: `${title}, ${currency}`,
    kind: columns.length > 0 ? "columns" : tiles.length > 1 ? "tiles" : "bars",
    currency,
    heading: words.groupings[report.by],
    labels: rows.map(nameOf),
    shortLabels: rows.map(({ group }) => shortNameOf(report, group)),
    figures: amounts.map((amount) => formatMoney(amount, currency)),
    tiles,
    series: [{ name: words.shows[report.show], amounts }],
    ...(before && { further: [{ name: words.before, amounts: rows.map((row) => row.before ?? "0") }] }),
  };
  const isIn = (amount: string) => (report.show === "net" ? !isNegative(amount) : report.show === "received");
  return (
    <>
      {isTag && <p className="hint">{words.tagsHint}</p>}
      {columns.length > 0 && (
        <ColumnChart
          label={title}
          currency={currency}
          groups={columns.map((row) => ({
            key: row.group ?? "",
            shortLabel: shortNameOf(report, row.group),
            columns: [
              {
                tone: isIn(row.amount) ? "in" : "out",
                name: nameOf(row),
                amount: row.amount,
                path: pathOfGroup(report, days, currency, row.group),
              },
            ],
          }))}
        />
      )}
      {tiles.length > 1 && <Treemap label={title} currency={currency} tiles={tiles} />}
      <Rows {...{ report, days, before, rows, total, currency, nameOf, onChange }} />
      {rows.length > ROWS_MAX && <p className="hint">{words.shown(ROWS_MAX, rows.length)}</p>}
      <ChartFiles chart={chart} />
    </>
  );
}
