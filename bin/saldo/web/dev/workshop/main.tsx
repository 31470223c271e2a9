/**
 * The workshop: the parts of the pages in all of their states, with invented figures and no server.
 * `npm run dev` serves it at `/dev/workshop/`; it is not part of the build. `e2e/workshop.e2e.ts` compares
 * it with pictures.
 */
import { createRoot } from "react-dom/client";
import { preferredLanguage, useLanguage } from "../../src/strings/index.ts";
import { PARTS } from "./parts.tsx";
import "../../src/styles/fonts.css";
import "../../src/styles/tokens.css";
import "../../src/styles/base.css";
import "../../src/styles/controls.css";
import "../../src/styles/shell.css";
import "./workshop.css";

await useLanguage(preferredLanguage()).catch(() => undefined);

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <main className="workshop">
      <h1>Workshop</h1>
      {Object.entries(PARTS).map(([name, part]) => (
        <section key={name} id={name} aria-label={name}>
          <h2>{name}</h2>
          {part}
        </section>
      ))}
    </main>,
  );
}
