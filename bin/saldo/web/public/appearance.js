/**
 * Applies the appearance that the user chose in this browser. The page loads this file before its first paint,
 * so that no other theme appears for a moment. `src/lib/appearance.ts` stores the choice under the same keys.
 */
function applyAppearance() {
  const root = document.documentElement;
  const chosen = localStorage.getItem("saldo.theme");
  const theme = chosen === "light" || chosen === "dark" ? chosen : null;
  if (theme) {
    root.dataset.theme = theme;
  } else {
    delete root.dataset.theme;
  }
  if (localStorage.getItem("saldo.density") === "compact") {
    root.dataset.density = "compact";
  } else {
    delete root.dataset.density;
  }
  root.toggleAttribute("data-amounts-hidden", localStorage.getItem("saldo.amounts") === "hidden");
  document.querySelector("meta[name=color-scheme]").content = theme ?? "light dark";
  for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
    const own = meta.dataset.theme;
    meta.media = theme ? (theme === own ? "all" : "not all") : `(prefers-color-scheme: ${own})`;
  }
}

applyAppearance();
addEventListener("saldo:appearance", applyAppearance);
// A change in another tab of this browser.
addEventListener("storage", applyAppearance);
