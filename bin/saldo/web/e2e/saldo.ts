/** A new server, and a browser that records faults: errors, requests to other hosts, blocked content. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Request,
  chromium,
} from "playwright-core";
import { en as words } from "../src/strings/en/index.ts";

const BINARY =
  process.env["SALDO_BINARY"] ?? fileURLToPath(new URL("../../../../target/release/saldo", import.meta.url));

/** Folder of pages to test instead of those in the binary, such as `dist` after `npm run build`. */
const PAGES = process.env["SALDO_PAGES"];

/** Service workers are blocked, because one would fetch the pages of the binary. */
const WORKERS = PAGES === undefined ? {} : { serviceWorkers: "block" as const };

const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

const CHROMIUM_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const START_MILLISECONDS_MAX = 20_000;

/** Longest wait for a page, on a busy machine. */
const WAIT_MILLISECONDS_MAX = 60_000;

const SETTLE_MILLISECONDS = 20;

/** Starts the browser of the tests. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS });
}

/** Returns the path of a file in `e2e/fixtures`. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));
}

/** Returns the path of one of the samples that come with Saldo. */
export function sample(month: string): string {
  return fileURLToPath(new URL(`../public/samples/saldo-sample-checking-${month}.pdf`, import.meta.url));
}

/** A server with a new data folder, and a browser. */
export class Saldo {
  readonly url: string;
  readonly #server: ChildProcess;
  readonly #folder: string;
  readonly #browser: Browser;

  private constructor(url: string, server: ChildProcess, folder: string, browser: Browser) {
    this.url = url;
    this.#server = server;
    this.#folder = folder;
    this.#browser = browser;
  }

