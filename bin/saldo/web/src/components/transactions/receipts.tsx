/** Receipts that are not matched to a transaction, with the transactions that they may belong to. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Receipt } from "lucide-react";
import { useState } from "react";
import {
  type UnmatchedAttachment,
  attachmentFile,
  deleteAttachment,
  listUnmatched,
  matchAttachment,
} from "../../api-attachments.ts";
import { formatDay } from "../../lib/date.ts";
import { formatMoney } from "../../lib/money.ts";
import { strings } from "../../strings/index.ts";
import { Dialog } from "../dialog.tsx";
import { Notice, explain } from "../notice.tsx";
import { Thumbnail } from "./attachments.tsx";

const KEY = ["unmatched-attachments"];

/** Loads the receipts without a transaction. */
export function useReceipts() {
  return useQuery({ queryKey: KEY, queryFn: listUnmatched });
}

export function Receipts() {
  const [open, setOpen] = useState(false);
  const list = useReceipts();
  const receipts = list.data ?? [];
  const words = strings.attachments;
  if (!open && receipts.length === 0) {
    return null;
  }
  return (
    <div className="offers">
      <p className="notice">
        <Receipt size={18} aria-hidden />
        <span>{words.unmatched(receipts.length)}</span>
        <button type="button" className="button small" onClick={() => setOpen(true)}>
          {strings.offers.review}
        </button>
      </p>
      {open && (
        <Dialog title={words.unmatchedTitle} onClose={() => setOpen(false)}>
          <div className="offers-open">
            {receipts.map((receipt) => (
              <Unmatched key={receipt.attachment.id} receipt={receipt} />
            ))}
            {receipts.length === 0 && <p>{strings.offers.nothing}</p>}
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

function Unmatched({ receipt: { attachment, offers } }: { receipt: UnmatchedAttachment }) {
  const client = useQueryClient();
  const words = strings.attachments;
  // `null` deletes the receipt.
  const decide = useMutation({
    mutationFn: (transaction: string | null) =>
      transaction === null ? deleteAttachment(attachment.id) : matchAttachment(attachment.id, transaction),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: KEY }),
        client.invalidateQueries({ queryKey: ["attachments"] }),
      ]),
  });
  return (
    <article>
      <h3>
        <a className="receipt" href={attachmentFile(attachment.id)} target="_blank" rel="noreferrer">
          <Thumbnail attachment={attachment} /> {attachment.fileName}
        </a>
      </h3>
      {offers.length === 0 && <p className="hint">{words.noOffers}</p>}
      <ul>
        {offers.map(({ transaction }) => (
          <li key={transaction.id}>
            <span>{transaction.description}</span>
            <span className="hint">{formatDay(transaction.date)}</span>
            <span className="figure">{formatMoney(transaction.amount, transaction.currency)}</span>
            <button
              type="button"
              className="button small"
              disabled={decide.isPending}
              aria-label={words.matchTo(transaction.description)}
              onClick={() => decide.mutate(transaction.id)}
            >
              {words.match}
            </button>
          </li>
        ))}
      </ul>
      <div className="tools">
        <button type="button" className="button small" disabled={decide.isPending} onClick={() => decide.mutate(null)}>
          {words.remove(attachment.fileName)}
        </button>
      </div>
      {decide.error && <Notice tone="bad">{explain(decide.error)}</Notice>}
    </article>
  );
}
