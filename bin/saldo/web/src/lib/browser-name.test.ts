import { describe, expect, it } from "vitest";
import { nameBrowser } from "./browser-name.ts";

describe("a browser", () => {
  it("has a recognizable name", () => {
    const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36";
    expect(nameBrowser(chrome)).toBe("Chrome, Linux");
    expect(nameBrowser(`${chrome} Edg/142.0`)).toBe("Edge, Linux");
    const phone =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1";
    expect(nameBrowser(phone)).toBe("Safari, iOS");
    expect(nameBrowser("curl/8.0")).toBe("curl");
  });

  it("may be unknown", () => {
    expect(nameBrowser("")).toBeNull();
    expect(nameBrowser(null)).toBeNull();
  });
});
