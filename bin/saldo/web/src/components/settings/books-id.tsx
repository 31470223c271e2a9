/** The id of a household's books, by which the server's settings and the API name them. */
import { Copy } from "lucide-react";
import { useState } from "react";
import { strings } from "../../strings/index.ts";

export function BooksId({ id, name }: { id: string; name: string }) {
  const [copied, setCopied] = useState(false);
  const words = strings.household;
  // Browsers have no clipboard for pages without encryption; the id can still be selected.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  const copy = async () => {
    await clipboard?.writeText(id);
    setCopied(true);
  };
  return (
    <div className="books-id">
      <h4>{words.id}</h4>
      <p className="hint">{words.idHint}</p>
      <p className="token">
        <code>{id}</code>
        {clipboard && (
          <button type="button" className="quiet" onClick={() => void copy()}>
            <Copy size={16} aria-hidden />
            {strings.twoStep.copy}
            <span className="hidden">
              {" "}
              {words.id} {name}
            </span>
          </button>
        )}
      </p>
      <p className="hint" role="status">
        {copied && strings.twoStep.copied}
      </p>
    </div>
  );
}
