import { afterEach, describe, expect, it } from "vitest";
import { clearUndo, expectEdit, latestEdit, rememberEdit } from "./undo.ts";

afterEach(clearUndo);

describe("what was done last", () => {
  it("is nothing where nothing was done", async () => {
    expect(await latestEdit()).toBeUndefined();
  });

  it("waits for an edit on its way, even where it is refused", async () => {
    rememberEdit("first", "Changed");
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    void expectEdit(answered.then(() => rememberEdit("second", "Changed")));
    const refused = expectEdit(answered.then(() => Promise.reject(new Error("no such entry"))));
    refused.catch(() => undefined);
    const latest = latestEdit();
    answer();
    expect((await latest)?.editId).toBe("second");
  });
});
