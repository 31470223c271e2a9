/**
 * A note about the data that leaves the server, shown before the first upload. It
 * depends on the server's settings.
 */
import { useQuery } from "@tanstack/react-query";
import { listModels } from "../api-chat.ts";
import { strings } from "../strings/index.ts";

export function WhatLeaves() {
  const models = useQuery({ queryKey: ["models"], queryFn: listModels }).data;
  if (!models) {
    return null;
  }
  const told = models.find((model) => model.leavesMachine && model.readsStatements);
  const words = strings.statements;
  return <p className="hint">{told ? words.sentTo(told.host ?? told.name) : words.private}</p>;
}
