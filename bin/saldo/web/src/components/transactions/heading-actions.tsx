/** The rarely used actions of the transaction list: a row of buttons, or one menu on a phone. */
import { Ellipsis, Store } from "lucide-react";
import { Link } from "wouter";
import type { TransactionFilter } from "../../api.ts";
import { useNarrow } from "../../lib/use-narrow.ts";
import { strings } from "../../strings/index.ts";
import { Menu } from "../menu.tsx";
import { ViewsMenu } from "../views-menu.tsx";
import { ExportMenu } from "./export-menu.tsx";

interface Props {
  filter: TransactionFilter;
  search: URLSearchParams;
  hasAccounts: boolean;
  hasTransactions: boolean;
}

export function HeadingActions({ filter, search, hasAccounts, hasTransactions }: Props) {
  const isNarrow = useNarrow();
  if (!hasAccounts && !hasTransactions) {
    return null;
  }
  const actions = (close?: () => void) => (
    <>
      {hasAccounts && (
        <Link className={isNarrow ? "button" : "quiet icon"} href="/merchants" title={strings.merchants.title}>
          <Store size={isNarrow ? 18 : 20} aria-hidden />
          <span className={isNarrow ? undefined : "hidden"}>{strings.merchants.title}</span>
        </Link>
      )}
      {hasAccounts && <ViewsMenu page="transactions" search={search} {...(close && { onSave: close })} />}
      {hasTransactions && <ExportMenu filter={filter} />}
    </>
  );
  return isNarrow ? (
    <Menu className="button rare" label={strings.nav.more} button={<Ellipsis size={20} aria-hidden />}>
      {(close) => (
        // The menus within close themselves only.
        <div className="rare-list" onClick={({ target }) => (target as Element).closest("a") && close()}>
          {actions(close)}
        </div>
      )}
    </Menu>
  ) : (
    actions()
  );
}
