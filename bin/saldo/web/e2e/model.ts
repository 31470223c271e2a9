/** A model on what counts as another machine: it says the same each time, and keeps what it was sent. */
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

  /** Not a loopback address, so that the server takes it for another machine; here it leads back all the same. */
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
