/** A row of a statement: its data, its highlighting, and the button to correct it. */
import { Pencil } from "lucide-react";
import { type PointerEvent, useEffect, useRef } from "react";
import type { Transaction } from "../api.ts";
import type { Break } from "../lib/corrections.ts";
import { formatDay, formatShortDay } from "../lib/date.ts";
import { type Decimal, formatMoney, isNegative } from "../lib/money.ts";
import { strings } from "../strings/index.ts";
import { Needs } from "./role.tsx";

interface Props {
  transaction: Transaction;
  /** The balance after the row; `undefined` if the table has no such column. */
  balance: Decimal | null | undefined;
  isActive: boolean;
  /** True if the printed balance stops adding up here. */
  isBroken: boolean;
  found: Break | null;
  isBusy: boolean;
  onActivate: (id: string | null) => void;
  onEdit: () => void;
  onSetAmount: (amount: Decimal) => void;
}

export function ProofRow(props: Props) {
  const { transaction, balance, isActive, isBroken, found, isBusy, onActivate, onEdit, onSetAmount } = props;
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isActive) {
      row.current?.scrollIntoView({ block: "nearest" });
    }
  }, [isActive]);
  const activate = () => onActivate(transaction.id);
  // Touch has no hover: the tapped row stays highlighted. `pointermove` instead of `pointerenter` ignores
  // rows that scroll under a resting mouse.
  const onMove = ({ pointerType }: PointerEvent) => pointerType === "mouse" && activate();
  const words = strings.statement;
  const money = (amount: Decimal) => formatMoney(amount, transaction.currency);
  return (
    <>
      <tr
        ref={row}
        data-transaction={transaction.id}
        className={`${isActive ? "active" : ""} ${isBroken ? "broken" : ""}`}
        onPointerMove={onMove}
        onClick={activate}
      >
        <td className="day">
          <time dateTime={transaction.date} title={formatDay(transaction.date)}>
            {formatShortDay(transaction.date)}
          </time>
        </td>
        <td>
          {transaction.place ? (
            <button type="button" className="plain" onFocus={activate} aria-label={words.spot(transaction.description)}>
              {transaction.description}
            </button>
          ) : (
            transaction.description
          )}
        </td>
        <td className="figure">
          <span className={isNegative(transaction.amount) ? undefined : "in"}>{money(transaction.amount)}</span>
          {/* The balance for narrow screens, which hide its column. */}
          {balance && <span className="running">{words.balanceOf(money(balance))}</span>}
        </td>
        {balance !== undefined && (
          <td
            className={transaction.balance === null ? "figure soft calculated" : "figure soft"}
            title={transaction.balance === null && balance !== null ? strings.fixing.calculatedOpening : undefined}
          >
            {balance !== null && money(balance)}
          </td>
        )}
        <td className="act">
          <Needs>
            <button
              type="button"
              className="quiet icon"
              aria-label={strings.fixing.correct(transaction.description)}
              title={strings.fixing.correctHint}
              onClick={onEdit}
            >
              <Pencil size={14} aria-hidden />
            </button>
          </Needs>
        </td>
      </tr>
      {isBroken && (
        <tr className="broken" onPointerMove={onMove} onClick={activate}>
          <td colSpan={balance === undefined ? 4 : 5} className="break">
            <strong>{words.stopsAddingUp}</strong>
            {found && (
              <>
                <span className="money">{strings.fixing.breaks(money(found.printed), money(found.reached))}</span>
                <Needs>
                  <button
                    type="button"
                    className="button small money"
                    disabled={isBusy}
                    onClick={() => onSetAmount(found.amount)}
                  >
                    {strings.fixing.changeTo(money(found.amount))}
                  </button>
                </Needs>
              </>
            )}
          </td>
        </tr>
      )}
    </>
  );
}
