/** Merges of accounts that can still be undone. */
import { useQuery } from "@tanstack/react-query";
import type { Account } from "../../api.ts";
import { type Merge, listMerges, undoMerge } from "../../api-bookkeeping.ts";
import { useChange } from "../../lib/use-change.ts";
import { strings } from "../../strings/index.ts";
import { Notice, explain } from "../notice.tsx";
import { Needs } from "../role.tsx";

export function Merges({ accounts }: { accounts: Account[] }) {
  const merges = useQuery({ queryKey: ["account-merges"], queryFn: listMerges });
  const open = merges.data?.filter(({ undone, accountId }) => !undone && accounts.some(({ id }) => id === accountId));
  if (!open?.length) {
    return null;
  }
  return (
    <section aria-labelledby="merges">
      <h2 id="merges">{strings.accounts.merges}</h2>
      <ul className="lines">
        {open.map((merge) => (
          <MergeRow key={merge.id} merge={merge} name={accounts.find(({ id }) => id === merge.accountId)?.name ?? ""} />
        ))}
      </ul>
    </section>
  );
}

function MergeRow({ merge, name }: { merge: Merge; name: string }) {
  const words = strings.accounts;
  const undo = useChange(() => undoMerge(merge.id));
  return (
    <li className="line">
      <div className="grow">
        {words.mergedInto(merge.otherName, name)}
        {undo.isError && <Notice tone="bad">{explain(undo.error)}</Notice>}
      </div>
      <Needs>
        <button type="button" className="quiet" disabled={undo.isPending} onClick={() => undo.mutate()}>
          {words.undoMerge}
          <span className="hidden"> {merge.otherName}</span>
        </button>
      </Needs>
    </li>
  );
}
