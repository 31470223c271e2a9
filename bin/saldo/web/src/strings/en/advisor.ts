/** The words of the advisor, in English. */

export const advisor = {
  title: "Advisor",
  empty: "Ask about your money",
  emptyBody: "Answers come from your own entries, and from nothing else.",
  ideas: [
    "How much did I spend last month?",
    "What were my largest payments?",
    "What do I spend on groceries?",
    "What did I spend in each month?",
  ],
  placeholder: "Ask about your money",
  label: "Your question",
  send: "Send",
  stop: "Stop",
  again: "Answer again",
  clear: "New conversation",
  you: "You",
  saldo: "Saldo",
  answered: "The answer is complete.",
  thinking: "Looking through your entries…",
  failed: "The advisor could not answer.",
  stepFailed: "did not work",
  stepOf: (name: string) => `Looked up: ${name}`,
  steps: {
    books: "Looked at what is in your books",
    cash_flow: "Added up income and spending",
    compare_periods: "Compared two periods",
    spending: "Added up where the money went",
    search_entries: "Went through your entries",
    balances: "Looked up your balances",
    net_worth: "Worked out what you have and owe",
    recurring: "Looked for what comes again and again",
    forecast: "Looked ahead at what is due",
    runway: "Worked out how long your money lasts",
    budgets: "Looked at your budgets",
    statement_coverage: "Looked which days your statements cover",
    duplicates: "Looked for what may be in your books twice",
    explain_entry: "Looked at where an entry comes from",
    render_chart: "Drew a chart",
    savings_goal: "Worked out what to put aside",
    savings_growth: "Worked out how savings grow",
    loan: "Worked out a loan",
  },
  answeredHere: (model: string) => `Answered by ${model} on this server. Nothing left it.`,
  answeredThere: (model: string) => `Answered by ${model}. Your question and the figures it looked up were sent to it.`,
  log: "Conversation",
  ungrounded: "No tool returned this figure: the advisor wrote it by itself",
  grounded: "From your entries: show them",
  edit: "Edit the question",
  linkOut: "(opens another site)",
};

export const threads = {
  title: "Conversations",
  search: "Find in conversations",
  none: "No conversation is kept yet.",
  nothingFound: "No conversation says that.",
  name: "Name of the conversation",
  rename: (title: string) => `Rename ${title}`,
  delete: (title: string) => `Delete ${title}`,
};

export const approval = {
  title: "May this be done?",
  entries: (number: number) => (number === 1 ? "1 entry would change." : `${number} entries would change.`),
  allow: "Yes, do it",
  deny: "No",
  doing: "At it…",
  done: "Done",
  denied: "Not done: you said no, or went on",
  failed: "It did not work",
};

export const trace = {
  title: "What was sent",
  none: "Nothing was answered here yet.",
  left: "This left the server.",
  stayed: "Nothing of this left the server.",
  cost: (input: number, output: number, milliseconds: number) =>
    `${input} tokens in, ${output} out, ${milliseconds} ms`,
  roles: { user: "You", assistant: "Advisor", tool: "Looked up" },
  model: "Who answers",
  analyst: "built-in analyst",
  willStay: (model: string) => `${model} answers on this server; nothing leaves it.`,
  willAsk: (model: string) => `${model} answers. You are asked before anything is sent.`,
  mayNotLeave: "Nothing may leave this server: the built-in analyst answers.",
  willLeave: (model: string) => `${model} answers. Your question and the figures it looks up are sent to it.`,
};

export const consent = {
  title: "May this be sent?",
  at: (model: string, host: string) => `${model} at ${host}`,
  elsewhere: "another machine",
  to: (model: string, host: string) => `To answer, ${model} at ${host} would get:`,
  kinds: {
    question: "your question",
    conversation: "what was said in this conversation",
    files: "what was read in the files beside it",
    notes: "your notes for the advisor",
    books: "the figures and entries that it looks up in your books",
  },
  masked:
    "Account and card numbers in descriptions are masked: only their last four characters are sent. What you type is sent as you type it.",
  exactly: (bytes: number) => `Exactly what is sent first (${new Intl.NumberFormat("en").format(bytes)} bytes)`,
  instructions: "Instructions",
  leftOut: (number: number) => `${number} earlier messages are sent, too.`,
  tools: (names: string) => `It may look up: ${names}. What it finds there is sent as well.`,
  answers: {
    once: "Send it this once",
    thread: "Allow for this conversation",
    always: "Always allow",
    no: "Answer here instead",
  },
  unanswered: "Nothing was sent.",
  withdraw: "Ask me again in this conversation",
};

export const attachment = {
  add: "Add a file: a statement or an export of your bank",
  beside: "Files that go with the question",
  dropNow: "Let go to ask about them",
  sending: (name: string) => `Uploading ${name}`,
  remove: (name: string) => `Take ${name} away`,
  reading: (name: string) => `Reading ${name}`,
  page: (name: string, page: number, pages: number | null, rows: number) =>
    `Reading ${name}: page ${page}${pages === null ? "" : ` of ${pages}`}, ${rows === 1 ? "1 row" : `${rows} rows`}`,
  failed: (name: string) => `${name} could not be read.`,
  found: (entries: number) => (entries === 1 ? "1 entry" : `${entries} entries`),
  fresh: (entries: number) => (entries === 0 ? "none new" : `${entries} new`),
};
