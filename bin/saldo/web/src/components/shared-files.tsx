/** Files that another app shared: they become statements or receipts only when the user agrees. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { storeUnmatched } from "../api-attachments.ts";
import { clearSharedFiles, sharedFiles } from "../lib/shared-files.ts";
import { upload } from "../lib/uploads.ts";
import { strings } from "../strings/index.ts";
import { Notice, explain } from "./notice.tsx";
import { Needs } from "./role.tsx";

const KEY = ["shared-files"];

/** Names of files that can be receipts. */
const RECEIPT = /\.(pdf|jpe?g|png)$/i;

export function SharedFiles() {
  const client = useQueryClient();
  const list = useQuery({ queryKey: KEY, queryFn: sharedFiles });
  const files = list.data ?? [];
  const decide = useMutation({
    mutationFn: async (as: "statements" | "receipts" | "nothing") => {
      if (as === "receipts") {
        for (const file of files) {
          await storeUnmatched(file);
        }
      }
      await clearSharedFiles();
      if (as === "statements") {
        upload(files);
      }
    },
    onSettled: () => client.invalidateQueries(),
  });
  if (files.length === 0) {
    return null;
  }
  const words = strings.shared;
  return (
    <section className="shared" aria-labelledby="shared-files">
      <h2 id="shared-files">{words.title}</h2>
      <ul>
        {files.map((file, index) => (
          <li key={index}>{file.name}</li>
        ))}
      </ul>
      <div className="buttons">
        <Needs>
          <button
            type="button"
            className="button primary"
            disabled={decide.isPending}
            onClick={() => decide.mutate("statements")}
          >
            {words.statements(files.length)}
          </button>
          {files.every((file) => RECEIPT.test(file.name)) && (
            <button
              type="button"
              className="button"
              disabled={decide.isPending}
              onClick={() => decide.mutate("receipts")}
            >
              {words.receipts(files.length)}
            </button>
          )}
        </Needs>
        <button type="button" className="quiet" disabled={decide.isPending} onClick={() => decide.mutate("nothing")}>
          {words.discard}
        </button>
      </div>
      {decide.isError && <Notice tone="bad">{explain(decide.error)}</Notice>}
    </section>
  );
}
