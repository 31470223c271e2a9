/** A rendered page of a statement, with its transactions highlighted. Loaded when a statement is opened. */
import { GlobalWorkerOptions, PasswordResponses, type PDFDocumentProxy, getDocument } from "pdfjs-dist";
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { type Transaction, statementFile } from "../api.ts";
import { strings } from "../strings/index.ts";
import { PasswordField } from "./field.tsx";
import { Notice } from "./notice.tsx";

GlobalWorkerOptions.workerSrc = workerUrl;

/** Margin around a highlighted place, in points, because letters extend beyond their line. */
const MARGIN = 2;

interface Props {
  statementId: string;
  page: number;
  transactions: Transaction[];
  activeId: string | null;
  onActivate: (id: string | null) => void;
  onPages: (pages: number) => void;
}

type Opened =
  | { state: "opening" }
  | { state: "open"; document: PDFDocumentProxy }
  | { state: "locked"; wrong: boolean; unlock: (password: string) => void }
  | { state: "failed" };

export default function PdfPage({ statementId, page, transactions, activeId, onActivate, onPages }: Props) {
  const opened = useDocument(statementId);
  const document = opened.state === "open" ? opened.document : null;
  useEffect(() => {
    if (document) {
      onPages(document.numPages);
    }
  }, [document, onPages]);
  switch (opened.state) {
    case "failed":
      // It may be a picture.
      return (
        <Photo
          statementId={statementId}
          page={page}
          transactions={transactions}
          activeId={activeId}
          onActivate={onActivate}
        />
      );
    case "locked":
      return <Unlock wrong={opened.wrong} unlock={opened.unlock} />;
    case "opening":
      return <p className="splash">{strings.loading}</p>;
    case "open":
      return (
        <Picture
          document={opened.document}
          page={page}
          transactions={transactions}
          activeId={activeId}
          onActivate={onActivate}
        />
      );
  }
}

function useDocument(statementId: string): Opened {
  const [opened, setOpened] = useState<Opened>({ state: "opening" });
  useEffect(() => {
    const task = getDocument({
      url: statementFile(statementId),
      cMapUrl: `${__PDFJS_DATA__}cmaps/`,
      standardFontDataUrl: `${__PDFJS_DATA__}standard_fonts/`,
      // Both would need a weaker Content-Security-Policy.
      useWasm: false,
      isEvalSupported: false,
    });
    let over = false;
    const show = (next: Opened) => {
      if (!over) {
        setOpened(next);
      }
    };
    task.onPassword = (unlock: (password: string) => void, reason: number) =>
      show({ state: "locked", wrong: reason === PasswordResponses.INCORRECT_PASSWORD, unlock });
    task.promise.then(
      (document) => show({ state: "open", document }),
      () => show({ state: "failed" }),
    );
    return () => {
      over = true;
      void task.destroy();
    };
  }, [statementId]);
  return opened;
}

function Unlock({ wrong, unlock }: { wrong: boolean; unlock: (password: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    unlock(String(new FormData(event.currentTarget).get("page-password")));
  };
  return (
    <form className="unlock" onSubmit={submit}>
      <PasswordField
        label={strings.password.label}
        problem={wrong ? strings.failure.wrong_password.long : null}
        name="page-password"
        autoComplete="off"
        required
      />
      <button type="submit" className="button">
        {strings.password.show}
      </button>
    </form>
  );
}

interface SpotsProps {
  page: number;
  transactions: Transaction[];
  activeId: string | null;
  onActivate: (id: string | null) => void;
}

interface PictureProps extends SpotsProps {
  document: PDFDocumentProxy;
}

/** The size of a page in points, and its scale in CSS pixels per point. */
interface Drawn {
  width: number;
  height: number;
  scale: number;
}

function Picture({ document, page, transactions, activeId, onActivate }: PictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const active = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const target = canvas.current;
    if (!target || width === 0) {
      return undefined;
    }
    const stop = new AbortController();
    draw(document, page, target, width, stop.signal).then(
      (size) => {
        if (size) {
          setDrawn(size);
          setFailed(false);
        }
      },
      // A document that was closed meanwhile rejects pending requests.
      () => stop.signal.aborted || setFailed(true),
    );
    return () => stop.abort();
  }, [document, page, width]);

  useActiveInView(active, activeId, drawn);
  return (
    <div
      className="picture"
      ref={frame}
      onPointerLeave={({ pointerType }) => pointerType === "mouse" && onActivate(null)}
    >
      {failed && <Notice tone="warn">{strings.statement.pageFailed}</Notice>}
      <canvas ref={canvas} className="money" role="img" aria-label={strings.statement.pageLabel(page)} />
      {drawn && (
        <Spots
          page={page}
          scale={drawn.scale}
          transactions={transactions}
          activeId={activeId}
          onActivate={onActivate}
          active={active}
        />
      )}
    </div>
  );
}

