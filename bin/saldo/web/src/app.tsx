/** Access to pages: the sign-in pages without a session, all others with one. */
import { useQueryClient } from "@tanstack/react-query";
import { Suspense, lazy, useEffect, useState, useSyncExternalStore } from "react";
import { Redirect, Route, Switch, useLocation } from "wouter";
import { auth } from "./auth-client.ts";
import { Notice } from "./components/notice.tsx";
import { Shell } from "./components/shell.tsx";
import { ErrorBoundary } from "./components/error-boundary.tsx";
import { keepInvitation, keptInvitation } from "./lib/books.ts";
import { clearUndo } from "./lib/undo.ts";
import { clearSharedFiles } from "./lib/shared-files.ts";
import { clearUploads } from "./lib/uploads.ts";
import { NotFound } from "./pages/not-found.tsx";
import { SignIn } from "./pages/sign-in.tsx";
import { SignUp } from "./pages/sign-up.tsx";
import { currentLanguage, onLanguageChange, strings } from "./strings/index.ts";

const Overview = lazy(() => import("./pages/overview.tsx"));
const Statements = lazy(() => import("./pages/statements.tsx"));
const Statement = lazy(() => import("./pages/statement.tsx"));
const Import = lazy(() => import("./pages/import.tsx"));
const Transactions = lazy(() => import("./pages/transactions.tsx"));
const Accounts = lazy(() => import("./pages/accounts.tsx"));
const AccountPage = lazy(() => import("./pages/account.tsx"));
const Budget = lazy(() => import("./pages/budget.tsx"));
const Goals = lazy(() => import("./pages/goals.tsx"));
const Reports = lazy(() => import("./pages/reports.tsx"));
const Advisor = lazy(() => import("./pages/advisor.tsx"));
const TwoStep = lazy(() => import("./pages/two-step.tsx"));
const ForgotPassword = lazy(() => import("./pages/forgot-password.tsx"));
const ResetPassword = lazy(() => import("./pages/reset-password.tsx"));
const Recurring = lazy(() => import("./pages/recurring.tsx"));
const Merchants = lazy(() => import("./pages/merchants.tsx"));
const Views = lazy(() => import("./pages/views.tsx"));
const Notifications = lazy(() => import("./pages/notifications.tsx"));
const Edits = lazy(() => import("./pages/edits.tsx"));
const Help = lazy(() => import("./pages/help.tsx"));
const Invitation = lazy(() => import("./pages/invitation.tsx"));
const FeedCallback = lazy(() => import("./pages/feed-callback.tsx"));
const Settings = lazy(() => import("./pages/settings.tsx"));

/** The pages for signed-out users. A signed-in user is redirected to the overview. */
const SIGNED_OUT_PATHS = ["/sign-in", "/sign-up", "/two-step", "/forgot-password"];

export function App() {
  const session = auth.useSession();
  const [path] = useLocation();
  const client = useQueryClient();
  const [known, setKnown] = useState(false);
  const userId = session.data?.user.id ?? null;
  // Components read the catalog while they render. The key below renders all of them again in a new language.
  const language = useSyncExternalStore(onLanguageChange, currentLanguage);

  // A later check of the session must not unmount a half-filled form.
  useEffect(() => {
    if (!session.isPending) {
      setKnown(true);
    }
  }, [session.isPending]);

  // Clear one user's data before the next one signs in. Files may be shared before the first sign-in.
  useEffect(
    () => () => {
      client.clear();
      clearUploads();
      clearUndo();
      if (userId !== null) {
        void clearSharedFiles();
      }
    },
    [client, userId],
  );

  if (!known && session.isPending) {
    return <Splash />;
  }
  if (session.error && !session.data) {
    return (
      <main className="unreachable">
        <Notice tone="bad">{strings.trouble.offline}</Notice>
        <button type="button" className="button" onClick={() => void session.refetch()}>
          {strings.retry}
        </button>
      </main>
    );
  }
  if (path === "/reset-password") {
    // An emailed link works for signed-in users too.
    return (
      <Suspense fallback={<Splash />}>
        <ResetPassword />
      </Suspense>
    );
  }
  return session.data ? (
    <SignedIn key={`${userId} ${language}`} name={session.data.user.name || session.data.user.email} />
  ) : (
    <SignedOut key={language} />
  );
}

function SignedOut() {
  const [path] = useLocation();
  useEffect(() => {
    if (path.startsWith("/invitations/")) {
      keepInvitation(path);
    }
  }, [path]);
  return (
    <Suspense fallback={<Splash />}>
      <Switch>
        <Route path="/sign-up" component={SignUp} />
        <Route path="/two-step" component={TwoStep} />
        <Route path="/forgot-password" component={ForgotPassword} />
        <Route component={SignIn} />
      </Switch>
    </Suspense>
  );
}

function SignedIn({ name }: { name: string }) {
  const [path] = useLocation();
  return (
    <Shell name={name}>
      <ErrorBoundary key={path}>
        <Suspense fallback={<Splash />}>
          <Switch>
            <Route path="/" component={Overview} />
            <Route path="/statements" component={Statements} />
            <Route path="/statements/:id">{({ id }) => <Statement key={id} id={id} />}</Route>
            <Route path="/statements/:id/import">{({ id }) => <Import key={id} id={id} />}</Route>
            <Route path="/transactions" component={Transactions} />
            <Route path="/accounts" component={Accounts} />
            <Route path="/accounts/:id">{({ id }) => <AccountPage key={id} id={id} />}</Route>
            <Route path="/budget" component={Budget} />
            <Route path="/goals" component={Goals} />
            <Route path="/recurring" component={Recurring} />
            <Route path="/reports" component={Reports} />
            <Route path="/merchants" component={Merchants} />
            <Route path="/views" component={Views} />
            <Route path="/edits" component={Edits} />
            <Route path="/notifications" component={Notifications} />
            <Route path="/advisor" component={Advisor} />
            <Route path="/feeds/callback" component={FeedCallback} />
            <Route path="/settings/accounts">
              <Redirect to="/accounts" replace />
            </Route>
            <Route path="/settings/budgets">
              <Redirect to="/budget" replace />
            </Route>
            <Route path="/settings/:tab?">{({ tab }) => <Settings {...(tab && { tab })} />}</Route>
            <Route path="/invitations/:token">{({ token }) => <Invitation key={token} token={token} />}</Route>
            <Route path="/help/:page?">{({ page }) => <Help key={page} {...(page && { page })} />}</Route>
            {SIGNED_OUT_PATHS.map((path) => (
              <Route key={path} path={path}>
                <Redirect to={keptInvitation() ?? "/"} replace />
              </Route>
            ))}
            <Route component={NotFound} />
          </Switch>
        </Suspense>
      </ErrorBoundary>
    </Shell>
  );
}

/** A loading message. Styles show it after a moment, so that it does not flash before a fast response. */
function Splash() {
  return (
    <p className="splash" role="status">
      {strings.loading}
    </p>
  );
}
