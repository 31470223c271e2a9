/** Follows the reading of a statement while it runs, through the server's events. */
import { useEffect, useEffectEvent, useState } from "react";
import { type Job, getJob } from "../api.ts";
import { inBooks } from "./books.ts";

/**
 * Maximum number of jobs followed by events at the same time: a browser opens at most six
 * connections to a server, and the pages need some. The server reads a few statements at a time
 * anyway; the other jobs have no events yet.
 */
const AT_ONCE = 2;

const POLL_MILLISECONDS = 2000;

let open = 0;
const waiting: (() => void)[] = [];

function enter(start: () => void): void {
  if (open < AT_ONCE) {
    open += 1;
    start();
  } else {
    waiting.push(start);
  }
}

function leave(): void {
  const next = waiting.shift();
  if (next) {
    next();
  } else {
    open -= 1;
  }
}

/** True if a job has reached its final state. */
export function isFinal(job: Job): boolean {
  return job.state === "done" || job.state === "failed";
}

/** Calls back with every change of a job until it ends. Returns a function that stops listening. */
export function followJob(id: string, onChange: (job: Job) => void): () => void {
  let stop: (() => void) | null = null;
  let stopped = false;
  const end = () => {
    if (!stopped) {
      stopped = true;
      const index = waiting.indexOf(start);
      if (index >= 0) {
        waiting.splice(index, 1);
      }
      if (stop) {
        stop();
        leave();
      }
    }
  };
  const hear = (job: Job) => {
    if (!stopped) {
      onChange(job);
      if (isFinal(job)) {
        end();
      }
    }
  };
  const start = () => {
    const source = new EventSource(inBooks(`/api/jobs/${encodeURIComponent(id)}/events`));
    source.addEventListener("message", (event) => hear(JSON.parse(event.data) as Job));
    source.addEventListener("error", () => {
      // The browser reconnects by itself, unless the server or a proxy rejected the stream.
      if (source.readyState === EventSource.CLOSED && !stopped) {
        stop = poll(id, hear);
      }
    });
    stop = () => source.close();
  };
  enter(start);
  return end;
}

/** Polls a job, for networks that block server-sent events. */
function poll(id: string, hear: (job: Job) => void): () => void {
  const timer = setInterval(() => {
    getJob(id).then(hear, () => undefined);
  }, POLL_MILLISECONDS);
  return () => clearInterval(timer);
}

/** Returns the state of a job; calls `onEnd` once when it ends. */
export function useJob(id: string | null, onEnd: () => void): Job | null {
  const [job, setJob] = useState<Job | null>(null);
  const ended = useEffectEvent(onEnd);
  useEffect(() => {
    if (id === null) {
      return undefined;
    }
    return followJob(id, (next) => {
      setJob(next);
      if (isFinal(next)) {
        ended();
      }
    });
  }, [id]);
  return id === null ? null : job;
}
