import { expect, it } from "vitest";
import { exportPath } from "./export-path.ts";

it("asks for what the filter lets through, without the order of the list", () => {
  expect(exportPath("csv", { account: "a", text: "café & bar", sort: "-amount" })).toBe(
    "/api/export?format=csv&account=a&text=caf%C3%A9+%26+bar",
  );
});
