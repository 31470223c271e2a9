/** The bell: a link to the notifications with the number of unread ones. */
import { useQuery } from "@tanstack/react-query";
import { Bell as Icon } from "lucide-react";
import { Link } from "wouter";
import { listNotifications } from "../api-notifications.ts";
import { strings } from "../strings/index.ts";

/** The milliseconds between two looks for new notifications. */
const LOOK_EVERY = 5 * 60_000;

export function Bell({ isHere }: { isHere: boolean }) {
  const { data } = useQuery({
    queryKey: ["notifications"],
    queryFn: listNotifications,
    refetchInterval: LOOK_EVERY,
  });
  const unread = data?.unread ?? 0;
  const words = strings.notifications;
  return (
    <Link
      href="/notifications"
      className="quiet bell"
      title={unread > 0 ? words.unread(unread) : words.title}
      aria-current={isHere ? "page" : undefined}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span>{words.title}</span>
      {unread > 0 && <b>{unread > 99 ? "99+" : unread}</b>}
    </Link>
  );
}
