/** The user who made an edit or a merge of a household's books. In books of one user it is nobody else. */
import type { Edit } from "../api-transactions.ts";
import { auth } from "../auth-client.ts";
import { currentBooks } from "../lib/books.ts";
import { strings } from "../strings/index.ts";

export function EditAuthor({ edit: { by } }: { edit: Pick<Edit, "by"> }) {
  const user = auth.useSession().data?.user.id;
  if (!by || currentBooks() === null) {
    return null;
  }
  const words = strings.household;
  return <> · {by.id === user ? words.byYou : words.by(by.name)}</>;
}
