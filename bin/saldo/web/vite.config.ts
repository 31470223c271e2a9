/** Builds the pages into plain files, with a brotli and a gzip copy beside each that gains from it. */
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import type { Plugin, Rolldown } from "vite";
import { defineConfig } from "vitest/config";

const COMPRESSIBLE = new Set([".css", ".html", ".js", ".json", ".mjs", ".svg", ".webmanifest"]);

/** A copy is kept only when it saves a tenth or more; the server sends what exists. */
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

/** Bytes over the wire, compressed, until the sign-in page or the frame of the overview stands. */
const FIRST_LOAD_BYTES_MAX = 200_000;

/** The page that most begin with; its code comes with the first load. */
const FIRST_PAGE = "src/pages/overview.tsx";

/** The files that the browser needs before it can show the first page: the entry, that page, and what they import. */
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
  return [...files];
}

/** The size of what is sent: the brotli copy where there is one. */
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

/** The fonts and character maps that a PDF may use without carrying them; under a name that changes with their version. */
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

/** The server behind `npm run dev`. */
const server = process.env["SALDO_DEV_SERVER"] ?? "http://localhost:3000";

export default defineConfig({
  plugins: [react(), pdfData(), precompressed()],
  build: {
    target: "es2023",
    // The content security policy allows no data: scripts or styles, so nothing is inlined.
    assetsInlineLimit: 0,
    // The polyfill is only needed by browsers older than the target.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    proxy: { "/api": { target: server, changeOrigin: true, headers: { origin: server } } },
  },
  test: { include: ["src/**/*.test.ts", "src/**/*.test.tsx"] },
});
