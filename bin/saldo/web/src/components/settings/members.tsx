/** The members of a household and their roles. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Books, type BooksRole, type Member, listMembers, removeMember, setRole } from "../../api-households.ts";
import { currentBooks, openBooks } from "../../lib/books.ts";
import { useChange } from "../../lib/use-change.ts";
import { strings } from "../../strings/index.ts";
import { Confirm } from "../confirm.tsx";
import { Notice, explain } from "../notice.tsx";

/** The roles, that with the most permissions first. */
export const ROLES: readonly BooksRole[] = ["owner", "editor", "viewer"];

export function Members({ household: { id, role } }: { household: Books }) {
  const members = useQuery({ queryKey: ["members", id], queryFn: () => listMembers(id) });
  return (
    <>
      {members.isError && <Notice tone="bad">{explain(members.error)}</Notice>}
      {members.data && (
        <ul className="rows" aria-label={strings.household.members}>
          {members.data.map((member) => (
            <OneMember key={member.id} household={id} member={member} mayChange={role === "owner"} />
          ))}
        </ul>
      )}
    </>
  );
}

interface Props {
  household: string;
  member: Member;
  /** True if the user is an owner. */
  mayChange: boolean;
}

function OneMember({ household, member, mayChange }: Props) {
  const [ending, setEnding] = useState(false);
  const change = useChange((role: BooksRole) => setRole(household, member.id, role));
  const remove = useChange(
    () => removeMember(household, member.id),
    () => {
      setEnding(false);
      if (member.isYou && currentBooks() === household) {
        openBooks(null);
      }
    },
  );
  const words = strings.household;
  const name = member.name || member.email;
  return (
    <li>
      <div className="grow">
        <span>{member.isYou ? `${name} (${words.you})` : name}</span>
        <span className="hint">{member.email}</span>
        {change.isError && <Notice tone="bad">{explain(change.error)}</Notice>}
      </div>
      {mayChange ? (
        <select
          aria-label={words.roleOf(name)}
          value={change.isPending ? change.variables : member.role}
          disabled={change.isPending}
          onChange={({ currentTarget }) => change.mutate(currentTarget.value as BooksRole)}
        >
          {ROLES.map((role) => (
            <option key={role} value={role}>
              {words.roles[role]}
            </option>
          ))}
        </select>
      ) : (
        <span>{words.roles[member.role]}</span>
      )}
      {(mayChange || member.isYou) && (
        <button type="button" className="button small" onClick={() => setEnding(true)}>
          {member.isYou ? words.leave : words.remove}
          {!member.isYou && <span className="hidden"> {name}</span>}
        </button>
      )}
      {ending && (
        <Confirm
          title={member.isYou ? words.leaveTitle : words.removeTitle}
          confirm={(member.isYou ? words.leave : words.remove).replace("…", "")}
          danger
          error={remove.error}
          busy={remove.isPending}
          onConfirm={() => remove.mutate()}
          onClose={() => setEnding(false)}
        >
          <p>{member.isYou ? words.leaveBody : words.removeBody(name)}</p>
        </Confirm>
      )}
    </li>
  );
}
