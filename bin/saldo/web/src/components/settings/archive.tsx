/** Export and restore of an archive with all data and files. */
import { Download, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { archiveFile, restoreData } from "../../api-data.ts";
import { useChange } from "../../lib/use-change.ts";
import { strings } from "../../strings/index.ts";
import { Confirm } from "../confirm.tsx";
import { Notice } from "../notice.tsx";
import { Needs } from "../role.tsx";

export function Archive() {
  const words = strings.archive;
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const restore = useChange(restoreData, () => setChosen(null));
  return (
    <>
      <div className="buttons">
        <a className="button" href={archiveFile()} download>
          <Download size={16} aria-hidden /> {words.download}
        </a>
        <Needs role="owner">
          <button type="button" className="button" onClick={() => input.current?.click()}>
            <Upload size={16} aria-hidden /> {words.restore}
          </button>
        </Needs>
      </div>
      <input
        ref={input}
        type="file"
        accept=".tar,application/x-tar"
        hidden
        aria-label={words.restore}
        onChange={({ currentTarget }) => {
          restore.reset();
          setChosen(currentTarget.files?.[0] ?? null);
          currentTarget.value = "";
        }}
      />
      {restore.data && <Notice tone="good">{words.restored(restore.data.rows, restore.data.files)}</Notice>}
      {chosen && (
        <Confirm
          title={words.restoreTitle}
          confirm={words.restoreConfirm}
          error={restore.error}
          busy={restore.isPending}
          onConfirm={() => restore.mutate(chosen)}
          onClose={() => setChosen(null)}
        >
          <p>{words.restoreBody}</p>
          <p className="file-name">{chosen.name}</p>
        </Confirm>
      )}
    </>
  );
}
