/** `/` — where one stands: balances, what wants attention, what came last. Every figure is a door to its entries. */
import { useQuery } from "@tanstack/react-query";
import { Link, Redirect } from "wouter";
import { type Account, type Entry, type Statement, listAccounts, listEntries, listStatements } from "../api.ts";
import { Heading } from "../components/heading.tsx";
import { Notice, explain } from "../components/notice.tsx";
import { StateMark } from "../components/state-mark.tsx";
import { formatDay, formatShortDay } from "../lib/date.ts";
import { entriesPath } from "../lib/entry-filter.ts";
import { formatMoney, isNegative, sum } from "../lib/money.ts";
import { describeStatement, nameOf } from "../lib/statement-state.ts";
import { strings } from "../strings/index.ts";
import "./overview.css";

const LATEST = 8;

export default function Overview() {
  const accounts = useQuery({ queryKey: ["accounts"], queryFn: listAccounts });
  const statements = useQuery({ queryKey: ["statements", "latest"], queryFn: () => listStatements(null) });
  const entries = useQuery({ queryKey: ["entries", "latest"], queryFn: () => listEntries({}, null, LATEST) });
  const error = accounts.error ?? statements.error ?? entries.error;
  if (error) {
    return (
      <div className="page">
        <Heading title={strings.overview.title} />
        <Notice tone="bad">{explain(error)}</Notice>
      </div>
    );
  }
  if (!accounts.data || !statements.data || !entries.data) {
    return <p className="splash">{strings.loading}</p>;
  }
  if (statements.data.items.length === 0) {
    return <Redirect to="/statements" replace />;
  }
  return (
    <div className="page overview">
      <Heading title={strings.overview.title} />
      <Worth accounts={accounts.data} />
      <Attention statements={statements.data.items} />
      <Accounts accounts={accounts.data} />
      <Latest entries={entries.data.items} />
    </div>
  );
}

/** Balances are added within one currency only: there is no honest sum across them without a rate. */
function Worth({ accounts }: { accounts: Account[] }) {
  const totals = new Map<string, string>();
  for (const { balance, currency } of accounts) {
    if (balance) {
      totals.set(currency, sum([totals.get(currency) ?? "0", balance.amount]));
    }
  }
  if (totals.size === 0) {
    return null;
  }
  return (
    <section className="worth" aria-labelledby="worth">
      <h2 id="worth">{strings.overview.worth}</h2>
      <p className="sums">
        {[...totals].map(([currency, amount]) => (
          <span key={currency}>{formatMoney(amount, currency)}</span>
        ))}
      </p>
      <p className="hint">{strings.overview.worthHint}</p>
    </section>
  );
}

function Accounts({ accounts }: { accounts: Account[] }) {
  if (accounts.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby="accounts">
      <h2 id="accounts">{strings.overview.accounts}</h2>
      <ul className="cards">
        {accounts.map((account) => (
          <li key={account.id}>
            <Link href={entriesPath({ account: account.id })}>
              <span className="hint">{strings.accountKind[account.kind]}</span>
              <span className="name">{account.name}</span>
              <span className="amount">
                {account.balance ? formatMoney(account.balance.amount, account.currency) : strings.overview.noBalance}
              </span>
              {account.balance && (
                <span className="hint">{strings.overview.asOf(formatDay(account.balance.date))}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
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

function Latest({ entries }: { entries: Entry[] }) {
  if (entries.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby="latest">
      <h2 id="latest">{strings.overview.recent}</h2>
      <ul className="lines">
        {entries.map((entry) => (
          <li key={entry.id}>
            <Link href={entry.statementId ? `/statements/${entry.statementId}` : "/entries"}>
              <span className="soft day">{formatShortDay(entry.date)}</span>
              <span className="grow">{entry.description}</span>
              <span className={isNegative(entry.amount) ? "figure" : "figure in"}>
                {formatMoney(entry.amount, entry.currency)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <p>
        <Link href="/entries">{strings.overview.allEntries}</Link>
      </p>
    </section>
  );
}
