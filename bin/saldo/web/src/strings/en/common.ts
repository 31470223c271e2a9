/** Messages that all pages share, in English. */
import { count } from "./count.ts";

export const saldo: string = "Saldo";

export const loading: string = "Loading…";

export const cancel: string = "Cancel";

export const save: string = "Save";

export const retry: string = "Try again";

export const skipToContent: string = "Skip to content";

export const notFound = {
  title: "Page not found",
  body: "This page doesn’t exist. It may have been removed.",
  back: "Go to statements",
};

export const trouble = {
  offline: "Can’t reach the server. Check your connection and try again.",
  server: "Something went wrong on the server. Try again, or check the server log.",
  gone: "This no longer exists.",
  page: "Something went wrong on this page.",
  reload: "Reload",
};

export const nav = {
  label: "Main",
  overview: "Overview",
  statements: "Statements",
  transactions: "Transactions",
  accounts: "Accounts",
  budget: "Budget",
  goals: "Goals",
  recurring: "Recurring",
  reports: "Reports",
  advisor: "Advisor",
  settings: "Settings",
  more: "More",
};

export const amounts = {
  hide: "Hide amounts",
  show: "Show amounts",
};

export const chart = {
  further: (number: number) => `${number} more`,
  saveTable: (title: string) => `Save ${title} as a table (CSV)`,
  savePicture: (title: string) => `Save ${title} as a picture (PNG)`,
  group: "Group",
  share: "Share",
};

export const palette = {
  title: "Search everything",
  short: "Search",
  label: "Search pages, accounts, categories, merchants and statements, or ask a question",
  placeholder: "Search or ask…",
  results: "Results",
  groups: {
    pages: "Pages",
    actions: "Actions",
    views: "Saved views",
    accounts: "Accounts",
    categories: "Categories",
    merchants: "Merchants",
    statements: "Statements",
    further: "More",
  },
  find: (text: string) => `Find “${text}” in transactions`,
  ask: (text: string) => `Ask the advisor: “${text}”`,
  count: (number: number) => count(number, { one: "# result", other: "# results" }),
  move: "Select",
  open: "Open",
};

export const help = {
  title: "Help",
  link: "Help on this page",
  inEnglish: "The guide is in English.",
  all: "All topics",
};
