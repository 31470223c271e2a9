/** The format of a file: its delimiter, date format and decimal separator. */
import { useState } from "react";
import type { Draft } from "../../lib/import-mapping.ts";
import { strings } from "../../strings/index.ts";
import { Field } from "../field.tsx";
import { SelectField } from "../select-field.tsx";

/** Number of rows in which the server looks for a header. */
const HEAD_ROW_MAX = 40;

interface Props {
  draft: Draft;
  onChange: (draft: Draft) => void;
}

export function Dialect({ draft, onChange }: Props) {
  const words = strings.importing;
  const [currency, setCurrency] = useState(draft.currency ?? "");
  const set = (change: Partial<Draft>) => onChange({ ...draft, ...change });
  return (
    <div className="dialect">
      <SelectField
        label={words.order}
        value={draft.monthFirst === null ? "auto" : draft.monthFirst ? "month" : "day"}
        options={(["auto", "day", "month"] as const).map((order) => [order, words.orders[order]])}
        onChange={({ currentTarget: { value } }) => set({ monthFirst: value === "auto" ? null : value === "month" })}
      />
      <SelectField
        label={words.decimal}
        value={draft.decimal ?? "auto"}
        options={(["auto", ".", ","] as const).map((sign) => [sign, words.decimals[sign]])}
        onChange={({ currentTarget: { value } }) => set({ decimal: value === "." || value === "," ? value : null })}
      />
      <SelectField
        label={words.separator}
        value={draft.separator}
        options={Object.entries(words.separators)}
        onChange={({ currentTarget: { value } }) => set({ separator: value })}
      />
      <Field
        label={words.headRow}
        title={words.headerRowHint}
        type="number"
        min={0}
        max={HEAD_ROW_MAX}
        value={draft.headRow}
        onChange={({ currentTarget: { valueAsNumber } }) => {
          if (Number.isInteger(valueAsNumber) && valueAsNumber >= 0 && valueAsNumber <= HEAD_ROW_MAX) {
            set({ headRow: valueAsNumber });
          }
        }}
      />
      {draft.currencyColumn === null && (
        <Field
          label={words.currency}
          value={currency}
          maxLength={3}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget: { value } }) => {
            const code = value.toUpperCase();
            setCurrency(code);
            if (code === "" || /^[A-Z]{3}$/.test(code)) {
              set({ currency: code || null });
            }
          }}
        />
      )}
      <label className="check">
        <input
          type="checkbox"
          checked={draft.negate}
          onChange={(event) => set({ negate: event.currentTarget.checked })}
        />
        {words.negate}
      </label>
    </div>
  );
}
