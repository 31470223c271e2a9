/** `/invitations/TOKEN` — accepts an invitation to a household. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { acceptInvitation, lookAtInvitation } from "../api-households.ts";
import { ApiError } from "../api.ts";
import { Heading } from "../components/heading.tsx";
import { Notice, explain } from "../components/notice.tsx";
import { Waiting } from "../components/waiting.tsx";
import { forgetInvitation, openBooks } from "../lib/books.ts";
import { strings } from "../strings/index.ts";

export default function Invitation({ token }: { token: string }) {
  const open = useQuery({ queryKey: ["invitation", token], queryFn: () => lookAtInvitation(token) });
  const accept = useMutation({
    mutationFn: () => acceptInvitation(token),
    onSuccess: ({ id }) => openBooks(id),
  });
  useEffect(forgetInvitation, []);
  const words = strings.household;
  const error = open.error ?? accept.error;
  return (
    <div className="page">
      <Heading title={words.invitation} />
      {open.isPending && <Waiting />}
      {error && (
        <Notice tone="bad">{error instanceof ApiError && error.status === 404 ? words.invalid : explain(error)}</Notice>
      )}
      {open.data && (
        <div className="stack">
          <p>{words.invited(open.data.household, open.data.invitedBy, words.roles[open.data.role])}</p>
          <div className="buttons">
            <button
              type="button"
              className="button primary"
              disabled={accept.isPending || accept.isSuccess}
              onClick={() => accept.mutate()}
            >
              {words.accept}
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
