/** Settings for the main currency, the start of the financial year, and exchange rates. */
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import {
  type Preferences,
  deleteRates,
  getPreferences,
  listRates,
  putPreferences,
  putRates,
} from "../../api-bookkeeping.ts";
import { formatDay, nameOfMonth } from "../../lib/date.ts";
import { useChange } from "../../lib/use-change.ts";
import { strings } from "../../strings/index.ts";
import { Confirm } from "../confirm.tsx";
import { CurrencyField } from "../currency-field.tsx";
import { Notice, explain } from "../notice.tsx";
import { Section } from "../section.tsx";
import { SelectField } from "../select-field.tsx";
import { Waiting } from "../waiting.tsx";

const MONTHS = Array.from({ length: 12 }, (_, index) => index + 1);

/** Days that exist in every month. */
const DAYS = Array.from({ length: 28 }, (_, index) => index + 1);

export default function MoneySettings() {
  const preferences = useQuery({ queryKey: ["preferences"], queryFn: getPreferences });
  const rates = useQuery({ queryKey: ["rates"], queryFn: listRates });
  if (preferences.isPending || rates.isPending) {
    return <Waiting />;
  }
  return (
    <>
      <Section title={strings.money.title} hint={strings.money.hint}>
        {preferences.isError && <Notice tone="bad">{explain(preferences.error)}</Notice>}
        {preferences.data && <Wanted preferences={preferences.data} />}
      </Section>
      <Section title={strings.money.rates} hint={strings.money.ratesHint}>
        <Rates />
      </Section>
    </>
  );
}

function Wanted({ preferences }: { preferences: Preferences }) {
  const words = strings.money;
  const save = useChange(putPreferences);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    save.mutate({
      ...preferences,
      currency: String(form.get("currency")).toUpperCase() || null,
      fiscalCalendar: { firstMonth: Number(form.get("month")), firstDay: Number(form.get("day")) },
    });
  };
  return (
    <form onSubmit={submit}>
      <CurrencyField
        label={words.currency}
        hint={words.currencyHint}
        name="currency"
        defaultValue={preferences.currency ?? ""}
      />
      <div className="pair">
        <SelectField
          label={words.yearMonth}
          name="month"
          defaultValue={preferences.fiscalCalendar.firstMonth}
          options={MONTHS.map((month) => [String(month), nameOfMonth(month)])}
        />
        <SelectField
          label={words.yearDay}
          name="day"
          defaultValue={preferences.fiscalCalendar.firstDay}
          options={DAYS.map((day) => [String(day), String(day)])}
        />
      </div>
      {save.isSuccess && <Notice tone="good">{strings.settings.saved}</Notice>}
      {save.error && <Notice tone="bad">{explain(save.error)}</Notice>}
      <button type="submit" className="button" disabled={save.isPending}>
        {strings.save}
      </button>
    </form>
  );
}

function Rates() {
  const words = strings.money;
  const rates = useQuery({ queryKey: ["rates"], queryFn: listRates });
  const [deleting, setDeleting] = useState(false);
  const add = useChange((table: File) => putRates(table));
  const forget = useChange(deleteRates, () => setDeleting(false));
  const spans = rates.data ?? [];
  return (
    <>
      {rates.isError && <Notice tone="bad">{explain(rates.error)}</Notice>}
      {rates.data?.length === 0 && <p className="soft">{words.noRates}</p>}
      {spans.length > 0 && (
        <details>
          <summary>{words.known(spans.length)}</summary>
          <ul className="rows">
            {spans.map((span) => (
              <li key={span.currency}>
                <span>{span.currency}</span>
                <span className="hint">{`${formatDay(span.first)} – ${formatDay(span.last)}`}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <div className="field">
        <label htmlFor="rates-file">{words.addRates}</label>
        <input
          id="rates-file"
          type="file"
          accept=".csv,text/csv"
          disabled={add.isPending}
          onChange={(event) => {
            const [table] = event.currentTarget.files ?? [];
            if (table) {
              add.mutate(table);
            }
            event.currentTarget.value = "";
          }}
        />
      </div>
      {add.error && <Notice tone="bad">{explain(add.error)}</Notice>}
      {add.data !== undefined && <Notice tone="good">{words.added(add.data)}</Notice>}
      {spans.length > 0 && (
        <button type="button" className="button" onClick={() => setDeleting(true)}>
          {words.deleteRates}
        </button>
      )}
      {deleting && (
        <Confirm
          title={words.deleteRatesTitle}
          confirm={strings.categories.delete}
          danger
          error={forget.error}
          busy={forget.isPending}
          onConfirm={() => forget.mutate()}
          onClose={() => setDeleting(false)}
        >
          <p>{words.deleteRatesBody}</p>
        </Confirm>
      )}
    </>
  );
}
