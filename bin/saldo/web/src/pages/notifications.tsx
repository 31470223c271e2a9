/** `/notifications` — the latest notifications, each with a link to its subject. */
import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { Link } from "wouter";
import { type Notification, listNotifications, readNotifications } from "../api-notifications.ts";
import { listCategories } from "../api.ts";
import { Digest } from "../components/digest.tsx";
import { Heading } from "../components/heading.tsx";
import { Notice, explain } from "../components/notice.tsx";
import { Needs, useHasRole } from "../components/role.tsx";
import { Waiting } from "../components/waiting.tsx";
import { formatMoment } from "../lib/date.ts";
import { describeEvent } from "../lib/notification-words.ts";
import { useChange } from "../lib/use-change.ts";
import { strings } from "../strings/index.ts";
import "./log.css";

export default function Notifications() {
  const list = useQuery({ queryKey: ["notifications"], queryFn: listNotifications });
  const categories = useQuery({ queryKey: ["categories"], queryFn: listCategories });
  const read = useChange(readNotifications);
  const words = strings.notifications;
  const items = list.data?.items ?? [];
  // A category has the name of the user's language, which the server does not know.
  const names = new Map((categories.data ?? []).map(({ id, name }) => [id, name]));
  const error = list.error ?? read.error;
  return (
    <div className="page log">
      <Heading title={words.title}>
        {(list.data?.unread ?? 0) > 0 && (
          <Needs>
            <button type="button" className="button" disabled={read.isPending} onClick={() => read.mutate(undefined)}>
              {words.readAll}
            </button>
          </Needs>
        )}
      </Heading>
      <p className="hint">
        {words.hint} <Link href="/settings/notifications">{words.choose}</Link>
      </p>
      {error && <Notice tone="bad">{explain(error)}</Notice>}
      {list.isPending && <Waiting />}
      {list.isSuccess && items.length === 0 && <p className="soft">{words.none}</p>}
      {items.length > 0 && (
        <ul className="lines">
          {items.map((item) => (
            <Line
              key={item.id}
              item={item}
              name={names.get(item.event.subject ?? "")}
              isBusy={read.isPending}
              onRead={() => read.mutate([item.id])}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

interface LineProps {
  item: Notification;
  name: string | undefined;
  isBusy: boolean;
  onRead: () => void;
}

function Line({ item, name, isBusy, onRead }: LineProps) {
  const words = strings.notifications;
  const text = describeEvent(item.event, name);
  const mayEdit = useHasRole("editor");
  const isUnread = !item.readAt;
  const { digest, from, to } = item.event;
  const failed = item.deliveries.find(({ failure }) => failure);
  return (
    <li className={isUnread ? "unread" : undefined}>
      <div className="grow">
        {item.event.kind === "backup_failed" ? (
          <span>{text}</span>
        ) : (
          <Link href={item.event.path} onClick={isUnread && mayEdit ? onRead : undefined}>
            {text}
          </Link>
        )}
        <time className="hint" dateTime={item.createdAt}>
          {formatMoment(item.createdAt)}
        </time>
        {failed && <span className="hint">{words.notSent(failed.failure ?? "")}</span>}
      </div>
      {digest && from && to && <Digest digest={digest} from={from} to={to} />}
      {isUnread && mayEdit && (
        <button
          type="button"
          className="quiet icon"
          aria-label={words.read(text)}
          title={words.markRead}
          disabled={isBusy}
          onClick={onRead}
        >
          <Check size={18} strokeWidth={1.75} aria-hidden />
        </button>
      )}
    </li>
  );
}
