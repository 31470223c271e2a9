/** The build of the pages: plain files, each with a Brotli and a gzip copy if that saves space. */
import { existsSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import type { Plugin, Rolldown } from "vite";
import { defineConfig } from "vitest/config";

const COMPRESSIBLE = new Set([".css", ".html", ".js", ".json", ".mjs", ".svg", ".webmanifest"]);

/**
 * Writes compressed copies of a file. A copy must save a tenth or more; the server
 * sends the copies that exist.
 */
async function compress(path: string): Promise<void> {
  const plain = await readFile(path);
  const copies = {
    ".br": await promisify(brotliCompress)(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    ".gz": await promisify(gzip)(plain, { level: 9 }),
  };
  for (const [extension, copy] of Object.entries(copies)) {
    if (copy.length * 10 < plain.length * 9) {
      await writeFile(path + extension, copy);
    }
  }
}

/** Maximum number of compressed bytes until the sign-in page or the frame of the overview is shown. */
const FIRST_LOAD_BYTES_MAX = 200_000;

/** The most frequent first page; its code is part of the first load. */
const FIRST_PAGE = "src/pages/overview.tsx";

/**
 * Returns the files that the browser needs for the first page: the entry, the page, and
 * their static imports and styles.
 */
function firstLoad(bundle: Rolldown.OutputBundle): string[] {
  const files = new Set(["index.html"]);
  const add = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== "chunk" || files.has(name)) {
      return;
    }
    files.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) {
      files.add(style);
    }
    chunk.imports.forEach(add);
  };
  for (const chunk of Object.values(bundle)) {
    if (chunk.type === "chunk" && (chunk.isEntry || chunk.facadeModuleId?.endsWith(FIRST_PAGE))) {
      add(chunk.fileName);
    }
  }
  files.add(fontFile(bundle));
  return [...files];
}

/** Returns the font file that every page needs. The other one is for letters that are rare. */
function fontFile(bundle: Rolldown.OutputBundle): string {
  const name = Object.keys(bundle).find((file) => /-latin-wght-normal.*\.woff2$/.test(file));
  if (name === undefined) {
    throw new Error("the font is missing");
  }
  return name;
}

/** Returns the number of bytes sent: the size of the Brotli copy if there is one. */
async function sentBytes(path: string): Promise<number> {
  const compressed = await stat(`${path}.br`).catch(() => null);
  return (compressed ?? (await stat(path))).size;
}

function precompressed(): Plugin {
  let folder = "";
  let first: string[] = [];
  return {
    name: "saldo-precompressed",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    writeBundle(_, bundle) {
      first = firstLoad(bundle);
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true, withFileTypes: true });
      const paths = files
        .filter((file) => file.isFile() && COMPRESSIBLE.has(extname(file.name)))
        .map((file) => join(file.parentPath, file.name));
      await Promise.all(paths.map(compress));
      const sizes = await Promise.all(first.map((name) => sentBytes(join(folder, name))));
      const total = sizes.reduce((sum, size) => sum + size, 0);
      if (total > FIRST_LOAD_BYTES_MAX) {
        const list = first.map((name, index) => `${sizes[index]} ${name}`).join("\n");
        throw new Error(`the first load has ${total} bytes of ${FIRST_LOAD_BYTES_MAX}:\n${list}`);
      }
      this.info(`the first load has ${total} bytes of ${FIRST_LOAD_BYTES_MAX}`);
    },
  };
}

const FONT = "node_modules/@fontsource-variable/public-sans";

/** Requests the font together with the styles, and adds its license. */
function font(): Plugin {
  return {
    name: "saldo-font",
    apply: "build",
    async generateBundle() {
      const source = await readFile(join(FONT, "LICENSE"));
      this.emitFile({ type: "asset", name: "public-sans-license.txt", source });
    },
    transformIndexHtml(_, { bundle }) {
      const href = `/${fontFile(bundle ?? {})}`;
      const attrs = { rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href };
      return [{ tag: "link", attrs, injectTo: "head" }];
    },
  };
}

/**
 * Fonts and character maps for PDFs that do not embed them. Their path contains the
 * version, so that it changes with it.
 */
const PDFJS = "node_modules/pdfjs-dist";
const PDFJS_DATA = ["cmaps", "standard_fonts"];

function pdfData(): Plugin {
  return {
    name: "saldo-pdf-data",
    async config(_, { command }) {
      const { version } = JSON.parse(await readFile(`${PDFJS}/package.json`, "utf8")) as { version: string };
      const folder = command === "build" ? `/assets/pdfjs-${version}/` : `/${PDFJS}/`;
      return { define: { __PDFJS_DATA__: JSON.stringify(folder) } };
    },
    async generateBundle() {
      const base = String(this.environment.config.define?.["__PDFJS_DATA__"]).slice(2, -1);
      for (const folder of PDFJS_DATA) {
        for (const name of await readdir(join(PDFJS, folder))) {
          const source = await readFile(join(PDFJS, folder, name));
          const ending = name.startsWith("LICENSE") ? ".txt" : "";
          this.emitFile({ type: "asset", fileName: `${base}${folder}/${name}${ending}`, source });
        }
      }
    },
  };
}

/** Large libraries that only some pages need; each is loaded on demand. */
const ON_DEMAND =
  /node_modules\/(pdfjs-dist|lean-qr|ai|@ai-sdk|react-markdown|remark|mdast|micromark|hast|unified|vfile)/;

/**
 * Chunks that merge many small modules, because each file is a request of the first page: the libraries of
 * every page, and what at least two pages share.
 */
const CHUNKS = [
  {
    name: "libraries",
    test: /node_modules\/(react|react-dom|scheduler|wouter|@tanstack\/(react-)?query[^/]*)\//,
    priority: 2,
  },
  {
    name: "shared",
    test: (id: string) => !ON_DEMAND.test(id) && !/src\/(strings|pages)\//.test(id),
    minShareCount: 2,
    priority: 1,
  },
];

/** The user guide, which a packaged crate does not have. */
const GUIDE = "../../../docs/guide";

/** The server behind `npm run dev`. */
const server = process.env["SALDO_DEV_SERVER"] ?? "http://localhost:3000";

export default defineConfig({
  plugins: [react(), font(), pdfData(), precompressed()],
  build: {
    target: "es2023",
    // The content security policy allows no data: scripts or styles, so nothing is inlined.
    assetsInlineLimit: 0,
    // The polyfill is only needed by browsers older than the target.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  define: { __GUIDE__: JSON.stringify(existsSync(GUIDE)) },
  server: {
    fs: { allow: [".", GUIDE] },
    proxy: { "/api": { target: server, changeOrigin: true, headers: { origin: server } } },
  },
  test: { include: ["src/**/*.test.ts", "src/**/*.test.tsx"] },
});
