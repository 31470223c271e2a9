/** A menu to download the listed transactions in a format. */
import { Download } from "lucide-react";
import { type FocusEvent, useRef } from "react";
import type { TransactionFilter } from "../../api.ts";
import { FORMATS, exportPath } from "../../lib/export-path.ts";
import { strings } from "../../strings/index.ts";

export function ExportMenu({ filter }: { filter: TransactionFilter }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute("open");
  const words = strings.exporting;
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null && !currentTarget.contains(relatedTarget as Node)) {
      close();
    }
  };
  return (
    <details
      ref={menu}
      className="menu"
      onBlur={onBlur}
      onKeyDown={(event) => {
        if (event.key === "Escape" && menu.current?.open) {
          event.stopPropagation();
          close();
          menu.current.querySelector("summary")?.focus();
        }
      }}
    >
      <summary className="button">
        <Download size={18} aria-hidden /> {words.export}
      </summary>
      <div className="menu-list">
        <p className="hint">{words.filtered}</p>
        <ul>
          {FORMATS.map((format) => (
            <li key={format}>
              <a href={exportPath(format, filter)} download onClick={close}>
                <span>{words.names[format]}</span>
                <span className="hint">{words.keeps[format]}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}
