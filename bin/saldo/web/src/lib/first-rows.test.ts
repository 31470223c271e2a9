import { expect, it } from "vitest";
import { likelySeparator, rowsOf } from "./first-rows.ts";

it("reads quoted cells with delimiters, quotes and line breaks", () => {
  expect(rowsOf('Date;Text\r\n\r\n1.2.24;"A ""B""; C\nD"\r\n', ";")).toEqual([
    ["Date", "Text"],
    ["1.2.24", 'A "B"; C\nD'],
  ]);
});

it("chooses the delimiter that splits most rows into columns", () => {
  expect(likelySeparator("Konto 1, Bank\nDatum;Text;Betrag\n1.2.24;a, b;1,00\n2.2.24;c;2,00\n")).toBe(";");
  expect(likelySeparator("date,text,amount\n2024-01-01,x,1.00\n")).toBe(",");
});
