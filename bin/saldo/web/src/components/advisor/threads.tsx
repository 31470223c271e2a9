/** The stored conversations: search, open, rename and delete. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type Thread, deleteThread, listThreads, renameThread } from "../../api-chat.ts";
import { formatMoment } from "../../lib/date.ts";
import { useFocusAfter } from "../../lib/keep-focus.ts";
import { strings } from "../../strings/index.ts";
import { Dialog } from "../dialog.tsx";
import { Field } from "../field.tsx";
import { Notice, explain } from "../notice.tsx";
import { Needs } from "../role.tsx";

interface Props {
  onOpen: (id: string) => void;
  /** Called after a conversation was deleted, which may be the open one. */
  onDeleted: (thread: Thread) => void;
  onClose: () => void;
}

export function Threads({ onOpen, onDeleted, onClose }: Props) {
  const [search, setSearch] = useState("");
  const threads = useQuery({
    queryKey: ["threads", search],
    queryFn: () => listThreads(search),
    placeholderData: (before) => before,
  });
  const list = useRef<HTMLDivElement>(null);
  useFocusAfter(list, () => list.current?.querySelector("input"));
  const words = strings.threads;
  return (
    <Dialog title={words.title} onClose={onClose}>
      <div className="threads" ref={list}>
        <Field
          label={words.search}
          type="search"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {threads.isError && <Notice tone="bad">{explain(threads.error)}</Notice>}
        {threads.data?.length === 0 && <p className="hint">{search === "" ? words.none : words.nothingFound}</p>}
        <ul>
          {threads.data?.map((thread) => (
            <ThreadRow key={thread.id} thread={thread} onOpen={onOpen} onDeleted={onDeleted} />
          ))}
        </ul>
      </div>
      <div className="buttons">
        <button type="button" className="button" onClick={onClose}>
          {strings.keys.close}
        </button>
      </div>
    </Dialog>
  );
}

interface RowProps {
  thread: Thread;
  onOpen: (id: string) => void;
  onDeleted: (thread: Thread) => void;
}

function ThreadRow({ thread, onOpen, onDeleted }: RowProps) {
  const client = useQueryClient();
  const [renaming, setRenaming] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasRenaming = useRef(false);
  useEffect(() => {
    // The form that had the focus was replaced by the title.
    if (wasRenaming.current && !renaming) {
      pencil.current?.focus({ preventScroll: true });
    }
    wasRenaming.current = renaming;
  }, [renaming]);
  const refresh = () => client.invalidateQueries({ queryKey: ["threads"] });
  const rename = useMutation({
    mutationFn: (title: string) => renameThread(thread.id, title),
    onSuccess: () => setRenaming(false),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: () => deleteThread(thread.id),
    onSuccess: () => onDeleted(thread),
    onSettled: refresh,
  });
  const words = strings.threads;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    rename.mutate(String(new FormData(event.currentTarget).get("title")).trim());
  };
  const onKey = (event: KeyboardEvent) => {
    // Escape ends the renaming, not the dialog around it.
    if (event.key === "Escape") {
      event.preventDefault();
      setRenaming(false);
    }
  };
  const error = rename.error ?? remove.error;
  return (
    <li>
      {renaming ? (
        <form onSubmit={submit} onKeyDown={onKey}>
          <input name="title" aria-label={words.name} defaultValue={thread.title} required maxLength={200} autoFocus />
          <button type="submit" className="button small" disabled={rename.isPending}>
            {strings.save}
          </button>
        </form>
      ) : (
        <>
          <button type="button" className="open" onClick={() => onOpen(thread.id)}>
            <span>{thread.title}</span>
            <span className="hint">{formatMoment(thread.updatedAt)}</span>
          </button>
          <Needs>
            <button
              ref={pencil}
              type="button"
              className="quiet icon"
              aria-label={words.rename(thread.title)}
              onClick={() => setRenaming(true)}
            >
              <Pencil size={16} aria-hidden />
            </button>
            <button
              type="button"
              className="quiet icon"
              aria-label={words.delete(thread.title)}
              disabled={remove.isPending}
              onClick={() => remove.mutate()}
            >
              <Trash2 size={16} aria-hidden />
            </button>
          </Needs>
        </>
      )}
      {error && <Notice tone="bad">{explain(error)}</Notice>}
    </li>
  );
}
