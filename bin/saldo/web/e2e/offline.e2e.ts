/** Reading without a network, and what a browser keeps for it. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SIZES, barriersInBothColours } from "./barriers.ts";
import { Saldo, type Visit, sample } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

/** Opens the pages under their service worker, as the installed app has them, with a statement. */
async function installed(email: string, options = {}): Promise<Visit> {
  const visit = await saldo.visit(options);
  const { page } = visit;
  await visit.signUp(email);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await visit.addFiles(sample("january"));
  await visit.row("january").getByText("Proven").waitFor();
  await read(visit);
  return visit;
}

/** Reads the overview and the transactions. The files of the pages are kept from the second load on. */
async function read(visit: Visit): Promise<void> {
  const { page } = visit;
  await page.goto("/");
  await page.getByRole("heading", { name: words.overview.worth }).waitFor();
  await visit.settle();
  await page.goto("/transactions");
  await page.locator(".transaction").first().waitFor();
  await visit.settle();
  await expect.poll(() => kept(page)).toContain("/api/transactions");
}

/** Returns the paths of the answers that the browser keeps, and everything in them. */
async function kept(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const answers: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const { pathname } = new URL(request.url);
        if (pathname.startsWith("/api/")) {
          answers.push(`${pathname} ${await (await cache.match(request))?.text()}`);
        }
      }
    }
    return answers.join("\n");
  });
}

/** The notice, up to the time. */
const notice = (page: Page) => page.getByText(words.offline.asOf("#").split("#")[1] ?? "");

/** Ends a visit and returns its faults, except those caused by the lost network. */
async function leave(visit: Visit): Promise<string[]> {
  await visit.page.context().setOffline(false);
  return (await visit.leave()).filter((fault) => !/net::ERR_|Unable to preload/.test(fault));
}

describe("without a network", () => {
  it.each(SIZES)("what was read can be read again on a $name, and nothing else", async ({ name, viewport }) => {
    const visit = await installed(`read-${name}@example.com`, { viewport });
    const { page } = visit;
    await page.context().setOffline(true);
    await page.goto("/");
    await page.getByRole("heading", { name: words.overview.worth }).waitFor();
    await notice(page).waitFor();
    const worth = await page.locator(".worth .sums").innerText();
    const icon = page.locator("header img").first();
    expect(await icon.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    expect(worth).toMatch(/€[\d,]+\.\d\d/);
    expect(await barriersInBothColours(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
    await page.goto("/transactions");
    await page.locator(".transaction").first().waitFor();
    await notice(page).waitFor();

    // A change says why it is impossible, and nothing is lost.
    await page.getByRole("button", { name: words.transactions.open("SALARY BRIGHT FUTURES LTD") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(words.transactions.note).fill("Not stored");
    await dialog.getByRole("button", { name: words.save }).click();
    await dialog.getByText(words.trouble.offline).waitFor();
    await page.keyboard.press("Escape");

    // A page that was never opened.
    await page.goto("/goals");
    await page.getByText(words.trouble.offline).waitFor();

    await page.context().setOffline(false);
    await page.goto("/");
    await page.getByRole("heading", { name: words.overview.worth }).waitFor();
    await visit.settle();
    expect(await notice(page).count()).toBe(0);
    expect(await page.locator(".worth .sums").innerText()).toBe(worth);
    expect(await leave(visit)).toEqual([]);
  });

  it("the notice ends when the network returns", async () => {
    const visit = await installed("returns@example.com");
    const { page } = visit;
    await page.context().setOffline(true);
    await page.goto("/transactions");
    await notice(page).waitFor();
    await page.context().setOffline(false);
    await notice(page).waitFor({ state: "detached" });
    expect(await leave(visit)).toEqual([]);
  });

  it("an expired session opens nothing", async () => {
    const visit = await installed("expired@example.com");
    const { page } = visit;
    await page.evaluate(async () => {
      const cache = await caches.open("saldo-answers");
      const known = (await (await cache.match("/api/auth/get-session"))?.json()) as { session: object };
      const session = { ...known.session, expiresAt: "2026-01-01T00:00:00.000Z" };
      await cache.put("/api/auth/get-session", Response.json({ ...known, session }));
    });
    await page.context().setOffline(true);
    await page.goto("/");
    await page.getByText(words.trouble.offline).waitFor();
    expect(await kept(page)).toBe("");
    expect(await leave(visit)).toEqual([]);
  });
});

describe("what a browser keeps", () => {
  it("has no token, and is deleted at sign-out", async () => {
    const visit = await installed("signs-out@example.com");
    const { page } = visit;
    const cookies = await page.context().cookies();
    const before = await kept(page);
    expect(before).toContain("SALARY");
    expect(before).toContain("signs-out@example.com");
    expect(cookies.length).toBeGreaterThan(0);
    for (const { value } of cookies) {
      // The cookie is the token and its signature.
      expect(before).not.toContain(decodeURIComponent(value).split(".")[0]);
    }
    await page.getByRole("button", { name: words.auth.signOut }).click();
    await page.getByRole("heading", { name: words.auth.signInTitle }).waitFor();
    await visit.settle();
    expect(await kept(page)).toBe("");
    await page.context().setOffline(true);
    await page.goto("/transactions");
    await page.getByText(words.trouble.offline).waitFor();
    expect(await page.locator(".transaction").count()).toBe(0);
    expect(await leave(visit)).toEqual([]);
  });

  it("is deleted when the session ends elsewhere, and for another user", async () => {
    const visit = await installed("first@example.com");
    const { page } = visit;
    expect(await kept(page)).toContain("SALARY");
    await page.context().clearCookies();
    await page.goto("/transactions");
    await page.getByRole("heading", { name: words.auth.signInTitle }).waitFor();
    await expect.poll(() => kept(page)).toBe("");

    // A user who signs in without the first one being signed out in this browser.
    const other = await saldo.visit();
    await other.signUp("second@example.com");
    const again = await installed("third@example.com");
    await again.page.context().clearCookies();
    await again.page.context().addCookies(await other.page.context().cookies());
    await again.page.goto("/statements");
    await again.page.getByRole("heading", { name: words.statements.welcome }).waitFor();
    await expect.poll(() => kept(again.page)).toContain("second@example.com");
    const known = await kept(again.page);
    expect(known).not.toContain("SALARY");
    expect(known).not.toContain("third@example.com");
    expect([...(await leave(visit)), ...(await leave(other)), ...(await leave(again))]).toEqual([]);
  });

  it("is nothing if the user turns it off", async () => {
    const visit = await installed("off@example.com");
    const { page } = visit;
    await page.goto("/settings");
    const box = page.getByRole("checkbox", { name: words.offline.choice });
    await box.uncheck();
    await expect.poll(() => kept(page)).toBe("");
    await page.goto("/transactions");
    await page.locator(".transaction").first().waitFor();
    await visit.settle();
    expect(await kept(page)).toBe("");
    await page.context().setOffline(true);
    await page.goto("/transactions");
    await page.getByText(words.trouble.offline).waitFor();
    await page.context().setOffline(false);
    await page.goto("/settings");
    await box.check();
    await read(visit);
    expect(await leave(visit)).toEqual([]);
  });
});
