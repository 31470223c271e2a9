/** Lists that the user arranges: by dragging, and by buttons. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { barriersInBothColours } from "./barriers.ts";
import { post } from "./members.ts";
import { Saldo, type Visit } from "./saldo.ts";
import { en as words } from "../src/strings/en/index.ts";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

/** Drags an element of a list by its grip to the middle of another one, and a little further. */
async function drag(page: Page, from: Locator, to: Locator, further: number): Promise<void> {
  const grip = await from.locator(".grip").boundingBox();
  const target = await to.boundingBox();
  if (!grip || !target) {
    throw new Error("not on the screen");
  }
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  const own = await from.boundingBox();
  const middle = (own?.y ?? 0) + (own?.height ?? 0) / 2;
  const by = target.y + target.height / 2 + further - middle;
  await page.mouse.move(grip.x, grip.y + grip.height / 2 + by / 2, { steps: 4 });
  await page.mouse.move(grip.x, grip.y + grip.height / 2 + by, { steps: 4 });
  await page.locator("[data-drop]").waitFor();
  await page.mouse.up();
}

/** Adds three goals or rules, and returns the page. */
async function fill(visit: Visit, email: string): Promise<Page> {
  await visit.signUp(email);
  for (const name of ["Bicycle", "Tent", "Piano"]) {
    await post(visit, "/goals", { name, target: "900.00", currency: "EUR", source: "contributions" });
    const conditions = [{ when: "description_contains", text: name }];
    await post(visit, "/rules", { name, conditions, actions: [{ do: "mark_transfer" }] });
  }
  return visit.page;
}

describe("a list in the user's order", () => {
  it("of goals is arranged by dragging or by buttons, and stays so", async () => {
    const visit = await saldo.visit({ viewport: { width: 1280, height: 1400 } });
    const page = await fill(visit, "goal-order@example.com");
    await page.goto("/goals");
    const goals = page.locator(".goal");
    const order = () => page.getByRole("heading", { level: 2 }).allInnerTexts();
    await expect.poll(order).toEqual(["Bicycle", "Tent", "Piano"]);
    await drag(page, goals.nth(0), goals.nth(2), 10);
    await expect.poll(order).toEqual(["Tent", "Piano", "Bicycle"]);
    await visit.settle();
    await drag(page, goals.nth(1), goals.nth(0), -10);
    await expect.poll(order).toEqual(["Piano", "Tent", "Bicycle"]);
    await visit.settle();
    await page.getByRole("button", { name: `${words.goals.up} Bicycle` }).press("Enter");
    await expect.poll(order).toEqual(["Piano", "Bicycle", "Tent"]);
    await visit.settle();
    await page.reload();
    await expect.poll(order).toEqual(["Piano", "Bicycle", "Tent"]);
    expect(await barriersInBothColours(page)).toEqual([]);
    expect(await visit.leave()).toEqual([]);
  });

  it("of rules is arranged by dragging or by buttons, and stays so", async () => {
    const visit = await saldo.visit({ viewport: { width: 1280, height: 1000 } });
    const page = await fill(visit, "rule-order@example.com");
    await page.goto("/settings/rules");
    const rules = page.getByRole("list", { name: words.rules.title }).getByRole("listitem");
    const order = async () => (await rules.allInnerTexts()).map((text) => /Bicycle|Tent|Piano/.exec(text)?.[0]);
    await expect.poll(order).toEqual(["Bicycle", "Tent", "Piano"]);
    await drag(page, rules.nth(2), rules.nth(0), -5);
    await expect.poll(order).toEqual(["Piano", "Bicycle", "Tent"]);
    await visit.settle();
    await page.getByRole("button", { name: words.rules.down("Piano") }).press("Enter");
    await expect.poll(order).toEqual(["Bicycle", "Piano", "Tent"]);
    await visit.settle();
    await page.reload();
    await expect.poll(order).toEqual(["Bicycle", "Piano", "Tent"]);
    expect(await barriersInBothColours(page)).toEqual([]);
    expect(await visit.leave()).toEqual([]);
  });
});
