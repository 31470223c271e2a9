/** `/views` — the saved views of all pages, to open, rename and delete them. */
import { useQuery } from "@tanstack/react-query";
import { Undo2, X } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { type SavedView, type ViewPage, deleteView, listSavedViews, saveView, updateView } from "../api-views.ts";
import { Bar } from "../components/bar.tsx";
import { Confirm } from "../components/confirm.tsx";
import { Field } from "../components/field.tsx";
import { Heading } from "../components/heading.tsx";
import { Notice, explain } from "../components/notice.tsx";
import { Needs } from "../components/role.tsx";
import { Waiting } from "../components/waiting.tsx";
import { viewPath, viewsOfPage } from "../lib/saved-views.ts";
import { useChange } from "../lib/use-change.ts";
import { strings } from "../strings/index.ts";
import "./views.css";

const PAGES = ["transactions", "reports"] as const satisfies ViewPage[];

export default function Views() {
  const views = useQuery({ queryKey: ["saved-views"], queryFn: listSavedViews });
  const [renamed, setRenamed] = useState<SavedView | null>(null);
  const [deleted, setDeleted] = useState<SavedView | null>(null);
  const words = strings.views;
  const remove = useChange(
    async (view: SavedView) => {
      await deleteView(view.id);
      return view;
    },
    (view) => setDeleted(view),
  );
  const restore = useChange(
    ({ page, name, query }: SavedView) => saveView({ page, name, query }),
    () => setDeleted(null),
  );
  const error = views.error ?? remove.error ?? restore.error;
  const groups = PAGES.map((page) => ({ page, shown: viewsOfPage(views.data ?? [], page) }));
  return (
    <div className="page views">
      <Heading title={words.title} />
      <p className="hint">{words.hint}</p>
      {error && <Notice tone="bad">{explain(error)}</Notice>}
      {views.isPending && <Waiting />}
      {views.isSuccess && views.data.length === 0 && (
        <section>
          <p className="soft">{words.none}</p>
          <div className="buttons">
            {PAGES.map((page) => (
              <Link key={page} href={`/${page}`} className="button">
                {strings.nav[page]}
              </Link>
            ))}
          </div>
        </section>
      )}
      {groups
        .filter(({ shown }) => shown.length > 0)
        .map(({ page, shown }) => (
          <section key={page} aria-label={strings.nav[page]}>
            <h2>{strings.nav[page]}</h2>
            <ul className="lines">
              {shown.map((view) => (
                <li key={view.id}>
                  <Link href={viewPath(view)} className="grow">
                    {view.name}
                  </Link>
                  <div className="acts">
                    <Needs>
                      <button type="button" className="quiet" onClick={() => setRenamed(view)}>
                        {words.rename}
                        <span className="hidden"> {view.name}</span>
                      </button>
                      <button
                        type="button"
                        className="quiet"
                        disabled={remove.isPending}
                        onClick={() => remove.mutate(view)}
                      >
                        {strings.categories.delete}
                        <span className="hidden"> {view.name}</span>
                      </button>
                    </Needs>
                  </div>
                </li>
              ))}
            </ul>
          </section>
        ))}
      {renamed && <Rename view={renamed} onClose={() => setRenamed(null)} />}
      {deleted ? (
        <Bar text={words.deleted(deleted.name)}>
          <button type="button" className="quiet" disabled={restore.isPending} onClick={() => restore.mutate(deleted)}>
            <Undo2 size={16} aria-hidden /> {strings.undo.undo}
          </button>
          <button
            type="button"
            className="quiet icon"
            aria-label={strings.undo.dismiss}
            onClick={() => setDeleted(null)}
          >
            <X size={16} aria-hidden />
          </button>
        </Bar>
      ) : (
        <Bar />
      )}
    </div>
  );
}

function Rename({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const words = strings.views;
  const rename = useChange((name: string) => updateView(view.id, { name }), onClose);
  return (
    <Confirm
      title={words.renameTitle}
      confirm={strings.save}
      error={rename.error}
      busy={rename.isPending}
      onConfirm={(form) => rename.mutate(String(form.get("name")))}
      onClose={onClose}
    >
      <Field
        label={words.name}
        name="name"
        defaultValue={view.name}
        pattern=".*\S.*"
        maxLength={80}
        autoComplete="off"
        required
        autoFocus
      />
    </Confirm>
  );
}
