/** The words that every page shares, in English. */

export const saldo: string = "Saldo";

export const loading: string = "Loading…";

export const cancel: string = "Cancel";

export const save: string = "Save";

export const retry: string = "Try again";

export const skipToContent: string = "Skip to content";

export const notFound = {
  title: "Nothing here",
  body: "This page does not exist. It may have been removed.",
  back: "To the statements",
};

export const trouble = {
  offline: "The server cannot be reached. Check the connection and try again.",
  server: "The server could not do that. Try again; if it goes on, its log says why.",
  gone: "That does not exist any more.",
  page: "This page ran into an error.",
  reload: "Load it again",
};

export const nav = {
  label: "Main",
  overview: "Overview",
  statements: "Statements",
  entries: "Entries",
  advisor: "Advisor",
  settings: "Settings",
};
