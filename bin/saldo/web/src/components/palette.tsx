/**
 * The palette: search for pages, actions, accounts, categories, merchants and statements, and ask the
 * advisor. The native dialog keeps the focus inside and returns it. The field is a combobox: it keeps the
 * focus, and names the active option to screen readers.
 */
import { useQuery } from "@tanstack/react-query";
import {
  Bookmark,
  CreditCard,
  Eye,
  FileText,
  type LucideIcon,
  MessageCircle,
  PanelsTopLeft,
  Search,
  Store,
  Tag,
} from "lucide-react";
import { Fragment, type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { listAccounts, listCategories, listStatements } from "../api.ts";
import { reportMerchants } from "../api-reports.ts";
import { listSavedViews } from "../api-views.ts";
import { accountPath } from "../lib/account-groups.ts";
import { digitsOf, parseAmount } from "../lib/amount-input.ts";
import { hideAmounts, useAmountsHidden } from "../lib/appearance.ts";
import { askAdvisor } from "../lib/asked.ts";
import { useBackCloses } from "../lib/back-closes.ts";
import { formatPeriod } from "../lib/date.ts";
import { guideOf } from "../lib/guide.ts";
import { merchantName } from "../lib/merchant-name.ts";
import { type Group, type Target, isQuestion, search } from "../lib/palette.ts";
import { viewPath } from "../lib/saved-views.ts";
import { wholePeriod } from "../lib/statement-parts.ts";
import { nameOf } from "../lib/statement-state.ts";
import { absolute, formatMoney } from "../lib/money.ts";
import { transactionsPath } from "../lib/transaction-filter.ts";
import { strings } from "../strings/index.ts";
import { useHasRole } from "./role.tsx";
import "./palette.css";

const ICONS: Record<Group, LucideIcon> = {
  pages: PanelsTopLeft,
  actions: Eye,
  views: Bookmark,
  accounts: CreditCard,
  categories: Tag,
  merchants: Store,
  statements: FileText,
};

/** A line of the list. */
interface Option {
  key: string;
  icon: LucideIcon;
  name: string;
  detail?: string | undefined;
  run: () => void;
}

/** Returns everything that can be opened. What cannot be loaded is left out. */
function useTargets(): Target[] {
  const accounts = useQuery({ queryKey: ["accounts"], queryFn: listAccounts }).data ?? [];
  const categories = useQuery({ queryKey: ["categories"], queryFn: listCategories }).data ?? [];
  const merchants = useQuery({ queryKey: ["reports", "merchants"], queryFn: reportMerchants }).data ?? [];
  const statements = useQuery({ queryKey: ["statements", "latest"], queryFn: () => listStatements(null) }).data;
  const views = useQuery({ queryKey: ["saved-views"], queryFn: listSavedViews }).data ?? [];
  const isHidden = useAmountsHidden();
  const { amounts, help, nav, settings } = strings;
  const parents = new Map(categories.map(({ id, name }) => [id, name]));
  return [
    ...PLACES.map(([path, name]): Target => ({ key: path, group: "pages", name: nav[name], path })),
    { key: "/merchants", group: "pages", name: strings.merchants.title, path: "/merchants" },
    { key: "/views", group: "pages", name: strings.views.title, path: "/views" },
    { key: "/edits", group: "pages", name: strings.edits.title, path: "/edits" },
    ...(guideOf("/") ? [{ key: "/help", group: "pages", name: help.title, path: "/help" } as const] : []),
    ...TABS.map(([path, tab]): Target => ({
      ...{ key: path, group: "pages", name: settings.tabs[tab], detail: nav.settings, path },
    })),
    {
      key: "amounts",
      group: "actions",
      name: isHidden ? amounts.show : amounts.hide,
      act: () => hideAmounts(!isHidden),
    },
    ...views.map((view): Target => ({
      ...{ key: view.id, group: "views", name: view.name, detail: nav[view.page], path: viewPath(view) },
    })),
    ...accounts.map(({ id, name, institution, numberMasked }): Target => ({
      ...{ key: id, group: "accounts", name, path: accountPath(id) },
      detail: [institution === name ? null : institution, numberMasked].filter(Boolean).join(" · "),
    })),
    ...categories.map(({ id, name, parentId }): Target => ({
      ...{ key: id, group: "categories", name, path: transactionsPath({ category: id }) },
      detail: (parentId && parents.get(parentId)) || "",
    })),
    ...merchants.map((name): Target => ({
      ...{
        key: `merchant ${name}`,
        group: "merchants",
        name: merchantName(name),
        path: transactionsPath({ merchant: name }),
      },
    })),
    ...(statements?.items ?? []).map((statement): Target => {
      const period = wholePeriod(statement.accounts);
      const days = period && formatPeriod(period.from, period.to);
      const file = statement.institution ? statement.fileName : null;
      const detail = [days, file].filter(Boolean).join(" · ");
      return {
        ...{ key: statement.id, group: "statements", name: nameOf(statement), detail },
        path: `/statements/${statement.id}`,
      };
    }),
  ];
}

const PLACES = [
  ["/", "overview"],
  ["/statements", "statements"],
  ["/transactions", "transactions"],
  ["/accounts", "accounts"],
  ["/budget", "budget"],
  ["/goals", "goals"],
  ["/recurring", "recurring"],
  ["/reports", "reports"],
  ["/advisor", "advisor"],
] as const;

const TABS = [
  ["/settings", "you"],
  ["/settings/categories", "categories"],
  ["/settings/rules", "rules"],
  ["/settings/money", "money"],
  ["/settings/privacy", "privacy"],
  ["/settings/notifications", "notifications"],
  ["/settings/household", "household"],
  ["/settings/tokens", "tokens"],
  ["/settings/data", "data"],
] as const;

/** Returns an option for each currency that opens the transactions with an amount; none for another text. */
function amountsOf(text: string, currencies: readonly string[], open: (path: string) => void): Option[] {
  return currencies.flatMap((currency) => {
    const amount = parseAmount(text, digitsOf(currency));
    if (amount === null) {
      return [];
    }
    const size = absolute(amount);
    const path = transactionsPath({ currency, minAmount: size, maxAmount: size });
    const name = `${strings.statement.amount}: ${formatMoney(size, currency)}`;
    return [{ key: `amount ${currency}`, icon: Search, name, run: () => open(path) }];
  });
}

export default function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [, go] = useLocation();
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(0);
  const id = useId();
  const targets = useTargets();
  const accounts = useQuery({ queryKey: ["accounts"], queryFn: listAccounts }).data ?? [];
  const currencies = [...new Set(accounts.map(({ currency }) => currency))];
  const mayAsk = useHasRole("editor");
  const words = strings.palette;
  useBackCloses(onClose);
  // Close the dialog before it is removed: only then does the browser return the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  const open = (path: string) => {
    onClose();
    go(path);
  };
  const run = ({ path, act }: Target) => {
    if (path !== undefined) {
      open(path);
    } else {
      onClose();
      act?.();
    }
  };
  const groups = [
    ...search(targets, query).map(({ group, targets: found }) => ({
      key: group as string,
      name: words.groups[group],
      options: found.map((target): Option => {
        const { key, name, detail } = target;
        return { key, name, detail, icon: ICONS[group], run: () => run(target) };
      }),
    })),
  ];
  const text = query.trim();
  if (text !== "") {
    const ask: Option = {
      key: "ask",
      icon: MessageCircle,
      name: words.ask(text),
      run: () => {
        askAdvisor(text);
        open("/advisor");
      },
    };
    const find: Option = {
      ...{ key: "find", icon: Search, name: words.find(text), run: () => open(transactionsPath({ text })) },
    };
    const both = isQuestion(text) ? [ask, find] : [find, ask];
    const options = [...amountsOf(text, currencies, open), ...(mayAsk ? both : [find])];
    const further = { key: "further", name: words.groups.further, options };
    groups[isQuestion(text) ? "unshift" : "push"](further);
  }
  const options = groups.flatMap((group) => group.options);
  const current = Math.min(active, options.length - 1);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [current, query]);
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) {
      return;
    }
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined) {
      setActive((current + step + options.length) % options.length);
    } else if (event.key === "Enter") {
      options[current]?.run();
    } else {
      return;
    }
    event.preventDefault();
  };
  let index = -1;
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={words.title}
      onCancel={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="palette-field">
        <Search size={18} aria-hidden />
        <input
          role="combobox"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          aria-label={words.label}
          aria-expanded
          aria-autocomplete="list"
          aria-controls={`${id}list`}
          aria-activedescendant={current >= 0 ? `${id}${current}` : undefined}
          placeholder={words.placeholder}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setActive(0);
          }}
          onKeyDown={onKey}
        />
        <button type="button" className="quiet" onClick={onClose}>
          {strings.keys.close}
        </button>
      </div>
      <div ref={list} id={`${id}list`} className="palette-list" role="listbox" aria-label={words.results}>
        {groups.map((group) => (
          <Fragment key={group.key}>
            <div role="group" aria-labelledby={`${id}${group.key}`}>
              <div id={`${id}${group.key}`} className="palette-group" role="presentation">
                {group.name}
              </div>
              {group.options.map(({ key, icon: Icon, name, detail, run }) => {
                index += 1;
                const at = index;
                return (
                  <div
                    key={key}
                    id={`${id}${at}`}
                    className="palette-option"
                    role="option"
                    aria-selected={at === current}
                    onPointerMove={() => setActive(at)}
                    onClick={run}
                  >
                    <Icon size={18} strokeWidth={1.75} aria-hidden />
                    <span className="palette-name">{name}</span>
                    {detail && <span className="hint">{detail}</span>}
                  </div>
                );
              })}
            </div>
          </Fragment>
        ))}
      </div>
      <p className="hidden" role="status">
        {words.count(options.length)}
      </p>
      <p className="palette-keys hint" aria-hidden>
        <kbd>↑</kbd> <kbd>↓</kbd> {words.move} · <kbd>Enter</kbd> {words.open} · <kbd>Esc</kbd> {strings.keys.close}
      </p>
    </dialog>
  );
}
