/** A mail server (IMAP) for tests, with one user and one folder. It answers what Saldo asks. */
import { type Server, type Socket, createServer } from "node:net";
import type { AddressInfo } from "node:net";

export const USER = "ann@example.org";
export const PASSWORD = "app password";

/** A message with a file. */
export interface Letter {
  from: string;
  subject: string;
  file: { name: string; content: string };
}

export class ImapServer {
  readonly port: number;
  readonly #server: Server;
  readonly #letters: string[] = [];
  readonly #sockets = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  static open(): Promise<ImapServer> {
    return new Promise((resolve, reject) => {
      const server = createServer();
      server.once("error", reject);
      server.listen(0, "127.0.0.1", () => {
        const imap = new ImapServer(server);
        server.on("connection", (socket) => imap.#serve(socket));
        resolve(imap);
      });
    });
  }

  /** Settings that permit mailboxes of this server. */
  get settings(): Record<string, string> {
    return { SALDO_MAIL_PRIVATE_HOSTS: "127.0.0.1" };
  }

  deliver({ from, subject, file }: Letter): void {
    const lines = [
      `From: Bank <${from}>`,
      `Subject: ${subject}`,
      "MIME-Version: 1.0",
      "Content-Type: multipart/mixed; boundary=b1",
      "",
      "--b1",
      "Content-Type: application/octet-stream",
      "Content-Transfer-Encoding: base64",
      `Content-Disposition: attachment; filename="${file.name}"`,
      "",
      Buffer.from(file.content).toString("base64"),
      "--b1--",
      "",
    ];
    this.#letters.push(lines.join("\r\n"));
  }

  close(): Promise<void> {
    for (const socket of this.#sockets) {
      socket.destroy();
    }
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #serve(socket: Socket): void {
    let heard = "";
    this.#sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.#sockets.delete(socket));
    socket.write("* OK ready\r\n");
    socket.on("data", (bytes) => {
      heard += bytes.toString("utf8");
      for (let end = heard.indexOf("\r\n"); end >= 0; end = heard.indexOf("\r\n")) {
        const [tag = "", ...words] = heard.slice(0, end).split(" ");
        heard = heard.slice(end + 2);
        socket.write(this.#answer(tag, words.join(" ")));
      }
    });
  }

  #answer(tag: string, command: string): string {
    const done = `${tag} OK done\r\n`;
    if (command.startsWith("LOGIN")) {
      const isRight = command === `LOGIN "${USER}" "${PASSWORD}"`;
      return isRight ? done : `${tag} NO [AUTHENTICATIONFAILED] wrong password\r\n`;
    }
    if (command.startsWith("CAPABILITY")) {
      return `* CAPABILITY IMAP4rev1\r\n${done}`;
    }
    if (command.startsWith("SELECT")) {
      const count = this.#letters.length;
      const state = [`* ${count} EXISTS`, "* OK [UIDVALIDITY 1] x", `* OK [UIDNEXT ${count + 1}] x`];
      return command === 'SELECT "INBOX"' ? `${state.join("\r\n")}\r\n${done}` : `${tag} NO no such folder\r\n`;
    }
    if (command.startsWith("UID SEARCH")) {
      return `* SEARCH ${this.#letters.map((_, index) => index + 1).join(" ")}\r\n${done}`;
    }
    if (command.startsWith("UID FETCH")) {
      return this.#fetched(command) + done;
    }
    return command.startsWith("LOGOUT") ? `* BYE bye\r\n${done}` : done;
  }

  #fetched(command: string): string {
    const isHead = command.includes("HEADER.FIELDS");
    const [, range = ""] = /UID FETCH ([\d:,]+)/.exec(command) ?? [];
    const uids = range.split(",").flatMap((part) => {
      const [from = 0, to = from] = part.split(":").map(Number);
      return Array.from({ length: to - from + 1 }, (_, index) => from + index);
    });
    const lines = uids.map((uid) => {
      const letter = this.#letters[uid - 1] ?? "";
      const text = isHead ? `${letter.split("\r\nMIME")[0]}\r\n\r\n` : letter;
      const size = Buffer.byteLength(text);
      const section = isHead ? "BODY[HEADER.FIELDS (FROM SUBJECT AUTHENTICATION-RESULTS)]" : "BODY[]<0>";
      const more = isHead ? `RFC822.SIZE ${letter.length} INTERNALDATE "17-Jul-2026 02:44:25 +0000" ` : "";
      return `* ${uid} FETCH (UID ${uid} ${more}${section} {${size}}\r\n${text})\r\n`;
    });
    return lines.join("");
  }
}
