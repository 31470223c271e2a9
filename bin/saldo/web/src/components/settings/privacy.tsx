/** Models and privacy: the answering model, permission to send data, and notes for the advisor. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Note, deleteNote, listNotes, putNote } from "../../api-advisor.ts";
import { type Preferences, getPreferences, putPreferences } from "../../api-bookkeeping.ts";
import { listModels } from "../../api-chat.ts";
import { useChange } from "../../lib/use-change.ts";
import { modelName } from "../../lib/model-name.ts";
import { strings } from "../../strings/index.ts";
import { Confirm } from "../confirm.tsx";
import { Field } from "../field.tsx";
import { Notice, explain } from "../notice.tsx";
import { SavedCheckbox } from "../saved-checkbox.tsx";
import { Section } from "../section.tsx";
import { Waiting } from "../waiting.tsx";

export default function Privacy() {
  const words = strings.privacy;
  const preferences = useQuery({ queryKey: ["preferences"], queryFn: getPreferences });
  const models = useQuery({ queryKey: ["models"], queryFn: listModels });
  if (preferences.isPending || models.isPending) {
    return <Waiting />;
  }
  return (
    <>
      <Section title={words.models} hint={words.modelsHint}>
        <Models />
        {preferences.isError && <Notice tone="bad">{explain(preferences.error)}</Notice>}
        {preferences.data && <Sends preferences={preferences.data} />}
      </Section>
      <Section title={words.notes} hint={words.notesHint}>
        {preferences.data && <Memory preferences={preferences.data} />}
        <Notes />
      </Section>
    </>
  );
}

function Models() {
  const words = strings.privacy;
  const models = useQuery({ queryKey: ["models"], queryFn: listModels });
  return (
    <>
      {models.isError && <Notice tone="bad">{explain(models.error)}</Notice>}
      <ul className="rows" aria-label={words.models}>
        {models.data?.map((model) => (
          <li key={model.name}>
            <div className="grow">
              <span>{model.host === null ? modelName(model.name) : strings.consent.at(model.name, model.host)}</span>
              <span className="hint">
                {model.leavesMachine ? words.leaves : words.stays}
                {model.default && ` · ${words.default}`}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns a mutation of the advisor's preferences that leaves all others unchanged. */
function useAdvisor(preferences: Preferences) {
  return useChange((change: Partial<Preferences["advisor"]>) =>
    putPreferences({ ...preferences, advisor: { ...preferences.advisor, ...change } }),
  );
}

function Sends({ preferences }: { preferences: Preferences }) {
  const words = strings.privacy;
  const save = useAdvisor(preferences);
  return (
    <>
      <fieldset disabled={save.isPending}>
        <legend>{words.mayLeave}</legend>
        {(["never", "ask", "always"] as const).map((sends) => (
          <label key={sends} className="check">
            <input
              type="radio"
              name="sends"
              checked={preferences.advisor.sends === sends}
              onChange={() => save.mutate({ sends })}
            />
            <span>
              {words.sends[sends]} <span className="hint">{words.sendsHint[sends]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {save.error && <Notice tone="bad">{explain(save.error)}</Notice>}
    </>
  );
}

function Memory({ preferences }: { preferences: Preferences }) {
  const words = strings.privacy;
  const save = useAdvisor(preferences);
  return (
    <>
      <label className="check">
        <SavedCheckbox
          saved={preferences.advisor.memory}
          disabled={save.isPending}
          save={(memory, options) => save.mutate({ memory }, options)}
        />
        {words.remember}
      </label>
      {save.error && <Notice tone="bad">{explain(save.error)}</Notice>}
    </>
  );
}

function Notes() {
  const words = strings.privacy;
  const notes = useQuery({ queryKey: ["notes"], queryFn: listNotes });
  const [editing, setEditing] = useState<Note | "new" | null>(null);
  const save = useChange(
    ({ id, text }: { id: string | null; text: string }) => putNote(id, text),
    () => setEditing(null),
  );
  const remove = useChange(deleteNote);
  const error = notes.error ?? remove.error;
  return (
    <>
      {error && <Notice tone="bad">{explain(error)}</Notice>}
      {notes.data?.length === 0 && <p className="soft">{words.noNotes}</p>}
      <ul className="rows" aria-label={words.notes}>
        {notes.data?.map((note) => (
          <li key={note.id}>
            <span className="grow">{note.text}</span>
            <button type="button" className="quiet" onClick={() => setEditing(note)}>
              {strings.categories.edit}
              <span className="hidden"> {note.text}</span>
            </button>
            <button type="button" className="quiet" onClick={() => remove.mutate(note.id)}>
              {strings.categories.delete}
              <span className="hidden"> {note.text}</span>
            </button>
          </li>
        ))}
      </ul>
      <button type="button" className="button" onClick={() => setEditing("new")}>
        {words.addNote}
      </button>
      {editing && (
        <Confirm
          title={editing === "new" ? words.addTitle : words.editTitle}
          confirm={strings.save}
          error={save.error}
          busy={save.isPending}
          onConfirm={(form) =>
            save.mutate({ id: editing === "new" ? null : editing.id, text: String(form.get("text")) })
          }
          onClose={() => {
            save.reset();
            setEditing(null);
          }}
        >
          <Field
            label={words.note}
            name="text"
            defaultValue={editing === "new" ? "" : editing.text}
            maxLength={500}
            required
            autoFocus
          />
        </Confirm>
      )}
    </>
  );
}
