/** The first transactions that an import would add, and the invalid lines. */
import { useQuery } from "@tanstack/react-query";
import { listTransactions } from "../../api.ts";
import type { ImportPreview } from "../../api-import.ts";
import { formatDay } from "../../lib/date.ts";
import { knownRows } from "../../lib/known-rows.ts";
import { formatMoney, isNegative } from "../../lib/money.ts";
import { strings } from "../../strings/index.ts";
import { Notice } from "../notice.tsx";

interface Props {
  preview: ImportPreview;
  /** The account to import into, if known. */
  accountId: string | null;
}

export function Preview({ preview, accountId }: Props) {
  const words = strings.importing;
  const rows = preview.transactions;
  const known = useKnown(preview, accountId);
  const hasBalance = rows.some(({ balance }) => balance !== null);
  return (
    <>
      {preview.problemCount > 0 && (
        <Notice tone="bad">
          {words.problems(preview.problemCount)} {words.problemsHint}
        </Notice>
      )}
      {preview.problems.length > 0 && (
        <ul className="problems">
          {preview.problems.map(({ line, what }) => (
            <li key={line}>{words.problem(line, words.reasons[what] ?? what)}</li>
          ))}
        </ul>
      )}
      {rows.length === 0 ? (
        preview.problemCount === 0 && <p className="hint">{words.empty}</p>
      ) : (
        <div className="scrolls" tabIndex={0} role="region" aria-label={words.preview}>
          <table className="becomes">
            <thead>
              <tr>
                <th scope="col">{strings.statement.date}</th>
                <th scope="col">{strings.statement.description}</th>
                <th scope="col" className="figure">
                  {strings.statement.amount}
                </th>
                {hasBalance && (
                  <th scope="col" className="figure">
                    {strings.statement.balance}
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={index} className={known[index] ? "known" : ""}>
                  <td>{formatDay(row.date)}</td>
                  <td>
                    {row.description} {known[index] && <span className="tag">{words.known}</span>}
                  </td>
                  <td className={isNegative(row.amount) ? "figure" : "figure in"}>
                    {formatMoney(row.amount, row.currency)}
                  </td>
                  {hasBalance && (
                    <td className="figure">{row.balance !== null && formatMoney(row.balance, row.currency)}</td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

/** Marks the shown rows that are already imported, once the account is known. */
function useKnown({ transactions }: ImportPreview, accountId: string | null): boolean[] {
  const days = transactions.map(({ date }) => date).sort();
  const [from, to] = [days[0], days.at(-1)];
  const there = useQuery({
    queryKey: ["transactions-of-days", accountId, from, to],
    queryFn: () => listTransactions({ account: accountId ?? undefined, from, to }, null),
    enabled: accountId !== null && from !== undefined,
  });
  return there.data && accountId !== null ? knownRows(transactions, there.data.items) : [];
}
