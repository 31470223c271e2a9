/**
 * What a model wrote, as React elements: no HTML of its own, no pictures, links marked and only to web pages. Loaded with
 * the first answer.
 */
import { type ReactNode, useMemo } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { Link } from "wouter";
import { splitAtFigures } from "../lib/grounding.ts";
import { strings } from "../strings/index.ts";

/** A figure of the text and where it comes from. */
export interface FigureDoor {
  figure: string;
  /** Its entries, or the step that returned it; `null` where no step did. */
  href: string | null;
}

const COMPONENTS: Components = {
  // Only the marks made below are of this kind: no Markdown of a model makes a `mark`.
  mark: ({ children, title }) => {
    const words = strings.advisor;
    return title ? (
      <Door href={title}>{children}</Door>
    ) : (
      <span className="ungrounded" title={words.ungrounded}>
        {children}
        <span className="hidden"> ({words.ungrounded})</span>
      </span>
    );
  },
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

/** Opens the entries behind a figure, or shows the step that returned it. */
function Door({ href, children }: { href: string; children: ReactNode }) {
  const hint = strings.advisor.grounded;
  return href.startsWith("#") ? (
    <a href={href} className="grounded" title={hint}>
      {children}
    </a>
  ) : (
    <Link href={href} className="grounded" title={hint}>
      {children}
    </Link>
  );
}

/** A node of the text, as far as it matters here. */
interface Node {
  type: string;
  value?: string;
  data?: { hName: string; hProperties: { title?: string } };
  children?: Node[];
}

/** Makes the figures of the text links to where they come from. */
function markFigures(doors: readonly FigureDoor[]) {
  const figures = doors.map(({ figure }) => figure);
  const mark = (node: Node): Node[] => {
    if (node.type === "text" && node.value !== undefined) {
      return splitAtFigures(node.value, figures).map(({ text, index }) => {
        const plain = { type: "text", value: text };
        const title = index === null ? null : doors[index]?.href;
        const data = { hName: "mark", hProperties: title ? { title } : {} };
        return index === null ? plain : { type: "emphasis", data, children: [plain] };
      });
    }
    const isLeft = node.type === "link" || !node.children;
    return [isLeft ? node : { ...node, children: node.children?.flatMap(mark) ?? [] }];
  };
  return () => (tree: Node) => {
    tree.children = tree.children?.flatMap(mark) ?? [];
  };
}

export default function ModelText({ text, doors }: { text: string; doors: FigureDoor[] }) {
  const plugins = useMemo(() => (doors.length === 0 ? [remarkGfm] : [remarkGfm, markFigures(doors)]), [doors]);
  return (
    <Markdown remarkPlugins={plugins} components={COMPONENTS} disallowedElements={["img"]} unwrapDisallowed skipHtml>
      {text}
    </Markdown>
  );
}
