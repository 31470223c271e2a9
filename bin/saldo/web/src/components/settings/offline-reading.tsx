/** The choice whether this browser keeps what the user reads, to read it without a network. */
import { canReadOffline, readOffline, useReadsOffline } from "../../lib/offline.ts";
import { strings } from "../../strings/index.ts";

export function OfflineReading() {
  const isOn = useReadsOffline();
  const words = strings.offline;
  if (!canReadOffline()) {
    return <p className="hint">{words.unavailable}</p>;
  }
  return (
    <label className="check">
      <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => void readOffline(currentTarget.checked)} />
      {words.choice}
    </label>
  );
}
