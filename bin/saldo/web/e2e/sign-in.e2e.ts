import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Mailbox } from "./mailbox.ts";
import { Saldo } from "./saldo.ts";
import { nextTotp, totp } from "./totp.ts";
import { en as words } from "../src/strings/en/index.ts";

const PASSWORD = "correct horse battery";

let saldo: Saldo;

beforeAll(async () => {
  saldo = await Saldo.start();
});
afterAll(() => saldo.stop());

async function signOut(page: Page): Promise<void> {
  await page.getByRole("banner").getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Welcome back" }).waitFor();
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel(words.auth.email).fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function askWithPassword(page: Page, button: string, confirm: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("dialog").getByRole("button", { name: confirm }).click();
}

describe("two-factor authentication", () => {
  it("is turned on, asks for a code, accepts a backup code, trusts a browser, and is turned off", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    const email = "two-step@example.com";
    await visit.signUp(email);
    await page.goto("/settings");
    await askWithPassword(page, "Turn on…", "Continue");
    await page.getByRole("img", { name: words.twoStep.qr }).waitFor();
    const secret = (await page.locator(".secret code").innerText()).replaceAll(" ", "");
    await page.getByLabel(words.auth.code).fill("000000");
    await page.getByRole("button", { name: words.twoStep.turnOnNow, exact: true }).click();
    await page.getByText(words.auth.wrongCode).waitFor();
    await page.getByLabel(words.auth.code).fill(totp(secret, Date.now()));
    await page.getByRole("button", { name: words.twoStep.turnOnNow, exact: true }).click();
    const listed = page.getByRole("list", { name: "Backup codes" }).getByRole("listitem");
    await listed.last().waitFor();
    const codes = await listed.allInnerTexts();
    expect(codes).toHaveLength(10);
    await page.getByRole("button", { name: words.twoStep.codesSaved }).click();
    await page.getByRole("button", { name: "Turn off…" }).waitFor();

    await signOut(page);
    await signIn(page, email);
    await page.getByRole("heading", { name: words.auth.twoStepTitle }).waitFor();
    await page.getByLabel(words.auth.code).fill(nextTotp(secret, Date.now()));
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("link", { name: "Settings" }).waitFor();

    await signOut(page);
    await signIn(page, email);
    await page.getByRole("button", { name: "Use a backup code instead" }).click();
    await page.getByLabel("Backup code").fill("none of them");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText(words.auth.wrongBackupCode).waitFor();
    await page.getByLabel("Backup code").fill(codes[0] ?? "");
    await page.getByLabel(words.auth.trust).check();
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("link", { name: "Settings" }).waitFor();

    await signOut(page);
    await signIn(page, email);
    await page.getByRole("link", { name: "Settings" }).click();
    await askWithPassword(page, "New backup codes…", words.twoStep.confirm.codes);
    const fresh = await page.getByRole("list", { name: "Backup codes" }).getByRole("listitem").allInnerTexts();
    expect(fresh).not.toEqual(codes);
    await page.getByRole("button", { name: words.twoStep.codesSaved }).click();

    await askWithPassword(page, "Turn off…", words.twoStep.confirm.off);
    await page.getByRole("button", { name: "Turn on…" }).waitFor();
    await signOut(page);
    await signIn(page, email);
    await page.getByRole("link", { name: "Settings" }).waitFor();
    expect(await visit.leave()).toEqual([]);
  });

  it("asks for a code after signing in with a provider", async () => {
    const visit = await saldo.visit();
    await visit.page.goto("/sign-in?error=two_factor_required");
    await visit.page.getByRole("heading", { name: words.auth.twoStepTitle }).waitFor();
    await visit.page.getByLabel(words.auth.code).fill("123456");
    await visit.page.getByRole("button", { name: "Sign in" }).click();
    await visit.page.getByText(words.auth.tooLate).first().waitFor();
    expect(await visit.leave()).toEqual([]);
  });
});

describe("a forgotten password", () => {
  it("is reset with an emailed link that works once", async () => {
    const mailbox = await Mailbox.open();
    const posting = await Saldo.start({ SMTP_URL: mailbox.url, SMTP_FROM: "Saldo <saldo@example.com>" });
    try {
      const visit = await posting.visit();
      const { page } = visit;
      const email = "forgets@example.com";
      await visit.signUp(email, "a password long gone");
      await signOut(page);
      await page.getByRole("link", { name: "Forgot your password?" }).click();
      await page.getByLabel(words.auth.email).fill(email);
      await page.getByRole("button", { name: words.auth.sendLink }).click();
      await page.getByText(words.auth.resetSent).waitFor();
      const link = await mailbox.link(`${posting.url}/api/auth/reset-password/`);
      await page.goto(link);
      await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
      await page.getByRole("button", { name: words.auth.setPassword }).click();
      await page.getByText(words.auth.resetDone).waitFor();
      await signIn(page, email);
      await page.getByRole("link", { name: "Settings" }).waitFor();
      await signOut(page);
      await page.goto(link);
      await page.getByText(words.auth.badLink).waitFor();
      expect(await visit.leave()).toEqual([]);
    } finally {
      await posting.stop();
      await mailbox.close();
    }
  });

  it("is explained on a server without email", async () => {
    const visit = await saldo.visit();
    const { page } = visit;
    await page.goto("/sign-in");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByLabel(words.auth.email).fill("nobody@example.com");
    await page.getByRole("button", { name: words.auth.sendLink }).click();
    await page.getByText(words.auth.noMail).waitFor();
    await page.goto("/reset-password?error=INVALID_TOKEN");
    await page.getByText(words.auth.badLink).waitFor();
    expect(await visit.leave()).toEqual([]);
  });
});
