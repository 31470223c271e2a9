/** A row of a statement: its data, its highlighting, and the button to correct it. */
import { Pencil } from "lucide-react";
import { type PointerEvent, useEffect, useRef } from "react";
import type { Entry } from "../api.ts";
import type { Break } from "../lib/corrections.ts";
import { formatDay, formatShortDay } from "../lib/date.ts";
import { type Decimal, formatMoney, isNegative } from "../lib/money.ts";
import { strings } from "../strings/index.ts";

interface Props {
  entry: Entry;
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
  const { entry, balance, isActive, isBroken, found, isBusy, onActivate, onEdit, onSetAmount } = props;
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (isActive) {
      row.current?.scrollIntoView({ block: "nearest" });
    }
  }, [isActive]);
  const activate = () => onActivate(entry.id);
  // Touch has no hover: the tapped row stays highlighted. `pointermove` instead of `pointerenter` ignores
  // rows that scroll under a resting mouse.
  const onMove = ({ pointerType }: PointerEvent) => pointerType === "mouse" && activate();
  const words = strings.statement;
  const money = (amount: Decimal) => formatMoney(amount, entry.currency);
  return (
    <>
      <tr
        ref={row}
        data-entry={entry.id}
        className={`${isActive ? "active" : ""} ${isBroken ? "broken" : ""}`}
        onPointerMove={onMove}
        onClick={activate}
      >
        <td className="day">
          <time dateTime={entry.date} title={formatDay(entry.date)}>
            {formatShortDay(entry.date)}
          </time>
        </td>
        <td>
          {entry.place ? (
            <button type="button" className="plain" onFocus={activate} aria-label={words.spot(entry.description)}>
              {entry.description}
            </button>
          ) : (
            entry.description
          )}
        </td>
        <td className="figure">
          <span className={isNegative(entry.amount) ? undefined : "in"}>{money(entry.amount)}</span>
          {/* The balance for narrow screens, which hide its column. */}
          {balance && <span className="running">{words.balanceOf(money(balance))}</span>}
        </td>
        {balance !== undefined && (
          <td
            className={entry.balance === null ? "figure soft reckoned" : "figure soft"}
            title={entry.balance === null && balance !== null ? strings.fixing.reckoned : undefined}
          >
            {balance !== null && money(balance)}
          </td>
        )}
        <td className="act">
          <button
            type="button"
            className="quiet icon"
            aria-label={strings.fixing.correct(entry.description)}
            title={strings.fixing.correctHint}
            onClick={onEdit}
          >
            <Pencil size={14} aria-hidden />
          </button>
        </td>
      </tr>
      {isBroken && (
        <tr className="broken" onPointerMove={onMove} onClick={activate}>
          <td colSpan={balance === undefined ? 4 : 5} className="break">
            <strong>{words.stopsAddingUp}</strong>
            {found && (
              <>
                <span>{strings.fixing.breaks(money(found.printed), money(found.reached))}</span>
                <button
                  type="button"
                  className="button small"
                  disabled={isBusy}
                  onClick={() => onSetAmount(found.amount)}
                >
                  {strings.fixing.changeTo(money(found.amount))}
                </button>
              </>
            )}
          </td>
        </tr>
      )}
    </>
  );
}