  /** Starts a server with these settings, and a browser. */
  static async start(settings: Record<string, string> = {}, launch = launchChromium): Promise<Saldo> {
    const folder = await mkdtemp(join(tmpdir(), "saldo-e2e-"));
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const server = spawn(BINARY, [], {
      env: {
        PATH: process.env["PATH"],
        SALDO_DATA_DIR: folder,
        SALDO_LISTEN: `127.0.0.1:${port}`,
        BASE_URL: url,
        ...settings,
      },
      stdio: ["ignore", "inherit", "inherit"],
    });
    await ready(server, url);
    return new Saldo(url, server, folder, await launch());
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    const ended = new Promise((resolve) => this.#server.once("exit", resolve));
    this.#server.kill("SIGTERM");
    await ended;
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Opens a new browser profile without a session. */
  async visit(options: BrowserContextOptions = {}): Promise<Visit> {
    const context = await this.#browser.newContext({ baseURL: this.url, locale: "en-GB", ...WORKERS, ...options });
    context.setDefaultTimeout(WAIT_MILLISECONDS_MAX);
    return Visit.open(context, this.url);
  }
}

/** One user's browser. */
export class Visit {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #url: string;
  readonly #faults: string[] = [];
  readonly #open = new Set<Request>();

  private constructor(context: BrowserContext, page: Page, url: string) {
    this.#context = context;
    this.#url = url;
    this.page = page;
  }

  static async open(context: BrowserContext, url: string): Promise<Visit> {
    if (PAGES !== undefined) {
      await servePages(context, PAGES, url);
    }
    const page = await context.newPage();
    const visit = new Visit(context, page, url);
    await page.exposeFunction("saldoBlocked", (what: string) => visit.#faults.push(`blocked: ${what}`));
    await page.addInitScript(reportBlocked);
    page.on("pageerror", (error) => visit.#faults.push(`error: ${error.message}`));
    page.on("console", (message) => {
      // The browser logs every 4xx response, even one that the page handles, such as for a wrong password.
      if (message.type() === "error" && !/the server responded with a status of 4\d\d/.test(message.text())) {
        visit.#faults.push(`console: ${message.text()}`);
      }
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(url) && !/^(blob|data):/.test(request.url())) {
        visit.#faults.push(`foreign request: ${request.url()}`);
      }
      if (request.isNavigationRequest()) {
        // Requests of the previous page no longer count.
        visit.#open.clear();
      }
      // A stream of events never ends.
      if (request.resourceType() !== "eventsource") {
        visit.#open.add(request);
      }
    });
    page.on("requestfinished", (request) => visit.#open.delete(request));
    page.on("requestfailed", (request) => visit.#open.delete(request));
    return visit;
  }

  /** Waits until all responses have arrived and are rendered. */
  async settle(): Promise<void> {
    let isQuiet = false;
    while (!isQuiet) {
      await this.page.evaluate(twoFrames);
      if (this.#open.size > 0) {
        await new Promise((resolve) => setTimeout(resolve, SETTLE_MILLISECONDS));
      } else {
        // Rendering a response may cause further requests.
        await this.page.evaluate(twoFrames);
        isQuiet = this.#open.size === 0;
      }
    }
  }

  /** Opens a new browser profile with the same session and an empty cache. */
  async inNewProfile(options: BrowserContextOptions = {}): Promise<Visit> {
    const storageState = await this.#context.storageState();
    const browser = this.#context.browser();
    if (!browser) {
      throw new Error("the browser is closed");
    }
    const context = await browser.newContext({
      baseURL: this.#url,
      locale: "en-GB",
      ...WORKERS,
      ...options,
      storageState,
    });
    context.setDefaultTimeout(WAIT_MILLISECONDS_MAX);
    return Visit.open(context, this.#url);
  }

  /** Creates an account and waits for the empty list of statements. */
  async signUp(email: string, password = "correct horse battery"): Promise<void> {
    await this.page.goto("/sign-up");
    await this.page.getByLabel("Name").fill("Ann Example");
    await this.page.getByLabel(words.auth.email).fill(email);
    await this.page.getByLabel("Password", { exact: true }).fill(password);
    await this.page.getByRole("button", { name: "Create account" }).click();
    await this.page.getByRole("heading", { name: words.statements.welcome }).waitFor();
  }

  /** Adds files as if selected with the button. */
  async addFiles(...paths: string[]): Promise<void> {
    await this.page.locator("input[type=file]:not([capture])").setInputFiles(paths);
  }

  /** Returns the row of a statement by its file name. */
  row(fileName: string) {
    return this.page.getByRole("listitem").filter({ hasText: fileName });
  }

  /** Ends the visit and returns all faults recorded in it. */
  async leave(): Promise<string[]> {
    await this.#context.close();
    return this.#faults;
  }
}

/** Reports everything that the Content-Security-Policy blocks. Runs in the page. */
function reportBlocked(): void {
  document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) => {
    (window as unknown as { saldoBlocked: (what: string) => void }).saldoBlocked(`${violatedDirective} ${blockedURI}`);
  });
}

/** Waits for two frames; by then React has rendered its updates. Runs in the page. */
function twoFrames(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}

/** Serves the files of `folder` with the Content-Security-Policy of the binary's pages. */
async function servePages(context: BrowserContext, folder: string, url: string): Promise<void> {
  const index = await fetch(`${url}/`);
  const policy = index.headers.get("content-security-policy") ?? "";
  await context.route(
    (address) => address.href.startsWith(url) && !address.pathname.startsWith("/api/"),
    async (route) => {
      const { pathname } = new URL(route.request().url());
      const path = join(folder, pathname);
      const isFile = pathname !== "/" && existsSync(path);
      const headers = { "content-security-policy": policy };
      await route.fulfill({ path: isFile ? path : join(folder, "index.html"), headers });
    },
  );
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

async function ready(server: ChildProcess, url: string): Promise<void> {
  const end = Date.now() + START_MILLISECONDS_MAX;
  while (Date.now() < end) {
    if (server.exitCode !== null) {
      throw new Error(`${BINARY} ended with ${server.exitCode}`);
    }
    const answer = await fetch(`${url}/health/ready`).catch(() => null);
    if (answer?.ok) {
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  server.kill();
  throw new Error(`${BINARY} was not ready after ${START_MILLISECONDS_MAX} ms`);
}
