/** Sample statements for trying out Saldo: a button that uploads them, and one that deletes them. */
import { useMutation } from "@tanstack/react-query";
import { type Statement, deleteStatement } from "../api.ts";
import { upload } from "../lib/uploads.ts";
import { strings } from "../strings/index.ts";
import { Notice, explain } from "./notice.tsx";

/** The files in `public/samples`, created by `dev/make-samples.mjs`. */
const SAMPLES = [
  "saldo-sample-checking-january.pdf",
  "saldo-sample-checking-february.pdf",
  "saldo-sample-checking-march.pdf",
];

async function fetchSample(name: string): Promise<File> {
  const response = await fetch(`/samples/${name}`);
  if (!response.ok) {
    throw new TypeError(`no sample ${name}`);
  }
  return new File([await response.blob()], name, { type: "application/pdf" });
}

export function TrySamples() {
  const load = useMutation({
    mutationFn: () => Promise.all(SAMPLES.map(fetchSample)),
    onSuccess: (files) => upload(files),
  });
  return (
    <>
      <button type="button" className="button" disabled={load.isPending} onClick={() => load.mutate()}>
        {strings.statements.sample}
      </button>
      {load.isError && <Notice tone="bad">{explain(load.error)}</Notice>}
    </>
  );
}

export function RemoveSamples({ statements, onRemoved }: { statements: Statement[]; onRemoved: () => void }) {
  const samples = statements.filter((statement) => SAMPLES.includes(statement.fileName));
  const remove = useMutation({
    mutationFn: () => Promise.all(samples.map((statement) => deleteStatement(statement.id))),
    onSettled: onRemoved,
  });
  if (samples.length === 0) {
    return null;
  }
  return (
    <div className="samples">
      <span className="hint">{strings.statements.samplesHint}</span>
      <button type="button" className="quiet" disabled={remove.isPending} onClick={() => remove.mutate()}>
        {strings.statements.removeSamples}
      </button>
      {remove.isError && <Notice tone="bad">{explain(remove.error)}</Notice>}
    </div>
  );
}
