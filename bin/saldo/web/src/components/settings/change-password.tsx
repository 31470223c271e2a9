/** A form for a new password; it requires the current one. */
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { auth } from "../../auth-client.ts";
import { strings } from "../../strings/index.ts";
import { explainSignIn } from "../signed-out-page.tsx";
import { PasswordField } from "../field.tsx";
import { Notice } from "../notice.tsx";

export function ChangePassword() {
  const [result, setResult] = useState<"changed" | { problem: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const client = useQueryClient();
  const words = strings.settings;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const values = new FormData(form);
    setBusy(true);
    const { error } = await auth.changePassword({
      currentPassword: String(values.get("current")),
      newPassword: String(values.get("new")),
      revokeOtherSessions: values.has("end-others"),
    });
    setBusy(false);
    if (error) {
      setResult({ problem: error.code === "INVALID_PASSWORD" ? words.wrongPassword : explainSignIn(error) });
    } else {
      form.reset();
      // The server ended every session and started a new one for this browser.
      auth.$store.notify("$sessionSignal");
      void client.invalidateQueries({ queryKey: ["sessions"] });
      setResult("changed");
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <PasswordField label={words.currentPassword} name="current" autoComplete="current-password" required />
      <PasswordField
        label={words.newPassword}
        hint={strings.auth.passwordHint}
        name="new"
        autoComplete="new-password"
        required
        minLength={8}
        maxLength={128}
      />
      <label className="check">
        <input type="checkbox" name="end-others" defaultChecked />
        {words.endOthers}
      </label>
      {result === "changed" && <Notice tone="good">{words.passwordChanged}</Notice>}
      {result && result !== "changed" && <Notice tone="bad">{result.problem}</Notice>}
      <button type="submit" className="button" disabled={busy}>
        {words.changePassword}
      </button>
    </form>
  );
}
