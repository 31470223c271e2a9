/** Warnings that the amounts of two accounts may be in the figures twice. */
import { Link } from "wouter";
import { transactionsPath } from "../lib/transaction-filter.ts";
import { strings } from "../strings/index.ts";
import { Notice } from "./notice.tsx";

interface Props {
  pairs: readonly (readonly string[])[];
  /** Returns the name of an account. */
  nameOf: (id: string) => string;
}

export function CountedTwice({ pairs, nameOf }: Props) {
  return pairs.map(([one = "", other = ""]) => (
    <Notice key={`${one} ${other}`} tone="bad">
      {strings.overview.countedTwice(nameOf(one), nameOf(other))}{" "}
      <Link href={transactionsPath({ account: other })}>{strings.overview.countedTwiceLook}</Link>
    </Notice>
  ));
}
