/** Starts the pages. It loads the user's language first, so that nothing renders twice. */
import "./lib/no-eval.ts";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { ApiError } from "./api.ts";
import { App } from "./app.tsx";
import { auth } from "./auth-client.ts";
import { guardUploads } from "./lib/uploads.ts";
import { preferredLanguage, useLanguage } from "./strings/index.ts";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/shell.css";

/** A session that ended elsewhere shows as 401: the auth client asks again, and the sign-in page appears. */
function noticeSignOut(error: Error): void {
  if (error instanceof ApiError && error.status === 401) {
    auth.$store.notify("$sessionSignal");
  }
}

const client = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignOut }),
  mutationCache: new MutationCache({ onError: noticeSignOut }),
  defaultOptions: {
    queries: {
      // Without a network a request fails at once and says so; by default it would wait in silence.
      networkMode: "always",
      staleTime: 10_000,
      // A refusal stays a refusal; only a lost connection is worth another try.
      retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
    },
    mutations: { networkMode: "always" },
  },
});

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // Without it (a private window, say) the pages work all the same, only not without a network.
  navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
}

// A dictionary that does not come (no network, say) must not leave the page empty: English is there.
await useLanguage(preferredLanguage()).catch(() => undefined);
guardUploads();

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
}
