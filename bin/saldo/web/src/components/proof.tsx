/** One account of a statement: its entries with the running balance, and at the foot what they add up to. */
import { Check, X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Entry, StatementAccount, Witness } from "../api.ts";
import { type Cause, likelyCauses } from "../lib/causes.ts";
import { formatDay, formatPeriod, formatShortDay } from "../lib/date.ts";
import { formatMoney, isNegative, sum } from "../lib/money.ts";
import { discrepancyOf } from "../lib/statement-state.ts";
import { strings } from "../strings/index.ts";

interface Props {
  account: StatementAccount;
  entries: Entry[];
  activeId: string | null;
  onActivate: (id: string | null) => void;
}

export function Proof({ account, entries, activeId, onActivate }: Props) {
  const words = strings.statement;
  const hasBalances = entries.some((entry) => entry.balance !== null);
  const broken = entries.findIndex((entry) => entry.id === account.firstBrokenEntryId);
  return (
    <article className="proof">
      <header>
        {account.numberMasked && <span className="number">{account.numberMasked}</span>}
        {account.periodStart && account.periodEnd && (
          <span>{formatPeriod(account.periodStart, account.periodEnd)}</span>
        )}
      </header>
      {account.outcome === "unbalanced" && <Trouble account={account} entries={entries} row={broken + 1} />}
      <table>
        <thead>
          <tr>
            <th scope="col">{words.date}</th>
            <th scope="col">{words.description}</th>
            <th scope="col" className="figure">
              {words.amount}
            </th>
            {hasBalances && (
              <th scope="col" className="figure">
                {words.balance}
              </th>
            )}
          </tr>
        </thead>
        <tbody onMouseLeave={() => onActivate(null)}>
          {entries.map((entry, index) => (
            <Row
              key={entry.id}
              entry={entry}
              hasBalances={hasBalances}
              isActive={entry.id === activeId}
              isBroken={index === broken}
              onActivate={onActivate}
            />
          ))}
        </tbody>
      </table>
      <Foot account={account} entries={entries} />
      {account.witnesses.length > 0 && (
        <section className="checks">
          <h2>{words.checks}</h2>
          <ul>
            {account.witnesses.map((witness, index) => (
              <CheckLine key={`${witness.witness} ${index}`} witness={witness} />
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}

interface RowProps {
  entry: Entry;
  hasBalances: boolean;
  isActive: boolean;
  isBroken: boolean;
  onActivate: (id: string | null) => void;
}

function Row({ entry, hasBalances, isActive, isBroken, onActivate }: RowProps) {
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isActive) {
      row.current?.scrollIntoView({ block: "nearest" });
    }
  }, [isActive]);
  const activate = () => onActivate(entry.id);
  const words = strings.statement;
  return (
    <tr ref={row} className={`${isActive ? "active" : ""} ${isBroken ? "broken" : ""}`} onMouseEnter={activate}>
      <td className="day">
        <time dateTime={entry.date} title={formatDay(entry.date)}>
          {formatShortDay(entry.date)}
        </time>
      </td>
      <td>
        {entry.place ? (
          <button
            type="button"
            className="plain"
            onFocus={activate}
            onClick={activate}
            aria-label={words.spot(entry.description)}
          >
            {entry.description}
          </button>
        ) : (
          entry.description
        )}
        {isBroken && <strong className="break">{words.brokenHere}</strong>}
      </td>
      <td className="figure">
        <span className={isNegative(entry.amount) ? undefined : "in"}>{formatMoney(entry.amount, entry.currency)}</span>
        {/* Where there is no room for the column of balances. */}
        {entry.balance !== null && (
          <span className="running">{words.balanceOf(formatMoney(entry.balance, entry.currency))}</span>
        )}
      </td>
      {hasBalances && (
        <td className="figure soft">{entry.balance !== null && formatMoney(entry.balance, entry.currency)}</td>
      )}
    </tr>
  );
}

/** Opening + money in + money out = closing, as a bookkeeper writes it. */
function Foot({ account, entries }: { account: StatementAccount; entries: Entry[] }) {
  const words = strings.statement;
  const { openingBalance: opening, closingBalance: closing, currency } = account;
  const amounts = entries.map((entry) => entry.amount);
  const moneyIn = sum(["0", ...amounts.filter((amount) => !isNegative(amount))]);
  const moneyOut = sum(["0", ...amounts.filter(isNegative)]);
  const lines: [string, string | null, string][] = [
    [words.opening, opening, ""],
    [words.moneyIn, moneyIn, ""],
    [words.moneyOut, moneyOut, ""],
  ];
  if (account.outcome === "unbalanced" && opening !== null) {
    lines.push([words.expected, sum([opening, moneyIn, moneyOut]), "total"]);
  }
  lines.push([words.closing, closing, "total"]);
  if (account.discrepancy !== null) {
    lines.push([words.difference, account.discrepancy, "wrong"]);
  }
  return (
    <dl className={`foot ${account.outcome}`}>
      {lines.map(
        ([name, amount, meaning]) =>
          amount !== null && (
            <div key={name} className={meaning}>
              <dt>{name}</dt>
              <dd>{formatMoney(amount, currency)}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function CheckLine({ witness }: { witness: Witness }) {
  const holds = witness.witness === "running_balances" ? witness.printed === witness.holding : witness.holds;
  return (
    <li className={holds ? "good" : "bad"}>
      {holds ? <Check size={16} aria-hidden /> : <X size={16} aria-hidden />}
      {witness.witness === "running_balances"
        ? strings.witness.running_balances(witness.printed, witness.holding)
        : strings.witness[witness.witness](witness.holds)}
    </li>
  );
}

function Trouble({ account, entries, row }: { account: StatementAccount; entries: Entry[]; row: number }) {
  const amount = discrepancyOf(account);
  const causes = account.discrepancy === null ? [] : likelyCauses(entries, account.discrepancy);
  return (
    <div className="trouble">
      <p>
        <strong>{row > 0 ? strings.state.unbalancedAt(amount, row) : strings.state.unbalanced(amount)}</strong>
      </p>
      {causes.length > 0 && (
        <>
          <p>{strings.statement.causes}</p>
          <ul>
            {causes.map((cause) => (
              <li key={JSON.stringify(cause)}>{describeCause(cause, account.currency)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function describeCause(cause: Cause, currency: string): string {
  const words = strings.statement.cause;
  switch (cause.kind) {
    case "sign":
    case "extra":
      return words[cause.kind](cause.row);
    case "digits":
      return words.digits;
    case "missing":
      return words.missing(formatMoney(cause.amount, currency));
  }
}
