import { fillFeedback, HOT_ITEM } from './feedback-data.ts';
import type { LoadClient } from './load-plan.ts';
import { measureClients, residentMegabytes, runOpenLoad, type Served, startDiwan } from './machine.ts';
import type { OpenResult } from './open-load-plan.ts';
import { figure, promise, title } from './report.ts';
import { prepareBench } from './setup.ts';
import { createUsers } from './users.ts';
import { reading, reviewing } from './write-works.ts';

const CLIENTS = 32;
const FILLED = 10_000;
const SECONDS = { warmUp: 30, peak: 8, overload: 10, after: 4 };
const API = '/api/v1';

/** Twice and four times the load that the server can answer, 60 % of it reads, sent whether it answers or not. */
export async function benchOverload(): Promise<void> {
  const bench = await prepareBench();
  const server = await startDiwan({ ...bench.env, RATE_LIMIT_WRITE: 'off', RATE_LIMIT_GLOBAL: 'off' });
  const users = createUsers(bench.env['DATA_DIR'] ?? '', CLIENTS);
  await fillFeedback(bench.databaseUrl, FILLED);
  const clients = mixed(reviewing(users, CLIENTS, { path: `${API}/reviews`, isSpread: true }));
  await measureClients(server, { seconds: SECONDS.warmUp, clients });
  const peak = await peakOf(server, clients);
  title(`Open-loop load of 60 % reads and 40 % writes; the peak is ${peak.toFixed(0)} answers a second with ${CLIENTS} clients in a loop`);
  for (const factor of [2, 4]) {
    const result = await runOpenLoad({ url: server.url, seconds: SECONDS.overload, rate: factor * peak, clients });
    report(`${factor} × the peak`, result, peak);
    const after = await runOpenLoad({ url: server.url, seconds: SECONDS.after, rate: peak / 2, clients });
    figure(
      'half of the peak, right after it',
      `${after.accepted} accepted, ${after.refused} refused, p99 ${after.acceptedP99.toFixed(0)} ms`,
    );
    promise('refused of them, after the first second', Math.max(0, after.refused - peak / 2) / after.accepted, { atMost: 0 });
  }
  promise('resident memory of the server at the end, MB', residentMegabytes(server.pid), { atMost: 200 });
  await server.stop();
  await bench.stop();
}

/** Each client sends three reads for two of its writes. */
function mixed(writers: readonly LoadClient[]): LoadClient[] {
  const [{ requests: [read] = [] } = { requests: [] }] = reading(1, `${API}/reviews?itemType=${HOT_ITEM.type}&itemId=${HOT_ITEM.id}`);
  return writers.map(({ requests, ...client }) => ({
    ...client,
    requests: requests.flatMap((write, turn) => {
      if (read === undefined) return [write];
      return turn % 2 === 0 ? [read, write, read] : [write, read];
    }),
  }));
}

async function peakOf(server: Served, clients: readonly LoadClient[]): Promise<number> {
  const { rate, failed } = await measureClients(server, { seconds: SECONDS.peak, clients });
  figure('not 2xx at the peak', String(failed));
  return rate - failed / SECONDS.peak;
}

function report(name: string, result: OpenResult, peak: number): void {
  const others = Object.entries(result.others).map(([status, count]) => `${status}: ${count}`);
  figure(`${name}: accepted, refused, others`, `${result.accepted}, ${result.refused}, ${others.join(', ') || 'none'}`);
  figure('core of the load generator in use', `${(result.busy * 100).toFixed(0)}%`);
  promise('accepted a second / peak', result.goodput / peak, { atLeast: 0.85 });
  promise('accepted: p99, ms', result.acceptedP99, { atMost: 500 });
  promise('refused: p99, ms', result.refusedP99, { atMost: 100 });
  promise('/healthz: p99, ms', result.probeP99, { atMost: 100 });
}
