/** A field for a currency code of three letters. It suggests the currencies that the browser can name. */
import { type InputHTMLAttributes, useId } from "react";
import { strings, locale } from "../strings/index.ts";

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label?: string | undefined;
  hint?: string | undefined;
  defaultValue?: string | undefined;
}

export function CurrencyField({ label = strings.budgets.currency, hint, defaultValue, ...input }: Props) {
  const id = useId();
  const names = new Intl.DisplayNames(locale(), { type: "currency" });
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        // A new key renders the field again, so that a default that arrives later is used.
        key={defaultValue}
        id={id}
        list={`${id}-known`}
        defaultValue={defaultValue}
        {...input}
        pattern="[A-Za-z]{3}"
        maxLength={3}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={hint ? `${id}-note` : undefined}
      />
      <datalist id={`${id}-known`}>
        {Intl.supportedValuesOf("currency").map((code) => (
          <option key={code} value={code}>
            {names.of(code)}
          </option>
        ))}
      </datalist>
      {hint && (
        <p id={`${id}-note`} className="hint">
          {hint}
        </p>
      )}
    </div>
  );
}
