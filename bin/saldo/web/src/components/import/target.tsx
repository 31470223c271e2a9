/** The account to import into: the file's own, an existing one, or a new one. */
import type { Account } from "../../api.ts";
import type { ImportTarget } from "../../api-import.ts";
import { strings } from "../../strings/index.ts";
import { CurrencyField } from "../currency-field.tsx";
import { Field } from "../field.tsx";
import { SelectField } from "../select-field.tsx";

const NEW = "new";

interface Props {
  target: ImportTarget;
  accounts: readonly Account[];
  /** The currency of the transactions in the file. */
  currency: string | undefined;
  onChange: (target: ImportTarget) => void;
}

export function Target({ target, accounts, currency, onChange }: Props) {
  const words = strings.importing;
  const choose = (value: string) => {
    if (value === NEW) {
      onChange({ kind: "new", account: { name: "", kind: "checking", currency: currency ?? "" } });
    } else {
      onChange(value === "" ? { kind: "file" } : { kind: "account", id: value });
    }
  };
  return (
    <div className="dialect">
      <SelectField
        label={words.account}
        value={target.kind === "account" ? target.id : target.kind === "new" ? NEW : ""}
        options={[
          ["", words.byFile],
          ...accounts.map((account) => [account.id, `${account.name} (${account.currency})`] as const),
          [NEW, words.newAccount],
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {target.kind === "new" && (
        <>
          <Field
            label={strings.accounts.name}
            value={target.account.name}
            maxLength={200}
            required
            onChange={({ currentTarget: { value } }) =>
              onChange({ kind: "new", account: { ...target.account, name: value } })
            }
          />
          <SelectField
            label={strings.accounts.kind}
            value={target.account.kind}
            options={Object.entries(strings.accountKind)}
            onChange={({ currentTarget: { value } }) =>
              onChange({ kind: "new", account: { ...target.account, kind: value as Account["kind"] } })
            }
          />
          <CurrencyField
            value={target.account.currency}
            required
            onChange={({ currentTarget: { value } }) =>
              onChange({ kind: "new", account: { ...target.account, currency: value.toUpperCase() } })
            }
          />
        </>
      )}
    </div>
  );
}
