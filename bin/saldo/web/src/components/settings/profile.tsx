/** The user's name. */
import { type FormEvent, useState } from "react";
import { auth } from "../../auth-client.ts";
import { strings } from "../../strings/index.ts";
import { explainSignIn } from "../signed-out-page.tsx";
import { Field } from "../field.tsx";
import { Notice } from "../notice.tsx";

export function Profile() {
  const session = auth.useSession();
  const [result, setResult] = useState<"saved" | { problem: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const user = session.data?.user;
  if (!user) {
    return null;
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name"));
    setBusy(true);
    const { error } = await auth.updateUser({ name });
    setBusy(false);
    setResult(error ? { problem: explainSignIn(error) } : "saved");
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Field
        label={strings.auth.name}
        name="name"
        autoComplete="name"
        defaultValue={user.name}
        required
        maxLength={200}
      />
      <Field label={strings.auth.email} value={user.email} type="email" readOnly />
      {result === "saved" && <Notice tone="good">{strings.settings.saved}</Notice>}
      {result && result !== "saved" && <Notice tone="bad">{result.problem}</Notice>}
      <button type="submit" className="button" disabled={busy}>
        {strings.save}
      </button>
    </form>
  );
}
