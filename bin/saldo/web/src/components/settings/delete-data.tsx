/** Deletion of all data after a typed confirmation; the user stays signed in. */
import { useState } from "react";
import { deleteData } from "../../api-data.ts";
import { clearOffline } from "../../lib/offline.ts";
import { useChange } from "../../lib/use-change.ts";
import { strings } from "../../strings/index.ts";
import { Confirm } from "../confirm.tsx";
import { Field } from "../field.tsx";
import { Notice } from "../notice.tsx";

export function DeleteData() {
  const words = strings.deleting;
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState("");
  const remove = useChange(
    async () => {
      await deleteData();
      await clearOffline();
    },
    () => setAsking(false),
  );
  const open = () => {
    remove.reset();
    setTyped("");
    setAsking(true);
  };
  return (
    <>
      <p className="soft">{words.body}</p>
      {remove.isSuccess && <Notice tone="good">{words.done}</Notice>}
      <button type="button" className="button" onClick={open}>
        {words.open}
      </button>
      {asking && (
        <Confirm
          title={words.title}
          confirm={words.confirm}
          danger
          error={remove.error}
          busy={remove.isPending || typed.trim().toLowerCase() !== words.phrase.toLowerCase()}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>{words.body}</p>
          <Field
            label={words.type(words.phrase)}
            value={typed}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Confirm>
      )}
    </>
  );
}
