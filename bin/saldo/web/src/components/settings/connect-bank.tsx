/** Connecting a bank: its country, its name, and the way to the bank. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Bank, listBanks, startAuthorization } from "../../api-feeds.ts";
import { countries, likelyCountry } from "../../lib/countries.ts";
import { strings } from "../../strings/index.ts";
import { Confirm } from "../confirm.tsx";
import { Field } from "../field.tsx";
import { Notice, explain } from "../notice.tsx";
import { SelectField } from "../select-field.tsx";

/** The most banks in the list. Others are found by a longer text. */
const BANKS_MAX = 8;

export function ConnectBank({ onClose }: { onClose: () => void }) {
  const [country, setCountry] = useState(likelyCountry);
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState("");
  const banks = useQuery({ queryKey: ["banks", country], queryFn: () => listBanks(country), retry: false });
  const start = useMutation({
    mutationFn: () => startAuthorization({ bank: { name: chosen, country } }),
    onSuccess: (url) => location.assign(url),
  });
  const words = strings.feeds;
  const found = (banks.data ?? []).filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <Confirm
      title={words.connectBankTitle}
      confirm={start.isPending || start.isSuccess ? words.leaving : words.toBank}
      error={start.error}
      busy={start.isPending || start.isSuccess || !found.some(({ name }) => name === chosen)}
      onConfirm={() => start.mutate()}
      onClose={onClose}
    >
      <p className="hint">{words.consentHint}</p>
      <SelectField
        label={words.country}
        value={country}
        onChange={(event) => {
          setCountry(event.target.value);
          setChosen("");
        }}
        options={countries()}
      />
      <Field
        label={words.searchBank}
        type="search"
        autoComplete="off"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {banks.isPending && <p className="soft">{strings.loading}</p>}
      {banks.isError && <Notice tone="bad">{explain(banks.error)}</Notice>}
      {banks.data && <Banks banks={found} chosen={chosen} onChoose={setChosen} />}
    </Confirm>
  );
}

interface BanksProps {
  banks: Bank[];
  chosen: string;
  onChoose: (name: string) => void;
}

function Banks({ banks, chosen, onChoose }: BanksProps) {
  const words = strings.feeds;
  if (banks.length === 0) {
    return <p className="soft">{words.noBank}</p>;
  }
  return (
    <>
      <div className="options banks" role="radiogroup" aria-label={words.bank}>
        {banks.slice(0, BANKS_MAX).map(({ name }) => (
          <label key={name} className="check">
            <input type="radio" name="bank" checked={name === chosen} onChange={() => onChoose(name)} />
            {name}
          </label>
        ))}
      </div>
      {banks.length > BANKS_MAX && <p className="hint">{words.moreBanks(banks.length - BANKS_MAX)}</p>}
    </>
  );
}
