/** Upcoming recurring payments. */
import { Link } from "wouter";
import type { Recurring } from "../../api-reports.ts";
import { formatDay, formatShortDay } from "../../lib/date.ts";
import { formatExpected, seriesPath } from "../../lib/recurring.ts";
import { strings } from "../../strings/index.ts";

const DUE_MAX = 8;

/** The recurring payments expected after `since`, the day of the latest transaction, until `until`. */
export function Due({ recurring, since, until }: { recurring: Recurring[]; since: string; until: string }) {
  const words = strings.overview;
  const due = recurring
    .filter(({ next }) => next > since && next <= until)
    .sort((one, other) => one.next.localeCompare(other.next))
    .slice(0, DUE_MAX);
  if (due.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby="due">
      <h2 id="due">{words.due}</h2>
      <p className="hint">
        {words.dueHint(formatDay(since))} <Link href="/recurring">{strings.recurring.title}</Link>
      </p>
      <ul className="lines">
        {due.map((one) => (
          <li key={`${one.accountId} ${one.merchant} ${one.direction}`}>
            <Link href={seriesPath(one)}>
              <span className="soft day">{formatShortDay(one.next)}</span>
              <span className="grow">
                {one.description} <span className="hint">{words.rhythms[one.rhythm]}</span>
              </span>
              <span className={one.direction === "in" ? "figure in" : "figure"}>{formatExpected(one)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
