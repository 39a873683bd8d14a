import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../support/programs/process.ts';
import { eventIds, writtenIds } from '../event-clients.ts';
import { call, ending, getPath, type Launched, launch, launchBeside, type Method, register, relaunch } from '../support.ts';

const PROCESSES = 3;
const CLIENTS = 6;
const PAUSE_MS = 20;

/** Three processes on one database, with an app `shop`. */
export async function launchThree(env: Record<string, string>): Promise<Launched[]> {
  const first = await launch(env);
  const others = await Promise.all(Array.from({ length: PROCESSES - 1 }, () => launchBeside(first)));
  await register(first, 'shop');
  return [first, ...others];
}

export interface Load {
  /** Ids of the events whose report was answered with 201. */
  readonly written: Set<string>;
  /** Every other answer or fault than a success, in order. */
  readonly failed: readonly string[];
  /** The number of successful reads. */
  reads(): number;
  /** Sends no new requests; resolves when the running ones are answered. */
  stop(): Promise<void>;
}

/** Six clients that read from memory, read from the database and write, one after the other, about 150 requests a second in all. */
export function startLoad(server: Pick<Launched, 'url' | 'apiKey'>): Load {
  const agent = new Agent({ keepAlive: true });
  const ids = eventIds(1e6).values();
  const written = new Set<string>();
  const failed: string[] = [];
  let reads = 0;
  let isStopped = false;
  const send = async (line: [Method, string], body?: object): Promise<boolean> => {
    const status = await call(server, line, body, agent).then((answer) => answer.status, String);
    const isGood = status === 200 || status === 201;
    if (!isGood) failed.push(`${line.join(' ')}: ${status}`);
    return isGood;
  };
  const client = async (): Promise<void> => {
    while (!isStopped) {
      for (const path of ['/apps/shop', '/admin/apps']) if (await send(['GET', path])) reads += 1;
      const eventId = String(ids.next().value);
      if (await send(['POST', '/apps/shop/analytics'], { eventType: 'opened', platform: 'ios', eventId })) written.add(eventId);
      await sleep(PAUSE_MS);
    }
  };
  const running = Promise.all(Array.from({ length: CLIENTS }, client));
  return {
    written,
    failed,
    reads: () => reads,
    async stop() {
      isStopped = true;
      await running;
      agent.destroy();
    },
  };
}

/** Ends the process by SIGTERM and starts it again; resolves when it is ready. */
export async function restart(server: Launched): Promise<Launched> {
  server.child.kill('SIGTERM');
  assert.equal((await ending(server)).code, 0, server.output());
  return relaunch(server.env);
}

/** Asserts that the database has exactly the events that were acknowledged. */
export async function assertWritten(load: Load, server: Pick<Launched, 'env'>): Promise<void> {
  assert.ok(load.reads() > 100 && load.written.size > 50, `${load.reads()} reads, ${load.written.size} writes`);
  assert.deepEqual(new Set(await writtenIds(server)), load.written);
}

/** Waits until some more requests are answered. */
export async function untilServed(load: Load): Promise<void> {
  const before = load.written.size;
  await until(() => load.written.size > before + 20);
}

/** How many requests to the API the process has answered. */
export async function requestsTo(server: Launched): Promise<number> {
  const { text } = await getPath(server, '/metrics');
  const counts = text.matchAll(/^diwan_http_request_duration_seconds_count\{[^}]*route="\/api[^}]*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
