/** `/merchants` — who was paid and who paid, to name and to merge. */
import { useQuery } from "@tanstack/react-query";
import { Merge, Pencil, RotateCcw, X } from "lucide-react";
import { useState } from "react";
import { Link, useSearchParams } from "wouter";
import { type Merchant, listMerchants, nameMerchants } from "../api-merchants.ts";
import { Confirm } from "../components/confirm.tsx";
import { Field } from "../components/field.tsx";
import { Heading } from "../components/heading.tsx";
import { Notice, explain } from "../components/notice.tsx";
import { Needs } from "../components/role.tsx";
import { SelectField } from "../components/select-field.tsx";
import { ToStatements } from "../components/to-statements.tsx";
import { UndoBar } from "../components/undo-bar.tsx";
import { Waiting } from "../components/waiting.tsx";
import { formatDay } from "../lib/date.ts";
import { ORDERS, type Order, arrange, countOf, otherNames, shownName } from "../lib/merchants.ts";
import { formatMoney, isNegative, negated, sum } from "../lib/money.ts";
import { transactionsPath } from "../lib/transaction-filter.ts";
import { expectEdit, rememberEdit } from "../lib/undo.ts";
import { useChange } from "../lib/use-change.ts";
import { strings } from "../strings/index.ts";
import "./merchants.css";

/** The number of merchants that are shown first, and the number added by each press of the button. */
const SHOWN = 100;

/** The names of printed merchants that are listed below a given name. */
const PRINTED_SHOWN = 3;

/** The number of merchants that are offered for naming at a time. */
const UNCLEAR_SHOWN = 5;

/** Merchants to name. */
interface Naming {
  merchants: Merchant[];
  /** The new name; `null` for the printed names. */
  name: string | null;
}

function useNaming(onDone: () => void) {
  const words = strings.merchants;
  return useChange(async ({ merchants, name }: Naming) => {
    const names = merchants.map((merchant) => merchant.name);
    const edit = await expectEdit(nameMerchants(names, name));
    const [first] = merchants;
    const before = first ? shownName(first) : "";
    const isMerge = merchants.length > 1;
    rememberEdit(
      edit.id,
      name === null
        ? words.restored(before)
        : isMerge
          ? words.merged(merchants.length, name)
          : words.renamed(before, name),
    );
  }, onDone);
}

export default function Merchants() {
  const [search] = useSearchParams();
  const merchants = useQuery({ queryKey: ["merchants"], queryFn: listMerchants });
  const [text, setText] = useState(search.get("text") ?? "");
  const [order, setOrder] = useState<Order>("spending");
  const [most, setMost] = useState(SHOWN);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [naming, setNaming] = useState<Merchant[] | null>(null);
  const restore = useNaming(() => undefined);
  const words = strings.merchants;
  const all = merchants.data ?? [];
  const found = arrange(all, text, order);
  const selected = all.filter(({ name }) => chosen.has(name));
  const choose = ({ name }: Merchant, isChosen: boolean) => {
    setChosen((before) => new Set(isChosen ? [...before, name] : [...before].filter((other) => other !== name)));
  };
  const error = merchants.error ?? restore.error;
  return (
    <div className="page merchants">
      <Heading title={words.title}>
        <p className="hint">{merchants.isSuccess ? words.count(found.length) : "\u00a0"}</p>
      </Heading>
      <p className="hint">{words.hint}</p>
      {error && <Notice tone="bad">{explain(error)}</Notice>}
      {merchants.isPending && <Waiting />}
      {merchants.isSuccess && all.length === 0 && (
        <>
          <p className="soft">{words.none}</p>
          <ToStatements />
        </>
      )}
      {all.length > 0 && (
        <div className="find">
          <Field
            label={words.search}
            type="search"
            value={text}
            autoComplete="off"
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <SelectField
            label={strings.transactions.sort}
            value={order}
            options={ORDERS.map((one) => [one, words.orders[one]] as const)}
            onChange={({ currentTarget }) => setOrder(currentTarget.value as Order)}
          />
        </div>
      )}
      {all.length > 0 && found.length === 0 && <p className="soft">{words.notFound}</p>}
      {text === "" && <Unclear merchants={all} onName={(merchant) => setNaming([merchant])} />}
      {selected.length > 0 && (
        <div className="chosen" role="region" aria-label={words.selected(selected.length)}>
          <span>{words.selected(selected.length)}</span>
          <button
            type="button"
            className="button primary"
            disabled={selected.length < 2}
            onClick={() => setNaming(selected)}
          >
            <Merge size={16} aria-hidden /> {words.merge}
          </button>
          <button
            type="button"
            className="quiet icon"
            aria-label={strings.transactions.clearSelection}
            onClick={() => setChosen(new Set())}
          >
            <X size={18} aria-hidden />
          </button>
        </div>
      )}
      {found.length > 0 && (
        <ul className="lines">
          {found.slice(0, most).map((merchant) => (
            <Line
              key={merchant.name}
              merchant={merchant}
              isChosen={chosen.has(merchant.name)}
              isBusy={restore.isPending}
              onChoose={(isChosen) => choose(merchant, isChosen)}
              onRename={() => setNaming([merchant])}
              onRestore={() => restore.mutate({ merchants: [merchant], name: null })}
            />
          ))}
        </ul>
      )}
      {found.length > most && (
        <button type="button" className="button" onClick={() => setMost(most + SHOWN)}>
          {strings.statements.more}
        </button>
      )}
      {naming && (
        <NameDialog
          merchants={naming}
          onDone={() => {
            setNaming(null);
            setChosen(new Set());
          }}
          onClose={() => setNaming(null)}
        />
      )}
      <UndoBar />
    </div>
  );
}

