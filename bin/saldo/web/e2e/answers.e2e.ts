import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Saldo, fixture } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

describe("a statement that leaves something open", () => {
  it("is settled with one click", async () => {
    const visit = await saldo.visit({ viewport: { width: 1280, height: 860 } });
    const { page } = visit;
    await visit.signUp("answers@example.com");
    await visit.addFiles(fixture("either-way.pdf"));
    await visit.row("either-way.pdf").getByText(words.state.unchecked).waitFor();
    await visit.row("either-way.pdf").getByRole("link").click();
    const question = page.locator(".question").filter({ hasText: words.reading.which });
    await question.waitFor();
    expect(await question.getByRole("button").count()).toBeGreaterThan(1);
    await question.getByRole("button", { name: words.reading.purchases }).first().click();
    await page.getByText(words.state.balanced, { exact: true }).first().waitFor();
    await page.getByText("-£10.00").first().waitFor();
    expect(await page.locator(".question").count()).toBe(0);
    const signs = page.locator(".origins .confirmed");
    expect(await signs.innerText()).toContain(words.reading.origin.confirmed);
    await visit.leave();
  });
});
