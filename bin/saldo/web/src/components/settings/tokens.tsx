/** API tokens for scripts. The text of a token is shown once. */
import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useState } from "react";
import { type ApiKey, createKey, deleteKey, listKeys, mayWrite } from "../../api-keys.ts";
import { formatMoment } from "../../lib/date.ts";
import { currentBooks } from "../../lib/books.ts";
import { useChange } from "../../lib/use-change.ts";
import { strings } from "../../strings/index.ts";
import { Confirm } from "../confirm.tsx";
import { Dialog } from "../dialog.tsx";
import { Field } from "../field.tsx";
import { Notice, explain } from "../notice.tsx";
import { Section } from "../section.tsx";
import { SelectField } from "../select-field.tsx";

const SECONDS_OF_DAY = 86_400;

/** Token lifetimes in days; empty means unlimited. */
const DAYS = ["30", "90", "365", ""] as const;

export default function Tokens() {
  const keys = useQuery({ queryKey: ["keys"], queryFn: listKeys });
  const [text, setText] = useState<string | null>(null);
  const [making, setMaking] = useState(false);
  const [ending, setEnding] = useState<ApiKey | null>(null);
  const revoke = useChange(
    (id: string) => deleteKey(id),
    () => setEnding(null),
  );
  const words = strings.tokens;
  return (
    <Section title={words.title} hint={words.hint}>
      {keys.isError && <Notice tone="bad">{explain(keys.error)}</Notice>}
      {keys.data?.length === 0 && <p className="soft">{words.none}</p>}
      {keys.data && keys.data.length > 0 && (
        <ul className="rows">
          {keys.data.map((key) => (
            <li key={key.id}>
              <div className="grow">
                <span>{key.name ?? key.start}</span>
                <span className="hint">{describe(key)}</span>
              </div>
              <button type="button" className="button small" onClick={() => setEnding(key)}>
                {words.revoke}
                <span className="hidden"> {key.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <button type="button" className="button" onClick={() => setMaking(true)}>
        {words.create}
      </button>
      {making && (
        <Make
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false);
            setText(made);
          }}
        />
      )}
      {text !== null && <ShowOnce text={text} onClose={() => setText(null)} />}
      {ending && (
        <Confirm
          title={words.revokeTitle}
          confirm={words.revoke}
          danger
          error={revoke.error}
          busy={revoke.isPending}
          onConfirm={() => revoke.mutate(ending.id)}
          onClose={() => setEnding(null)}
        >
          <p>{words.revokeBody(ending.name ?? "")}</p>
        </Confirm>
      )}
    </Section>
  );
}

function describe(key: ApiKey): string {
  const words = strings.tokens;
  return [
    `${key.start ?? ""}…`,
    mayWrite(key) ? words.scopes.write : words.scopes.read,
    key.expiresAt ? words.until(formatMoment(key.expiresAt)) : words.noExpiry,
    key.lastRequest ? words.lastUsed(formatMoment(key.lastRequest)) : words.neverUsed,
  ].join(" · ");
}

function Make({ onClose, onMade }: { onClose: () => void; onMade: (text: string) => void }) {
  const make = useChange(createKey, onMade);
  const words = strings.tokens;
  const submit = (form: FormData) => {
    const days = Number(form.get("days"));
    const books = currentBooks();
    make.mutate({
      name: String(form.get("name")),
      permissions: { api: form.get("scope") === "write" ? ["read", "write"] : ["read"] },
      ...(books !== null && { books }),
      ...(days > 0 && { expiresIn: days * SECONDS_OF_DAY }),
    });
  };
  return (
    <Confirm
      title={words.createTitle}
      confirm={words.make}
      error={make.error}
      busy={make.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      <Field label={words.name} hint={words.nameHint} name="name" maxLength={32} required autoFocus />
      <SelectField
        label={words.scope}
        name="scope"
        options={[
          ["read", words.scopes.read],
          ["write", words.scopes.write],
        ]}
      />
      <SelectField
        label={words.expiry}
        name="days"
        defaultValue="90"
        options={DAYS.map((days) => [days, days === "" ? words.forever : words.days(Number(days))])}
      />
    </Confirm>
  );
}

function ShowOnce({ text, onClose }: { text: string; onClose: () => void }) {
  const [copied, setCopied] = useState(false);
  const words = strings.tokens;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <Dialog title={words.madeTitle} onClose={onClose}>
      <div className="stack">
        <p className="soft">{words.once}</p>
        <p className="token">
          <code>{text}</code>
        </p>
        {copied && <Notice tone="good">{strings.twoStep.copied}</Notice>}
      </div>
      <div className="buttons">
        <button type="button" className="button" onClick={() => void copy()}>
          <Copy size={18} aria-hidden />
          {strings.twoStep.copy}
        </button>
        <button type="button" className="button primary" onClick={onClose}>
          {words.done}
        </button>
      </div>
    </Dialog>
  );
}
