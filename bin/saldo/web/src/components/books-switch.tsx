/** The choice of the books that the pages show. It is shown only if the user can open more than their own. */
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { listBooks } from "../api-households.ts";
import { currentBooks, openBooks } from "../lib/books.ts";
import { clearOffline } from "../lib/offline.ts";
import { strings } from "../strings/index.ts";

/** Loads the books that the user can open. */
export function useBooks() {
  return useQuery({ queryKey: ["books"], queryFn: listBooks });
}

export function BooksSwitch() {
  const books = useBooks().data;
  const open = currentBooks();
  const isGone = open !== null && books !== undefined && books.every(({ id }) => id !== open);
  useEffect(() => {
    // An owner removed the user, or deleted the household.
    if (isGone) {
      void clearOffline().finally(() => openBooks(null));
    }
  }, [isGone]);
  if (!books || books.length < 2) {
    return null;
  }
  const words = strings.household;
  return (
    <select
      className="books"
      aria-label={words.books}
      value={open ?? books[0]?.id}
      onChange={({ currentTarget: { value } }) => openBooks(value === books[0]?.id ? null : value)}
    >
      {books.map(({ id, name, isHousehold }) => (
        <option key={id} value={id}>
          {isHousehold ? name : words.own}
        </option>
      ))}
    </select>
  );
}

/** On a phone, the choice while shared books are open; and a notice if these can only be viewed. */
export function BooksBar() {
  const open = currentBooks();
  const books = useBooks().data ?? [];
  const isViewer = books.find(({ id }) => id === open)?.role === "viewer";
  return (
    <>
      {open !== null && books.length > 1 && (
        <div className="books-bar">
          <BooksSwitch />
        </div>
      )}
      {isViewer && <p className="view-only">{strings.household.viewOnly}</p>}
    </>
  );
}
