/** `/forgot-password` — sends a reset link, if this server can send email. */
import { type FormEvent, useState } from "react";
import { Link } from "wouter";
import { auth } from "../auth-client.ts";
import { SignedOutPage, explainSignIn } from "../components/signed-out-page.tsx";
import { Field } from "../components/field.tsx";
import { Notice } from "../components/notice.tsx";
import { strings } from "../strings/index.ts";

export default function ForgotPassword() {
  const [result, setResult] = useState<"sent" | { problem: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const words = strings.auth;

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email"));
    setBusy(true);
    const { error } = await auth.requestPasswordReset({ email, redirectTo: "/reset-password" });
    setBusy(false);
    setResult(error ? { problem: explainSignIn(error) } : "sent");
  };

  return (
    <SignedOutPage title={words.forgotTitle}>
      {result === "sent" ? (
        <Notice tone="good">{words.resetSent}</Notice>
      ) : (
        <form onSubmit={(event) => void submit(event)}>
          <p className="soft">{words.forgotBody}</p>
          <Field label={words.email} name="email" type="email" autoComplete="username" required />
          {result && <Notice tone="bad">{result.problem}</Notice>}
          <button type="submit" className="button primary wide" disabled={busy}>
            {words.sendLink}
          </button>
        </form>
      )}
      <p className="aside">
        <Link href="/sign-in">{words.backToSignIn}</Link>
      </p>
    </SignedOutPage>
  );
}
