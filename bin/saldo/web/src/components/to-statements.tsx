/** A way to the page that adds statements, for pages that are empty without them. */
import { Link } from "wouter";
import { strings } from "../strings/index.ts";

export function ToStatements() {
  return (
    <Link href="/statements" className="button to-statements">
      {strings.notFound.back}
    </Link>
  );
}
