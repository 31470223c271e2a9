/** The model that answers the next question. */
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { getPreferences } from "../api-bookkeeping.ts";
import { type Model, listModels } from "../api-chat.ts";
import { chosenModel, onChosenModel } from "./conversation.ts";
import { ANALYST } from "./model-name.ts";

export interface Answerer {
  /** The models to select from. */
  known: Model[];
  model: Model;
  /** The user's permission to send data to models on other machines. */
  sends: "never" | "ask" | "always";
  /** True if the built-in analyst answers, also because sending is not permitted. */
  isAnalyst: boolean;
}

/** Returns the user's model, else the server's default; `null` until it is loaded. */
export function useAnswerer(): Answerer | null {
  const wanted = useSyncExternalStore(onChosenModel, chosenModel);
  const known = useQuery({ queryKey: ["models"], queryFn: listModels }).data ?? [];
  const sends = useQuery({ queryKey: ["preferences"], queryFn: getPreferences }).data?.advisor.sends;
  const model = known.find(({ name }) => name === wanted) ?? known.find((one) => one.default) ?? known[0];
  if (!model || !sends) {
    return null;
  }
  return { known, model, sends, isAnalyst: model.name === ANALYST || (model.leavesMachine && sends === "never") };
}
