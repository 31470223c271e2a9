/** Messages of the saved views, in Dutch. */
import type * as en from "../en/views.ts";

export const views: typeof en.views = {
  title: "Opgeslagen weergaven",
  short: "Weergaven",
  hint: "Filters en rapporten die je onder een naam hebt opgeslagen. Zoeken vindt ze ook.",
  none: "Nog geen opgeslagen weergaven. Filter de transacties of stel een rapport in en kies dan Weergaven.",
  noneHere: {
    transactions: "Filter de lijst en sla die hier op.",
    reports: "Sla dit rapport op om het opnieuw te openen.",
  },
  save: "Deze weergave opslaan…",
  saveTitle: "Deze weergave opslaan",
  manage: "Weergaven beheren",
  name: "Naam",
  taken: "Er is al een weergave met deze naam. Die wordt vervangen.",
  replace: "Vervangen",
  rename: "Naam wijzigen",
  renameTitle: "Naam van weergave wijzigen",
  deleted: (name) => `Weergave ‘${name}’ verwijderd.`,
};
