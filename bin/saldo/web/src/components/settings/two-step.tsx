/** Two-factor authentication: enable, disable, and create backup codes. */
import { type FormEvent, useState } from "react";
import { auth } from "../../auth-client.ts";
import { strings } from "../../strings/index.ts";
import { BackupCodes } from "./backup-codes.tsx";
import { Dialog } from "../dialog.tsx";
import { explainSignIn } from "../signed-out-page.tsx";
import { PasswordField } from "../field.tsx";
import { Notice } from "../notice.tsx";
import { StateMark } from "../state-mark.tsx";
import { type Enrolment, Enrol } from "./two-step-enrol.tsx";

/** The task of the dialog. */
type Task = "on" | "off" | "codes";

/** Secrets from the server that are shown once. */
type Shown = { enrolment: Enrolment } | { codes: string[] };

export function TwoStep() {
  const session = auth.useSession();
  const [task, setTask] = useState<Task | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const words = strings.twoStep;
  const isOn = session.data?.user.twoFactorEnabled === true;
  const close = () => {
    setTask(null);
    setShown(null);
  };
  return (
    <>
      <p className="soft">{words.body}</p>
      <p>
        <StateMark state={{ tone: isOn ? "good" : "plain", text: isOn ? words.isOn : words.isOff, detail: null }} />
      </p>
      <div className="buttons">
        {isOn ? (
          <>
            <button type="button" className="button" onClick={() => setTask("codes")}>
              {words.newCodes}
            </button>
            <button type="button" className="button" onClick={() => setTask("off")}>
              {words.turnOff}
            </button>
          </>
        ) : (
          <button type="button" className="button" onClick={() => setTask("on")}>
            {words.turnOn}
          </button>
        )}
      </div>
      {task && (
        <Dialog title={words.tasks[task]} onClose={close}>
          {shown === null ? (
            <Ask task={task} onClose={close} onShown={setShown} />
          ) : "enrolment" in shown ? (
            <Enrol
              enrolment={shown.enrolment}
              onClose={close}
              onDone={() => setShown({ codes: shown.enrolment.backupCodes })}
            />
          ) : (
            <BackupCodes codes={shown.codes} onDone={close} />
          )}
        </Dialog>
      )}
    </>
  );
}

/** The password form. Each task asks for the password, because someone else may be using an open browser. */
function Ask({ task, onClose, onShown }: { task: Task; onClose: () => void; onShown: (shown: Shown) => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const words = strings.twoStep;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get("password"));
    setBusy(true);
    const failure = await perform(task, password, onShown, onClose);
    setBusy(false);
    setProblem(failure);
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <p className="soft">{words.ask[task]}</p>
      <PasswordField label={strings.auth.password} name="password" autoComplete="current-password" required autoFocus />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <div className="buttons">
        <button type="button" className="button" onClick={onClose}>
          {strings.cancel}
        </button>
        <button type="submit" className={task === "off" ? "button danger" : "button primary"} disabled={busy}>
          {words.confirm[task]}
        </button>
      </div>
    </form>
  );
}

/** Performs the task. Returns an error message, or `null` on success. */
async function perform(
  task: Task,
  password: string,
  onShown: (shown: Shown) => void,
  onClose: () => void,
): Promise<string | null> {
  if (task === "on") {
    const { data, error } = await auth.twoFactor.enable({ password });
    if (error) {
      return explainFailure(error);
    }
    if ("totpURI" in data) {
      onShown({ enrolment: { uri: data.totpURI, backupCodes: data.backupCodes } });
    }
    return null;
  }
  if (task === "codes") {
    const { data, error } = await auth.twoFactor.generateBackupCodes({ password });
    if (error) {
      return explainFailure(error);
    }
    onShown({ codes: data.backupCodes });
    return null;
  }
  const { error } = await auth.twoFactor.disable({ password });
  if (error) {
    return explainFailure(error);
  }
  onClose();
  return null;
}

function explainFailure(error: Parameters<typeof explainSignIn>[0]): string {
  return error.code === "INVALID_PASSWORD" ? strings.settings.wrongPassword : explainSignIn(error);
}
