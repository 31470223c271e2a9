import { expect, it } from "vitest";
import { merchantName } from "./merchant-name.ts";

it("writes merchants' names with capitals", () => {
  expect(merchantName("iTunes by AMZN")).toBe("iTunes by AMZN");
  expect(merchantName("élan café o'neill & söhne")).toBe("Élan Café O'neill & Söhne");
});
