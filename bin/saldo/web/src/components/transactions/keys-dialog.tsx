/** The keyboard shortcuts of the transaction list. */
import { GO_KEYS } from "../../lib/go-keys.ts";
import { KEYS, WRITING } from "../../lib/transaction-keys.ts";
import { strings } from "../../strings/index.ts";
import { Dialog } from "../dialog.tsx";
import { useHasRole } from "../role.tsx";

const NAMES: Partial<Record<(typeof KEYS)[number], string>> = {
  enter: "Enter",
  slash: "/",
  new: "+",
  escape: "Esc",
  help: "?",
  palette: "Ctrl K",
};

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const mayEdit = useHasRole("editor");
  return (
    <Dialog title={strings.keys.title} onClose={onClose}>
      <dl className="keys">
        {KEYS.filter((key) => mayEdit || !WRITING.has(key)).map((key) => (
          <div key={key}>
            <dt>
              <kbd>{NAMES[key] ?? key}</kbd>
            </dt>
            <dd>{strings.keys[key]}</dd>
          </div>
        ))}
      </dl>
      <h3>{strings.keys.goTo}</h3>
      <dl className="keys">
        {Object.entries(GO_KEYS).map(([key, [, name]]) => (
          <div key={key}>
            <dt>
              <kbd>g</kbd> <kbd>{key}</kbd>
            </dt>
            <dd>{strings.nav[name]}</dd>
          </div>
        ))}
      </dl>
      <div className="buttons">
        <button type="button" className="button primary" onClick={onClose}>
          {strings.keys.close}
        </button>
      </div>
    </Dialog>
  );
}
