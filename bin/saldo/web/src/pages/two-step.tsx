/** `/two-step` — the second step of a sign-in: a code from the authenticator app, or a backup code. */
import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { auth } from "../auth-client.ts";
import { SignedOutPage, explainSignIn } from "../components/signed-out-page.tsx";
import { CodeField, Field } from "../components/field.tsx";
import { Notice } from "../components/notice.tsx";
import { strings } from "../strings/index.ts";

export default function TwoStep() {
  const [byBackup, setByBackup] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const words = strings.auth;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const step = { code: String(form.get("code")).trim(), trustDevice: form.has("trust") };
    setBusy(true);
    const { error } = await (byBackup ? auth.twoFactor.verifyBackupCode(step) : auth.twoFactor.verifyTotp(step));
    setBusy(false);
    setProblem(error && explainSignIn(error));
  };

  return (
    <SignedOutPage title={words.twoStepTitle}>
      <p className="soft">{byBackup ? words.backupBody : words.codeBody}</p>
      <form onSubmit={(event) => void submit(event)}>
        {byBackup ? (
          <Field
            key="backup"
            label={words.backupCode}
            name="code"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={64}
            required
            autoFocus
          />
        ) : (
          <CodeField key="app" />
        )}
        <label className="check">
          <input type="checkbox" name="trust" />
          {words.trust}
        </label>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <button type="submit" className="button primary wide" disabled={busy}>
          {words.signIn}
        </button>
      </form>
      <p className="aside">
        <button
          type="button"
          className="quiet"
          onClick={() => {
            setProblem(null);
            setByBackup(!byBackup);
          }}
        >
          {byBackup ? words.useApp : words.useBackup}
        </button>
      </p>
      <p className="aside">
        <Link href="/sign-in">{words.startOver}</Link>
      </p>
    </SignedOutPage>
  );
}
