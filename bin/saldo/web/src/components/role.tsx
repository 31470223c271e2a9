/**
 * The role of the user in the open books, and controls that need a role. The server checks every request
 * itself.
 */
import type { ReactNode } from "react";
import type { BooksRole } from "../api-households.ts";
import { currentBooks } from "../lib/books.ts";
import { strings } from "../strings/index.ts";
import { useBooks } from "./books-switch.tsx";

/** The roles, that with the fewest permissions first. */
const RANKS: readonly BooksRole[] = ["viewer", "editor", "owner"];

/** Returns the role of the user in the open books. It counts as that of an owner until it is known. */
export function useRole(): BooksRole {
  const books = useBooks().data;
  const open = currentBooks();
  return (open !== null && books?.find(({ id }) => id === open)?.role) || "owner";
}

/** Returns the role of the user in the open books; `null` until it is known. */
export function useKnownRole(): BooksRole | null {
  const books = useBooks();
  const role = useRole();
  return currentBooks() === null || books.isFetched ? role : null;
}

/** True if the user's role in the open books includes another one. */
export function useHasRole(needed: BooksRole): boolean {
  return RANKS.indexOf(useRole()) >= RANKS.indexOf(needed);
}

/** Hides controls from users who may not use them. */
export function Needs({ role = "editor", children }: { role?: BooksRole; children: ReactNode }) {
  return useHasRole(role) ? children : null;
}

/**
 * Disables all controls inside for users who may not use them. Links still work. A notice at the top of
 * every page says that a viewer can only view; what only an owner may change has a hint of its own.
 */
export function Controls({ role = "editor", children }: { role?: BooksRole; children: ReactNode }) {
  const isOff = !useHasRole(role);
  const isEditor = useHasRole("editor");
  return (
    <>
      {isOff && isEditor && <p className="hint">{strings.sharing.ownersOnly}</p>}
      <fieldset className="controls" disabled={isOff}>
        {children}
      </fieldset>
    </>
  );
}
