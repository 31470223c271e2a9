/** Account deletion: deletes all data of the user after a password check. */
import { type FormEvent, useState } from "react";
import { auth } from "../../auth-client.ts";
import { strings } from "../../strings/index.ts";
import { Dialog } from "../dialog.tsx";
import { explainSignIn } from "../signed-out-page.tsx";
import { PasswordField } from "../field.tsx";
import { Notice } from "../notice.tsx";

export function DeleteAccount() {
  const [asking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const words = strings.settings;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    const { error } = await auth.deleteUser({ password: String(new FormData(event.currentTarget).get("password")) });
    setBusy(false);
    if (error) {
      setProblem(error.code === "INVALID_PASSWORD" ? words.wrongPassword : explainSignIn(error));
    }
  };
  return (
    <>
      <p className="soft">{words.deleteBody}</p>
      <button type="button" className="button" onClick={() => setAsking(true)}>
        {words.deleteOpen}
      </button>
      {asking && (
        <Dialog title={words.deleteTitle} onClose={() => setAsking(false)}>
          <form onSubmit={(event) => void submit(event)}>
            <p>{words.deleteBody}</p>
            <PasswordField label={words.deleteAsk} name="password" autoComplete="current-password" required autoFocus />
            {problem && <Notice tone="bad">{problem}</Notice>}
            <div className="buttons">
              <button type="button" className="button" onClick={() => setAsking(false)}>
                {strings.cancel}
              </button>
              <button type="submit" className="button danger" disabled={busy}>
                {words.deleteConfirm}
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}
