/**
 * Draws the made-up statements in `public/samples`, and those that the journeys in `e2e` need: `node dev/make-samples.mjs`.
 * The bank, the person and every figure are invented; opening balance and entries add up to the closing balance, as on a
 * real statement. `e2e/fixtures/locked.pdf` is the January one behind a password:
 * `qpdf --encrypt harbour owner 256 -- public/samples/saldo-sample-checking-january.pdf e2e/fixtures/locked.pdf`.
 */
import { mkdir, writeFile } from "node:fs/promises";

const MONTHS = [
  { name: "january", month: 1, days: 31 },
  { name: "february", month: 2, days: 28 },
  { name: "march", month: 3, days: 31 },
];

/** What happens each month: day, description, cents; several amounts take turns by month. */
const HABITS = [
  [1, "RENT HARBOUR LANE 12", [-118000]],
  [1, "CITY TRANSIT MONTHLY PASS", [-5900]],
  [2, "GREENGROCER MARKET ST", [-4327, -3918, -5164]],
  [3, "COFFEE CORNER", [-480, -520, -480]],
  [4, "NORTHWIND ELECTRICITY", [-8740, -9215, -7633]],
  [5, "BAKERY AM MARKT", [-1265, -980, -1490]],
  [6, "PHARMACY CENTRAL", [-2315, -1180, -3405]],
  [8, "SUPERMARKET FRESHLY 0417", [-7652, -8231, -6904]],
  [9, "STREAMFLIX SUBSCRIPTION", [-1399]],
  [10, "RESTAURANT LA PIAZZA", [-5480, -6210, -4735]],
  [12, "TRANSFER TO SAVINGS", [-30000]],
  [13, "COFFEE CORNER", [-480, -480, -520]],
  [14, "BOOKSHOP LANTERN", [-2490, -1850, -3275]],
  [15, "MOBILE PHONE PLAN", [-2499]],
  [16, "SUPERMARKET FRESHLY 0417", [-8119, -7340, -9022]],
  [18, "FUEL STATION RING ROAD", [-6133, -5870, -6419]],
  [19, "CINEMA ODEON", [-2600, -1300, -2600]],
  [21, "HEALTH INSURANCE", [-21450]],
  [22, "GREENGROCER MARKET ST", [-3655, -4120, -3987]],
  [24, "SUPERMARKET FRESHLY 0417", [-6977, -7815, -8246]],
  [25, "SALARY BRIGHT FUTURES LTD", [342000]],
  [26, "REFUND SHOE SHOP", [0, 8995, 0]],
  [27, "GYM MEMBERSHIP", [-3900]],
  [28, "RESTAURANT SAKURA", [-4260, -3890, -5125]],
];

const TEXT = { left: 56, top: 790, line: 17, rowsPerPage: 30 };
const COLUMNS = { date: 56, description: 130, out: 396, in: 466, balance: 539 };

/** The width of a figure in Helvetica, in thousandths of its size. */
const WIDTHS = { ",": 278, ".": 278, "-": 333 };
const width = (text, size) => [...text].reduce((sum, letter) => sum + (WIDTHS[letter] ?? 556), 0) * (size / 1000);

const money = (cents) => {
  const text = String(Math.abs(cents)).padStart(3, "0");
  const whole = text.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, ",");
  return `${cents < 0 ? "-" : ""}${whole}.${text.slice(-2)}`;
};
const day = (month, number) => `2026-${String(month).padStart(2, "0")}-${String(number).padStart(2, "0")}`;

class Page {
  #commands = [];
  #y = TEXT.top;

  put(x, text, { font = "F1", size = 9 } = {}) {
    const safe = text.replaceAll(/[\\()]/g, "\\$&");
    this.#commands.push(`BT /${font} ${size} Tf ${x.toFixed(2)} ${this.#y.toFixed(2)} Td (${safe}) Tj ET`);
    return this;
  }

  right(x, text, style = {}) {
    return this.put(x - width(text, style.size ?? 9), text, style);
  }

  foot(text) {
    this.#y = 40;
    return this.right(COLUMNS.balance, text, { size: 8 });
  }

  rule() {
    this.#commands.push(`0.7 G 0.5 w ${TEXT.left} ${this.#y - 5} m ${COLUMNS.balance} ${this.#y - 5} l S`);
    return this;
  }

  down(lines = 1) {
    this.#y -= TEXT.line * lines;
    return this;
  }

