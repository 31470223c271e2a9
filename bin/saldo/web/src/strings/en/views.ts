/** Messages of the saved views, in English. */
export const views = {
  title: "Saved views",
  short: "Views",
  hint: "Filters and reports that you saved under a name. Search finds them too.",
  none: "No saved views yet. Filter the transactions or set up a report, then choose Views.",
  noneHere: { transactions: "Filter the list, then save it here.", reports: "Save this report to open it again." },
  save: "Save this view…",
  saveTitle: "Save this view",
  manage: "Manage views",
  name: "Name",
  taken: "A view has this name. Saving replaces it.",
  replace: "Replace",
  rename: "Rename",
  renameTitle: "Rename view",
  deleted: (name: string) => `View “${name}” deleted.`,
};
