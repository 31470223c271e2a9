/** The user's active sessions, with buttons to end them. */
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ApiError } from "../../api.ts";
import { auth } from "../../auth-client.ts";
import { nameBrowser } from "../../lib/browser-name.ts";
import { formatMoment } from "../../lib/date.ts";
import { strings } from "../../strings/index.ts";
import { Notice, explain } from "../notice.tsx";

interface Session {
  id: string;
  token: string;
  userAgent?: string | null | undefined;
  createdAt: Date;
}

async function listSessions(): Promise<Session[]> {
  const { data, error } = await auth.listSessions();
  if (error) {
    throw new ApiError(error.status, { error: error.message });
  }
  return data;
}

/** Throws the error of an authentication response. */
async function granted(
  answer: Promise<{ error: { status: number; message?: string | undefined } | null }>,
): Promise<void> {
  const { error } = await answer;
  if (error) {
    throw new ApiError(error.status, { error: error.message });
  }
}

export function Sessions() {
  const client = useQueryClient();
  const here = auth.useSession().data?.session.id;
  const sessions = useQuery({ queryKey: ["sessions"], queryFn: listSessions });
  const refresh = () => client.invalidateQueries({ queryKey: ["sessions"] });
  const end = useMutation({
    mutationFn: (token: string) => granted(auth.revokeSession({ token })),
    onSettled: refresh,
  });
  const endOthers = useMutation({ mutationFn: () => granted(auth.revokeOtherSessions()), onSettled: refresh });
  const words = strings.settings;
  if (sessions.isError) {
    const isStale = sessions.error instanceof ApiError && sessions.error.status === 403;
    return <Notice tone="plain">{isStale ? words.freshNeeded : explain(sessions.error)}</Notice>;
  }
  const error = end.error ?? endOthers.error;
  return (
    <>
      {error && <Notice tone="bad">{explain(error)}</Notice>}
      <ul className="sessions">
        {sessions.data?.map((session) => (
          <li key={session.id}>
            <div>
              <span>{nameBrowser(session.userAgent) ?? words.unknownBrowser}</span>
              <span className="hint">
                {session.id === here
                  ? words.thisOne
                  : words.since(formatMoment(new Date(session.createdAt).toISOString()))}
              </span>
            </div>
            {session.id !== here && (
              <button type="button" className="button small" onClick={() => end.mutate(session.token)}>
                {words.end}
              </button>
            )}
          </li>
        ))}
      </ul>
      {sessions.data && sessions.data.length > 1 && (
        <button type="button" className="button" disabled={endOthers.isPending} onClick={() => endOthers.mutate()}>
          {words.endAll}
        </button>
      )}
    </>
  );
}
