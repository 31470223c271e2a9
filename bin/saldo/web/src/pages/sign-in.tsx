/** `/sign-in` — sign-in with a password or an identity provider. */
import { type FormEvent, useState } from "react";
import { Link, Redirect, useLocation, useSearchParams } from "wouter";
import { auth } from "../auth-client.ts";
import { SignedOutPage, Providers, explainSignIn } from "../components/signed-out-page.tsx";
import { Field, PasswordField } from "../components/field.tsx";
import { Notice } from "../components/notice.tsx";
import { strings } from "../strings/index.ts";

/** The error code of a provider sign-in that needs the second factor. */
const SECOND_STEP = "two_factor_required";

export function SignIn() {
  const [, go] = useLocation();
  const [search] = useSearchParams();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  if (search.get("error") === SECOND_STEP) {
    return <Redirect to="/two-step" replace />;
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setBusy(true);
    const { data, error } = await auth.signIn.email({
      email: String(form.get("email")),
      password: String(form.get("password")),
      rememberMe: form.has("stay"),
    });
    setBusy(false);
    setProblem(error && explainSignIn(error));
    if (data && "twoFactorRedirect" in data) {
      go("/two-step");
    }
  };

  return (
    <SignedOutPage title={strings.auth.signInTitle}>
      {search.has("reset") && <Notice tone="good">{strings.auth.resetDone}</Notice>}
      <Providers />
      <form onSubmit={(event) => void submit(event)}>
        <Field label={strings.auth.email} name="email" type="email" autoComplete="username" required />
        <PasswordField label={strings.auth.password} name="password" autoComplete="current-password" required />
        <label className="check">
          <input type="checkbox" name="stay" defaultChecked />
          {strings.auth.stay}
        </label>
        {problem && <Notice tone="bad">{problem}</Notice>}
        <button type="submit" className="button primary wide" disabled={busy}>
          {strings.auth.signIn}
        </button>
      </form>
      <p className="aside">
        <Link href="/forgot-password">{strings.auth.forgot}</Link>
      </p>
      {/* A newcomer lands here, too, so the way to an account is a button. */}
      <p className="or">{strings.auth.noAccount}</p>
      <Link href="/sign-up" className="button wide">
        {strings.auth.signUp}
      </Link>
    </SignedOutPage>
  );
}
