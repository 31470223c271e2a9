/** The attachments of one transaction: opened, added by a button, a drop or the camera, and deleted. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Camera, FileText, Paperclip, Trash2 } from "lucide-react";
import { type ChangeEvent, type DragEvent, useState } from "react";
import { type Attachment, attach, attachmentFile, deleteAttachment, listAttachments } from "../../api-attachments.ts";
import { strings } from "../../strings/index.ts";
import { Confirm } from "../confirm.tsx";
import { Notice, explain } from "../notice.tsx";
import { Needs } from "../role.tsx";
import "./attachments.css";

/** The types that the server accepts. */
const ACCEPTED = "application/pdf,image/jpeg,image/png";

/** Milliseconds between two looks while a text is being read. */
const READING_MILLISECONDS = 2_000;

export function Attachments({ transaction }: { transaction: string }) {
  const client = useQueryClient();
  const [removing, setRemoving] = useState<Attachment | null>(null);
  const queryKey = ["attachments", transaction];
  const list = useQuery({
    queryKey,
    queryFn: () => listAttachments(transaction),
    refetchInterval: ({ state }) =>
      state.data?.some(({ textState }) => textState === "waiting") ? READING_MILLISECONDS : false,
  });
  const refresh = () => client.invalidateQueries({ queryKey });
  const add = useMutation({
    mutationFn: async (files: File[]) => {
      for (const file of files) {
        await attach(transaction, file);
      }
    },
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: ({ id }: Attachment) => deleteAttachment(id),
    onSuccess: async () => {
      setRemoving(null);
      await refresh();
    },
  });
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    add.mutate([...event.dataTransfer.files]);
  };
  const onFiles = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    add.mutate([...(currentTarget.files ?? [])]);
    currentTarget.value = "";
  };
  const words = strings.attachments;
  return (
    <section className="attachments" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <h3>{words.title}</h3>
      {list.data && list.data.length > 0 && (
        <ul aria-label={words.title}>
          {list.data.map((attachment) => (
            <li key={attachment.id}>
              <a href={attachmentFile(attachment.id)} target="_blank" rel="noreferrer">
                <Thumbnail attachment={attachment} />
                <span>{attachment.fileName}</span>
              </a>
              <Needs>
                <button
                  type="button"
                  className="quiet icon"
                  aria-label={words.remove(attachment.fileName)}
                  onClick={() => setRemoving(attachment)}
                >
                  <Trash2 size={16} aria-hidden />
                </button>
              </Needs>
              {attachment.textState === "waiting" && <span className="hint">{words.text.waiting}</span>}
              {attachment.textState !== "waiting" && attachment.text.trim() === "" && (
                <span className="hint">{words.text.unavailable}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      {list.error && <Notice tone="bad">{explain(list.error)}</Notice>}
      {add.error && <Notice tone="bad">{explain(add.error)}</Notice>}
      <Needs>
        <div className="tools">
          <label className="button small">
            <Paperclip size={16} aria-hidden /> {add.isPending ? words.adding : words.add}
            <input
              type="file"
              className="hidden"
              accept={ACCEPTED}
              multiple
              disabled={add.isPending}
              onChange={onFiles}
            />
          </label>
          <label className="button small camera">
            <Camera size={16} aria-hidden /> {words.photograph}
            <input
              type="file"
              className="hidden"
              accept="image/jpeg,image/png"
              capture="environment"
              disabled={add.isPending}
              onChange={onFiles}
            />
          </label>
        </div>
      </Needs>
      {removing && (
        <Confirm
          title={words.remove(removing.fileName)}
          confirm={strings.transactions.delete}
          danger
          error={remove.error}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(removing)}
          onClose={() => setRemoving(null)}
        >
          <p>{words.removeBody}</p>
        </Confirm>
      )}
    </section>
  );
}

/** A small picture of an attachment; an icon for a PDF. */
export function Thumbnail({ attachment }: { attachment: Attachment }) {
  return attachment.mediaType === "application/pdf" ? (
    <FileText size={24} aria-hidden />
  ) : (
    <img src={attachmentFile(attachment.id)} alt="" loading="lazy" width={48} height={48} />
  );
}
