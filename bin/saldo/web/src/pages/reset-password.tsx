/** `/reset-password` — a form for a new password, reached by the link in an email. */
import { type FormEvent, useState } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import { auth } from "../auth-client.ts";
import { SignedOutPage, explainSignIn } from "../components/signed-out-page.tsx";
import { PasswordField } from "../components/field.tsx";
import { Notice } from "../components/notice.tsx";
import { strings } from "../strings/index.ts";

export default function ResetPassword() {
  const [, go] = useLocation();
  const [search] = useSearchParams();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const session = auth.useSession();
  const words = strings.auth;
  const token = search.get("token");

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const newPassword = String(new FormData(event.currentTarget).get("password"));
    setBusy(true);
    const { error } = await auth.resetPassword({ newPassword, token: token ?? "" });
    if (!error && session.data) {
      // Sign in with the new password, even if a user is still signed in here.
      await auth.signOut();
    }
    setBusy(false);
    setProblem(error && explainSignIn(error));
    if (!error) {
      go("/sign-in?reset", { replace: true });
    }
  };

  return (
    <SignedOutPage title={words.resetTitle}>
      {token ? (
        <form onSubmit={(event) => void submit(event)}>
          <PasswordField
            label={words.newPassword}
            hint={words.passwordHint}
            name="password"
            autoComplete="new-password"
            required
            minLength={8}
            maxLength={128}
          />
          {problem && <Notice tone="bad">{problem}</Notice>}
          <button type="submit" className="button primary wide" disabled={busy}>
            {words.setPassword}
          </button>
        </form>
      ) : (
        <Notice tone="bad">{words.badLink}</Notice>
      )}
      <p className="aside">
        <Link href={token ? "/sign-in" : "/forgot-password"}>{token ? words.backToSignIn : words.askAgain}</Link>
      </p>
    </SignedOutPage>
  );
}
