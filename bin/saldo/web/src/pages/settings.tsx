/** `/settings` and its sections: profile, categories, rules, tokens, data. */
import { type ComponentType, type LazyExoticComponent, Suspense, lazy, useEffect, useRef } from "react";
import { Link } from "wouter";
import type { BooksRole } from "../api-households.ts";
import { Heading } from "../components/heading.tsx";
import { Controls } from "../components/role.tsx";
import { NotFound } from "./not-found.tsx";
import { strings } from "../strings/index.ts";
import "./settings.css";

type Tab = keyof typeof strings.settings.tabs;

const TABS: Record<Tab, LazyExoticComponent<ComponentType>> = {
  you: lazy(() => import("../components/settings/you.tsx")),
  categories: lazy(() => import("../components/settings/categories.tsx")),
  rules: lazy(() => import("../components/settings/rules.tsx")),
  money: lazy(() => import("../components/settings/money.tsx")),
  privacy: lazy(() => import("../components/settings/privacy.tsx")),
  notifications: lazy(() => import("../components/settings/notifications.tsx")),
  household: lazy(() => import("../components/settings/household.tsx")),
  tokens: lazy(() => import("../components/settings/tokens.tsx")),
  data: lazy(() => import("../components/settings/data.tsx")),
};

/** The roles that sections about the open books need. The others concern the user or check themselves. */
const ROLES: Partial<Record<Tab, BooksRole>> = {
  categories: "editor",
  rules: "editor",
  money: "editor",
  privacy: "editor",
  notifications: "owner",
};

function isTab(name: string): name is Tab {
  return Object.hasOwn(TABS, name);
}

export default function Settings({ tab = "you" }: { tab?: string }) {
  const tabs = useRef<HTMLElement>(null);
  // The tabs scroll on narrow screens; scroll the current one into view.
  useEffect(() => {
    tabs.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [tab]);
  if (!isTab(tab)) {
    return <NotFound />;
  }
  const Content = TABS[tab];
  const words = strings.settings;
  return (
    <div className="page settings">
      <Heading title={words.title} />
      <nav ref={tabs} className="tabs" aria-label={words.sections}>
        {Object.keys(TABS)
          .filter(isTab)
          .map((name) => (
            <Link
              key={name}
              href={name === "you" ? "/settings" : `/settings/${name}`}
              aria-current={name === tab ? "page" : undefined}
            >
              {words.tabs[name]}
            </Link>
          ))}
      </nav>
      <Suspense fallback={<p className="splash">{strings.loading}</p>}>
        {ROLES[tab] ? (
          <Controls role={ROLES[tab]}>
            <Content />
          </Controls>
        ) : (
          <Content />
        )}
      </Suspense>
    </div>
  );
}
