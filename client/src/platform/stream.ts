import type { Env } from './env.ts';

interface Source {
  onmessage: (() => void) | null;
  close(): void;
}

declare const EventSource: (new (url: string) => Source) | undefined;

/** Pages that hear of a change at once must not all ask in the same moment. */
const SPREAD_MS = 1_000;

/** Reports changes of the app while the platform has an `EventSource`, which only web pages have; the result stops that. */
export function followChanges(url: string, env: Env, onChange: () => void): () => void {
  if (typeof EventSource === 'undefined') return () => {};
  const source = new EventSource(url);
  let cancel = (): void => {};
  source.onmessage = () => {
    cancel();
    cancel = env.timer(onChange, Math.random() * SPREAD_MS);
  };
  return () => {
    cancel();
    source.close();
  };
}
