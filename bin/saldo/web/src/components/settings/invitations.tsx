/** The open invitations to a household. The link of an invitation is shown once. */
import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useState } from "react";
import {
  type BooksRole,
  type Invitation,
  type Invited,
  invite,
  listInvitations,
  revokeInvitation,
} from "../../api-households.ts";
import { formatMoment } from "../../lib/date.ts";
import { useChange } from "../../lib/use-change.ts";
import { strings } from "../../strings/index.ts";
import { Confirm } from "../confirm.tsx";
import { Dialog } from "../dialog.tsx";
import { Field } from "../field.tsx";
import { Notice, explain } from "../notice.tsx";
import { SelectField } from "../select-field.tsx";
import { ROLES } from "./members.tsx";

export function Invitations({ household }: { household: string }) {
  const open = useQuery({ queryKey: ["invitations", household], queryFn: () => listInvitations(household) });
  const [inviting, setInviting] = useState(false);
  const [invited, setInvited] = useState<Invited | null>(null);
  const revoke = useChange((invitation: string) => revokeInvitation(household, invitation));
  const words = strings.household;
  return (
    <>
      {open.isError && <Notice tone="bad">{explain(open.error)}</Notice>}
      {open.data && open.data.length > 0 && (
        <>
          <h3>{words.invitations}</h3>
          <ul className="rows">
            {open.data.map((invitation) => (
              <li key={invitation.id}>
                <div className="grow">
                  <span>{invitation.email ?? words.roles[invitation.role]}</span>
                  <span className="hint">{describe(invitation)}</span>
                </div>
                <button
                  type="button"
                  className="button small"
                  disabled={revoke.isPending}
                  onClick={() => revoke.mutate(invitation.id)}
                >
                  {words.revoke}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {revoke.isError && <Notice tone="bad">{explain(revoke.error)}</Notice>}
      <div className="buttons">
        <button type="button" className="button" onClick={() => setInviting(true)}>
          {words.invite}
        </button>
      </div>
      {inviting && (
        <Invite
          household={household}
          onClose={() => setInviting(false)}
          onInvited={(made) => {
            setInviting(false);
            setInvited(made);
          }}
        />
      )}
      {invited && <ShowLink invited={invited} onClose={() => setInvited(null)} />}
    </>
  );
}

function describe({ role, email, expiresAt }: Invitation): string {
  const words = strings.household;
  const until = words.until(formatMoment(expiresAt));
  return email === null ? until : `${words.roles[role]} · ${until}`;
}

interface InviteProps {
  household: string;
  onClose: () => void;
  onInvited: (invited: Invited) => void;
}

function Invite({ household, onClose, onInvited }: InviteProps) {
  const create = useChange(
    ({ role, email }: { role: BooksRole; email: string }) => invite(household, role, email),
    onInvited,
  );
  const words = strings.household;
  return (
    <Confirm
      title={words.inviteTitle}
      confirm={words.inviteConfirm}
      error={create.error}
      busy={create.isPending}
      onConfirm={(form) =>
        create.mutate({ role: form.get("role") as BooksRole, email: String(form.get("email") ?? "") })
      }
      onClose={onClose}
    >
      <SelectField
        label={words.role}
        name="role"
        defaultValue="editor"
        options={ROLES.map((role) => [role, words.roles[role]] as const)}
      />
      <Field label={words.email} hint={words.emailHint} name="email" type="email" autoComplete="off" />
    </Confirm>
  );
}

function ShowLink({ invited, onClose }: { invited: Invited; onClose: () => void }) {
  const [copied, setCopied] = useState(false);
  const words = strings.household;
  const copy = async () => {
    await navigator.clipboard.writeText(invited.link);
    setCopied(true);
  };
  return (
    <Dialog title={words.linkTitle} onClose={onClose}>
      <div className="stack">
        <p className="soft">{words.linkHint}</p>
        <p className="token">
          <code>{invited.link}</code>
        </p>
        {invited.isMailed && <p>{words.mailed}</p>}
        {copied && <Notice tone="good">{strings.twoStep.copied}</Notice>}
      </div>
      <div className="buttons">
        <button type="button" className="button" onClick={() => void copy()}>
          <Copy size={18} aria-hidden />
          {strings.twoStep.copy}
        </button>
        <button type="button" className="button primary" onClick={onClose}>
          {strings.tokens.done}
        </button>
      </div>
    </Dialog>
  );
}
