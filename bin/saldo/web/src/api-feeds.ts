/** The routes for bank feeds. */
import type * as Types from "./api-types.ts";
import { answer, client, withId } from "./api.ts";

/** A bank feed with its accounts. */
export type Feed = Types.FeedBody;
/** An account of a bank feed. */
export type FeedAccount = Types.FeedAccountBody;
/** A decision about an account of a bank feed. */
export type FeedLink = Types.FeedLinkRequest;

/** `GET /api/feeds` */
export async function listFeeds(): Promise<Feed[]> {
  return (await answer(client.GET("/feeds"))).items;
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
