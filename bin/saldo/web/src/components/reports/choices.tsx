/** The choices of a report: its figure, grouping, period and comparison, and its filters as chips. */
import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import type { Account, Category } from "../../api.ts";
import { reportMerchants } from "../../api-reports.ts";
import { listTags } from "../../api-transactions.ts";
import { categoryChoices } from "../../lib/categories.ts";
import { merchantName } from "../../lib/merchant-name.ts";
import { useConfirmedChoice } from "../../lib/picker-keys.ts";
import { COMPARES, type Days, FILTERS, type Filter, GROUPINGS, PERIODS, type Report, SHOWS } from "../../lib/report.ts";
import { kindOfFilter, nameOfFilter } from "../../lib/report-names.ts";
import { strings } from "../../strings/index.ts";
import { Field } from "../field.tsx";
import { SelectField } from "../select-field.tsx";

interface Props {
  report: Report;
  days: Days | null;
  accounts: Account[];
  categories: Category[];
  onChange: (values: Record<string, string>) => void;
}

export function Choices({ report, days, accounts, categories, onChange }: Props) {
  const words = strings.reports;
  const { transactions } = strings;
  const choice = <T extends string>(
    name: keyof Report,
    label: string,
    values: readonly T[],
    names: Record<T, string>,
  ) => (
    <SelectField
      label={label}
      value={report[name]}
      options={values.map((value) => [value, names[value]])}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  const day = (name: "from" | "to", label: string) => (
    <Field
      label={label}
      type="date"
      value={report[name] || days?.[name] || ""}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
  const isFlow = report.show === "flow";
  return (
    <search aria-label={words.choices}>
      <div className="choices">
        {choice("show", words.show, SHOWS, words.shows)}
        {!isFlow && choice("by", words.by, GROUPINGS, words.groupings)}
        {choice("period", words.period, PERIODS, words.periods)}
        {report.period === "custom" && day("from", transactions.from)}
        {report.period === "custom" && day("to", transactions.to)}
        {!isFlow &&
          report.by !== "month" &&
          report.period !== "all" &&
          choice("compare", words.compare, COMPARES, words.compares)}
        <AddFilter accounts={accounts} categories={categories} onChange={onChange} />
      </div>
      <Chips report={report} accounts={accounts} categories={categories} onChange={onChange} />
    </search>
  );
}

type FilterProps = Pick<Props, "accounts" | "categories" | "onChange">;

function AddFilter({ accounts, categories, onChange }: FilterProps) {
  const tags = useQuery({ queryKey: ["tags"], queryFn: listTags });
  const merchants = useQuery({ queryKey: ["reports", "merchants"], queryFn: reportMerchants });
  const add = useConfirmedChoice((value: string) => {
    const [filter = ""] = value.split(":", 1);
    onChange({ [filter]: value.slice(filter.length + 1) });
  });
  const options: [Filter, [string, string][]][] = [
    ["category", categoryChoices(categories).map(({ id, label }) => [id, label])],
    ["account", accounts.length > 1 ? accounts.map(({ id, name }) => [id, name]) : []],
    ["tag", (tags.data ?? []).map(({ tag }) => [tag, tag])],
    ["merchant", (merchants.data ?? []).map((name) => [name, merchantName(name)])],
  ];
  return (
    <div className="field">
      <label htmlFor="add-filter">{strings.reports.addFilter}</label>
      <select id="add-filter" value="" onChange={(event) => add(event.currentTarget.value)}>
        <option value="" disabled>
          {strings.reports.pick}
        </option>
        {options
          .filter(([, values]) => values.length > 0)
          .map(([filter, values]) => (
            <optgroup key={filter} label={kindOfFilter(filter)}>
              {values.map(([value, name]) => (
                <option key={value} value={`${filter}:${value}`}>
                  {name}
                </option>
              ))}
            </optgroup>
          ))}
      </select>
    </div>
  );
}

function Chips({ report, accounts, categories, onChange }: FilterProps & Pick<Props, "report">) {
  const active = FILTERS.filter((filter) => report[filter] !== "");
  if (active.length === 0) {
    return null;
  }
  return (
    <ul className="chips" aria-label={strings.transactions.filters}>
      {active.map((filter) => {
        const name = `${kindOfFilter(filter)}: ${nameOfFilter(filter, report[filter], accounts, categories)}`;
        return (
          <li key={filter}>
            <button
              type="button"
              className="button small"
              aria-label={strings.reports.removeFilter(name)}
              onClick={() => onChange({ [filter]: "" })}
            >
              <span>{name}</span> <X size={14} aria-hidden />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
