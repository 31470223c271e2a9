/** The route by which a model is asked for the categories that nobody knows. */
import * as v from "valibot";
import { send } from "./api.ts";

const question = v.object({
  host: v.nullable(v.string()),
  system: v.string(),
  message: v.string(),
  merchants: v.number(),
  requests: v.number(),
});

const asked = v.object({
  model: v.string(),
  asked: v.number(),
  known: v.number(),
  entries: v.number(),
  stopped: v.nullable(v.picklist(["tokens_used_up", "no_answer", "more"])),
  question: v.nullable(question),
});

/** What asking a model brought; or what it would be told, where the person is to agree first. */
export type Asked = v.InferOutput<typeof asked>;
/** What a model would be told: the first request as it is. */
export type MerchantQuestion = v.InferOutput<typeof question>;

/** `POST /api/categorise`; nothing is sent elsewhere without consent, where the person wants to be asked. */
export async function askModel(consent: "once" | null): Promise<Asked> {
  return v.parse(asked, await send("POST", "/categorise", { consent }));
}
