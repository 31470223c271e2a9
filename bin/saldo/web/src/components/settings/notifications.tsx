/** Notifications: the kinds that are on, and the channels to which they are sent. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type Channel,
  type ChannelDraft,
  type Kind,
  type Settings,
  addChannel,
  deleteChannel,
  getSettings,
  putKinds,
  testChannel,
} from "../../api-notifications.ts";
import { KINDS } from "../../lib/notification-words.ts";
import { useChange } from "../../lib/use-change.ts";
import { currentLanguage, strings } from "../../strings/index.ts";
import { Confirm } from "../confirm.tsx";
import { Dialog } from "../dialog.tsx";
import { Field } from "../field.tsx";
import { Notice, explain } from "../notice.tsx";
import { SavedCheckbox } from "../saved-checkbox.tsx";
import { Section } from "../section.tsx";
import { SelectField } from "../select-field.tsx";
import { Waiting } from "../waiting.tsx";

export default function Notifications() {
  const settings = useQuery({ queryKey: ["notification-settings"], queryFn: getSettings });
  const words = strings.notifications;
  if (settings.isPending) {
    return <Waiting />;
  }
  return (
    <>
      <Section title={words.kindsTitle} hint={words.kindsHint}>
        {settings.isError && <Notice tone="bad">{explain(settings.error)}</Notice>}
        {settings.data && <Kinds settings={settings.data} />}
      </Section>
      <Section title={words.channelsTitle} hint={words.channelsHint}>
        {settings.data && <Channels settings={settings.data} />}
      </Section>
    </>
  );
}

function Kinds({ settings }: { settings: Settings }) {
  const put = useChange(putKinds);
  const words = strings.notifications;
  const on = new Set<Kind>(settings.kinds);
  return (
    <>
      {put.isError && <Notice tone="bad">{explain(put.error)}</Notice>}
      {KINDS.map((kind) => (
        <label key={kind} className="check">
          <SavedCheckbox
            saved={on.has(kind)}
            disabled={put.isPending}
            save={(isOn, options) =>
              put.mutate(
                KINDS.filter((it) => (it === kind ? isOn : on.has(it))),
                options,
              )
            }
          />
          <span>{words.kinds[kind]}</span>
        </label>
      ))}
    </>
  );
}

function Channels({ settings }: { settings: Settings }) {
  const [adding, setAdding] = useState(false);
  const [signingKey, setSigningKey] = useState<string | null>(null);
  const [ending, setEnding] = useState<Channel | null>(null);
  const words = strings.notifications;
  const remove = useChange(deleteChannel, () => setEnding(null));
  const test = useChange(testChannel);
  return (
    <>
      {settings.channels.length === 0 && <p className="soft">{words.noChannels}</p>}
      {settings.channels.length > 0 && (
        <ul className="rows">
          {settings.channels.map((channel) => (
            <li key={channel.id}>
              <div className="grow">
                <span>{words.channels[channel.kind]}</span>
                {channel.label && <span className="hint">{channel.label}</span>}
              </div>
              <button
                type="button"
                className="button small"
                disabled={test.isPending}
                onClick={() => test.mutate(channel.id)}
              >
                {words.test}
                <span className="hidden"> {channel.label}</span>
              </button>
              <button type="button" className="button small" onClick={() => setEnding(channel)}>
                {words.remove}
                <span className="hidden"> {channel.label}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {test.isError && <Notice tone="bad">{explain(test.error)}</Notice>}
      {test.isSuccess &&
        (test.data === null ? (
          <Notice tone="good">{words.testSent}</Notice>
        ) : (
          <Notice tone="bad">{words.notSent(test.data)}</Notice>
        ))}
      <button type="button" className="button" onClick={() => setAdding(true)}>
        {words.add}
      </button>
      {adding && (
        <Add
          kinds={settings.availableChannels}
          onClose={() => setAdding(false)}
          onAdded={(key) => {
            setAdding(false);
            setSigningKey(key);
          }}
        />
      )}
      {signingKey !== null && (
        <Dialog title={words.keyTitle} onClose={() => setSigningKey(null)}>
          <div className="stack">
            <p className="soft">{words.keyBody}</p>
            <p className="token">
              <code>{signingKey}</code>
            </p>
          </div>
          <div className="buttons">
            <button type="button" className="button primary" onClick={() => setSigningKey(null)}>
              {strings.tokens.done}
            </button>
          </div>
        </Dialog>
      )}
      {ending && (
        <Confirm
          title={words.removeTitle}
          confirm={words.remove}
          danger
          error={remove.error}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(ending.id)}
          onClose={() => setEnding(null)}
        >
          <p>{words.removeBody}</p>
        </Confirm>
      )}
    </>
  );
}

interface AddProps {
  kinds: Channel["kind"][];
  onClose: () => void;
  onAdded: (key: string | null) => void;
}

function Add({ kinds, onClose, onAdded }: AddProps) {
  const [kind, setKind] = useState<Channel["kind"]>(kinds[0] ?? "webhook");
  const words = strings.notifications;
  const add = useChange(
    (draft: ChannelDraft) => addChannel(draft),
    (created) => onAdded(created.signingKey ?? null),
  );
  const submit = (form: FormData) =>
    add.mutate({
      kind,
      address: String(form.get("address") ?? ""),
      token: String(form.get("token") ?? ""),
      language: currentLanguage(),
    });
  return (
    <Confirm
      title={words.addTitle}
      confirm={words.addConfirm}
      error={add.error}
      busy={add.isPending}
      onConfirm={submit}
      onClose={onClose}
    >
      <SelectField
        label={words.kind}
        name="kind"
        value={kind}
        options={kinds.map((known) => [known, words.channels[known]])}
        onChange={(event) => {
          const chosen = kinds.find((known) => known === event.target.value);
          setKind(chosen ?? kind);
        }}
      />
      {kind === "mail" ? (
        <p className="hint">{words.mailHint}</p>
      ) : (
        <Field
          key={kind}
          label={words.address}
          hint={kind === "ntfy" ? words.ntfyHint : words.webhookHint}
          name="address"
          type="url"
          maxLength={1000}
          required
        />
      )}
      {kind === "ntfy" && (
        <Field
          label={words.token}
          hint={words.tokenHint}
          name="token"
          type="password"
          autoComplete="off"
          maxLength={500}
        />
      )}
    </Confirm>
  );
}
