/** The query of an answer as chips. Changing one asks again, without typing. */
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Plus } from "lucide-react";
import type { FormEvent } from "react";
import { listAccounts, listCategories } from "../../api.ts";
import { categoryChoices } from "../../lib/categories.ts";
import {
  type Chip,
  type Choice,
  type Query,
  type QueryPart,
  periodOf,
  withCondition,
  withPeriod,
  wordsWith,
} from "../../lib/query-part.ts";
import { strings } from "../../strings/index.ts";
import { Menu } from "../menu.tsx";

/** Asks a query, in the language of the answer before. */
export type AskQuery = (choice: Choice, language: string) => void;

interface Props {
  part: QueryPart;
  /** Absent while an answer is being written. */
  onAsk?: AskQuery | undefined;
}

/** Queries for a question that was not understood, as buttons. */
export function Offers({ part, onAsk }: Props) {
  return (
    <ul className="chips" aria-label={strings.chips.offers}>
      {part.offers.map((offer) => (
        <li key={offer.text}>
          <button type="button" className="button" disabled={!onAsk} onClick={() => onAsk?.(offer, part.language)}>
            {offer.text}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Conditions whose values are the user's own categories and accounts. */
const LISTED = ["categories", "accounts", "without"];

/** Adds chips for conditions that the query does not have. */
function withAddable({ query, chips }: QueryPart, isOfOneAccount: boolean): Chip[] {
  const has = (kind: string) => chips.some((chip) => chip.kind === kind);
  const measure = query?.["measure"];
  if (measure === undefined) {
    // A report takes the conditions that the question named, or fewer.
    return chips;
  }
  const wanted = measure === "balance" || measure === "netWorth" ? ["accounts"] : LISTED;
  const missing = wanted.filter((kind) => !(has(kind) || (kind === "categories" && has("merchants"))));
  const possible = missing.filter((kind) => kind !== "accounts" || (!isOfOneAccount && measure !== "netWorth"));
  return [...chips, ...possible.map((kind): Chip => ({ kind, text: null, options: [], without: null }))];
}

export function Chips({ part, onAsk }: Props) {
  const categories = useQuery({ queryKey: ["categories"], queryFn: listCategories });
  const accounts = useQuery({ queryKey: ["accounts"], queryFn: listAccounts });
  const { query, language } = part;
  if (query === null) {
    return null;
  }
  const chips = withAddable(part, (accounts.data?.length ?? 0) < 2);
  const optionsOf = (chip: Chip): Choice[] => {
    if (chip.kind === "accounts") {
      const all = accounts.data ?? [];
      return all.map(({ id, name }) => ({ text: name, query: withCondition(query, "only", "accounts", [id]) }));
    }
    if (!LISTED.includes(chip.kind) || (chip.kind === "without" && chip.text !== null)) {
      return chip.options;
    }
    const side = chip.kind === "without" ? "without" : "only";
    return categoryChoices(categories.data ?? []).map(({ id, label }) => {
      const name = label.trim();
      const text = side === "without" ? strings.chips.without(name) : name;
      return { text, query: withCondition(query, side, "categories", [id]) };
    });
  };
  const ask = (chip: Chip, text: string | null, changed: Query) =>
    onAsk?.({ text: wordsWith(chips, chip, text), query: changed }, language);
  return (
    <ul className="chips" aria-label={strings.chips.label}>
      {chips.map((chip) => (
        <li key={`${chip.kind} ${chip.text}`}>
          <ChipMenu chip={chip} query={query} options={optionsOf(chip)} onAsk={onAsk && ask} />
        </li>
      ))}
    </ul>
  );
}

interface ChipMenuProps {
  chip: Chip;
  query: Query;
  options: Choice[];
  onAsk: ((chip: Chip, text: string | null, changed: Query) => void) | undefined;
}

function ChipMenu({ chip, query, options, onAsk }: ChipMenuProps) {
  const { text, kind, without } = chip;
  const kinds: Record<string, string> = strings.chips.kinds;
  const name = kinds[kind] ?? strings.chips.condition;
  const button =
    text === null ? (
      <>
        <Plus size={14} aria-hidden /> {name}
      </>
    ) : (
      <>
        {text} <ChevronDown size={14} aria-hidden />
      </>
    );
  const isFixed = options.length === 0 && without === null && kind !== "period";
  if (isFixed || !onAsk) {
    return <span className={text === null ? "chip absent" : "chip"}>{button}</span>;
  }
  const label = text === null ? strings.chips.add(name) : strings.chips.change(name, text);
  return (
    <Menu className={text === null ? "chip absent" : "chip"} button={button} label={label}>
      {(close) => {
        const choose = (chosen: string | null, changed: Query) => {
          close();
          onAsk(chip, chosen, changed);
        };
        return (
          <>
            <ul>
              {options.map((option) => (
                <li key={option.text}>
                  <button type="button" onClick={() => choose(option.text, option.query)}>
                    {option.text}
                  </button>
                </li>
              ))}
              {without && (
                <li>
                  <button type="button" onClick={() => choose(null, without)}>
                    {kind === "period" ? strings.chips.ever : strings.chips.remove}
                  </button>
                </li>
              )}
            </ul>
            {kind === "period" && <Days query={query} onChoose={choose} />}
          </>
        );
      }}
    </Menu>
  );
}

/** A form for any other period. */
function Days({ query, onChoose }: { query: Query; onChoose: (text: string, changed: Query) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const days = [String(form.get("from")), String(form.get("to"))].toSorted();
    const [from = "", to = ""] = days;
    onChoose(`${from} – ${to}`, withPeriod(query, from, to));
  };
  const { from, to } = periodOf(query);
  return (
    <form className="days" onSubmit={submit}>
      <label>
        {strings.chips.from}
        <input type="date" name="from" defaultValue={from} required />
      </label>
      <label>
        {strings.chips.to}
        <input type="date" name="to" defaultValue={to} required />
      </label>
      <button type="submit" className="button small">
        {strings.chips.apply}
      </button>
    </form>
  );
}
