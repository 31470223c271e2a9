import { expect, it } from "vitest";
import { exportPath } from "./export-path.ts";

it("exports the filtered transactions, without the sort order", () => {
  expect(exportPath("csv", { account: "a", text: "café & bar", sort: "-amount" })).toBe(
    "/api/export?format=csv&account=a&text=caf%C3%A9+%26+bar",
  );
});
