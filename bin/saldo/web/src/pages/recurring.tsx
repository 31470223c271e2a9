/** `/recurring` — recurring payments and income, which the user confirms or ignores. */
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, Undo2, X } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { listAccounts, listTransactions } from "../api.ts";
import { type Decision, type Recurring, decideRecurring, listRecurring } from "../api-reports.ts";
import { Bar } from "../components/bar.tsx";
import { Heading } from "../components/heading.tsx";
import { Notice, explain } from "../components/notice.tsx";
import { Needs } from "../components/role.tsx";
import { ToStatements } from "../components/to-statements.tsx";
import { Waiting } from "../components/waiting.tsx";
import { formatDay, formatShortDay, today } from "../lib/date.ts";
import { absolute, formatMoney } from "../lib/money.ts";
import { arrange, expectedOf, formatExpected, seriesPath, totalsOf } from "../lib/recurring.ts";
import { useChange } from "../lib/use-change.ts";
import { strings } from "../strings/index.ts";
import "./recurring.css";

/** A decision to store, with the one before it. */
interface Deciding {
  series: Recurring;
  decision: Decision | null;
}

type Decide = (series: Recurring, decision: Decision | null) => void;

export default function RecurringPayments() {
  const recurring = useQuery({ queryKey: ["recurring"], queryFn: listRecurring });
  const accounts = useQuery({ queryKey: ["accounts"], queryFn: listAccounts });
  const [done, setDone] = useState<Deciding | null>(null);
  const change = useChange(
    async (deciding: Deciding) => {
      await decideRecurring(deciding.series, deciding.decision);
      return deciding;
    },
    (deciding) => setDone(deciding),
  );
  const undo = useChange(
    ({ series }: Deciding) => decideRecurring(series, series.decision),
    () => setDone(null),
  );
  const words = strings.recurring;
  const all = recurring.data ?? [];
  const { groups, ended, ignored } = arrange(all);
  const isBusy = change.isPending || undo.isPending;
  const decide: Decide = (series, decision) => change.mutate({ series, decision });
  const names = new Map((accounts.data ?? []).map(({ id, name }) => [id, name]));
  const lines = (shown: Recurring[]) => (
    <ul className="lines">
      {shown.map((series) => (
        <Line
          key={series.entries[0]}
          series={series}
          account={names.size > 1 ? names.get(series.accountId) : undefined}
          isBusy={isBusy}
          decide={decide}
        />
      ))}
    </ul>
  );
  const error = recurring.error ?? accounts.error ?? change.error ?? undo.error;
  return (
    <div className="page recurring">
      <Heading title={words.title} />
      <p className="hint">{words.hint}</p>
      {error && <Notice tone="bad">{explain(error)}</Notice>}
      {recurring.isPending && <Waiting />}
      {recurring.isSuccess && all.length === 0 && (
        <>
          <p className="soft">{words.none}</p>
          <ToStatements />
        </>
      )}
      {groups.length > 0 && <Ahead all={all} />}
      {groups.map(({ group, shown }) => (
        <section key={group} aria-label={words.groups[group]}>
          <h2>{words.groups[group]}</h2>
          {lines(shown)}
        </section>
      ))}
      {ended.length > 0 && (
        <details>
          <summary>{words.endedCount(ended.length)}</summary>
          {lines(ended)}
        </details>
      )}
      {ignored.length > 0 && (
        <details>
          <summary>{words.ignoredCount(ignored.length)}</summary>
          {lines(ignored)}
        </details>
      )}
      {done ? (
        <Bar text={(done.decision ? words[done.decision] : words.cleared)(done.series.description)}>
          <button type="button" className="quiet" disabled={isBusy} onClick={() => undo.mutate(done)}>
            <Undo2 size={16} aria-hidden /> {strings.undo.undo}
          </button>
          <button type="button" className="quiet icon" aria-label={strings.undo.dismiss} onClick={() => setDone(null)}>
            <X size={16} aria-hidden />
          </button>
        </Bar>
      ) : (
        <Bar />
      )}
    </div>
  );
}

interface LineProps {
  series: Recurring;
  /** The name of the account, if there are several. */
  account: string | undefined;
  isBusy: boolean;
  decide: Decide;
}

function Line({ series, account, isBusy, decide }: LineProps) {
  const words = strings.recurring;
  const { description, decision, currency } = series;
  const day = series.active ? words.next(formatDay(series.next)) : words.last(formatDay(series.last));
  const price = series.priceChanges.at(-1);
  const acts: [string, Decision | null][] =
    decision === "ignored"
      ? [[words.restore, null]]
      : decision === "confirmed"
        ? [
            [words.clear, null],
            [words.ignore, "ignored"],
          ]
        : [
            [words.confirm, "confirmed"],
            [words.ignore, "ignored"],
          ];
  return (
    <li>
      <div className="grow">
        <Link href={seriesPath(series)} className="name">
          {description}
        </Link>
        <span className="hint">
          {[strings.overview.rhythms[series.rhythm], day, account].filter(Boolean).join(" · ")}
        </span>
        {price && (
          <span className="hint">
            {words.price(formatMoney(absolute(price.before), currency), formatDay(price.date))}
          </span>
        )}
        {decision === "confirmed" && (
          <span className="state good">
            <CircleCheck size={18} strokeWidth={2} aria-hidden />
            <span>{words.isConfirmed}</span>
          </span>
        )}
      </div>
      <Link href={seriesPath(series)} className={series.direction === "in" ? "figure in" : "figure"}>
        {formatExpected(series)}
      </Link>
      <div className="acts">
        <Needs>
          {acts.map(([word, next]) => (
            <button key={word} type="button" className="quiet" disabled={isBusy} onClick={() => decide(series, next)}>
              {word}
              <span className="hidden"> {description}</span>
            </button>
          ))}
        </Needs>
      </div>
    </li>
  );
}

/** The payments expected in the 30 days after the latest transaction, with their totals. */
function Ahead({ all }: { all: Recurring[] }) {
  const words = strings.recurring;
  const latest = useQuery({
    queryKey: ["transactions", "latest day"],
    queryFn: async () => (await listTransactions({}, null, 1)).items[0]?.date ?? today(),
  });
  const expected = expectedOf(all);
  const since = latest.data === undefined || latest.data > today() ? today() : latest.data;
  return (
    <section aria-labelledby="ahead">
      <h2 id="ahead">{words.ahead}</h2>
      <p className="hint">{latest.isPending ? "\u00a0" : words.aheadHint(formatDay(since))}</p>
      {expected.length === 0 && <p className="soft">{words.nothingAhead}</p>}
      {expected.length > 0 && (
        <>
          <dl className="totals">
            {totalsOf(expected).map(({ currency, direction, amount }) => (
              <div key={`${currency} ${direction}`}>
                <dt className="hint">{direction === "in" ? words.expectedIn : words.expectedOut}</dt>
                <dd>{formatMoney(amount, currency)}</dd>
              </div>
            ))}
          </dl>
          <ol className="lines ahead">
            {expected.map(({ date, series }) => (
              <li key={`${series.entries[0]} ${date}`}>
                <time dateTime={date} className="soft day">
                  {formatShortDay(date)}
                </time>
                <span className="grow">{series.description}</span>
                <Link href={seriesPath(series)} className={series.direction === "in" ? "figure in" : "figure"}>
                  {formatExpected(series)}
                </Link>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
