/** A range of amounts in one currency: 10 yen are not 10 euros. */
import { useCallback } from "react";
import type { Account } from "../../api.ts";
import { digitsOf, parseAmount, showAmount } from "../../lib/amount-input.ts";
import type { FilterName } from "../../lib/transaction-filter.ts";
import { isNegative } from "../../lib/money.ts";
import { strings } from "../../strings/index.ts";
import { LateInput } from "./late-input.tsx";

interface Props {
  accounts: Account[];
  search: URLSearchParams;
  onSet: (values: Partial<Record<FilterName, string>>) => void;
}

type Bound = "minAmount" | "maxAmount";

export function Sizes({ accounts, search, onSet }: Props) {
  const currencies = [...new Set(accounts.map(({ currency }) => currency))];
  const currency = search.get("currency") ?? currencies[0];
  const read = useCallback(
    (typed: string) => {
      const amount = typed.trim() === "" || !currency ? "" : parseAmount(typed, digitsOf(currency));
      return amount !== null && amount !== "" && isNegative(amount) ? null : amount;
    },
    [currency],
  );
  if (!currency) {
    return null;
  }
  const words = strings.transactions;
  const set = (name: Bound, amount: string) => {
    const other = search.get(name === "minAmount" ? "maxAmount" : "minAmount");
    onSet({ [name]: amount, currency: amount === "" && !other && currencies.length < 2 ? "" : currency });
  };
  const size = (name: Bound, label: string) => (
    <label className="day-field size">
      <span>{label}</span>
      <LateInput
        inputMode="decimal"
        autoComplete="off"
        value={search.get(name) ?? ""}
        read={read}
        show={showAmount}
        onValue={(amount) => set(name, amount)}
      />
    </label>
  );
  return (
    <>
      {size("minAmount", words.least)}
      {size("maxAmount", words.most)}
      {currencies.length > 1 && (
        <select
          aria-label={words.currency}
          className={search.get("currency") ? "set" : ""}
          value={search.get("currency") ?? ""}
          onChange={({ currentTarget: { value } }) =>
            onSet(value === "" ? { currency: "", minAmount: "", maxAmount: "" } : { currency: value })
          }
        >
          <option value="">{words.allCurrencies}</option>
          {currencies.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </select>
      )}
    </>
  );
}
