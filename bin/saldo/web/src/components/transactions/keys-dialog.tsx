/** The keyboard shortcuts of the transaction list. */
import { KEYS } from "../../lib/transaction-keys.ts";
import { strings } from "../../strings/index.ts";
import { Dialog } from "../dialog.tsx";

const NAMES: Partial<Record<(typeof KEYS)[number], string>> = {
  enter: "Enter",
  slash: "/",
  new: "+",
  escape: "Esc",
  help: "?",
  palette: "Ctrl K",
};

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={strings.keys.title} onClose={onClose}>
      <dl className="keys">
        {KEYS.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{NAMES[key] ?? key}</kbd>
            </dt>
            <dd>{strings.keys[key]}</dd>
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
