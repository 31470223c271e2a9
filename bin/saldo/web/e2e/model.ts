/**
 * A model server that counts as remote. It gives every request the same response and records the requests.
 */
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";

export class ElsewhereModel {
  readonly requests: string[] = [];
  readonly #server: Server;

  private constructor(says: string) {
    this.#server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        this.requests.push(Buffer.concat(parts).toString());
        response.writeHead(200, { "content-type": "text/event-stream" });
        const chunk = (choice: object) =>
          response.write(`data: ${JSON.stringify({ id: "1", choices: [{ index: 0, ...choice }] })}\n\n`);
        chunk({ delta: { role: "assistant", content: says } });
        chunk({ delta: {}, finish_reason: "stop" });
        response.end("data: [DONE]\n\n");
      });
    });
  }

  static async start(says: string): Promise<ElsewhereModel> {
    const model = new ElsewhereModel(says);
    await new Promise<void>((resolve) => model.#server.listen(0, "0.0.0.0", resolve));
    return model;
  }

  /**
   * Settings of a server that uses this model. `0.0.0.0` reaches this machine but is not a known loopback
   * address, so Saldo treats the model as remote.
   */
  get settings(): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo;
    return { OPENAI_BASE_URL: `http://0.0.0.0:${port}/v1`, OPENAI_MODEL: "far-model", OPENAI_API_KEY: "key" };
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }
}
