/** `/feeds/callback` — the page to which a bank sends the browser, with the user's consent or an error. */
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { finishAuthorization } from "../api-feeds.ts";
import { Heading } from "../components/heading.tsx";
import { Notice, explain } from "../components/notice.tsx";
import { useKnownRole } from "../components/role.tsx";
import { Waiting } from "../components/waiting.tsx";
import { useChange } from "../lib/use-change.ts";
import { strings } from "../strings/index.ts";

export default function FeedCallback() {
  const role = useKnownRole();
  if (role === "owner") {
    return <Answered />;
  }
  return (
    <div className="page">
      <Heading title={strings.feeds.callback} />
      {role === null ? <Waiting /> : <Notice tone="bad">{strings.sharing.ownersOnly}</Notice>}
    </div>
  );
}

function Answered() {
  const [answer] = useState(() => new URLSearchParams(location.search));
  const finish = useChange(finishAuthorization);
  const isSent = useRef(false);
  const [state, code] = [answer.get("state"), answer.get("code")];
  useEffect(() => {
    if (isSent.current) {
      return;
    }
    isSent.current = true;
    // The code works once, so the address must not have it when the page is loaded again.
    history.replaceState(null, "", location.pathname);
    if (state && code) {
      finish.mutate({ state, code });
    }
  }, [state, code, finish]);
  const words = strings.feeds;
  const denied = answer.get("error") === "access_denied";
  return (
    <div className="page">
      <Heading title={words.callback} />
      <div className="stack">
        {!(state && code) && <Notice tone="bad">{denied ? words.denied : words.noAnswer}</Notice>}
        {finish.isPending && <Waiting />}
        {finish.isError && <Notice tone="bad">{explain(finish.error)}</Notice>}
        {finish.data && (
          <>
            <p role="status">{words.connected(finish.data.label)}</p>
            {finish.data.failure && <Notice tone="bad">{finish.data.failure}</Notice>}
          </>
        )}
        {!finish.isPending && (
          <div className="buttons">
            <Link href="/settings/data" className={finish.data ? "button primary" : "button"}>
              {finish.data ? words.chooseAccounts : words.back}
            </Link>
          </div>
        )}
      </div>
    </div>
  );
}
