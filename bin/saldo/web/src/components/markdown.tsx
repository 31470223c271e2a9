/**
 * What a model wrote, as React elements: no HTML of its own, no pictures, links marked and only to web pages. Loaded with
 * the first answer.
 */
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { Link } from "wouter";
import { strings } from "../strings/index.ts";

const COMPONENTS: Components = {
  a: ({ href, children }) => {
    const own = href?.startsWith("/") && !href.startsWith("//");
    return own && href ? (
      <Link href={href}>{children}</Link>
    ) : (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children} <span className="hint">{strings.advisor.linkOut}</span>
      </a>
    );
  },
  table: ({ children }) => (
    <div className="table" tabIndex={0} role="group">
      <table>{children}</table>
    </div>
  ),
};

const PLUGINS = [remarkGfm];

export default function ModelText({ text }: { text: string }) {
  return (
    <Markdown remarkPlugins={PLUGINS} components={COMPONENTS} disallowedElements={["img"]} unwrapDisallowed skipHtml>
      {text}
    </Markdown>
  );
}
