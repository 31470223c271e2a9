/** The frame around every page of a signed-in person: where one can go, and who one is. */
import { FileText, LayoutDashboard, List, LogOut, MessageCircle, Settings } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Link, useLocation } from "wouter";
import { auth } from "../auth-client.ts";
import { strings } from "../strings/index.ts";
import { Brand } from "./brand.tsx";

const PLACES = [
  { path: "/", name: "overview", icon: LayoutDashboard },
  { path: "/statements", name: "statements", icon: FileText },
  { path: "/entries", name: "entries", icon: List },
  { path: "/advisor", name: "advisor", icon: MessageCircle },
  { path: "/settings", name: "settings", icon: Settings },
] as const;

export function Shell({ name, children }: { name: string; children: ReactNode }) {
  const [path, go] = useLocation();
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [path]);
  const signOut = async () => {
    await auth.signOut();
    go("/sign-in", { replace: true });
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
        <nav aria-label={strings.nav.label}>
          {PLACES.map(({ path: place, name: word, icon: Icon }) => (
            <Link key={place} href={place} aria-current={isHere(path, place) ? "page" : undefined}>
              <Icon size={20} strokeWidth={1.75} aria-hidden />
              <span>{strings.nav[word]}</span>
            </Link>
          ))}
        </nav>
        <div className="who">
          <span title={name}>{name}</span>
          <button type="button" className="quiet" onClick={() => void signOut()}>
            <LogOut size={18} strokeWidth={1.75} aria-hidden />
            <span>{strings.auth.signOut}</span>
          </button>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function isHere(path: string, place: string): boolean {
  return place === "/" ? path === "/" : path === place || path.startsWith(`${place}/`);
}
