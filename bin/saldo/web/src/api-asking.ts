/** The route that asks a model for unknown categories. */
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

/** The result of asking a model, or the request that the user has to approve first. */
export type Asked = v.InferOutput<typeof asked>;
/** The exact first request to a model. */
export type MerchantQuestion = v.InferOutput<typeof question>;

/** `POST /api/categorise`; asks for consent first if the user wants to be asked. */
export async function askModel(consent: "once" | null): Promise<Asked> {
  return v.parse(asked, await send("POST", "/categorise", { consent }));
}
