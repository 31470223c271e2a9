/**
 * The table of a report. Each amount links to its transactions, and each group can become a filter. A phone
 * has room for a name and two figures: there, the others are in the same cells.
 */
import { Filter } from "lucide-react";
import { Link } from "wouter";
import { formatMoney, isNegative, shareOf } from "../../lib/money.ts";
import { useNarrow } from "../../lib/use-narrow.ts";
import { type Days, type Report, type ReportRow, changeOf, onlyGroup, pathOfGroup } from "../../lib/report.ts";
import { locale, strings } from "../../strings/index.ts";

/** Number of rows of the table; the files have all of them. */
export const ROWS_MAX = 200;

interface RowsProps {
  report: Report;
  days: Days | null;
  before: Days | null;
  rows: ReportRow[];
  /** The total of the report. */
  total: string;
  currency: string;
  nameOf: (row: ReportRow) => string;
  onChange: (values: Record<string, string>) => void;
}

export function Rows({ report, days, before, rows, total, currency, nameOf, onChange }: RowsProps) {
  const words = strings.reports;
  const isNarrow = useNarrow();
  const share = new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 1 });
  const hasShare = report.show !== "net" && report.by !== "weekday" && !(isNarrow && before);
  const earlier = (row: ReportRow) =>
    before && row.before !== null ? (
      <Link href={pathOfGroup(report, before, currency, row.group)}>{formatMoney(row.before, currency)}</Link>
    ) : (
      "–"
    );
  return (
    <div className="table" tabIndex={0} role="group" aria-label={words.title}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.groupings[report.by]}</th>
            <Head name={words.shows[report.show]} />
            {hasShare && <Head name={strings.chart.share} />}
            {before && !isNarrow && <Head name={words.before} />}
            {before && !isNarrow && <Head name={words.change} />}
            {!isNarrow && <Head name={strings.nav.transactions} />}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, ROWS_MAX).map((row) => {
            const change = changeOf(row);
            return (
              <tr key={row.group ?? ""}>
                <th scope="row">
                  <GroupName name={nameOf(row)} only={onlyGroup(report, row.group)} onChange={onChange} />
                  {isNarrow && <span className="hint">{strings.transactions.count(row.transactions)}</span>}
                </th>
                <td className="figure">
                  <Link href={pathOfGroup(report, days, currency, row.group)}>{formatMoney(row.amount, currency)}</Link>
                  {before && isNarrow && (
                    <>
                      <span className="hint">
                        {words.before}: {earlier(row)}
                      </span>
                      <span className="hint">
                        {words.change}: {change === null ? "–" : formatMoney(change, currency, "always")}
                      </span>
                    </>
                  )}
                </td>
                {hasShare && (
                  <td className="figure">{isNegative(row.amount) ? "–" : share.format(shareOf(row.amount, total))}</td>
                )}
                {before && !isNarrow && <td className="figure">{earlier(row)}</td>}
                {before && !isNarrow && (
                  <td className="figure">{change === null ? "–" : formatMoney(change, currency, "always")}</td>
                )}
                {!isNarrow && <td className="figure">{row.transactions}</td>}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The head of a column of figures. */
export function Head({ name }: { name: string }) {
  return (
    <th scope="col" className="figure">
      {name}
    </th>
  );
}

interface GroupNameProps {
  name: string;
  /** The choices that limit the report to the group. */
  only: Record<string, string> | null;
  onChange: (values: Record<string, string>) => void;
}

/** A group's name with a button that limits the report to it. */
export function GroupName({ name, only, onChange }: GroupNameProps) {
  const label = strings.reports.only(name);
  return (
    <span className="group">
      {name}
      {only && (
        <button type="button" className="quiet icon" aria-label={label} title={label} onClick={() => onChange(only)}>
          <Filter size={15} aria-hidden />
        </button>
      )}
    </span>
  );
}
