/** The route that asks a model for unknown categories. */
import type * as Types from "./api-types.ts";
import { answer, client } from "./api.ts";

/** The result of asking a model, or the request that the user has to approve first. */
export type Asked = Types.CategorizedBody;
/** The exact first request to a model. */
export type MerchantQuestion = Types.QuestionBody;

/** `POST /api/categorize`; asks for consent first if the user wants to be asked. */
export async function askModel(consent: "once" | null): Promise<Asked> {
  return answer(client.POST("/categorize", { body: { consent } }));
}
