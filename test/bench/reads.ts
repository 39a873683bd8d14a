import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { createConnection } from 'mysql2/promise';
import type { BareAnswer } from './baseline/bare-http.ts';
import { type Measured, measure, measureClients, runInTurn, type Served, startBaseline, startDiwan, summarize } from './machine.ts';
import { copyToNaive } from './naive-data.ts';
import { figure, promise, title } from './report.ts';
import { createShop, prepareBench, startNaiveApi } from './setup.ts';
import { tabulate } from './table.ts';

const ROUNDS = 9;
const LOAD = { connections: 16, seconds: 2 };
const SHOP = '/api/v1/apps/shop';
const FEATURES = `${SHOP}/features`;
/** Headers that node:http adds to each answer. */
const ADDED_BY_NODE = /^(?:date|connection|keep-alive)$/i;
/** Further reads from memory: only their rates are shown. */
const OTHERS = {
  'the app': SHOP,
  version: `${SHOP}/version?currentVersion=1.2.0&platform=android`,
  maintenance: `${SHOP}/maintenance`,
  bootstrap: `${SHOP}/bootstrap?platform=android`,
};

/** Public snapshot reads compared with servers that send the same bytes, and the SQL they cause. */
export async function benchReads(): Promise<void> {
  const bench = await prepareBench();
  const diwan = await startDiwan(bench.env);
  await createShop(diwan.url, bench.apiKey);
  const answer = await answerOf(`${diwan.url}${FEATURES}`);
  const bare = await startBaseline('bare-express', answer.body);
  const http = await startBaseline('bare-http', JSON.stringify({ headers: answer.headers, body: answer.body } satisfies BareAnswer));
  const naive = await startNaiveApi(bench);
  await copyToNaive(bench.databaseUrl, 'flags');
  const read = (server: Served, path: string, headers: Record<string, string> = {}) => ({ server, path, headers });
  await compare({
    'diwan, flags': read(diwan, FEATURES),
    'diwan, flags unchanged (304)': read(diwan, FEATURES, { 'If-None-Match': answer.etag }),
    'bare Express': read(bare, '/body'),
    'naive, flags': { ...read(naive, '/apps/shop/features'), usesDatabase: true },
    'bare node:http': read(http, '/body'),
    ...Object.fromEntries(Object.entries(OTHERS).map(([name, path]) => [`diwan, ${name}`, read(diwan, path)])),
  });
  await countSql(bench.databaseUrl, `${diwan.url}${FEATURES}`);
  await Promise.all([diwan, bare, http, naive].map((server) => server.stop()));
  await bench.stop();
}

async function answerOf(url: string): Promise<BareAnswer & { etag: string }> {
  const [response] = (await once(get(url), 'response')) as [IncomingMessage];
  const pairs = response.rawHeaders.flatMap((name, index, all) => (index % 2 === 0 ? [[name, all[index + 1] ?? '']] : []));
  const headers = pairs.filter(([name = '']) => !ADDED_BY_NODE.test(name)).flat();
  return { headers, body: await text(response), etag: response.headers.etag ?? '' };
}

interface Read {
  readonly server: Served;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly usesDatabase?: boolean;
}

async function compare(reads: Readonly<Record<string, Read>>): Promise<void> {
  const runs = Object.fromEntries(Object.entries(reads).map(([name, read]) => [name, () => measureRead(read)]));
  await runInTurn(1, runs);
  const results = await runInTurn(ROUNDS, runs);
  const rates = summarize(results, ({ rate }) => rate);
  const cpu = summarize(results, ({ cpuPerAnswer }) => cpuPerAnswer);
  title(`Public snapshot reads: answers a second, ${LOAD.connections} connections, medians of ${ROUNDS} alternating runs`);
  for (const [name, rate] of Object.entries(rates.medians)) {
    figure(name, `${rate.toFixed(0)}, ${(cpu.medians[name] ?? Number.NaN).toFixed(0)} microseconds of CPU each`);
  }
  figure('core of the load generator in use, at most', `${(100 * mostBusy(Object.values(results).flat())).toFixed(0)}%`);
  tabulate('flags', rates, { diwan: 'diwan, flags', others: { naive: 'naive, flags' } });
  promise('diwan / bare Express with helmet and express-rate-limit', rates.ratio('diwan, flags', 'bare Express'), { atLeast: 2.8 });
  promise('diwan / bare node:http with equal bytes', rates.ratio('diwan, flags', 'bare node:http'), { atLeast: 0.45 });
  figure('CPU of an answer, bare node:http / diwan', cpu.ratio('bare node:http', 'diwan, flags').toFixed(2));
  promise('304 / 200', rates.ratio('diwan, flags unchanged (304)', 'diwan, flags'), { atLeast: 1 });
}

async function measureRead({ server, path, headers, usesDatabase = false }: Read) {
  const client = { headers, requests: [{ method: 'GET', path }] };
  const clients = new Array(LOAD.connections).fill(client);
  const measured = await measureClients(server, { seconds: LOAD.seconds, clients, staysAwake: !usesDatabase });
  if (measured.failed > 0) throw new Error(`GET ${path}: ${measured.failed} requests failed`);
  return measured;
}

function mostBusy(results: readonly Measured[]): number {
  return Math.max(...results.map(({ busy }) => busy));
}

/** Statements under load, compared with those of an idle server, which polls the revisions twice a second. */
async function countSql(databaseUrl: string, url: string): Promise<void> {
  const connection = await createConnection(databaseUrl);
  const selects = async (): Promise<number> => {
    const [rows] = await connection.query<[{ Value: string }] & never[]>("SHOW GLOBAL STATUS LIKE 'Com_select'");
    return Number(rows[0].Value);
  };
  const during = async (work: () => Promise<unknown>): Promise<{ count: number; ms: number }> => {
    const before = await selects();
    const startedAt = performance.now();
    await work();
    return { count: (await selects()) - before, ms: performance.now() - startedAt };
  };
  const idle = await during(() => new Promise((resolve) => setTimeout(resolve, LOAD.seconds * 2_000)));
  // the generator needs time to start, in which the server polls too
  const busy = await during(() => measure({ ...LOAD, url }));
  const expected = (idle.count * busy.ms) / idle.ms;
  figure('SELECTs under load / of an idle server in the same time', `${busy.count} / ${expected.toFixed(0)}`);
  promise('SELECTs beyond those of the look at the revisions', Math.max(0, busy.count - expected - 2), { atMost: 0 });
  await connection.end();
}
