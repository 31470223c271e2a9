import { afterEach, describe, expect, it } from "vitest";
import { ApiError } from "../api.ts";
import { type Done, clearUndo, expectEdit, recordFailedUndo, latestEdit, latestFailure, rememberEdit } from "./undo.ts";

afterEach(clearUndo);

describe("the latest edit", () => {
  it("is missing without edits", async () => {
    expect(await latestEdit()).toBeUndefined();
  });

  it("waits for a pending edit, even if it is rejected", async () => {
    rememberEdit("first", "Changed");
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    void expectEdit(answered.then(() => rememberEdit("second", "Changed")));
    const refused = expectEdit(answered.then(() => Promise.reject(new Error("no such transaction"))));
    refused.catch(() => undefined);
    const latest = latestEdit();
    answer();
    expect((await latest)?.editId).toBe("second");
  });
});

describe("a failed undo", () => {
  const retry = () => undefined;
  const fail = async (error: Error) => recordFailedUndo((await latestEdit()) as Done, error, retry);

  it("stays available while the server is unreachable, and can be retried", async () => {
    rememberEdit("first", "Changed");
    rememberEdit("second", "Changed");
    await fail(new TypeError("Failed to fetch"));
    expect((await latestEdit())?.editId).toBe("second");
    expect(latestFailure()?.retry).toBe(retry);
    await fail(new ApiError(500, {}));
    expect((await latestEdit())?.editId).toBe("second");
  });

  it.each([404, 409])("is dropped if the server no longer has the edit: %i", async (status) => {
    rememberEdit("first", "Changed");
    rememberEdit("second", "Changed");
    await fail(new ApiError(status, {}));
    expect((await latestEdit())?.editId).toBe("first");
    expect(latestFailure()).toMatchObject({ retry: undefined });
  });

  it("is reported until the next success", async () => {
    rememberEdit("first", "Changed");
    await fail(new ApiError(500, {}));
    rememberEdit("second", "Changed");
    expect(latestFailure()).toBeNull();
  });
});
