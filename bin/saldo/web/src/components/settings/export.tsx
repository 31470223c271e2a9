/** Download of all transactions in each format. */
import { Download } from "lucide-react";
import { FORMATS, exportPath } from "../../lib/export-path.ts";
import { strings } from "../../strings/index.ts";

export function Export() {
  const words = strings.exporting;
  return (
    <ul className="rows">
      {FORMATS.map((format) => (
        <li key={format}>
          <div className="grow">
            <span>{words.names[format]}</span>
            <span className="hint">{words.keeps[format]}</span>
          </div>
          <a className="button small" href={exportPath(format)} download>
            <Download size={16} aria-hidden />
            {words.download}
            <span className="hidden"> {words.names[format]}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
