/** The explanation for a statement that does not add up: likely causes, each with a button that fixes it. */
import type { Transaction, LikelyCause, StatementAccount } from "../api.ts";
import type { Correction } from "../lib/corrections.ts";
import { type Decimal, absolute, formatMoney, isNegative } from "../lib/money.ts";
import { discrepancyOf } from "../lib/statement-state.ts";
import { strings } from "../strings/index.ts";
import { Needs } from "./role.tsx";

interface Props {
  account: StatementAccount;
  transactions: Transaction[];
  /** The first broken row, counted from 1; 0 if unknown. */
  row: number;
  isBusy: boolean;
  onCorrect: (correction: Correction) => void;
  /** Opens the form for a missing row. */
  onAdd: (amount: Decimal, below: number) => void;
}

export function LikelyCauses({ account, transactions, row, isBusy, onCorrect, onAdd }: Props) {
  const amount = discrepancyOf(account);
  const words = strings.fixing;
  return (
    <div className="trouble">
      <p>
        <strong className="money">
          {row > 0 ? strings.state.unbalancedAt(amount, row) : strings.state.unbalanced(amount)}
        </strong>
      </p>
      {account.discrepancy !== null && amount !== null && (
        <p className="money">{isNegative(account.discrepancy) ? words.moreOut(amount) : words.moreIn(amount)}</p>
      )}
      {account.likelyCauses.length > 0 && <h2>{strings.statement.causes}</h2>}
      <ul>
        {account.likelyCauses.map((cause) => {
          const index = transactions.findIndex(({ id }) => id === cause.entryId);
          const fix = fixOf(cause, transactions[index], account.currency);
          const missing = cause.code === "row_missing";
          return (
            <li key={`${cause.code} ${cause.entryId} ${cause.amount}`}>
              <span className="money">{describe(cause, transactions[index], index + 1, account.currency)}</span>
              {(fix || missing) && (
                <Needs>
                  <button
                    type="button"
                    className={fix ? "button small money" : "button small"}
                    disabled={isBusy}
                    onClick={() =>
                      fix ? onCorrect(fix.correction) : onAdd(cause.amount, index < 0 ? transactions.length : index)
                    }
                  >
                    {fix ? fix.label : words.addIt}
                  </button>
                </Needs>
              )}
            </li>
          );
        })}
      </ul>
      <Needs>
        <p className="hint">{words.byHand}</p>
      </Needs>
    </div>
  );
}

/** Returns the one-click fix for a cause; `null` if only the user can decide. */
function fixOf(
  cause: LikelyCause,
  transaction: Transaction | undefined,
  currency: string,
): { label: string; correction: Correction } | null {
  if (!transaction) {
    return null;
  }
  switch (cause.code) {
    case "row_doubled":
    case "row_extra":
      return { label: strings.fixing.remove, correction: { kind: "remove", transaction } };
    case "sign_flipped":
    case "amount_doubled":
    case "digits_swapped":
    case "point_slipped":
    case "digit_misread":
      return {
        label: strings.fixing.changeTo(formatMoney(cause.amount, currency)),
        correction: { kind: "change", transaction, change: { amount: cause.amount } },
      };
    default:
      return null;
  }
}

function describe(cause: LikelyCause, transaction: Transaction | undefined, row: number, currency: string): string {
  const words = strings.fixing.causes;
  const amount = formatMoney(cause.amount, currency);
  switch (cause.code) {
    case "row_missing":
      return transaction ? words.row_missing(amount, row) : words.rows_missing(amount);
    case "total_disagrees":
      return words.total_disagrees(formatMoney(absolute(cause.amount), currency));
    case "count_disagrees":
    case "mixed_currencies":
    case "contradiction":
      return words[cause.code];
    default:
      return words[cause.code](row, transaction?.description ?? "");
  }
}
