/** The page for unknown paths. */
import { Link } from "wouter";
import { Heading } from "../components/heading.tsx";
import { strings } from "../strings/index.ts";

export function NotFound() {
  return (
    <div className="page">
      <Heading title={strings.notFound.title} />
      <p>{strings.notFound.body}</p>
      <p>
        <Link href="/statements">{strings.notFound.back}</Link>
      </p>
    </div>
  );
}
