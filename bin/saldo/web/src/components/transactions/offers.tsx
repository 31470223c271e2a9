/** Possible transfers and duplicates. Saldo suggests them and never changes them unasked. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Lightbulb } from "lucide-react";
import { useState } from "react";
import type { Account, Transaction } from "../../api.ts";
import {
  type Duplicates,
  type TransferOffer,
  deleteTransaction,
  keepDistinct,
  linkTransfer,
  listDuplicates,
  listTransferOffers,
  undoEdit,
} from "../../api-transactions.ts";
import {
  type DuplicateAccounts,
  keepDistinctAccounts,
  listDuplicateAccounts,
  mergeAccounts,
} from "../../api-bookkeeping.ts";
import { formatDay } from "../../lib/date.ts";
import { formatMoney } from "../../lib/money.ts";
import { refreshBooks, rememberEdit } from "../../lib/undo.ts";
import { strings } from "../../strings/index.ts";
import { Dialog } from "../dialog.tsx";
import { Notice, explain } from "../notice.tsx";

type Accounts = Map<string, Account>;

/** Number of suggestions shown at once; the others follow when these are done. */
const SHOWN = 50;

/** The server searches all transactions for them, so they stay fresh for five minutes. */
const FRESH_MILLISECONDS = 300_000;

/** Loads the suggestions. */
export function useOffers() {
  const asked = { staleTime: FRESH_MILLISECONDS, refetchOnWindowFocus: false };
  const transfers = useQuery({ queryKey: ["transfer-offers"], queryFn: listTransferOffers, ...asked });
  const duplicates = useQuery({ queryKey: ["duplicates"], queryFn: listDuplicates, ...asked });
  const lookAlikes = useQuery({ queryKey: ["duplicate-accounts"], queryFn: listDuplicateAccounts, ...asked });
  const isLoaded = !transfers.isPending && !duplicates.isPending && !lookAlikes.isPending;
  return { transfers, duplicates, lookAlikes, isLoaded };
}

