/** `/sign-up` — creation of an account. */
import { type FormEvent, useState } from "react";
import { Link, useLocation } from "wouter";
import { auth } from "../auth-client.ts";
import { SignedOutPage, Providers, explainSignIn } from "../components/signed-out-page.tsx";
import { Field, PasswordField } from "../components/field.tsx";
import { Notice } from "../components/notice.tsx";
import { keptInvitation } from "../lib/books.ts";
import { strings } from "../strings/index.ts";

export function SignUp() {
  const [, go] = useLocation();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    const { error } = await auth.signUp.email({
      name: String(form.get("name")),
      email: String(form.get("email")),
      password: String(form.get("password")),
    });
    setBusy(false);
    setProblem(error && explainSignIn(error));
    if (!error) {
      go(keptInvitation() ?? "/statements", { replace: true });
    }
  };

  return (
    <SignedOutPage title={strings.auth.signUpTitle}>
      <Providers />
      <form onSubmit={(event) => void submit(event)}>
        <Field label={strings.auth.name} name="name" autoComplete="name" required maxLength={200} />
        <Field label={strings.auth.email} name="email" type="email" autoComplete="username" required />
        <PasswordField
          label={strings.auth.password}
          hint={strings.auth.passwordHint}
          name="password"
          autoComplete="new-password"
          required
          minLength={8}
          maxLength={128}
        />
        {problem && <Notice tone="bad">{problem}</Notice>}
        <button type="submit" className="button primary wide" disabled={busy}>
          {strings.auth.signUp}
        </button>
      </form>
      <p className="aside">
        {strings.auth.haveAccount} <Link href="/sign-in">{strings.auth.signIn}</Link>
      </p>
    </SignedOutPage>
  );
}
