/** Statement coverage of each account: the covered months, the gaps, and balances that do not continue. */
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { type Account, type Statement, listAccounts } from "../api.ts";
import { type Coverage as Covered, type Days, listCoverage } from "../api-coverage.ts";
import { calendarOf } from "../lib/calendar.ts";
import { formatMonth, formatMonthName, formatPeriod } from "../lib/date.ts";
import { absolute, formatMoney } from "../lib/money.ts";
import { strings } from "../strings/index.ts";
import { Notice, explain } from "./notice.tsx";
import "./coverage.css";

/** The coverage of all accounts. `statements` are searched for those that are uploaded but do not add up. */
export function Coverage({ statements }: { statements: Statement[] }) {
  const coverage = useQuery({ queryKey: ["coverage"], queryFn: listCoverage });
  const accounts = useQuery({ queryKey: ["accounts"], queryFn: listAccounts });
  if (coverage.isError) {
    return <Notice tone="bad">{explain(coverage.error)}</Notice>;
  }
  const shown = coverage.data?.filter(({ covered }) => covered.length > 0) ?? [];
  if (shown.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby="coverage">
      <h2 id="coverage">{strings.coverage.title}</h2>
      <div className="coverage">
        {shown.map((covered) => (
          <AccountCoverage
            key={`${covered.accountId} ${covered.currency}`}
            covered={covered}
            name={nameAmong(accounts.data ?? [], covered)}
            statements={statements}
          />
        ))}
      </div>
    </section>
  );
}

/** Returns the account's name, with number and currency if another account has the same name. */
function nameAmong(accounts: Account[], { accountId, currency }: Covered): string {
  const account = accounts.find(({ id }) => id === accountId);
  if (!account) {
    return currency;
  }
  const isAlone = accounts.every(({ id, name }) => id === accountId || name !== account.name);
  return isAlone ? account.name : [account.name, account.numberMasked, currency].filter(Boolean).join(" · ");
}

/** Returns the statement of days that count as missing because it does not add up. */
function unprovenOf(statements: Statement[], { accountId }: Covered, { from, to }: Days): Statement | undefined {
  return statements.find(({ accounts }) =>
    accounts.some(
      (part) =>
        part.accountId === accountId &&
        part.outcome === "unbalanced" &&
        part.periodStart !== null &&
        part.periodEnd !== null &&
        part.periodStart <= to &&
        part.periodEnd >= from,
    ),
  );
}

interface AccountProps {
  covered: Covered;
  name: string;
  statements: Statement[];
}

/** The coverage of one account. */
export function AccountCoverage({ covered, name, statements }: AccountProps) {
  const words = strings.coverage;
  const isWhole = covered.gaps.length + covered.overlaps.length + covered.breaks.length === 0;
  return (
    <article>
      <h3>{name}</h3>
      <Calendar covered={covered} />
      <ul className="findings">
        {isWhole && (
          <li className="good">
            <CircleCheck size={16} aria-hidden />
            <span>{words.complete}</span>
          </li>
        )}
        {covered.gaps.map((gap) => {
          const unproven = unprovenOf(statements, covered, gap);
          const period = formatPeriod(gap.from, gap.to);
          return (
            <Finding key={`gap ${gap.from}`}>
              {unproven ? (
                <>
                  {words.unproven(period)} <Link href={`/statements/${unproven.id}`}>{words.fix}</Link>
                </>
              ) : (
                words.gap(period)
              )}
            </Finding>
          );
        })}
        {covered.breaks.map((found) => (
          <Finding key={`break ${found.after}`}>
            {found.difference === null ? (
              words.breakUnknown
            ) : (
              <span className="money">
                {words.breakBy(
                  formatMoney(found.opening, covered.currency),
                  formatMoney(found.closing, covered.currency),
                  formatMoney(absolute(found.difference), covered.currency),
                )}
              </span>
            )}{" "}
            <StatementLinks statements={[found.before, found.after]} />
          </Finding>
        ))}
        {covered.overlaps.map((overlap) => (
          <Finding key={`overlap ${overlap.from} ${overlap.statements.join(" ")}`}>
            {words.overlap(formatPeriod(overlap.from, overlap.to))} <StatementLinks statements={overlap.statements} />
          </Finding>
        ))}
      </ul>
    </article>
  );
}

function Finding({ children }: { children: ReactNode }) {
  return (
    <li>
      <CircleAlert size={16} aria-hidden />
      <span>{children}</span>
    </li>
  );
}

function StatementLinks({ statements: [before, after] }: { statements: string[] }) {
  return (
    <>
      <Link href={`/statements/${before}`}>{strings.coverage.earlier}</Link>
      {" · "}
      <Link href={`/statements/${after}`}>{strings.coverage.later}</Link>
    </>
  );
}

function Calendar({ covered }: { covered: Covered }) {
  const rows = calendarOf(covered.covered);
  const words = strings.coverage;
  return (
    <table className="calendar">
      <thead>
        <tr>
          <td />
          {rows[0]?.months.map(({ first }) => (
            <th key={first} scope="col">
              <abbr title={formatMonthName(first, "long")}>{formatMonthName(first, "narrow")}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ year, months }) => (
          <tr key={year}>
            <th scope="row">{year}</th>
            {months.map(({ first, filled }) => (
              <td key={first} title={filled === "outside" ? undefined : words.month(formatMonth(first), words[filled])}>
                <span className={`month ${filled}`}>
                  <span className="hidden">{filled === "outside" ? "" : words[filled]}</span>
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
