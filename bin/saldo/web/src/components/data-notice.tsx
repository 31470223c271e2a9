/**
 * A note about the data that leaves the server, shown before the first upload. It
 * depends on the server's settings.
 */
import { useQuery } from "@tanstack/react-query";
import { listModels } from "../api-chat.ts";
import { strings } from "../strings/index.ts";

export function DataNotice() {
  const models = useQuery({ queryKey: ["models"], queryFn: listModels }).data;
  if (!models) {
    return null;
  }
  const reader = models.find((model) => model.leavesMachine && model.readsStatements);
  const words = strings.statements;
  return <p className="hint">{reader ? words.sentTo(reader.host ?? reader.name) : words.private}</p>;
}
