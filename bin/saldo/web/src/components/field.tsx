/** A labeled input with its hint and error message, linked for assistive technology. */
import { type InputHTMLAttributes, useId, useState } from "react";
import { strings } from "../strings/index.ts";

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string;
  problem?: string | null;
}

export function Field({ label, hint, problem, ...input }: FieldProps) {
  const id = useId();
  const note = problem ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        {...input}
        aria-invalid={problem ? true : undefined}
        aria-describedby={note ? `${id}-note` : undefined}
      />
      {note && (
        <p id={`${id}-note`} className={problem ? "problem" : "hint"}>
          {note}
        </p>
      )}
    </div>
  );
}

/** A password field with a button that shows the password. */
export function PasswordField({ label, hint, problem, ...input }: FieldProps) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const note = problem ?? hint;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="with-button">
        <input
          id={id}
          {...input}
          type={shown ? "text" : "password"}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={problem ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
        />
        <button
          type="button"
          className="quiet"
          aria-pressed={shown}
          aria-label={strings.auth.showPassword}
          onClick={() => setShown(!shown)}
        >
          {shown ? strings.auth.hide : strings.auth.show}
        </button>
      </div>
      {note && (
        <p id={`${id}-note`} className={problem ? "problem" : "hint"}>
          {note}
        </p>
      )}
    </div>
  );
}

/** The six digits of an authenticator app. */
export function CodeField() {
  return (
    <Field
      label={strings.auth.code}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9]{6}"
      minLength={6}
      maxLength={6}
      className="code"
      required
      autoFocus
    />
  );
}
