/** A select of the user's categories. */
import type { Ref, SelectHTMLAttributes } from "react";
import type { Category } from "../api.ts";
import { categoryChoices } from "../lib/categories.ts";
import { strings } from "../strings/index.ts";

interface Props extends SelectHTMLAttributes<HTMLSelectElement> {
  categories: readonly Category[];
  /** The label of the empty option. */
  none?: string;
  ref?: Ref<HTMLSelectElement>;
}

export function CategorySelect({ categories, none = strings.transactions.uncategorized, ...select }: Props) {
  return (
    <select {...select}>
      <option value="">{none}</option>
      {categoryChoices(categories).map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  );
}
