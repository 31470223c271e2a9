/** A question for the advisor from another page. It is in no address, so that a link cannot ask one. */

let waiting: string | null = null;

const listeners = new Set<() => void>();

/** Leaves a question for the advisor's page. */
export function askAdvisor(question: string): void {
  waiting = question;
  listeners.forEach((listener) => listener());
}

/** Returns the question, which is then no longer waiting. */
export function takeQuestion(): string | null {
  const question = waiting;
  waiting = null;
  return question;
}

/** Calls `listener` for each new question, until the returned function is called. */
export function onQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
