/** The routes for merchants. */
import type * as Types from "./api-types.ts";
import { answer, client } from "./api.ts";

/** A merchant with its income and spending. */
export type Merchant = Types.MerchantBody;

/** `GET /api/merchants` */
export async function listMerchants(): Promise<Merchant[]> {
  return (await answer(client.GET("/merchants"))).items;
}

/** `POST /api/merchants/name`: one name for merchants; `null` for the printed names. */
export async function nameMerchants(merchants: string[], name: string | null): Promise<Types.EditBody> {
  return answer(client.POST("/merchants/name", { body: { merchants, name } }));
}