/** The length of a photograph's longer side in points: that of A4, as the server measures it. */
const LONG_SIDE = 842;

/** A photograph of a page. If the file is no picture either, the page cannot be displayed. */
function Photo({ statementId, page, transactions, activeId, onActivate }: SpotsProps & { statementId: string }) {
  const frame = useRef<HTMLDivElement>(null);
  const active = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [points, setPoints] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  useActiveInView(active, activeId, points);
  if (failed) {
    return <Notice tone="warn">{strings.statement.pageFailed}</Notice>;
  }
  return (
    <div
      className="picture"
      ref={frame}
      onPointerLeave={({ pointerType }) => pointerType === "mouse" && onActivate(null)}
    >
      <img
        src={statementFile(statementId)}
        alt={strings.statement.pageLabel(page)}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setPoints((LONG_SIDE * naturalWidth) / Math.max(naturalWidth, naturalHeight))
        }
        onError={() => setFailed(true)}
      />
      {points !== null && (
        <Spots
          page={page}
          scale={width / points}
          transactions={transactions}
          activeId={activeId}
          onActivate={onActivate}
          active={active}
        />
      )}
    </div>
  );
}

/** The places of the transactions on a page. */
function Spots(props: SpotsProps & { scale: number; active: React.RefObject<HTMLDivElement | null> }) {
  const { page, scale, transactions, activeId, onActivate, active } = props;
  return transactions.map((transaction) => {
    if (transaction.place?.page !== page) {
      return null;
    }
    const isActive = transaction.id === activeId;
    const { x, y, width: wide, height } = transaction.place;
    return (
      <div
        key={transaction.id}
        ref={isActive ? active : null}
        className={isActive ? "spot active" : "spot"}
        style={{
          left: (x - MARGIN) * scale,
          top: (y - MARGIN) * scale,
          width: (wide + 2 * MARGIN) * scale,
          height: (height + 2 * MARGIN) * scale,
        }}
        onPointerEnter={({ pointerType }) => pointerType === "mouse" && onActivate(transaction.id)}
        onClick={() => onActivate(transaction.id)}
        aria-hidden
      />
    );
  });
}

/** Scrolls the highlighted place into the middle of its pane. */
function useActiveInView(active: React.RefObject<HTMLDivElement | null>, activeId: string | null, drawn: unknown) {
  useEffect(() => {
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
    const spot = active.current;
    const pane = spot?.closest(".pane");
    if (spot && pane) {
      const middle = spot.offsetTop - pane.clientHeight / 2;
      pane.scrollTo({ top: middle, behavior });
    }
  }, [active, activeId, drawn]);
}

/**
 * Renders a page to the width of the frame in the screen's resolution. Returns `null` or throws if aborted.
 */
async function draw(
  document: PDFDocumentProxy,
  number: number,
  canvas: HTMLCanvasElement,
  width: number,
  signal: AbortSignal,
): Promise<Drawn | null> {
  const page = await document.getPage(Math.min(number, document.numPages));
  if (signal.aborted) {
    return null;
  }
  const points = page.getViewport({ scale: 1 });
  const scale = width / points.width;
  const viewport = page.getViewport({ scale: scale * devicePixelRatio });
  // Render off screen and copy, so that the page does not flash white.
  const picture = window.document.createElement("canvas");
  picture.width = Math.floor(viewport.width);
  picture.height = Math.floor(viewport.height);
  const task = page.render({ canvas: picture, viewport });
  signal.addEventListener("abort", () => task.cancel(), { once: true });
  await task.promise;
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${points.height * scale}px`;
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  return { width: points.width, height: points.height, scale };
}

/** Returns the current width of an element in whole CSS pixels. */
function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const watched = element.current;
    if (!watched) {
      return undefined;
    }
    const observer = new ResizeObserver(() => setWidth(watched.clientWidth));
    observer.observe(watched);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
