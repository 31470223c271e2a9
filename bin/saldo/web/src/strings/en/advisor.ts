/** The words of the advisor, in English. */

export const advisor = {
  title: "Advisor",
  empty: "Ask about your money",
  emptyBody: "Answers come from your own entries, and from nothing else.",
  ideas: [
    "How much did I spend last month?",
    "What were my largest payments?",
    "What do I spend on groceries?",
    "How did my balance develop?",
  ],
  placeholder: "Ask about your money",
  label: "Your question",
  send: "Send",
  stop: "Stop",
  again: "Answer again",
  clear: "New conversation",
  you: "You",
  saldo: "Saldo",
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
  attach: "Add a statement",
  attached: "What you add here goes to your statements, is read there, and can then be asked about.",
  willStay: (model: string) => `${model} answers on this server; nothing leaves it.`,
  willLeave: (model: string) => `${model} answers. Your question and the figures it looks up are sent to it.`,
};
