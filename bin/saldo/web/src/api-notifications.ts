/** The routes for notifications. */
import type * as Types from "./api-types.ts";
import { answer, client, withId } from "./api.ts";

/** A notification. */
export type Notification = Types.NotificationBody;
/** The facts of an event. */
export type Facts = Types.Facts;
/** A kind of event. */
export type Kind = Types.NotificationKind;
/** The latest notifications, with the number of unread ones. */
export type Notifications = Types.NotificationsBody;
/** The kinds that are on, and the channels. */
export type Settings = Types.NotificationSettings;
/** A channel. */
export type Channel = Types.NotificationChannel;
/** A channel to add. */
export type ChannelDraft = Types.NewNotificationChannel;
/** A channel that was added, with the key of its signatures. */
export type CreatedChannel = Types.CreatedNotificationChannel;

/** `GET /api/notifications` */
export async function listNotifications(): Promise<Notifications> {
  return answer(client.GET("/notifications"));
}

/** `POST /api/notifications/read`; without ids, all are read. */
export async function readNotifications(ids?: string[]): Promise<void> {
  await answer(client.POST("/notifications/read", { body: ids ? { ids } : {} }));
}

/** `GET /api/notifications/settings` */
export async function getSettings(): Promise<Settings> {
  return answer(client.GET("/notifications/settings"));
}

/** `PUT /api/notifications/settings` */
export async function putKinds(kinds: Kind[]): Promise<void> {
  await answer(client.PUT("/notifications/settings", { body: { kinds } }));
}

/** `POST /api/notification-channels` */
export async function addChannel(draft: ChannelDraft): Promise<CreatedChannel> {
  return answer(client.POST("/notification-channels", { body: draft }));
}

/** `DELETE /api/notification-channels/{id}` */
export async function deleteChannel(id: string): Promise<void> {
  await answer(client.DELETE("/notification-channels/{id}", withId(id)));
}

/** `POST /api/notification-channels/{id}/test`: the reason why the message was not sent, or null. */
export async function testChannel(id: string): Promise<string | null> {
  return (await answer(client.POST("/notification-channels/{id}/test", withId(id)))).failure ?? null;
}
