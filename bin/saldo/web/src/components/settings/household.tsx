/** Households: creating one, inviting others, their roles, leaving. */
import { useState } from "react";
import { type Books, createHousehold, deleteHousehold, renameHousehold } from "../../api-households.ts";
import { currentBooks, openBooks } from "../../lib/books.ts";
import { useChange } from "../../lib/use-change.ts";
import { strings } from "../../strings/index.ts";
import { useBooks } from "../books-switch.tsx";
import { Confirm } from "../confirm.tsx";
import { Field } from "../field.tsx";
import { Notice, explain } from "../notice.tsx";
import { Section } from "../section.tsx";
import { BooksId } from "./books-id.tsx";
import { Invitations } from "./invitations.tsx";
import { Members } from "./members.tsx";
import { WhoOwes } from "./who-owes.tsx";

export default function Household() {
  const books = useBooks();
  const [creating, setCreating] = useState(false);
  const words = strings.household;
  const households = books.data?.filter(({ isHousehold }) => isHousehold);
  return (
    <>
      <Section title={words.title} hint={words.hint}>
        {books.isError && <Notice tone="bad">{explain(books.error)}</Notice>}
        {households?.length === 0 && <p className="soft">{words.none}</p>}
        <button type="button" className="button" onClick={() => setCreating(true)}>
          {words.create}
        </button>
      </Section>
      {households?.map((household) => (
        <Section key={household.id} title={household.name} hint={words.roles[household.role]}>
          <OneHousehold household={household} />
        </Section>
      ))}
      {creating && (
        <NameDialog
          title={words.createTitle}
          confirm={words.createConfirm}
          change={createHousehold}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  );
}

function OneHousehold({ household }: { household: Books }) {
  const { id, name, role } = household;
  const [dialog, setDialog] = useState<"rename" | "delete" | null>(null);
  const close = () => setDialog(null);
  const isOpen = currentBooks() === id;
  const remove = useChange(
    () => deleteHousehold(id),
    () => (isOpen ? openBooks(null) : close()),
  );
  const words = strings.household;
  return (
    <div className="stack">
      <Members household={household} />
      {role === "owner" && <Invitations household={id} />}
      <WhoOwes household={household} />
      <BooksId id={id} name={name} />
      <div className="buttons">
        <button type="button" className="button" disabled={isOpen} onClick={() => openBooks(id)}>
          {isOpen ? words.isOpen : words.open}
          <span className="hidden"> {name}</span>
        </button>
        {role === "owner" && (
          <>
            <button type="button" className="button" onClick={() => setDialog("rename")}>
              {words.rename}
            </button>
            <button type="button" className="button" onClick={() => setDialog("delete")}>
              {words.delete}
            </button>
          </>
        )}
      </div>
      {dialog === "rename" && (
        <NameDialog
          title={words.renameTitle}
          confirm={strings.save}
          name={name}
          change={(next) => renameHousehold(id, next)}
          onClose={close}
        />
      )}
      {dialog === "delete" && (
        <Confirm
          title={words.deleteTitle}
          confirm={words.delete.replace("…", "")}
          danger
          error={remove.error}
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={close}
        >
          <p>{words.deleteBody}</p>
        </Confirm>
      )}
    </div>
  );
}

interface NameProps {
  title: string;
  confirm: string;
  name?: string;
  change: (name: string) => Promise<unknown>;
  onClose: () => void;
}

function NameDialog({ title, confirm, name, change, onClose }: NameProps) {
  const save = useChange(change, onClose);
  return (
    <Confirm
      title={title}
      confirm={confirm}
      error={save.error}
      busy={save.isPending}
      onConfirm={(form) => save.mutate(String(form.get("name") ?? ""))}
      onClose={onClose}
    >
      <Field label={strings.household.name} name="name" defaultValue={name} maxLength={80} required autoFocus />
    </Confirm>
  );
}
