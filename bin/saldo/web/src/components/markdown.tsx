/**
 * A model's Markdown as React elements: no HTML of its own, no pictures, links marked and only to web pages. Loaded with
 * the first answer.
 */
import { useMemo } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { Link } from "wouter";
import { pathAt, splitAtFigures } from "../lib/grounding.ts";
import { strings } from "../strings/index.ts";

/** A figure of the text and where it comes from. */
export interface FigureDoor {
  figure: string;
  /** True if a tool returned it. */
  isKnown: boolean;
  /** The entries it is made of, for each of its places; `null` where it is made of none. */
  paths: (string | null)[];
}

const COMPONENTS: Components = {
  // Only the marks made below are of this kind: no Markdown of a model makes a `mark`.
  mark: ({ children, title }) => {
    const words = strings.advisor;
    return title ? (
      <Link href={title} className="grounded" title={words.grounded}>
        {children}
      </Link>
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

/** A node of the text, as far as it matters here. */
interface Node {
  type: string;
  value?: string;
  data?: { hName: string; hProperties: { title?: string } };
  children?: Node[];
}

/** Makes the figures of the text links to the entries they are made of, and marks those that no tool returned. */
function markFigures(doors: readonly FigureDoor[]) {
  const figures = doors.map(({ figure }) => figure);
  return () => (tree: Node) => {
    const places = figures.map(() => 0);
    const count = (node: Node): void => {
      if (node.type === "text" && node.value !== undefined) {
        for (const { index } of splitAtFigures(node.value, figures)) {
          if (index !== null) {
            places[index] = (places[index] ?? 0) + 1;
          }
        }
      }
      node.children?.forEach(count);
    };
    count(tree);
    const seen = figures.map(() => 0);
    const mark = (node: Node): Node[] => {
      if (node.type === "text" && node.value !== undefined) {
        return splitAtFigures(node.value, figures).map(({ text, index }) => {
          const plain = { type: "text", value: text };
          const door = index === null ? undefined : doors[index];
          if (index === null || !door) {
            return plain;
          }
          const nth = seen[index] ?? 0;
          seen[index] = nth + 1;
          const title = pathAt(door.paths, nth, places[index] ?? 0);
          if (door.isKnown && title === null) {
            return plain;
          }
          const data = { hName: "mark", hProperties: door.isKnown && title !== null ? { title } : {} };
          return { type: "emphasis", data, children: [plain] };
        });
      }
      const isLeft = node.type === "link" || !node.children;
      return [isLeft ? node : { ...node, children: node.children?.flatMap(mark) ?? [] }];
    };
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
