/** The drop zone: files are dropped anywhere on the page, selected with the button, or pasted. */
import { Camera, FileUp } from "lucide-react";
import { type ChangeEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { upload } from "../lib/uploads.ts";
import { strings } from "../strings/index.ts";

/** File types of the file picker; the server checks the bytes. */
export const ACCEPTED =
  ".pdf,.jpg,.jpeg,.png,.csv,.xlsx,.ofx,.qfx,.qif,.xml,.sta,.940,.mt940,.zip," +
  ".json,.ndjson,.gnucash,.sqlite,.beancount,.journal,.ledger,application/pdf,image/jpeg,image/png";

export function DropZone({ large, children }: { large: boolean; children?: ReactNode }) {
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const over = useDrops(upload);
  const words = strings.statements;
  // A finger cannot carry files here, but the device has a camera.
  const isTouched = matchMedia("(pointer: coarse)").matches;
  const invitation = isTouched ? words.add : words.drop;
  const onFiles = ({ currentTarget: chooser }: ChangeEvent<HTMLInputElement>) => {
    upload(chooser.files ?? []);
    chooser.value = "";
  };
  return (
    <div className={`drop ${large ? "large" : ""} ${over ? "over" : ""}`}>
      <FileUp size={large ? 40 : 24} strokeWidth={1.5} aria-hidden />
      <div>
        <p className="invitation">{over ? words.dropNow : invitation}</p>
        <p className="hint">{words.formats}</p>
      </div>
      <div className="buttons">
        <button type="button" className="button primary" onClick={() => input.current?.click()}>
          {words.choose}
        </button>
        {isTouched && (
          <button type="button" className="button" onClick={() => camera.current?.click()}>
            <Camera size={18} aria-hidden /> {strings.attachments.photograph}
          </button>
        )}
        {children}
      </div>
      <input ref={input} type="file" accept={ACCEPTED} multiple hidden aria-label={words.choose} onChange={onFiles} />
      {isTouched && (
        <input
          ref={camera}
          type="file"
          accept="image/jpeg,image/png"
          capture="environment"
          hidden
          aria-label={strings.attachments.photograph}
          onChange={onFiles}
        />
      )}
    </div>
  );
}

/**
 * Accepts files dropped or pasted anywhere on the page. A file dropped beside the
 * zone must not replace the page.
 */
export function useDrops(onFiles: (files: FileList) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useEffectEvent((files: FileList | undefined) => {
    if (files && files.length > 0) {
      onFiles(files);
    }
  });
  useEffect(() => {
    const stop = new AbortController();
    const listen = { signal: stop.signal };
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    window.addEventListener(
      "dragover",
      (event) => {
        if (hasFiles(event)) {
          event.preventDefault();
          setOver(true);
        }
      },
      listen,
    );
    window.addEventListener(
      "dragleave",
      (event) => {
        if (event.relatedTarget === null) {
          setOver(false);
        }
      },
      listen,
    );
    window.addEventListener(
      "drop",
      (event) => {
        if (hasFiles(event)) {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer?.files);
        }
      },
      listen,
    );
    window.addEventListener("paste", (event) => take(event.clipboardData?.files), listen);
    return () => stop.abort();
  }, []);
  return over;
}
