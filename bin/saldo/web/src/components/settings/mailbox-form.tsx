/** The form of a mailbox, with a test of the sign-in. */
import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type Mailbox, type MailboxRequest, testMailbox } from "../../api-mailboxes.ts";
import { useChange } from "../../lib/use-change.ts";
import { strings } from "../../strings/index.ts";
import { Confirm } from "../confirm.tsx";
import { Field, PasswordField } from "../field.tsx";
import { Notice, explain } from "../notice.tsx";
import { SelectField } from "../select-field.tsx";

interface Props {
  title: string;
  /** The mailbox to change; a new one if it is missing. */
  mailbox?: Mailbox;
  change: (request: MailboxRequest) => Promise<void>;
  onClose: () => void;
}

/** A rule in the form. */
interface Rule {
  key: number;
  sender: string;
  subject: string;
  hasFilePassword: boolean;
}

type Login = Mailbox["login"];
type Action = Mailbox["after"];

/** Pairs of value and label of a select. */
function options<Value extends string>(words: Record<Value, string>): [string, string][] {
  return Object.entries<string>(words);
}

export function MailboxForm({ title, mailbox, change, onClose }: Props) {
  const [login, setLogin] = useState<Login>(mailbox?.login ?? "password");
  const [action, setAction] = useState<Action>(mailbox?.after ?? "nothing");
  const first: Rule[] = mailbox?.rules.map((rule, key) => ({ ...rule, key })) ?? [emptyRule(0)];
  const [rules, setRules] = useState(first);
  const fields = useRef<HTMLDivElement>(null);
  const save = useChange(change, onClose);
  const test = useMutation({ mutationFn: testMailbox });
  const words = strings.mailboxes;
  const read = (form: FormData) => request(form, rules, mailbox);
  const startTest = () => {
    const form = fields.current?.closest("form");
    if (form?.reportValidity()) test.mutate(read(new FormData(form)));
  };
  return (
    <Confirm
      title={title}
      confirm={save.isPending ? words.connecting : words.confirm}
      error={save.error}
      busy={save.isPending || test.isPending}
      onConfirm={(form) => save.mutate(read(form))}
      onClose={onClose}
    >
      <div ref={fields} className="stack">
        <Field label={words.host} name="host" defaultValue={mailbox?.host} placeholder="imap.example.org" required />
        <Field label={words.port} name="port" type="number" min={1} max={65535} defaultValue={mailbox?.port ?? 993} />
        <SelectField
          label={words.security}
          name="security"
          defaultValue={mailbox?.security ?? "tls"}
          options={options(words.securities)}
        />
        <Field label={words.userName} name="userName" defaultValue={mailbox?.userName} autoComplete="off" required />
        <SelectField
          label={words.login}
          name="login"
          value={login}
          onChange={(event) => setLogin(event.target.value as Login)}
          options={options(words.logins)}
        />
        <Secrets login={login} mailbox={mailbox} />
        <Field label={words.folder} name="folder" defaultValue={mailbox?.folder ?? "INBOX"} required />
        <Field label={words.since} name="since" type="date" defaultValue={mailbox?.since} />
        <Rules rules={rules} onChange={setRules} />
        <SelectField
          label={words.after}
          name="after"
          value={action}
          onChange={(event) => setAction(event.target.value as Action)}
          options={options(words.afters)}
        />
        {action === "move" && (
          <Field label={words.moveTo} name="moveTo" defaultValue={mailbox?.moveTo ?? ""} required />
        )}
        <Field
          label={words.receivingServer}
          hint={words.receivingServerHint}
          name="receivingServer"
          defaultValue={mailbox?.receivingServer ?? ""}
        />
        <label className="check">
          <input
            type="checkbox"
            name="requiresAuthentication"
            defaultChecked={mailbox?.requiresAuthentication ?? false}
          />
          {words.requiresAuthentication}
        </label>
        {test.isError && <Notice tone="bad">{explain(test.error)}</Notice>}
        {test.isSuccess && <Notice>{words.works(test.data)}</Notice>}
        <button type="button" className="button" disabled={test.isPending} onClick={startTest}>
          {test.isPending ? words.connecting : words.test}
        </button>
      </div>
    </Confirm>
  );
}

