/** The entry point. It loads the user's language first, so that nothing renders twice. */
import "./lib/no-eval.ts";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Router } from "wouter";
import { ApiError } from "./api.ts";
import { App } from "./app.tsx";
import { auth } from "./auth-client.ts";
import { navigateFromPage } from "./lib/back-closes.ts";
import { guardUploads } from "./lib/uploads.ts";
import { preferredLanguage, useLanguage } from "./strings/index.ts";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/shell.css";
import "./styles/forced-colors.css";

/**
 * Handles a session that ended elsewhere: after a 401, the client checks its session,
 * and the sign-in page appears.
 */
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
      // Fail at once without a network. The default would wait silently.
      networkMode: "always",
      staleTime: 10_000,
      // An error response is final; only a lost connection is retried.
      retry: (failures, error) => !(error instanceof ApiError) && failures < 2,
    },
    mutations: { networkMode: "always" },
  },
});

if (import.meta.env.PROD && "serviceWorker" in navigator) {
  // Without a service worker (such as in a private window), the app works online only.
  navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
}

// If the catalog cannot be loaded, the English one is used.
await useLanguage(preferredLanguage()).catch(() => undefined);
guardUploads();

const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <Router aroundNav={navigateFromPage}>
          <App />
        </Router>
      </QueryClientProvider>
    </StrictMode>,
  );
}
