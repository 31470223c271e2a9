/** Bank feeds: connecting a provider, choosing what it brings, and fetching. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type Feed,
  type FeedAccount,
  addFeed,
  deleteFeed,
  fetchFeed,
  linkFeedAccount,
  listFeeds,
  reconnectFeed,
  startAuthorization,
} from "../../api-feeds.ts";
import { listAccounts } from "../../api.ts";
import { formatMoment } from "../../lib/date.ts";
import { formatMoney } from "../../lib/money.ts";
import { useChange } from "../../lib/use-change.ts";
import { strings } from "../../strings/index.ts";
import { Confirm } from "../confirm.tsx";
import { Field } from "../field.tsx";
import { Notice, explain } from "../notice.tsx";
import { Needs } from "../role.tsx";
import { SelectField } from "../select-field.tsx";
import { ConnectBank } from "./connect-bank.tsx";

/** Values of the select that are not ids of accounts. */
const NEW = "new";
const NOTHING = "nothing";

export function Feeds() {
  const feeds = useQuery({ queryKey: ["feeds"], queryFn: listFeeds });
  const [connecting, setConnecting] = useState<"bank" | "token" | null>(null);
  const close = () => setConnecting(null);
  const words = strings.feeds;
  const hasBanks = feeds.data?.providers.includes("enable_banking");
  return (
    <>
      {feeds.isPending && <p className="soft">{strings.loading}</p>}
      {feeds.isError && <Notice tone="bad">{explain(feeds.error)}</Notice>}
      {feeds.data?.items.length === 0 && <p className="soft">{words.none}</p>}
      {feeds.data?.items.map((feed) => (
        <OneFeed key={feed.id} feed={feed} />
      ))}
      <Needs role="owner">
        <div className="buttons">
          {hasBanks && (
            <button type="button" className="button" onClick={() => setConnecting("bank")}>
              {words.connectBank}
            </button>
          )}
          <button type="button" className="button" onClick={() => setConnecting("token")}>
            {words.connect}
          </button>
        </div>
      </Needs>
      {connecting === "bank" && <ConnectBank onClose={close} />}
      {connecting === "token" && <Connect title={words.connectTitle} change={addFeed} onClose={close} />}
    </>
  );
}

function OneFeed({ feed }: { feed: Feed }) {
  const [dialog, setDialog] = useState<"connect" | "disconnect" | null>(null);
  const close = () => setDialog(null);
  const fetching = useChange(fetchFeed);
  const remove = useChange(deleteFeed, close);
  const renew = useMutation({
    mutationFn: () => startAuthorization({ feedId: feed.id }),
    onSuccess: (url) => location.assign(url),
  });
  const words = strings.feeds;
  const isRevoked = feed.state === "revoked";
  return (
    <div className="stack">
      <div>
        <strong>{feed.label}</strong>
        <span className="hint"> {words.states[feed.state]}</span>
      </div>
      {feed.failure && <Notice tone="bad">{feed.failure}</Notice>}
      {feed.messages.length > 0 && (
        <Notice tone="bad">
          {words.messages}: {feed.messages.join(" · ")}
        </Notice>
      )}
      <p className="hint">
        {[
          feed.fetchedAt && words.fetched(formatMoment(feed.fetchedAt)),
          feed.dueAt && words.next(formatMoment(feed.dueAt)),
          words.fetchesLeft(feed.fetchesLeft),
          feed.validUntil && !isRevoked && words.validUntil(formatMoment(feed.validUntil)),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {feed.accounts.map((account) => (
        <OneAccount key={account.id} account={account} />
      ))}
      {fetching.isError && <Notice tone="bad">{explain(fetching.error)}</Notice>}
      {renew.isError && <Notice tone="bad">{explain(renew.error)}</Notice>}
      <div className="buttons">
        <Needs role="owner">
          {isRevoked && !feed.bank && (
            <button type="button" className="button primary" onClick={() => setDialog("connect")}>
              {words.again}
            </button>
          )}
          {feed.bank && (
            <button
              type="button"
              className={isRevoked ? "button primary" : "button"}
              disabled={renew.isPending || renew.isSuccess}
              onClick={() => renew.mutate()}
            >
              {words.renew}
            </button>
          )}
        </Needs>
        {!isRevoked && (
          <button
            type="button"
            className="button"
            disabled={fetching.isPending || feed.fetchesLeft === 0}
            onClick={() => fetching.mutate(feed.id)}
          >
            {fetching.isPending ? words.fetching : words.fetchNow}
          </button>
        )}
        <Needs role="owner">
          <button type="button" className="button" onClick={() => setDialog("disconnect")}>
            {words.disconnect}
          </button>
        </Needs>
      </div>
      {dialog === "connect" && (
        <Connect title={words.againTitle} change={(token) => reconnectFeed(feed.id, token)} onClose={close} />
      )}
      {dialog === "disconnect" && (
        <Confirm
          title={words.disconnectTitle}
          confirm={words.disconnect}
          danger
          error={remove.error}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(feed.id)}
          onClose={close}
        >
          <p>{words.disconnectBody}</p>
        </Confirm>
      )}
    </div>
  );
}

function OneAccount({ account }: { account: FeedAccount }) {
  const accounts = useQuery({ queryKey: ["accounts"], queryFn: listAccounts }).data ?? [];
  const words = strings.feeds;
  const link = useChange((into: string) =>
    linkFeedAccount(account.id, into === NEW || into === NOTHING ? { into } : { into: "account", accountId: into }),
  );
  const name = account.institution ? `${account.institution}, ${account.name}` : account.name;
  const { currency } = account;
  if (!currency) {
    return (
      <p>
        {name} <span className="hint">{words.unsupported}</span>
      </p>
    );
  }
  const known = accounts.filter((one) => one.currency === currency);
  const chosen = account.accountId ?? (account.link === "skipped" ? NOTHING : "");
  return (
    <div>
      <SelectField
        label={words.into(name)}
        value={link.isPending ? link.variables : chosen}
        disabled={link.isPending}
        onChange={(event) => link.mutate(event.target.value)}
        options={[
          ...(chosen === "" ? [["", words.undecided] as const] : []),
          [NEW, words.newAccount],
          [NOTHING, words.nothing],
          ...known.map((one) => [one.id, one.name] as const),
        ]}
        hint={[
          account.balance && words.balance(formatMoney(account.balance, currency)),
          account.pending > 0 &&
            account.pendingSum &&
            words.pending(account.pending, formatMoney(account.pendingSum, currency)),
        ]
          .filter(Boolean)
          .join(" · ")}
      />
      {link.isError && <Notice tone="bad">{explain(link.error)}</Notice>}
    </div>
  );
}

interface ConnectProps {
  title: string;
  change: (token: string) => Promise<void>;
  onClose: () => void;
}

function Connect({ title, change, onClose }: ConnectProps) {
  const connect = useChange(change, onClose);
  const words = strings.feeds;
  return (
    <Confirm
      title={title}
      confirm={connect.isPending ? words.connecting : words.confirm}
      error={connect.error}
      busy={connect.isPending}
      onConfirm={(form) => connect.mutate(String(form.get("token") ?? ""))}
      onClose={onClose}
    >
      <Field
        label={words.token}
        hint={words.tokenHint}
        name="token"
        type="password"
        autoComplete="off"
        maxLength={2000}
        required
      />
    </Confirm>
  );
}
