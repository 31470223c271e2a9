/** `/help` and `/help/:page` — the user guide. It is in English. */
import { Suspense, lazy } from "react";
import { Link } from "wouter";
import { Heading } from "../components/heading.tsx";
import { Waiting } from "../components/waiting.tsx";
import { CONTENTS, readGuide } from "../lib/guide.ts";
import { currentLanguage, strings } from "../strings/index.ts";
import { NotFound } from "./not-found.tsx";
import "./help.css";

const Markdown = lazy(() => import("../components/markdown.tsx"));

const TEXTS = import.meta.glob<string>("../../../../../docs/guide/*.md", {
  eager: true,
  query: "?raw",
  import: "default",
});

export default function Help({ page = CONTENTS }: { page?: string }) {
  const text = TEXTS[`../../../../../docs/guide/${page}.md`];
  const words = strings.help;
  if (text === undefined) {
    return <NotFound />;
  }
  const { title, body } = readGuide(text);
  return (
    <div className="page help">
      <Heading title={words.title}>{page !== CONTENTS && <Link href="/help">{words.all}</Link>}</Heading>
      {currentLanguage() !== "en" && <p className="hint">{words.inEnglish}</p>}
      <article lang="en">
        <h2>{title}</h2>
        <Suspense fallback={<Waiting />}>
          <Markdown text={body} links={NO_LINKS} />
        </Suspense>
      </article>
    </div>
  );
}

const NO_LINKS: never[] = [];
