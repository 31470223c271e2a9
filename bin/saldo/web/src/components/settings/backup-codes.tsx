/** Backup codes, shown once, to copy or download. */
import { Copy, Download } from "lucide-react";
import { useState } from "react";
import { saveFile } from "../../lib/save-file.ts";
import { strings } from "../../strings/index.ts";
import { Notice } from "../notice.tsx";

export function BackupCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [copied, setCopied] = useState(false);
  const words = strings.twoStep;
  const text = `${codes.join("\n")}\n`;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <div className="stack">
      <p className="soft">{words.codesBody}</p>
      <ul className="codes" aria-label={words.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="buttons">
        <button type="button" className="button" onClick={() => void copy()}>
          <Copy size={18} aria-hidden />
          {words.copy}
        </button>
        <button type="button" className="button" onClick={() => saveFile("saldo-backup-codes.txt", text)}>
          <Download size={18} aria-hidden />
          {words.download}
        </button>
        <button type="button" className="button primary" onClick={onDone}>
          {words.codesSaved}
        </button>
      </div>
      {copied && <Notice tone="good">{words.copied}</Notice>}
    </div>
  );
}
