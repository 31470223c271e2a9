/** `/edits` — everything that changed transactions, merchants and accounts, to undo it. */
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Redo2, Undo2, X } from "lucide-react";
import { useState } from "react";
import { ApiError } from "../api.ts";
import { type Edit, listEdits, undoEdit } from "../api-transactions.ts";
import { Bar } from "../components/bar.tsx";
import { EditAuthor } from "../components/edit-author.tsx";
import { Heading } from "../components/heading.tsx";
import { Notice, explain } from "../components/notice.tsx";
import { Needs } from "../components/role.tsx";
import { Waiting } from "../components/waiting.tsx";
import { formatMoment } from "../lib/date.ts";
import { type EditWords, describeEdit, describeSubject } from "../lib/edit-words.ts";
import { refreshBooks } from "../lib/undo.ts";
import { strings } from "../strings/index.ts";
import "./log.css";

/** The number of edits that are loaded at a time. */
const PART = 50;

/** An edit to undo, and its words. */
interface Undoing extends EditWords {
  edit: Edit;
}

export default function Edits() {
  const client = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: ["edits"],
    queryFn: ({ pageParam }) => listEdits(PART, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  const [isHidden, setHidden] = useState(true);
  const undo = useMutation({
    mutationFn: ({ edit }: Undoing) => undoEdit(edit.id),
    onSuccess: () => setHidden(false),
    onSettled: () => refreshBooks(client, { list: true }),
  });
  const words = strings.edits;
  const edits = list.data?.pages.flatMap((page) => page.items) ?? [];
  const done = undo.data && undo.variables ? describeUndo(undo.variables, undo.data.kept) : null;
  return (
    <div className="page log">
      <Heading title={words.title} />
      <p className="hint">{words.hint}</p>
      {list.error && <Notice tone="bad">{explain(list.error)}</Notice>}
      {list.isPending && <Waiting />}
      {list.isSuccess && edits.length === 0 && <p className="soft">{words.none}</p>}
      {edits.length > 0 && (
        <ul className="lines">
          {edits.map((edit) => {
            const described = describeEdit(edit, edits);
            return (
              <Line
                key={edit.id}
                edit={edit}
                described={described}
                isBusy={undo.isPending}
                error={undo.variables?.edit.id === edit.id ? undo.error : null}
                onUndo={() => undo.mutate({ edit, ...described })}
              />
            );
          })}
        </ul>
      )}
      {list.hasNextPage && (
        <button
          type="button"
          className="button"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {strings.statements.more}
        </button>
      )}
      {done === null || isHidden ? (
        <Bar />
      ) : (
        <Bar text={done}>
          <button
            type="button"
            className="quiet icon"
            aria-label={strings.undo.dismiss}
            onClick={() => setHidden(true)}
          >
            <X size={16} aria-hidden />
          </button>
        </Bar>
      )}
    </div>
  );
}

/** Returns the result of an undo in words; `kept` transactions or accounts kept a later change. */
function describeUndo({ edit, isRedo }: Undoing, kept: number): string {
  const words = strings.undo;
  if (kept === 0) {
    return isRedo ? words.redone : words.undone;
  }
  return edit.action === "change_account" ? words.exceptLater : words.exceptChanged(kept);
}

interface LineProps {
  edit: Edit;
  described: EditWords;
  isBusy: boolean;
  error: Error | null;
  onUndo: () => void;
}

function Line({ edit, described: { text, isRedo }, isBusy, error, onUndo }: LineProps) {
  const isGone = error instanceof ApiError && error.status === 409;
  const Icon = isRedo ? Redo2 : Undo2;
  const subject = describeSubject(edit);
  return (
    <li>
      <div className="grow">
        <span>{text}</span>
        {subject !== null && <span className="soft">{subject}</span>}
        <time className="hint" dateTime={edit.createdAt}>
          {formatMoment(edit.createdAt)}
          <EditAuthor edit={edit} />
        </time>
      </div>
      {edit.undone ? (
        <span className="hint">{strings.edits.wasUndone}</span>
      ) : (
        <Needs>
          <button type="button" className="quiet" disabled={isBusy} onClick={onUndo}>
            <Icon size={16} aria-hidden /> {isRedo ? strings.undo.redo : strings.undo.undo}
            <span className="hidden"> {subject === null ? text : `${text}: ${subject}`}</span>
          </button>
        </Needs>
      )}
      {error && <Notice tone="bad">{isGone ? strings.edits.tooLate : explain(error)}</Notice>}
    </li>
  );
}
