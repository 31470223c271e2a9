/** A menu to download the listed transactions in a format. */
import { Download } from "lucide-react";
import type { TransactionFilter } from "../../api.ts";
import { FORMATS, exportPath } from "../../lib/export-path.ts";
import { strings } from "../../strings/index.ts";
import { Menu } from "../menu.tsx";

export function ExportMenu({ filter }: { filter: TransactionFilter }) {
  const words = strings.exporting;
  const button = (
    <>
      <Download size={18} aria-hidden /> {words.export}
    </>
  );
  return (
    <Menu className="button" button={button}>
      {(close) => (
        <>
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
        </>
      )}
    </Menu>
  );
}