export function Offers({ accounts }: { accounts: Accounts }) {
  const [open, setOpen] = useState(false);
  const { transfers, duplicates, lookAlikes } = useOffers();
  const [merged, setMerged] = useState<MergedPair[]>([]);
  const same = lookAlikes.data ?? [];
  const pairs = transfers.data ?? [];
  const groups = duplicates.data ?? [];
  const words = strings.offers;
  if (!open && same.length + pairs.length + groups.length === 0) {
    return null;
  }
  return (
    <div className="offers">
      <p className="notice">
        <Lightbulb size={18} aria-hidden />
        <span>
          {[
            same.length > 0 && words.accounts(same.length),
            pairs.length > 0 && words.transfers(pairs.length),
            groups.length > 0 && words.groups(groups.length),
          ]
            .filter(Boolean)
            .join(" ")}
        </span>
        <button type="button" className="button small" onClick={() => setOpen(true)}>
          {words.review}
        </button>
      </p>
      {open && (
        <Dialog title={words.title} onClose={() => setOpen(false)}>
          <div className="offers-open">
            {merged.map((pair) => (
              <Undo
                key={pair.mergeId}
                pair={pair}
                onUndone={() => setMerged((all) => all.filter(({ mergeId }) => mergeId !== pair.mergeId))}
              />
            ))}
            {same.slice(0, SHOWN).map((pair) => (
              <SameAccount
                key={pair.accountIds.join(" ")}
                pair={pair}
                accounts={accounts}
                onMerged={(done) => setMerged((all) => [...all, done])}
              />
            ))}
            {pairs.slice(0, SHOWN).map((pair) => (
              <Pair key={`${pair.out.id} ${pair.into.id}`} pair={pair} accounts={accounts} />
            ))}
            {groups.slice(0, SHOWN).map((group) => (
              <DuplicateGroup
                key={group.transactions.map(({ id }) => id).join(" ")}
                group={group}
                accounts={accounts}
              />
            ))}
            {merged.length + same.length + pairs.length + groups.length === 0 && <p>{words.nothing}</p>}
          </div>
          <div className="buttons">
            <button type="button" className="button primary" onClick={() => setOpen(false)}>
              {strings.keys.close}
            </button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

function Line({ transaction, accounts }: { transaction: Transaction; accounts: Accounts }) {
  return (
    <li>
      <span>{transaction.description}</span>
      <span className="hint">{`${formatDay(transaction.date)} · ${accounts.get(transaction.accountId)?.name ?? ""}`}</span>
      <span className="figure">{formatMoney(transaction.amount, transaction.currency)}</span>
    </li>
  );
}

function Pair({ pair, accounts }: { pair: TransferOffer; accounts: Accounts }) {
  const client = useQueryClient();
  const link = useMutation({
    mutationFn: () => linkTransfer(pair.out.id, pair.into.id),
    onSuccess: (edit) => rememberEdit(edit.id, strings.offers.linked),
    onSettled: () => refreshBooks(client, { list: true }),
  });
  return (
    <article>
      <h3>{strings.offers.isTransfer}</h3>
      <ul>
        <Line transaction={pair.out} accounts={accounts} />
        <Line transaction={pair.into} accounts={accounts} />
      </ul>
      <p className="hint">{strings.offers.because[pair.because]}</p>
      {link.isError && <Notice tone="bad">{explain(link.error)}</Notice>}
      <button type="button" className="button small" disabled={link.isPending} onClick={() => link.mutate()}>
        {strings.offers.link}
      </button>
    </article>
  );
}

function DuplicateGroup({ group, accounts }: { group: Duplicates; accounts: Accounts }) {
  const client = useQueryClient();
  const [first, ...others] = group.transactions;
  const last = others.at(-1);
  const refresh = () => refreshBooks(client, { list: true });
  const keep = useMutation({
    mutationFn: async () => {
      for (const [index, one] of group.transactions.entries()) {
        for (const other of group.transactions.slice(index + 1)) {
          await keepDistinct(one.id, other.id);
        }
      }
    },
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: (id: string) => deleteTransaction(id),
    onSuccess: (edit) => rememberEdit(edit.id, strings.fixing.removed(first?.description ?? "")),
    onSettled: refresh,
  });
  const error = keep.error ?? remove.error;
  const isBusy = keep.isPending || remove.isPending;
  return (
    <article>
      <h3>{strings.offers.isDuplicate}</h3>
      <ul>
        {group.transactions.map((transaction) => (
          <Line key={transaction.id} transaction={transaction} accounts={accounts} />
        ))}
      </ul>
      {error && <Notice tone="bad">{explain(error)}</Notice>}
      <div className="tools">
        <button type="button" className="button small" disabled={isBusy} onClick={() => keep.mutate()}>
          {strings.offers.keep}
        </button>
        {last && (
          <button type="button" className="button small" disabled={isBusy} onClick={() => remove.mutate(last.id)}>
            {strings.offers.remove}
          </button>
        )}
      </div>
    </article>
  );
}

/** Two accounts merged in this dialog; the merge can be undone. */
interface MergedPair {
  mergeId: string;
  text: string;
}

function SameAccount({
  pair,
  accounts,
  onMerged,
}: {
  pair: DuplicateAccounts;
  accounts: Accounts;
  onMerged: (merged: MergedPair) => void;
}) {
  const client = useQueryClient();
  const words = strings.offers;
  const [one = "", other = ""] = pair.accountIds;
  const nameOf = (id: string) => accounts.get(id)?.name ?? "";
  const refresh = () => refreshBooks(client, { list: true });
  const merge = useMutation({
    mutationFn: () => mergeAccounts(one, other),
    onSuccess: ({ mergeId }) => onMerged({ mergeId, text: words.merged(nameOf(other), nameOf(one)) }),
    onSettled: refresh,
  });
  const keep = useMutation({ mutationFn: () => keepDistinctAccounts(one, other), onSettled: refresh });
  const error = merge.error ?? keep.error;
  const isBusy = merge.isPending || keep.isPending;
  return (
    <article>
      <h3>{words.isAccount}</h3>
      <ul>
        {[one, other].map((id) => (
          <li key={id}>
            <span>{nameOf(id)}</span>
            <span className="hint">{accounts.get(id)?.numberMasked ?? ""}</span>
          </li>
        ))}
      </ul>
      <p className="hint">{pair.because === "number" ? words.sameNumber : words.sameTransactions}</p>
      {error && <Notice tone="bad">{explain(error)}</Notice>}
      <div className="tools">
        <button type="button" className="button small" disabled={isBusy} onClick={() => keep.mutate()}>
          {words.keepAccounts}
        </button>
        <button type="button" className="button small" disabled={isBusy} onClick={() => merge.mutate()}>
          {words.mergeInto(nameOf(other), nameOf(one))}
        </button>
      </div>
    </article>
  );
}

function Undo({ pair, onUndone }: { pair: MergedPair; onUndone: () => void }) {
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: () => undoEdit(pair.mergeId),
    onSuccess: onUndone,
    onSettled: () => refreshBooks(client, { list: true }),
  });
  return (
    <article>
      <p>{pair.text}</p>
      {undo.isError && <Notice tone="bad">{explain(undo.error)}</Notice>}
      <button type="button" className="button small" disabled={undo.isPending} onClick={() => undo.mutate()}>
        {strings.offers.undoMerge}
      </button>
    </article>
  );
}