  toString() {
    return this.#commands.join("\n");
  }
}

function head(page, statement) {
  page.put(TEXT.left, "Harbour Example Bank", { font: "F2", size: 16 });
  page.down(1.6);
  page.put(TEXT.left, "Checking account statement", { font: "F2", size: 11 }).down();
  page.put(TEXT.left, "Account number: 0042 1187 5530").put(300, "Currency: EUR").down();
  page.put(TEXT.left, `Statement period: ${statement.from} to ${statement.to}`).down(1.8);
  const bold = { font: "F2" };
  page.put(COLUMNS.date, "Date", bold).put(COLUMNS.description, "Description", bold);
  page
    .put(COLUMNS.out - 44, "Money out", bold)
    .put(COLUMNS.in - 38, "Money in", bold)
    .put(COLUMNS.balance - 36, "Balance", bold);
  page.rule().down();
}

/** `slip` is added to every balance from one row on: what a statement looks like that does not add up. */
function draw(statement, slip = { row: -1, cents: 0 }) {
  const count = Math.ceil(statement.entries.length / TEXT.rowsPerPage);
  const pages = [];
  let balance = statement.opening;
  let row = 0;
  for (let number = 1; number <= count; number += 1) {
    const page = new Page();
    head(page, statement);
    if (number === 1) {
      page.put(COLUMNS.date, statement.from).put(COLUMNS.description, "Opening balance", { font: "F2" });
      page.right(COLUMNS.balance, money(balance), { font: "F2" }).down();
    }
    for (const [date, description, cents] of statement.entries.slice(
      (number - 1) * TEXT.rowsPerPage,
      number * TEXT.rowsPerPage,
    )) {
      balance += cents + (row === slip.row ? slip.cents : 0);
      row += 1;
      page.put(COLUMNS.date, date).put(COLUMNS.description, description);
      page.right(cents < 0 ? COLUMNS.out : COLUMNS.in, money(Math.abs(cents)));
      page.right(COLUMNS.balance, money(balance)).down();
    }
    if (number === count) {
      page.rule().down();
      page.put(COLUMNS.date, statement.to).put(COLUMNS.description, "Closing balance", { font: "F2" });
      page.right(COLUMNS.balance, money(balance), { font: "F2" }).down(2);
      page.put(TEXT.left, "A made-up statement that comes with Saldo. No such bank, no such account.", { size: 8 });
    }
    page.foot(`Page ${number} of ${count}`);
    pages.push(page.toString());
  }
  return { pages, closing: balance };
}

/** The smallest PDF that holds these pages. */
function pdf(pages) {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${5 + 2 * index} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
  ];
  for (const content of pages) {
    const stream = objects.length + 2;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${stream} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  }
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  file += offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  return `${file}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
}

/** A letter of the bank: text, but no statement. */
function letter() {
  const page = new Page();
  page.put(TEXT.left, "Harbour Example Bank", { font: "F2", size: 16 }).down(3);
  for (const line of [
    "Dear customer,",
    "",
    "our branch at the old harbour moves next spring.",
    "We look forward to your visit.",
  ]) {
    page.put(TEXT.left, line, { size: 11 }).down();
  }
  return page.toString();
}

const samples = new URL("../public/samples/", import.meta.url);
const fixtures = new URL("../e2e/fixtures/", import.meta.url);
await mkdir(samples, { recursive: true });
await mkdir(fixtures, { recursive: true });

let opening = 241873;
const drawn = [];
for (const [index, { name, month, days }] of MONTHS.entries()) {
  const entries = HABITS.map(([number, description, amounts]) => [
    day(month, number),
    description,
    amounts[index % amounts.length],
  ]);
  const statement = {
    from: day(month, 1),
    to: day(month, days),
    opening,
    entries: entries.filter(([, , cents]) => cents !== 0),
  };
  if (month === 2) {
    await writeFile(new URL("unbalanced.pdf", fixtures), pdf(draw(statement, { row: 9, cents: 1040 }).pages), "latin1");
  }
  const { pages, closing } = draw(statement);
  opening = closing;
  drawn.push(...pages);
  await writeFile(new URL(`saldo-sample-checking-${name}.pdf`, samples), pdf(pages), "latin1");
}
await writeFile(new URL("two-months.pdf", fixtures), pdf(drawn.slice(0, 2)), "latin1");
await writeFile(new URL("letter.pdf", fixtures), pdf([letter()]), "latin1");
