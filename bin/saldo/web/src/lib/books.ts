/**
 * The set of books that the pages show: the user's own, or those of a household. Each tab has its own choice.
 * A page is loaded again after a switch, so that nothing of other books stays on the screen.
 */

const BOOKS_KEY = "saldo.books";
const INVITATION_KEY = "saldo.invitation";

/** The header that names the books of a request. */
export const BOOKS_HEADER = "saldo-books";

/** Returns the id of the household's books; `null` for the user's own. */
export function currentBooks(): string | null {
  return globalThis.sessionStorage?.getItem(BOOKS_KEY) ?? null;
}

/** Returns the headers of a request. */
export function booksHeaders(): Record<string, string> {
  const books = currentBooks();
  return books === null ? {} : { [BOOKS_HEADER]: books };
}

/** Adds the books to the address of a link, an image or a stream, none of which can have headers. */
export function inBooks(path: string): string {
  const books = currentBooks();
  return books === null ? path : `${path}${path.includes("?") ? "&" : "?"}books=${encodeURIComponent(books)}`;
}

/** Opens other books; `null` for the user's own. */
export function openBooks(books: string | null): void {
  forgetBooks();
  if (books !== null) {
    sessionStorage.setItem(BOOKS_KEY, books);
  }
  location.assign("/");
}

/** Forgets the choice, for the next user who signs in. */
export function forgetBooks(): void {
  sessionStorage.removeItem(BOOKS_KEY);
}

/** Stores the page of an invitation while the user signs up. */
export function keepInvitation(path: string): void {
  sessionStorage.setItem(INVITATION_KEY, path);
}

/** Returns the page of the invitation to show after sign-in, if there is one. */
export function keptInvitation(): string | null {
  return sessionStorage.getItem(INVITATION_KEY);
}

/** Forgets the invitation, once its page is shown. */
export function forgetInvitation(): void {
  sessionStorage.removeItem(INVITATION_KEY);
}