function Secrets({ login, mailbox }: { login: Login; mailbox: Mailbox | undefined }) {
  const words = strings.mailboxes;
  const isStored = mailbox?.login === login;
  const kept = isStored ? { hint: words.keepHint } : {};
  if (login === "password") {
    return (
      <PasswordField
        label={words.password}
        hint={isStored ? words.keepHint : words.passwordHint}
        name="password"
        autoComplete="off"
        required={!isStored}
      />
    );
  }
  return (
    <>
      <Field label={words.tokenUrl} name="tokenUrl" type="url" defaultValue={mailbox?.tokenUrl ?? ""} required />
      <Field label={words.clientId} name="clientId" defaultValue={mailbox?.clientId ?? ""} required />
      <PasswordField label={words.clientSecret} {...kept} name="clientSecret" autoComplete="off" />
      <PasswordField label={words.refreshToken} {...kept} name="refreshToken" autoComplete="off" required={!isStored} />
    </>
  );
}

function Rules({ rules, onChange }: { rules: Rule[]; onChange: (rules: Rule[]) => void }) {
  const words = strings.mailboxes;
  return (
    <>
      {rules.map((rule, index) => (
        <fieldset key={rule.key}>
          <legend>{words.rule(index + 1)}</legend>
          <Field
            label={words.sender}
            hint={words.senderHint}
            name={`sender-${rule.key}`}
            defaultValue={rule.sender}
            required
          />
          <Field
            label={words.subject}
            hint={words.subjectHint}
            name={`subject-${rule.key}`}
            defaultValue={rule.subject}
          />
          <PasswordField
            label={words.filePassword}
            {...(rule.hasFilePassword ? { hint: words.storedPassword } : {})}
            name={`filePassword-${rule.key}`}
            autoComplete="off"
          />
          {rule.hasFilePassword && (
            <label className="check">
              <input type="checkbox" name={`forget-${rule.key}`} />
              {words.forgetPassword}
            </label>
          )}
          {rules.length > 1 && (
            <button
              type="button"
              className="button small"
              onClick={() => onChange(rules.filter((one) => one.key !== rule.key))}
            >
              {words.removeRule(index + 1)}
            </button>
          )}
        </fieldset>
      ))}
      <p>
        <button
          type="button"
          className="button"
          onClick={() => onChange([...rules, emptyRule(Math.max(...rules.map((rule) => rule.key)) + 1)])}
        >
          {words.addRule}
        </button>
      </p>
    </>
  );
}

function emptyRule(key: number): Rule {
  return { key, sender: "", subject: "", hasFilePassword: false };
}

/** Returns the request of a form. Empty secrets are left out, so that the stored ones stay. */
function request(form: FormData, rules: Rule[], mailbox: Mailbox | undefined): MailboxRequest {
  const text = (name: string) => String(form.get(name) ?? "");
  const given = (name: string) => text(name) || null;
  return {
    mailboxId: mailbox?.id ?? null,
    host: text("host"),
    port: Number(text("port")) || null,
    security: text("security") as Mailbox["security"],
    userName: text("userName"),
    login: text("login") as Login,
    password: given("password"),
    tokenUrl: given("tokenUrl"),
    clientId: given("clientId"),
    clientSecret: given("clientSecret"),
    refreshToken: given("refreshToken"),
    folder: given("folder"),
    since: given("since"),
    rules: rules.map(({ key }) => ({
      sender: text(`sender-${key}`),
      subject: given(`subject-${key}`),
      filePassword: form.has(`forget-${key}`) ? "" : given(`filePassword-${key}`),
    })),
    after: text("after") as Action,
    moveTo: given("moveTo"),
    receivingServer: given("receivingServer"),
    requiresAuthentication: form.has("requiresAuthentication"),
  };
}
