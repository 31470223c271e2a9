/** Messages of the advisor, in English. */
import { count } from "./count.ts";

export const advisor = {
  title: "Advisor",
  empty: "Ask about your money",
  emptyBody: "Answers use only your own transactions.",
  ideas: [
    "How much did I spend last month?",
    "What were my largest payments?",
    "How much did I spend on groceries last month?",
    "What did I spend in each month?",
  ],
  placeholder: "Ask about your money",
  label: "Your question",
  send: "Send",
  stop: "Stop",
  again: "Regenerate answer",
  clear: "New conversation",
  you: "You",
  saldo: "Saldo",
  viewer: "You can read the conversations of these books. Only editors and owners can ask questions.",
  answered: "The answer is complete.",
  thinking: "Working on your answer…",
  failed: "The advisor couldn’t answer.",
  stepFailed: "failed",
  usedTool: (name: string) => `Used: ${name}`,
  steps: {
    books: "Looked at your accounts and dates",
    query: "Calculated the figures",
    cash_flow: "Added up income and spending",
    compare_periods: "Compared two periods",
    spending: "Added up spending",
    search_transactions: "Searched your transactions",
    balances: "Looked up your balances",
    net_worth: "Calculated your net worth",
    recurring: "Found recurring payments",
    forecast: "Checked upcoming bills",
    runway: "Calculated how long your money lasts",
    budgets: "Checked your budgets",
    statement_coverage: "Checked statement coverage",
    duplicates: "Looked for duplicates",
    explain_transaction: "Traced a transaction to its source",
    render_chart: "Drew a chart",
    savings_goal: "Calculated your savings target",
    savings_growth: "Calculated how your savings grow",
    loan: "Calculated a loan",
  },
  answeredHere: (model: string) => `Answered by ${model} on this server. No data left it.`,
  answeredThere: (model: string) => `Answered by ${model}. It received your question and the figures it looked up.`,
  log: "Conversation",
  ungrounded: "Not verified: this figure is not from your data",
  unlisted: (most: number) => `More than ${count(most, { one: "#", other: "#" })} transactions: too many to list`,
  grounded: "Show the transactions behind this figure",
  edit: "Edit question",
  linkOut: "(opens another site)",
};

export const chips = {
  label: "Parts of the question",
  offers: "Questions you may mean",
  kinds: {
    measure: "Figure",
    period: "Period",
    compare: "Comparison",
    groupBy: "Breakdown",
    categories: "Category",
    merchants: "Merchant",
    accounts: "Account",
    tags: "Tag",
    texts: "Text",
    without: "Exclusion",
    currency: "Currency",
  },
  condition: "Condition",
  change: (kind: string, text: string) => `Change ${kind}: ${text}`,
  add: (kind: string) => `Add ${kind}`,
  without: (name: string) => `Without ${name}`,
  remove: "Remove",
  ever: "All time",
  from: "From",
  to: "To",
  apply: "Use these dates",
};

export const threads = {
  title: "Conversations",
  search: "Search conversations",
  none: "No conversations yet.",
  nothingFound: "No conversations found.",
  name: "Conversation name",
  rename: (title: string) => `Rename ${title}`,
  delete: (title: string) => `Delete ${title}`,
};

export const approval = {
  title: "Apply this change?",
  transactions: (number: number) =>
    count(number, { one: "# transaction will change.", other: "# transactions will change." }),
  allow: "Apply",
  deny: "Don’t apply",
  doing: "Applying…",
  done: "Applied",
  denied: "Canceled",
  failed: "The change failed",
};

export const trace = {
  title: "What was sent",
  none: "No answers in this conversation yet.",
  left: "This was sent to another machine.",
  stayed: "None of this left the server.",
  cost: (input: number, output: number, milliseconds: number) =>
    `${count(input, { one: "# token in", other: "# tokens in" })}, ${count(output, { one: "# out", other: "# out" })}, ${milliseconds} ms`,
  roles: { user: "You", assistant: "Advisor", tool: "Tool result" },
  model: "Answered by",
  analyst: "built-in analyst",
  analystStays: "The built-in analyst answers on this server. No data leaves it.",
  willStay: (model: string) => `${model} answers on this server. No data leaves it.`,
  willAsk: (model: string) => `${model} answers. We’ll ask you before sending anything.`,
  mayNotLeave: "The built-in analyst answers, because you chose not to send data to other machines.",
  willLeave: (model: string) => `${model} answers. It receives your question and the figures it looks up.`,
};

export const consent = {
  title: "Send this?",
  at: (model: string, host: string) => `${model} at ${host}`,
  elsewhere: "another machine",
  to: (model: string, host: string) => `To answer, ${model} at ${host} needs:`,
  kinds: {
    question: "your question",
    conversation: "this conversation so far",
    files: "the contents of the attached files",
    notes: "your notes for the advisor",
    books: "the figures and transactions it looks up",
  },
  masked:
    "Account and card numbers in descriptions are masked: only the last four characters are sent. Your own words are sent exactly as you type them.",
  exactly: (bytes: number) =>
    count(bytes, { one: "Exact first request (# byte)", other: "Exact first request (# bytes)" }),
  instructions: "Instructions",
  leftOut: (number: number) =>
    count(number, { one: "# earlier message is sent too.", other: "# earlier messages are sent too." }),
  tools: (names: string) => `It can look up: ${names}. The results are sent too.`,
  answers: {
    once: "Send once",
    thread: "Allow for this conversation",
    always: "Always allow",
    no: "Use the built-in analyst",
  },
  unanswered: "Nothing was sent.",
  withdraw: "Ask me again in this conversation",
};

export const attachment = {
  add: "Attach a statement or a bank export",
  beside: "Attached files",
  dropNow: "Drop to attach",
  sending: (name: string) => `Uploading ${name}`,
  remove: (name: string) => `Remove ${name}`,
  reading: (name: string) => `Reading ${name}`,
  page: (name: string, page: number, pages: number | null, rows: number) =>
    `Reading ${name}: page ${page}${pages === null ? "" : ` of ${pages}`}, ${count(rows, { one: "# row", other: "# rows" })}`,
  failed: (name: string) => `Couldn’t read ${name}.`,
  found: (transactions: number) => count(transactions, { one: "# transaction", other: "# transactions" }),
  fresh: (transactions: number) =>
    transactions === 0 ? "no new ones" : count(transactions, { one: "# new", other: "# new" }),
};
