/** The routes for bank feeds. */
import type * as Types from "./api-types.ts";
import { answer, client, withId } from "./api.ts";

/** A bank feed with its accounts. */
export type Feed = Types.FeedBody;
/** An account of a bank feed. */
export type FeedAccount = Types.FeedAccountBody;
/** The feeds of the user, and the providers of the server. */
export type Feeds = Types.FeedsBody;
/** A bank that can be connected. */
export type Bank = Types.FeedBankOfferBody;
/** A bank for a new feed, or a feed whose consent is renewed. */
export type AuthorizationTarget = Types.FeedAuthorizationRequest;
/** The answer of a bank, as its redirect carries it. */
export type BankAnswer = Types.FeedAuthorizationAnswer;
/** A decision about an account of a bank feed. */
export type FeedLink = Types.FeedLinkRequest;

/** `GET /api/feeds` */
export async function listFeeds(): Promise<Feeds> {
  return await answer(client.GET("/feeds"));
}

/** `GET /api/feed-banks` */
export async function listBanks(country: string): Promise<Bank[]> {
  return (await answer(client.GET("/feed-banks", { params: { query: { country } } }))).items;
}

/** `POST /api/feed-authorizations` — returns the address at which the user consents. */
export async function startAuthorization(target: AuthorizationTarget): Promise<string> {
  return (await answer(client.POST("/feed-authorizations", { body: target }))).url;
}

/** `POST /api/feed-authorizations/finish` */
export async function finishAuthorization(body: BankAnswer): Promise<Feed> {
  return await answer(client.POST("/feed-authorizations/finish", { body }));
}

/** `POST /api/feeds` */
export async function addFeed(setupToken: string): Promise<void> {
  await answer(client.POST("/feeds", { body: { setupToken } }));
}

/** `PUT /api/feeds/{id}/token` */
export async function reconnectFeed(id: string, setupToken: string): Promise<void> {
  await answer(client.PUT("/feeds/{id}/token", { ...withId(id), body: { setupToken } }));
}

/** `POST /api/feeds/{id}/fetch` */
export async function fetchFeed(id: string): Promise<void> {
  await answer(client.POST("/feeds/{id}/fetch", withId(id)));
}

/** `PUT /api/feed-accounts/{id}` */
export async function linkFeedAccount(id: string, body: FeedLink): Promise<void> {
  await answer(client.PUT("/feed-accounts/{id}", { ...withId(id), body }));
}

/** `DELETE /api/feeds/{id}` */
export async function deleteFeed(id: string): Promise<void> {
  await answer(client.DELETE("/feeds/{id}", withId(id)));
}
