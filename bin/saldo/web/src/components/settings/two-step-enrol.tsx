/** The setup of an authenticator app: a QR code, the secret as text, and the first code as proof. */
import { type FormEvent, Suspense, lazy, useState } from "react";
import { auth } from "../../auth-client.ts";
import { strings } from "../../strings/index.ts";
import { explainSignIn } from "../signed-out-page.tsx";
import { CodeField } from "../field.tsx";
import { Notice } from "../notice.tsx";

const QrCode = lazy(() => import("./qr-code.tsx"));

/** The server's data for the authenticator app. The first valid code enables two-factor authentication. */
export interface Enrolment {
  uri: string;
  backupCodes: string[];
}

interface Props {
  enrolment: Enrolment;
  onClose: () => void;
  onDone: () => void;
}

export function Enrol({ enrolment, onClose, onDone }: Props) {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const words = strings.twoStep;
  const secret = new URL(enrolment.uri).searchParams.get("secret") ?? "";
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code")).trim();
    setBusy(true);
    const { error } = await auth.twoFactor.verifyTotp({ code });
    setBusy(false);
    if (error) {
      setProblem(explainSignIn(error));
    } else {
      onDone();
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <p className="soft">{words.scan}</p>
      <Suspense fallback={<div className="qr" />}>
        <QrCode text={enrolment.uri} label={words.qr} />
      </Suspense>
      <p className="secret">
        <span className="hint">{words.secret}</span>
        <code>{secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}</code>
      </p>
      <CodeField />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className="buttons">
        <button type="button" className="button" onClick={onClose}>
          {strings.cancel}
        </button>
        <button type="submit" className="button primary" disabled={busy}>
          {words.turnOnNow}
        </button>
      </div>
    </form>
  );
}
