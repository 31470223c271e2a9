/** A flow chart (Sankey): money in on the left, money out on the right. Parts link to their transactions. */
import { type Flow, bandOf } from "../../lib/flow.ts";
import { formatMoney, shareOf, sum } from "../../lib/money.ts";
import { locale } from "../../strings/index.ts";
import { Mark } from "./mark.tsx";
import "./charts.css";

/** The height of a text in percent of the chart. A thinner band would strike it through. */
const TEXT_PERCENT = 5;

interface Props {
  label: string;
  currency: string;
  flow: Flow;
}

export function FlowChart({ label, currency, flow: { nodes, middle } }: Props) {
  const share = new Intl.NumberFormat(locale(), { style: "percent", maximumFractionDigits: 1 });
  const whole = sum(nodes.filter(({ side }) => side === "in").map(({ amount }) => amount));
  return (
    <div className="chart-flow">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        {nodes.map((node) => (
          <path
            key={`${node.side} ${node.key}`}
            className={node.isNet ? "net" : node.side}
            d={bandOf(node, 100, 100)}
          />
        ))}
      </svg>
      <span className="middle" style={{ insetBlockStart: `${middle.top}%`, blockSize: `${middle.height}%` }} />
      <ul aria-label={label}>
        {nodes.map((node) => {
          const figure = formatMoney(node.amount, currency);
          const bar = {
            insetBlockStart: `${(100 * (node.barTop - node.top)) / node.height}%`,
            blockSize: `${(100 * node.barHeight) / node.height}%`,
          };
          return (
            <li
              key={`${node.side} ${node.key}`}
              className={node.side}
              style={{ insetBlockStart: `${node.top}%`, blockSize: `${node.height}%` }}
            >
              <Mark
                href={node.path}
                name={node.title}
                figure={`${figure} · ${share.format(shareOf(node.amount, whole))}`}
                place={node.side === "in" ? 0 : 100}
              >
                <span className={node.isNet ? "bar net" : "bar"} style={bar} />
                <span className={node.barHeight < TEXT_PERCENT ? "words thin" : "words"} aria-hidden>
                  <span className="name">{node.name}</span> <span className="sum money">{figure}</span>
                </span>
              </Mark>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
