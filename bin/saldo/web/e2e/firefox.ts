/** Firefox as Debian ships it, which Playwright drives over WebDriver BiDi. */
import { existsSync } from "node:fs";
import { type Browser, firefox } from "playwright-core";

const FIREFOX = process.env["FIREFOX"] ?? "/usr/bin/firefox-esr";

/** Values of `layout.css.prefers-color-scheme.content-override`. */
const COLOR_SCHEMES = { dark: 0, light: 1 };

/** The themes that Firefox can be launched with. */
export type Theme = keyof typeof COLOR_SCHEMES;

/** True if there is no Firefox here. In CI that is an error. */
export function lacksFirefox(): boolean {
  if (existsSync(FIREFOX)) {
    return false;
  }
  const message = `${FIREFOX} is missing; install firefox-esr or set FIREFOX`;
  if (process.env["CI"]) {
    throw new Error(message);
  }
  console.warn(`SKIPPED: the tests in Firefox, because ${message}`);
  return true;
}

/** Launches Firefox with a theme. Its pages cannot change it, and `emulateMedia` does nothing. */
export async function launchFirefox(theme: Theme): Promise<Browser> {
  const browser = await firefox.launch({
    channel: "moz-firefox",
    executablePath: FIREFOX,
    firefoxUserPrefs: { "layout.css.prefers-color-scheme.content-override": COLOR_SCHEMES[theme] },
  });
  ignoreEmulatedMedia(browser);
  return browser;
}

interface Session {
  send(method: string, parameters?: object): Promise<unknown>;
}

/**
 * Answers a command that Playwright sends for every new page, and that Firefox ESR does not know
 * yet. Playwright has no option for it, so this replaces a method of its connection.
 */
function ignoreEmulatedMedia(browser: Browser): void {
  const { _connection: connection } = browser as unknown as {
    _connection: { toImpl(object: Browser): { _browserSession: Session } };
  };
  const session = Object.getPrototypeOf(connection.toImpl(browser)._browserSession) as Session;
  const { send } = session;
  session.send = function (this: Session, method, parameters) {
    return method === "emulation.setMediaFeaturesOverride" ? Promise.resolve({}) : send.call(this, method, parameters);
  };
}
