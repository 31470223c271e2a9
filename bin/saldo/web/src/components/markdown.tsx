/**
 * A model's Markdown as React elements: no HTML, no images, and marked links to other sites.
 *
 * This module is loaded when the first answer is expected.
 */
import { type ReactNode, createContext, useContext, useMemo } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { Link } from "wouter";
import { piecesWithAmounts } from "../lib/answer-amounts.ts";
import { pathAt, splitAtFigures } from "../lib/grounding.ts";
import { strings } from "../strings/index.ts";

/** A figure in a text, and its sources. */
export interface FigureLink {
  figure: string;
  /** True if a tool returned it. */
  isKnown: boolean;
  /**
   * The links of its occurrences, each to the transactions behind it; `null` for a
   * figure without transactions.
   */
  paths: (string | null)[];
  /** The number of transactions that can be listed, if there are more behind the figure. */
  mostListed?: number | null;
}

const NONE: ReadonlyMap<number, ReactNode> = new Map();

/** The parts shown for lists, by the line on which each begins. */
const Replacements = createContext(NONE);

function Replacement({ line }: { line: string | undefined }) {
  return useContext(Replacements).get(Number(line));
}

const COMPONENTS: Components = {
  // Markdown has no `figure` element, either: `replaceLists` created each one.
  figure: ({ title }) => <Replacement line={title} />,
  // Markdown has no `mark` element, so every one was created by `markFigures`.
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
  // Created by `markFigures`, too: the title says why the figure is no link.
  abbr: ({ children, title }) => (
    <span className="unlisted" title={title}>
      {children}
      <span className="hidden"> ({title})</span>
    </span>
  ),
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

/** The part of a Markdown syntax node that is used here. */
interface Node {
  type: string;
  value?: string;
  data?: { hName: string; hProperties: { title?: string } };
  children?: Node[];
  position?: { start: { line: number } };
}

/** Replaces the lists that begin on these lines. It comes last, so that their figures were counted. */
function replaceLists(lines: readonly number[]) {
  return () => (tree: Node) => {
    tree.children = (tree.children ?? []).map((node) => {
      const line = node.position?.start.line;
      return node.type === "list" && line !== undefined && lines.includes(line)
        ? { type: "paragraph", data: { hName: "figure", hProperties: { title: `${line}` } }, children: [] }
        : node;
    });
  };
}

/**
 * Links each figure to its transactions, and marks figures that no tool returned. A text of the built-in
 * analyst gets the format of the pages for its amounts.
 */
function markFigures(links: readonly FigureLink[], isAnalyst: boolean) {
  const figures = links.map(({ figure }) => figure);
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
        const pieces = splitAtFigures(node.value, figures);
        return (isAnalyst ? piecesWithAmounts(pieces) : pieces).map(({ text, index }) => {
          const plain = { type: "text", value: text };
          const link = index === null ? undefined : links[index];
          if (index === null || !link) {
            return plain;
          }
          const nth = seen[index] ?? 0;
          seen[index] = nth + 1;
          const title = pathAt(link.paths, nth, places[index] ?? 0);
          if (link.isKnown && title === null) {
            if (!link.mostListed) {
              return plain;
            }
            const why = { hName: "abbr", hProperties: { title: strings.advisor.unlisted(link.mostListed) } };
            return { type: "emphasis", data: why, children: [plain] };
          }
          const data = { hName: "mark", hProperties: link.isKnown && title !== null ? { title } : {} };
          return { type: "emphasis", data, children: [plain] };
        });
      }
      const isLeft = node.type === "link" || !node.children;
      return [isLeft ? node : { ...node, children: node.children?.flatMap(mark) ?? [] }];
    };
    tree.children = tree.children?.flatMap(mark) ?? [];
  };
}

interface Props {
  text: string;
  links: FigureLink[];
  /** True for a text of the built-in analyst, whose amounts get the user's format. */
  isAnalyst?: boolean;
  /** The parts shown for lists, by the line on which each begins, counted from 1. */
  replacements?: ReadonlyMap<number, ReactNode>;
}

export default function ModelText({ text, links, isAnalyst = false, replacements = NONE }: Props) {
  const lines = [...replacements.keys()].join();
  const plugins = useMemo(
    () => [
      remarkGfm,
      ...(links.length === 0 && !isAnalyst ? [] : [markFigures(links, isAnalyst)]),
      ...(lines === "" ? [] : [replaceLists(lines.split(",").map(Number))]),
    ],
    [links, isAnalyst, lines],
  );
  return (
    <Replacements value={replacements}>
      <Markdown remarkPlugins={plugins} components={COMPONENTS} disallowedElements={["img"]} unwrapDisallowed skipHtml>
        {text}
      </Markdown>
    </Replacements>
  );
}
