import { Agent } from 'node:http';
import { ask, refusal } from '../support/requests/wire.ts';
import { APP, ITEM } from './writes.ts';

/** Answered from memory, and from the database. */
const PATHS = [`/apps/${APP}`, `/apps/${APP}/bootstrap`, '/posts', `/reviews/stats/${ITEM.itemType}/${ITEM.itemId}`];

export interface Reads {
  readonly refusals: Readonly<Record<string, number>>;
  sent(): number;
  slowestAnswerMs(): number;
  stop(): Promise<void>;
}

/** Sends reads at a fixed rate, half of them over new connections, whether or not earlier ones are answered. */
export function startReads(url: string, perSecond: number): Reads {
  const kept = new Agent({ keepAlive: true });
  const fresh = new Agent();
  const refusals: Record<string, number> = {};
  const running = new Set<Promise<void>>();
  const startedAt = performance.now();
  let sent = 0;
  let slowestMs = 0;
  const read = async (number: number): Promise<void> => {
    const path = PATHS[number % PATHS.length];
    const agent = Math.floor(number / PATHS.length) % 2 === 0 ? kept : fresh;
    const sentAt = performance.now();
    const kind = await ask(url, `/api/v1${path}`, { agent }).then(
      (answer) => (answer.status === 200 ? null : refusal(answer)),
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    slowestMs = Math.max(slowestMs, performance.now() - sentAt);
    if (kind !== null) refusals[`read: ${kind}`] = (refusals[`read: ${kind}`] ?? 0) + 1;
  };
  const timer = setInterval(() => {
    for (const due = ((performance.now() - startedAt) / 1000) * perSecond; sent < due; sent += 1) {
      const done = read(sent).finally(() => running.delete(done));
      running.add(done);
    }
  }, 1000 / perSecond);
  return {
    refusals,
    sent: () => sent,
    slowestAnswerMs: () => slowestMs,
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
      kept.destroy();
    },
  };
}
