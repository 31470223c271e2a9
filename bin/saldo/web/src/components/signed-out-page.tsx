/** The frame of the pages for signed-out users: sign-in, sign-up and password reset. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { listProviders } from "../api.ts";
import { auth } from "../auth-client.ts";
import { keptInvitation } from "../lib/books.ts";
import { strings } from "../strings/index.ts";
import { Brand } from "./brand.tsx";
import { Heading } from "./heading.tsx";
import { Notice } from "./notice.tsx";

export function SignedOutPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="signed-out">
      <div className="card">
        <Brand />
        <Heading title={title} />
        {children}
      </div>
      <p className="tagline">{strings.auth.tagline}</p>
    </main>
  );
}

/** A button for each identity provider that is configured on this server. */
export function Providers() {
  const providers = useQuery({ queryKey: ["providers"], queryFn: listProviders, staleTime: Number.POSITIVE_INFINITY });
  const [failed, setFailed] = useState(() => new URLSearchParams(location.search).has("error"));
  const signIn = async (provider: string) => {
    const { error } = await auth.signIn.social({
      provider,
      callbackURL: keptInvitation() ?? "/",
      errorCallbackURL: "/sign-in",
    });
    setFailed(error !== null);
  };
  return (
    <>
      {failed && <Notice tone="bad">{strings.auth.providerFailed}</Notice>}
      {providers.data?.map(({ id, name }) => (
        <button key={id} type="button" className="button wide" onClick={() => void signIn(id)}>
          {strings.auth.withProvider(name)}
        </button>
      ))}
      {providers.data && providers.data.length > 0 && <p className="or">{strings.auth.or}</p>}
    </>
  );
}

/** Returns an auth route's error in the user's language. */
export function explainSignIn(error: {
  status: number;
  code?: string | undefined;
  message?: string | undefined;
}): string {
  switch (error.code) {
    case "INVALID_EMAIL_OR_PASSWORD":
      return strings.auth.wrong;
    case "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL":
    case "USER_ALREADY_EXISTS":
      return strings.auth.taken;
    case "INVALID_EMAIL":
    case "VALIDATION_ERROR":
      return strings.auth.badEmail;
    case "PASSWORD_TOO_SHORT":
    case "PASSWORD_TOO_LONG":
      return strings.auth.badPassword;
    case "SIGN_UP_DISABLED":
    case "EMAIL_PASSWORD_SIGN_UP_DISABLED":
      return strings.auth.closed;
    case "INVALID_CODE":
      return strings.auth.wrongCode;
    case "INVALID_BACKUP_CODE":
      return strings.auth.wrongBackupCode;
    case "INVALID_TWO_FACTOR_COOKIE":
    case "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE":
      return strings.auth.tooLate;
    case "ACCOUNT_TEMPORARILY_LOCKED":
      return strings.auth.locked;
    case "CREDENTIAL_ACCOUNT_NOT_FOUND":
      return strings.auth.noPassword;
    case "RESET_PASSWORD_DISABLED":
      return strings.auth.noMail;
    case "INVALID_TOKEN":
      return strings.auth.badLink;
    default:
      if (error.status === 503) {
        return strings.auth.busy;
      }
      return error.status === 0 || !error.message ? strings.trouble.offline : error.message;
  }
}
