/** On a phone, the pages for which the bar at the foot has no room, the choice of books, and the sign-out. */
import { LogOut, type LucideIcon, X } from "lucide-react";
import { Link } from "wouter";
import { strings } from "../strings/index.ts";
import { BooksSwitch, useBooks } from "./books-switch.tsx";
import { Dialog } from "./dialog.tsx";

interface Props {
  places: { path: string; word: string; icon: LucideIcon; isHere: boolean }[];
  onSignOut: () => void;
  onClose: () => void;
}

export function MoreSheet({ places, onSignOut, onClose }: Props) {
  const books = useBooks().data ?? [];
  const words = strings.nav;
  return (
    <Dialog title={words.more} isSheet onClose={onClose}>
      <nav aria-label={words.more}>
        <ul>
          {places.map(({ path, word, icon: Icon, isHere }) => (
            <li key={path}>
              <Link href={path} aria-current={isHere ? "page" : undefined} onClick={onClose}>
                <Icon size={20} strokeWidth={1.75} aria-hidden />
                {word}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {books.length > 1 && (
        <div className="whose">
          <span className="label" aria-hidden>
            {strings.household.books}
          </span>
          <BooksSwitch />
        </div>
      )}
      <button type="button" className="sign-out" onClick={onSignOut}>
        <LogOut size={20} strokeWidth={1.75} aria-hidden />
        {strings.auth.signOut}
      </button>
      <button type="button" className="quiet icon close" aria-label={strings.keys.close} onClick={onClose}>
        <X size={20} aria-hidden />
      </button>
    </Dialog>
  );
}
