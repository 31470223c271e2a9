/** Mailboxes: connecting, fetching, and the results for the latest messages. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type MailMessage,
  type Mailbox,
  addMailbox,
  deleteMailbox,
  fetchMailbox,
  listMailboxes,
  putMailbox,
} from "../../api-mailboxes.ts";
import { formatMoment } from "../../lib/date.ts";
import { useChange } from "../../lib/use-change.ts";
import { strings } from "../../strings/index.ts";
import { Confirm } from "../confirm.tsx";
import { Notice, explain } from "../notice.tsx";
import { Needs } from "../role.tsx";
import { MailboxForm } from "./mailbox-form.tsx";

/** Milliseconds between two looks while the server is to fetch a mailbox. */
const FETCHING_MILLISECONDS = 2_000;

export function Mailboxes() {
  const mailboxes = useQuery({
    queryKey: ["mailboxes"],
    queryFn: listMailboxes,
    refetchInterval: ({ state }) => (state.data?.some(isDue) ? FETCHING_MILLISECONDS : false),
  });
  const [connecting, setConnecting] = useState(false);
  const words = strings.mailboxes;
  return (
    <>
      {mailboxes.isPending && <p className="soft">{strings.loading}</p>}
      {mailboxes.isError && <Notice tone="bad">{explain(mailboxes.error)}</Notice>}
      {mailboxes.data?.length === 0 && <p className="soft">{words.none}</p>}
      {mailboxes.data?.map((mailbox) => (
        <OneMailbox key={mailbox.id} mailbox={mailbox} />
      ))}
      <Needs role="owner">
        <button type="button" className="button" onClick={() => setConnecting(true)}>
          {words.connect}
        </button>
      </Needs>
      {connecting && (
        <MailboxForm title={words.connectTitle} change={addMailbox} onClose={() => setConnecting(false)} />
      )}
    </>
  );
}

/** True if the server fetches the mailbox by itself about now. */
function isDue({ dueAt, fetchedAt, failure }: Mailbox): boolean {
  const isNew = fetchedAt === null && failure === null;
  return dueAt !== null && (isNew || new Date(dueAt) <= new Date());
}

function OneMailbox({ mailbox }: { mailbox: Mailbox }) {
  const [dialog, setDialog] = useState<"change" | "disconnect" | null>(null);
  const close = () => setDialog(null);
  const fetching = useChange(fetchMailbox);
  const remove = useChange(deleteMailbox, close);
  const words = strings.mailboxes;
  return (
    <div className="stack">
      <div>
        <strong>{mailbox.userName}</strong>
        <span className="hint">
          {" "}
          {mailbox.host} · {mailbox.folder} · {words.states[mailbox.state]}
        </span>
      </div>
      {mailbox.failure && <Notice tone="bad">{mailbox.failure}</Notice>}
      <p className="hint">
        {[
          mailbox.rules.map((rule) => rule.sender).join(", "),
          mailbox.fetchedAt && words.fetched(formatMoment(mailbox.fetchedAt)),
          mailbox.dueAt && words.next(formatMoment(mailbox.dueAt)),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {mailbox.messages.length > 0 && <Messages messages={mailbox.messages} />}
      {fetching.isError && <Notice tone="bad">{explain(fetching.error)}</Notice>}
      <div className="buttons">
        <button
          type="button"
          className="button"
          disabled={fetching.isPending}
          onClick={() => fetching.mutate(mailbox.id)}
        >
          {fetching.isPending ? words.fetching : words.fetchNow}
        </button>
        <Needs role="owner">
          <button type="button" className="button" onClick={() => setDialog("change")}>
            {words.change}
          </button>
          <button type="button" className="button" onClick={() => setDialog("disconnect")}>
            {words.disconnect}
          </button>
        </Needs>
      </div>
      {dialog === "change" && (
        <MailboxForm
          title={words.changeTitle}
          mailbox={mailbox}
          change={(request) => putMailbox(mailbox.id, request)}
          onClose={close}
        />
      )}
      {dialog === "disconnect" && (
        <Confirm
          title={words.disconnectTitle}
          confirm={words.disconnect}
          danger
          error={remove.error}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(mailbox.id)}
          onClose={close}
        >
          <p>{words.disconnectBody}</p>
        </Confirm>
      )}
    </div>
  );
}

function Messages({ messages }: { messages: MailMessage[] }) {
  const words = strings.mailboxes;
  return (
    <details>
      <summary>{words.latest(messages.length)}</summary>
      <ul className="rows">
        {messages.map((message, index) => (
          <li key={index}>
            <div className="grow">
              <div>
                {message.subject || message.sender}
                <span className="hint"> {words.outcomes[message.outcome]}</span>
              </div>
              <p className="hint">
                {message.sender} · {formatMoment(message.receivedAt ?? message.readAt)}
              </p>
              {message.files.map((file, at) => (
                <p key={at} className="hint">
                  {file.name}: {words.files[file.outcome]}
                  {file.reason && ` (${file.reason})`}
                </p>
              ))}
              {message.notes.map((note) => (
                <p key={note} className="hint">
                  {note}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
