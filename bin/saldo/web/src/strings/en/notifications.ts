/** Messages of the notifications, in English. */

/** The facts of an event, formatted. */
export interface EventFacts {
  name: string;
  amount: string;
  compared: string;
  percent: string;
  from: string;
  to: string;
}

export const notifications = {
  title: "Notifications",
  hint: "What you asked to hear about. Nothing is on until you turn it on.",
  choose: "Choose what to hear about",
  none: "No notifications yet.",
  readAll: "Mark all as read",
  markRead: "Mark as read",
  kindsTitle: "Events",
  kindsHint: "Saldo looks for these every hour and after each statement. They appear under the bell.",
  channelsTitle: "Also send to",
  channelsHint: "New notifications are also sent to these places, in the language you use now.",
  noChannels: "Nothing leaves this server.",
  test: "Send a test",
  testSent: "The test message was sent.",
  remove: "Remove",
  removeTitle: "Remove this channel?",
  removeBody: "Nothing more is sent to it.",
  add: "Add a channel…",
  addTitle: "Add a channel",
  addConfirm: "Add",
  kind: "Kind",
  address: "Address",
  webhookHint: "Saldo posts a signed JSON document to this address.",
  ntfyHint: "A topic, such as https://ntfy.sh/your-secret-topic",
  mailHint: "Sent to your email address, once it is verified.",
  token: "Access token",
  tokenHint: "Only if the server needs one",
  keyTitle: "Your signing key",
  keyBody: "The receiver checks signatures with this key. It is shown only once.",
  unread: (number: number) => `Notifications, unread: ${number}`,
  read: (text: string) => `Mark as read: ${text}`,
  notSent: (reason: string) => `Not sent: ${reason}`,
  kinds: {
    statement_unbalanced: "A statement doesn’t add up",
    statement_missing: "A statement is missing",
    budget_reached: "A budget reaches 80% or 100%",
    bill_due: "A bill is due in the next three days",
    bill_missing: "An expected payment is missing",
    price_rose: "A price rises",
    unusual_amount: "An unusually high amount",
    backup_failed: "A backup of the server fails",
    feed_failed: "A bank feed is revoked or fails for two days",
    weekly_digest: "The figures of a week, once it is over",
    monthly_digest: "The figures of a month, once it is over",
  },
  channels: {
    webhook: "Webhook",
    ntfy: "ntfy",
    mail: "Email",
  },
  texts: {
    statement_unbalanced: ({ name }: EventFacts) => `The statement ${name} doesn’t add up.`,
    statement_missing: ({ name, from, to }: EventFacts) => `${name}: no statement for ${from} – ${to}.`,
    budget_reached: ({ name, amount, compared, percent }: EventFacts) =>
      `${name}: ${percent}% of the budget reached, ${amount} of ${compared} spent.`,
    bill_due: ({ name, amount, from }: EventFacts) => `${name}: ${amount} is due on ${from}.`,
    bill_missing: ({ name, amount, from }: EventFacts) =>
      `${name}: the payment of ${amount} expected on ${from} is missing.`,
    price_rose: ({ name, amount, compared, from }: EventFacts) =>
      `${name}: the price rose from ${compared} to ${amount} on ${from}.`,
    unusual_amount: ({ name, amount, compared, from }: EventFacts) =>
      `${name}: ${amount} on ${from} is unusually high; ${compared} is usual.`,
    backup_failed: ({ from }: EventFacts) => `A backup of the server failed on ${from}.`,
    feed_failed: ({ name, from }: EventFacts) => `The bank feed ${name} has brought nothing since ${from}.`,
    weekly_digest: ({ amount, from, to }: EventFacts) => `Your week, ${from} – ${to}: ${amount} spent.`,
    monthly_digest: ({ amount, from, to }: EventFacts) => `Your month, ${from} – ${to}: ${amount} spent.`,
  },
  digest: {
    income: "Income",
    spending: "Spending",
    before: "Spending before",
    other: "Other",
    behind: (name: string, until: string) => `${name}: no data after ${until}, so later transactions are missing here.`,
  },
};
