/** A notice that the pages show kept answers, because the server cannot be reached. */
import { useQueryClient } from "@tanstack/react-query";
import { CloudOff } from "lucide-react";
import { useEffect } from "react";
import { formatMoment } from "../lib/date.ts";
import { useOfflineSince } from "../lib/offline.ts";
import { strings } from "../strings/index.ts";

export function OfflineBar() {
  const client = useQueryClient();
  const since = useOfflineSince();
  useEffect(() => {
    const reload = () => void client.invalidateQueries();
    addEventListener("online", reload);
    return () => removeEventListener("online", reload);
  }, [client]);
  return (
    // Screen readers announce changes only, so the element is always there.
    <div role="status">
      {since !== null && (
        <p className="offline">
          <CloudOff size={18} aria-hidden />
          <span>{strings.offline.asOf(formatMoment(since))}</span>
          <button type="button" className="quiet" onClick={() => void client.invalidateQueries()}>
            {strings.retry}
          </button>
        </p>
      )}
    </div>
  );
}
