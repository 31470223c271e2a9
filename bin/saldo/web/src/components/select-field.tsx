/** A labeled select. */
import { type SelectHTMLAttributes, useId } from "react";

interface Props extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string;
  hint?: string;
  /** Pairs of value and label. */
  options: readonly (readonly [string, string])[];
}

export function SelectField({ label, hint, options, ...select }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} aria-describedby={hint ? `${id}-note` : undefined} {...select}>
        {options.map(([value, word]) => (
          <option key={value} value={value}>
            {word}
          </option>
        ))}
      </select>
      {hint && (
        <p id={`${id}-note`} className="hint">
          {hint}
        </p>
      )}
    </div>
  );
}
