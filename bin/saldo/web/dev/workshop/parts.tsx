/** The parts of the workshop, by name. */
import { Plus, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Bar } from "../../src/components/bar.tsx";
import { Bars } from "../../src/components/bars.tsx";
import { ColumnChart } from "../../src/components/charts/column-chart.tsx";
import { LineChart } from "../../src/components/charts/line-chart.tsx";
import { Treemap } from "../../src/components/charts/treemap.tsx";
import { Field, PasswordField } from "../../src/components/field.tsx";
import { Menu } from "../../src/components/menu.tsx";
import { MonthChoice } from "../../src/components/month-choice.tsx";
import { Notice } from "../../src/components/notice.tsx";
import { RowForm } from "../../src/components/row-form.tsx";
import { SelectField } from "../../src/components/select-field.tsx";
import { StateMark } from "../../src/components/state-mark.tsx";
import { tilesOf } from "../../src/lib/treemap.ts";

const nothing = () => undefined;

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun"];

const buttons = (
  <div className="row">
    <button type="button" className="button primary">
      Save
    </button>
    <button type="button" className="button primary" disabled>
      Save
    </button>
    <button type="button" className="button">
      <Plus size={16} aria-hidden /> Add
    </button>
    <button type="button" className="button small">
      Undo
    </button>
    <button type="button" className="button danger">
      Delete
    </button>
    <button type="button" className="quiet icon" aria-label="Remove">
      <Trash2 size={16} aria-hidden />
    </button>
  </div>
);

const fields = (
  <>
    <Field label="Name" defaultValue="Groceries" />
    <Field label="Amount" hint="Refunds are deducted." placeholder="0.00" />
    <Field label="E-mail" defaultValue="ann@" problem="Enter a valid email address." />
    <Field label="Account" defaultValue="Checking" disabled />
    <PasswordField label="Password" defaultValue="a long password" />
    <SelectField label="Period" options={[["month", "Monthly"]]} hint="The first day of the month." />
  </>
);

const states = (
  <div className="row">
    <StateMark state={{ tone: "good", text: "Proven", detail: null }} />
    <StateMark state={{ tone: "warn", text: "Needs your password", detail: null }} />
    <StateMark state={{ tone: "bad", text: "Off by €51.70 at row 10", detail: null, hasAmount: true }} />
    <StateMark state={{ tone: "plain", text: "Not read", detail: null }} />
  </div>
);

const notices = (
  <>
    <Notice>Nothing has been imported yet.</Notice>
    <Notice tone="good">The statement adds up.</Notice>
    <Notice tone="warn">The data of one account ends on March 12.</Notice>
    <Notice tone="bad">The server could not be reached.</Notice>
  </>
);

const columns = (
  <ColumnChart
    label="Cash flow"
    currency="EUR"
    groups={MONTHS.map((shortLabel, index) => ({
      key: shortLabel,
      shortLabel,
      columns: [
        { tone: "in", name: `${shortLabel} in`, amount: "2400.00", path: "/transactions" },
        { tone: "out", name: `${shortLabel} out`, amount: `${(index + 2) * 310}.50`, path: "/transactions" },
      ],
    }))}
  />
);

const belowZero = (
  <ColumnChart
    label="Net"
    currency="EUR"
    groups={MONTHS.map((shortLabel, index) => ({
      key: shortLabel,
      shortLabel,
      columns: [
        index % 2
          ? { tone: "out", name: shortLabel, amount: "-480.00", path: null }
          : { tone: "in", name: shortLabel, amount: "620.00", path: null },
      ],
    }))}
  />
);

const line = (
  <LineChart
    currency="EUR"
    pathOf={() => "/transactions"}
    points={MONTHS.map((_, index) => ({
      month: `2026-0${index + 1}`,
      date: `2026-0${index + 1}-28`,
      amount: `${4_000 + index * index * 130}.00`,
      ...(index === MONTHS.length - 1 && { knownUntil: "2026-06-12" }),
    }))}
  />
);

const AREAS = [
  ["Housing", "950.00"],
  ["Groceries", "412.30"],
  ["Transport", "160.00"],
  ["Restaurants", "88.20"],
  ["Health", "42.00"],
  ["Gifts", "3.10"],
] as const;

const treemap = (
  <Treemap
    label="Spending"
    currency="EUR"
    tiles={tilesOf(
      AREAS.map(([name, amount]) => ({ key: name, name, amount, path: "/transactions", parts: [] })),
      { smaller: (count) => `${count} smaller`, within: (whole, part) => `${whole} › ${part}` },
    )}
  />
);

const bars = (
  <Bars
    bars={[
      { label: "Supermarket", figure: "€412.30", share: 100, path: "/transactions" },
      { label: "A merchant with a long name that has to wrap on a phone", figure: "€160.00", share: 39, path: null },
      { label: "Kiosk", figure: "€0.90", share: 1, path: null },
    ]}
  />
);

/** The parts, each with its states. */
export const PARTS: Record<string, ReactNode> = {
  buttons,
  fields,
  states,
  notices,
  months: <MonthChoice month="2026-02" last="2026-03" onChoose={nothing} />,
  menu: (
    <Menu button="More" className="button small">
      {() => <button type="button">Rename</button>}
    </Menu>
  ),
  columns,
  "columns-below-zero": belowZero,
  line,
  treemap,
  bars,
  form: (
    <RowForm
      label="Missing row"
      values={{ date: "2026-03-12", description: "COFFEE CORNER", amount: "-4.50" }}
      currency="EUR"
      isBusy={false}
      onSave={nothing}
      onCancel={nothing}
    />
  ),
  bar: (
    <Bar text="“Amzn Mktp” is now “Amazon”.">
      <button type="button" className="button small">
        Undo
      </button>
    </Bar>
  ),
};
