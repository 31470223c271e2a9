/** A menu with the saved views of a page, which also saves the current one. */
import { useQuery } from "@tanstack/react-query";
import { Bookmark, Check } from "lucide-react";
import { useState } from "react";
import { createPortal } from "react-dom";
import { Link } from "wouter";
import { type ViewPage, listSavedViews, saveView, updateView } from "../api-views.ts";
import { queryOf, viewPath, viewsOfPage } from "../lib/saved-views.ts";
import { useChange } from "../lib/use-change.ts";
import { strings } from "../strings/index.ts";
import { Confirm } from "./confirm.tsx";
import { Field } from "./field.tsx";
import { Menu } from "./menu.tsx";
import { Notice, explain } from "./notice.tsx";
import { Needs } from "./role.tsx";

interface Props {
  page: ViewPage;
  search: URLSearchParams;
  /** Closes the menu around this one before the dialog opens. */
  onSave?: () => void;
}

export function ViewsMenu({ page, search, onSave }: Props) {
  const views = useQuery({ queryKey: ["saved-views"], queryFn: listSavedViews });
  const [isSaving, setSaving] = useState(false);
  const words = strings.views;
  const shown = viewsOfPage(views.data ?? [], page);
  const query = queryOf(search);
  const button = (
    <>
      <Bookmark size={18} aria-hidden /> {words.short}
    </>
  );
  return (
    <>
      <Menu className="button" button={button}>
        {(close) => (
          <>
            {views.isError && <Notice tone="bad">{explain(views.error)}</Notice>}
            {views.isSuccess && shown.length === 0 && <p className="hint">{words.noneHere[page]}</p>}
            {shown.length > 0 && (
              <ul>
                {shown.map((view) => (
                  <li key={view.id}>
                    <Link
                      href={viewPath(view)}
                      aria-current={view.query === query ? "page" : undefined}
                      onClick={close}
                    >
                      <span>
                        {view.name} {view.query === query && <Check size={16} aria-hidden />}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            )}
            <ul className="actions">
              <Needs>
                <li>
                  <button
                    type="button"
                    disabled={!views.isSuccess || (page === "transactions" && query === "")}
                    onClick={() => {
                      close();
                      onSave?.();
                      setSaving(true);
                    }}
                  >
                    {words.save}
                  </button>
                </li>
              </Needs>
              <li>
                <Link href="/views" onClick={close}>
                  <span>{words.manage}</span>
                </Link>
              </li>
            </ul>
          </>
        )}
      </Menu>
      {isSaving &&
        // The content of a closed menu is not shown, and that includes its dialogs.
        createPortal(<Save page={page} query={query} onClose={() => setSaving(false)} />, document.body)}
    </>
  );
}

function Save({ page, query, onClose }: { page: ViewPage; query: string; onClose: () => void }) {
  const views = useQuery({ queryKey: ["saved-views"], queryFn: listSavedViews }).data ?? [];
  const [name, setName] = useState("");
  const words = strings.views;
  const taken = viewsOfPage(views, page).find((view) => view.name === name.trim());
  const save = useChange(
    () => (taken ? updateView(taken.id, { query }) : saveView({ page, name: name.trim(), query })),
    onClose,
  );
  return (
    <Confirm
      title={words.saveTitle}
      confirm={taken ? words.replace : strings.save}
      error={save.error}
      busy={save.isPending}
      onConfirm={() => save.mutate()}
      onClose={onClose}
    >
      <Field
        label={words.name}
        {...(taken && { hint: words.taken })}
        name="name"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        pattern=".*\S.*"
        maxLength={80}
        autoComplete="off"
        required
        autoFocus
      />
    </Confirm>
  );
}
