/** An input that reports its value when typing pauses. */
import { type InputHTMLAttributes, useEffect, useRef, useState } from "react";

/** Delay after the last keystroke, in milliseconds. */
const TYPING_MILLISECONDS = 250;

interface LateProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "value"> {
  value: string;
  onValue: (value: string) => void;
  /** Parses the typed text. Returns `null` for an invalid value, which is not reported. */
  read?: (text: string) => string | null;
  /** Formats a value the way the user would type it. */
  show?: (value: string) => string;
  ref?: React.Ref<HTMLInputElement>;
}

const same = (text: string) => text;

export function LateInput({ value, onValue, read = same, show = same, ...input }: LateProps) {
  const [text, setText] = useState(() => show(value));
  const [isFocused, setFocused] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const shown = useRef(value);
  useEffect(() => {
    // Do not replace the text while the user is typing, or if it already means the same value.
    if (isFocused || timer.current !== undefined || value === shown.current) {
      return;
    }
    shown.current = value;
    setText((before) => (read(before) === value ? before : show(value)));
  }, [value, isFocused, read, show]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <input
      {...input}
      value={text}
      aria-invalid={read(text) === null ? true : undefined}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          timer.current = undefined;
          const meant = read(next);
          if (meant !== null) {
            shown.current = meant;
            onValue(meant);
          }
        }, TYPING_MILLISECONDS);
      }}
    />
  );
}
