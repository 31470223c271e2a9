/** The frame around every page of a signed-in user: navigation and account. */
import {
  ChartColumn,
  Ellipsis,
  Eye,
  EyeOff,
  FileText,
  LayoutDashboard,
  List,
  LogOut,
  MessageCircle,
  PiggyBank,
  Repeat,
  Search,
  Settings,
  Target,
  Wallet,
  X,
} from "lucide-react";
import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { auth } from "../auth-client.ts";
import { forgetBooks } from "../lib/books.ts";
import { hideAmounts, useAmountsHidden } from "../lib/appearance.ts";
import { useGoKeys } from "../lib/go-keys.ts";
import { useRegainedFocus } from "../lib/keep-focus.ts";
import { clearOffline } from "../lib/offline.ts";
import { useScroll } from "../lib/scroll.ts";
import { strings } from "../strings/index.ts";
import { Bar } from "./bar.tsx";
import { Bell } from "./bell.tsx";
import { BooksBar, BooksSwitch } from "./books-switch.tsx";
import { Brand } from "./brand.tsx";
import { MoreSheet } from "./more-sheet.tsx";
import { OfflineBar } from "./offline-bar.tsx";
import { explainSignIn } from "./signed-out-page.tsx";

const PLACES = [
  { path: "/", name: "overview", icon: LayoutDashboard },
  { path: "/statements", name: "statements", icon: FileText },
  { path: "/transactions", name: "transactions", icon: List },
  { path: "/accounts", name: "accounts", icon: Wallet },
  { path: "/budget", name: "budget", icon: PiggyBank },
  { path: "/goals", name: "goals", icon: Target },
  { path: "/recurring", name: "recurring", icon: Repeat },
  { path: "/reports", name: "reports", icon: ChartColumn },
  { path: "/advisor", name: "advisor", icon: MessageCircle },
  { path: "/settings", name: "settings", icon: Settings },
] as const;

/** The places in the bar of a phone. "More" opens the others. */
const BAR: ReadonlySet<string> = new Set(["overview", "statements", "transactions", "advisor"]);

const FURTHER = PLACES.filter(({ name }) => !BAR.has(name));

export function Shell({ name, children }: { name: string; children: ReactNode }) {
  const [path, go] = useLocation();
  useScroll(path);
  useGoKeys(go);
  const content = useRef<HTMLElement>(null);
  useRegainedFocus(content);
  const [problem, setProblem] = useState<string | null>(null);
  const palette = usePalette(setProblem);
  const [isMoreOpen, setMoreOpen] = useState(false);
  const signOut = async () => {
    const { error } = await auth.signOut();
    // A user who is about to leave the machine must see that the session is still active.
    setProblem(error && explainSignIn(error));
    if (!error) {
      forgetBooks();
      await clearOffline();
      go("/sign-in", { replace: true });
    }
  };
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {strings.skipToContent}
      </a>
      <header className="side">
        <Link href="/" className="home">
          <Brand />
        </Link>
        <button
          type="button"
          className="find-all"
          title={strings.palette.title}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={palette.open}
        >
          <Search size={18} strokeWidth={1.75} aria-hidden />
          <span>{strings.palette.short}</span>
          <kbd aria-hidden>{IS_APPLE ? "⌘K" : "Ctrl K"}</kbd>
        </button>
        <nav aria-label={strings.nav.label}>
          {PLACES.map(({ path: place, name: word, icon: Icon }) => (
            <Link
              key={place}
              href={place}
              className={BAR.has(word) ? undefined : "further"}
              aria-current={isHere(path, place) ? "page" : undefined}
            >
              <Icon size={20} strokeWidth={1.75} aria-hidden />
              <span>{strings.nav[word]}</span>
            </Link>
          ))}
          <button
            type="button"
            className="more"
            aria-haspopup="dialog"
            aria-expanded={isMoreOpen}
            aria-current={FURTHER.some(({ path: place }) => isHere(path, place)) ? "true" : undefined}
            onClick={() => setMoreOpen(true)}
          >
            <Ellipsis size={20} strokeWidth={1.75} aria-hidden />
            <span>{strings.nav.more}</span>
          </button>
        </nav>
        <div className="who">
          <span title={name}>{name}</span>
          <BooksSwitch />
          <Bell isHere={isHere(path, "/notifications")} />
          <HideAmounts />
          <button type="button" className="quiet sign-out" title={strings.auth.signOut} onClick={() => void signOut()}>
            <LogOut size={18} strokeWidth={1.75} aria-hidden />
            <span>{strings.auth.signOut}</span>
          </button>
        </div>
      </header>
      <main id="content" ref={content} tabIndex={-1}>
        <OfflineBar />
        <BooksBar />
        {children}
      </main>
      {isMoreOpen && (
        <MoreSheet
          places={FURTHER.map(({ path: place, name: word, icon }) => ({
            path: place,
            word: strings.nav[word],
            icon,
            isHere: isHere(path, place),
          }))}
          onSignOut={() => {
            setMoreOpen(false);
            void signOut();
          }}
          onClose={() => setMoreOpen(false)}
        />
      )}
      {palette.Opened && <palette.Opened onClose={palette.close} />}
      {problem && (
        <Bar role="alert" text={problem}>
          <button
            type="button"
            className="quiet icon"
            aria-label={strings.undo.dismiss}
            onClick={() => setProblem(null)}
          >
            <X size={16} aria-hidden />
          </button>
        </Bar>
      )}
    </div>
  );
}

function HideAmounts() {
  const isHidden = useAmountsHidden();
  const Icon = isHidden ? EyeOff : Eye;
  return (
    <button
      type="button"
      className="quiet"
      title={strings.amounts.hide}
      aria-pressed={isHidden}
      onClick={() => hideAmounts(!isHidden)}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span>{strings.amounts.hide}</span>
    </button>
  );
}

const IS_APPLE = /^(Mac|iP)/.test(navigator.platform);

/** The palette and its key. Its code is loaded when it is first opened. */
function usePalette(onProblem: (problem: string) => void) {
  const [Opened, setOpened] = useState<ComponentType<{ onClose: () => void }> | null>(null);
  const open = () =>
    void import("./palette.tsx").then(
      ({ default: Palette }) => setOpened(() => Palette),
      () => onProblem(strings.trouble.offline),
    );
  const close = () => setOpened(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isKey =
      (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k";
    if (!isKey || event.repeat) {
      return;
    }
    event.preventDefault();
    if (Opened) {
      close();
    } else if (!document.querySelector("dialog[open]")) {
      open();
    }
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
  return { Opened, open, close };
}

function isHere(path: string, place: string): boolean {
  return place === "/" ? path === "/" : path === place || path.startsWith(`${place}/`);
}