interface UnclearProps {
  merchants: Merchant[];
  onName: (merchant: Merchant) => void;
}

/** The merchants with the most spending among those whose printed names are unclear. */
function Unclear({ merchants, onName }: UnclearProps) {
  const words = strings.merchants;
  const unclear = arrange(
    merchants.filter(({ needsName }) => needsName),
    "",
    "spending",
  ).slice(0, UNCLEAR_SHOWN);
  if (unclear.length === 0) {
    return null;
  }
  return (
    <Needs>
      <section className="unclear" aria-labelledby="unclear">
        <h2 id="unclear">{words.unclear}</h2>
        <p className="hint">{words.unclearHint}</p>
        <ul>
          {unclear.map((merchant) => (
            <li key={merchant.name}>
              <Link href={transactionsPath({ merchant: merchant.name })} className="name">
                {shownName(merchant)}
              </Link>
              <span className="hint">{strings.transactions.count(countOf(merchant))}</span>
              <button
                type="button"
                className="button small"
                aria-label={`${words.giveName}: ${shownName(merchant)}`}
                onClick={() => onName(merchant)}
              >
                {words.giveName}
              </button>
            </li>
          ))}
        </ul>
      </section>
    </Needs>
  );
}

interface LineProps {
  merchant: Merchant;
  isChosen: boolean;
  isBusy: boolean;
  onChoose: (isChosen: boolean) => void;
  onRename: () => void;
  onRestore: () => void;
}

function Line({ merchant, isChosen, isBusy, onChoose, onRename, onRestore }: LineProps) {
  const words = strings.merchants;
  const name = shownName(merchant);
  const printed = otherNames(merchant);
  const others = printed.slice(0, PRINTED_SHOWN).join(", ") + (printed.length > PRINTED_SHOWN ? ", …" : "");
  return (
    <li>
      <Needs>
        <label className="tick">
          <input
            type="checkbox"
            aria-label={strings.transactions.select(name)}
            checked={isChosen}
            onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
          />
        </label>
      </Needs>
      <div className="grow">
        <Link href={transactionsPath({ merchant: merchant.name })} className="name">
          {name}
        </Link>
        {printed.length > 0 && (
          <span className="hint" title={printed.join(", ")}>
            {words.printed(others)}
          </span>
        )}
      </div>
      <div className="counted hint">
        <span>{strings.transactions.count(countOf(merchant))}</span>
        <span>{words.last(formatDay(merchant.last))}</span>
      </div>
      <div className="sums">
        {merchant.flows.map(({ currency, income, spending }) => {
          const net = sum([income, negated(spending)]);
          return (
            <span key={currency} className={isNegative(net) ? "figure" : "figure in"}>
              {formatMoney(net, currency)}
            </span>
          );
        })}
      </div>
      <div className="acts">
        <Needs>
          {merchant.printed.length > 0 && (
            <button type="button" className="quiet icon" disabled={isBusy} title={words.restore} onClick={onRestore}>
              <RotateCcw size={16} aria-hidden />
              <span className="hidden">
                {words.restore} {name}
              </span>
            </button>
          )}
          <button type="button" className="quiet icon" title={words.rename} onClick={onRename}>
            <Pencil size={16} aria-hidden />
            <span className="hidden">
              {words.rename} {name}
            </span>
          </button>
        </Needs>
      </div>
    </li>
  );
}

interface NameProps {
  merchants: Merchant[];
  onDone: () => void;
  onClose: () => void;
}

function NameDialog({ merchants, onDone, onClose }: NameProps) {
  const words = strings.merchants;
  const give = useNaming(onDone);
  const isMerge = merchants.length > 1;
  // Most transactions have the name that fits best; a name that the user gave fits better.
  const [best] = merchants.toSorted(
    (one, other) => Number(other.printed.length > 0) - Number(one.printed.length > 0) || countOf(other) - countOf(one),
  );
  return (
    <Confirm
      title={isMerge ? words.mergeTitle : words.renameTitle}
      confirm={isMerge ? words.merge : strings.save}
      error={give.error}
      busy={give.isPending}
      onConfirm={(form) => give.mutate({ merchants, name: String(form.get("name")) })}
      onClose={onClose}
    >
      {isMerge && (
        <ul className="merging">
          {merchants.map((merchant) => (
            <li key={merchant.name}>
              {shownName(merchant)} <span className="hint">{strings.transactions.count(countOf(merchant))}</span>
            </li>
          ))}
        </ul>
      )}
      <Field
        label={words.name}
        hint={isMerge ? words.mergeHint : words.renameHint}
        name="name"
        defaultValue={best && shownName(best)}
        pattern=".*\S.*"
        maxLength={80}
        autoComplete="off"
        required
        autoFocus
      />
    </Confirm>
  );
}
