/** An SMTP server that stores all emails for a test. */
import { type Server, createServer } from "node:net";

/** Longest wait for an email. */
const DELIVERY_MILLISECONDS_MAX = 20_000;

export class Mailbox {
  readonly url: string;
  readonly #server: Server;
  readonly #letters: string[] = [];

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.url = `smtp://127.0.0.1:${port}`;
  }

  static open(): Promise<Mailbox> {
    return new Promise((resolve, reject) => {
      const server = createServer();
      server.once("error", reject);
      server.listen(0, "127.0.0.1", () => {
        const address = server.address();
        const mailbox = new Mailbox(server, typeof address === "object" && address ? address.port : 0);
        server.on("connection", (socket) => {
          let isLetter = false;
          let heard = "";
          socket.write("220 localhost\r\n");
          socket.on("error", () => socket.destroy());
          socket.on("data", (bytes) => {
            heard += bytes.toString("utf8");
            let end = heard.indexOf(isLetter ? "\r\n.\r\n" : "\r\n");
            while (end >= 0) {
              const said = heard.slice(0, end);
              heard = heard.slice(end + (isLetter ? 5 : 2));
              if (isLetter) {
                mailbox.#letters.push(said);
                isLetter = false;
                socket.write("250 stored\r\n");
              } else {
                isLetter = said.toUpperCase() === "DATA";
                socket.write(
                  isLetter ? "354 go on\r\n" : said.toUpperCase() === "QUIT" ? "221 bye\r\n" : "250 fine\r\n",
                );
              }
              end = heard.indexOf(isLetter ? "\r\n.\r\n" : "\r\n");
            }
          });
        });
        resolve(mailbox);
      });
    });
  }

  /** Waits for an email with a link that begins like this, and returns the link. */
  async link(beginning: string): Promise<string> {
    const end = Date.now() + DELIVERY_MILLISECONDS_MAX;
    while (Date.now() < end) {
      for (const letter of this.#letters) {
        const link = plain(letter)
          .split(/[\s"<>]/)
          .find((word) => word.startsWith(beginning));
        if (link) {
          return link;
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`no letter with ${beginning} among ${this.#letters.length}`);
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

/** Decodes an email: quoted-printable and base64. */
function plain(letter: string): string {
  if (/content-transfer-encoding: base64/i.test(letter)) {
    const [, body = ""] = letter.split("\r\n\r\n");
    return Buffer.from(body, "base64").toString("utf8");
  }
  if (/content-transfer-encoding: quoted-printable/i.test(letter)) {
    return letter
      .replaceAll("=\r\n", "")
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
  return letter;
}
