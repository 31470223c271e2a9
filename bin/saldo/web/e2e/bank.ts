/** A server in the form of Enable Banking's API, with one account at each bank. */
import { generateKeyPairSync } from "node:crypto";
import { type IncomingMessage, type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";

const DAY_MILLISECONDS = 86_400_000;

export class Bank {
  /** The page to which browsers are sent at once, as if the user had consented. */
  callback = "";
  readonly settings: Record<string, string>;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    this.settings = {
      SALDO_FEED_PRIVATE_HOSTS: "127.0.0.1,localhost",
      SALDO_ENABLE_BANKING_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      SALDO_ENABLE_BANKING_APPLICATION_ID: "cf589be3-3755-465b-a8df-a90a16a31403",
      SALDO_ENABLE_BANKING_KEY: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    };
  }

  static open(): Promise<Bank> {
    return new Promise((resolve, reject) => {
      const server = createServer();
      server.once("error", reject);
      server.listen(0, "127.0.0.1", () => {
        const bank = new Bank(server);
        server.on("request", (request, response) => {
          void read(request).then((body) => {
            response.setHeader("content-type", "application/json");
            response.end(JSON.stringify(bank.#answer(request.url ?? "", body)));
          });
        });
        resolve(bank);
      });
    });
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #answer(path: string, body: string): unknown {
    if (path.startsWith("/aspsps")) {
      const country = new URL(path, "http://bank").searchParams.get("country");
      const names = [...Array.from({ length: 21 }, (_, index) => `Local Bank ${index + 10}`), "Nordea"];
      return { aspsps: names.toReversed().map((name) => ({ name, country, maximum_consent_validity: 15_552_000 })) };
    }
    if (path === "/auth") {
      const { state } = JSON.parse(body) as { state: string };
      return { url: `${this.callback}?state=${state}&code=good` };
    }
    if (path === "/sessions") {
      return {
        session_id: "session-1",
        accounts: [
          {
            uid: "uid-1",
            identification_hash: "hash-1",
            account_id: { iban: "FI0455231152453547" },
            details: "Current account",
            currency: "EUR",
          },
        ],
        aspsp: { name: "Nordea", country: "FI" },
        access: { valid_until: new Date(Date.now() + 180 * DAY_MILLISECONDS).toISOString() },
      };
    }
    if (path.endsWith("/balances")) {
      const amount = { currency: "EUR", amount: "100.00" };
      return { balances: [{ balance_type: "CLBD", balance_amount: amount }] };
    }
    return path.includes("/transactions") ? { transactions: [] } : { status: "AUTHORIZED" };
  }
}

async function read(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const part of request) {
    body += String(part);
  }
  return body;
}
