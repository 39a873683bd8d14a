import { Agent } from 'node:http';
import { call, type Launched, rowsOf } from './support.ts';

export interface EventClients {
  /** Ids whose write was answered with 200 or 201. */
  readonly acknowledged: Set<string>;
  /** Other responses. */
  readonly refused: number[];
  /** Requests without a response. */
  readonly broken: unknown[];
  /** Sends no new requests; resolves when the running ones are answered or broken. */
  stop(): Promise<void>;
}

/** Clients that report the events `ids` one after the other, over kept-alive connections. */
export function startEventClients(
  server: Launched,
  slug: string,
  { clients, ids }: { clients: number; ids: Iterator<string> },
): EventClients {
  const agent = new Agent({ keepAlive: true });
  const acknowledged = new Set<string>();
  const refused: number[] = [];
  const broken: unknown[] = [];
  let isStopped = false;
  const report = async (eventId: string): Promise<void> => {
    const body = { eventType: 'opened', platform: 'android', appVersion: '1.0.0', userId: `user ${eventId.slice(-2)}`, eventId };
    try {
      const { status } = await call(server, ['POST', `/apps/${slug}/analytics`], body, agent);
      if (status === 200 || status === 201) acknowledged.add(eventId);
      else refused.push(status);
    } catch (error) {
      broken.push(error);
    }
  };
  const run = async (): Promise<void> => {
    while (!isStopped && broken.length === 0) {
      const next = ids.next();
      if (next.done === true) return;
      await report(next.value);
    }
  };
  const running = Promise.all(Array.from({ length: clients }, run));
  return {
    acknowledged,
    refused,
    broken,
    async stop() {
      isStopped = true;
      await running;
      agent.destroy();
    },
  };
}

/** `count` new ids of events. */
export function eventIds(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`);
}

/** The ids of the events in the database. */
export async function writtenIds(server: Pick<Launched, 'env'>): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(server, 'SELECT event_id AS id FROM analytics_events WHERE event_id IS NOT NULL');
  return rows.map(({ id }) => id);
}
