/** A dialog that asks for the password of a protected file and reads the file with it. */
import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { type Statement, processStatement } from "../api.ts";
import { strings } from "../strings/index.ts";
import { Dialog } from "./dialog.tsx";
import { PasswordField } from "./field.tsx";
import { Notice, explain } from "./notice.tsx";

interface Props {
  statement: Statement;
  onClose: () => void;
  onStarted: () => void;
}

export function PasswordDialog({ statement, onClose, onStarted }: Props) {
  const open = useMutation({
    mutationFn: (password: string) => processStatement(statement.id, { password }),
    onSuccess: onStarted,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    open.mutate(String(new FormData(event.currentTarget).get("file-password")));
  };
  const wrong = statement.failure?.code === "wrong_password" ? strings.failure.wrong_password.long : null;
  return (
    <Dialog title={strings.password.title} onClose={onClose}>
      <form onSubmit={submit}>
        <p className="file-name">{statement.fileName}</p>
        <PasswordField
          label={strings.password.label}
          hint={strings.password.hint}
          problem={wrong}
          name="file-password"
          autoComplete="off"
          required
          autoFocus
        />
        {open.isError && <Notice tone="bad">{explain(open.error)}</Notice>}
        <div className="buttons">
          <button type="button" className="button" onClick={onClose}>
            {strings.cancel}
          </button>
          <button type="submit" className="button primary" disabled={open.isPending}>
            {strings.password.open}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
