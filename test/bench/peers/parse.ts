import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LoadClient } from '../load-plan.ts';
import { measureClients, runInTurn, type Served, startNode, summarize } from '../machine.ts';
import { figure, title } from '../report.ts';
import { type Bench, freePort } from '../setup.ts';
import { tabulate } from '../table.ts';
import { createUsers } from '../users.ts';
import { reading, reviewing } from '../write-works.ts';
import { installPeer } from './install.ts';
import { startPostgres } from './postgres.ts';

const PACKAGES = { 'parse-server': '9.10.0' };
const ROUNDS = 5;
const CLIENTS = 64;
const SECONDS = { warmUp: 2, measured: 3 };
const APP = { 'X-Parse-Application-Id': 'bench' };
const CREATE = '/parse/classes/Review';
const LIST = `${CREATE}?${new URLSearchParams({ where: '{"itemType":"product","itemId":1}', limit: '20', count: '1', order: '-createdAt' })}`;

/** Reviews beside objects of Parse Server on its own PostgreSQL, which does not check who creates them. */
export async function benchParse(diwan: Served, { env }: Bench): Promise<void> {
  const postgres = await startPostgres();
  if (postgres === null) {
    title(
      'Parse Server is left out: it needs PostgreSQL (initdb on the PATH or below /usr/lib/postgresql; as root also the user postgres)',
    );
    return;
  }
  const parse = await startParse(installPeer(PACKAGES), postgres.url);
  const users = createUsers(env['DATA_DIR'] ?? '', CLIENTS);
  const anonymous = users.map(() => APP);
  const created = (isSpread: boolean) => ({
    'diwan, create': { server: diwan, clients: reviewing(users, CLIENTS, { path: '/api/v1/reviews', isSpread }) },
    'Parse, create': { server: parse, clients: reviewing(anonymous, CLIENTS, { path: CREATE, isSpread }) },
  });
  const listed = {
    'diwan, list': { server: diwan, clients: reading(CLIENTS, '/api/v1/reviews?itemType=product&itemId=1') },
    'Parse, list': { server: parse, clients: reading(CLIENTS, LIST).map((client) => ({ ...client, headers: APP })) },
  };
  // the same number of rows for the lists of both
  for (const { server, clients } of Object.values(created(false))) await createEach(server, clients);
  const creates = await compare('Creating reviews of 3,000 items', created(true));
  tabulate('review of 3,000 items', creates, { diwan: 'diwan, create', others: { Parse: 'Parse, create' } });
  const lists = await compare('The first page of an item with 3,072 reviews', listed);
  tabulate('review list', lists, { diwan: 'diwan, list', others: { Parse: 'Parse, list' } });
  await parse.stop();
  await postgres.stop();
}

async function startParse(modules: string, databaseUrl: string): Promise<Served> {
  const port = await freePort();
  return startNode(path.join(modules, 'parse-server/bin/parse-server'), {
    url: `http://127.0.0.1:${port}`,
    readyPath: '/parse/health',
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      PARSE_SERVER_HOST: '127.0.0.1',
      PARSE_SERVER_APPLICATION_ID: APP['X-Parse-Application-Id'],
      PARSE_SERVER_MASTER_KEY: 'bench-master-key',
      PARSE_SERVER_DATABASE_URI: databaseUrl,
      PARSE_SERVER_ALLOW_CLIENT_CLASS_CREATION: 'true',
      PARSE_SERVER_LOG_LEVEL: 'error',
      PARSE_SERVER_LOGS_FOLDER: path.join(tmpdir(), 'diwan-bench-parse-logs'),
    },
  });
}

/** Sends every request of the clients once. */
async function createEach({ url }: Served, clients: readonly LoadClient[]): Promise<void> {
  for (const { headers, requests } of clients) {
    const answers = requests.map(({ method, path: address, body }) =>
      fetch(`${url}${address}`, { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: body ?? null }),
    );
    for (const response of await Promise.all(answers)) if (!response.ok) throw new Error(`${url}: ${response.status}`);
  }
}

async function compare(works: string, runs: Readonly<Record<string, { server: Served; clients: readonly LoadClient[] }>>) {
  const inSeconds = (seconds: number) =>
    Object.fromEntries(
      Object.entries(runs).map(([name, { server, clients }]) => [name, () => measureClients(server, { seconds, clients })]),
    );
  await runInTurn(1, inSeconds(SECONDS.warmUp));
  const results = await runInTurn(ROUNDS, inSeconds(SECONDS.measured));
  const rates = summarize(results, ({ rate }) => rate);
  title(`${works} beside Parse Server ${PACKAGES['parse-server']}: answers a second, medians of ${ROUNDS} alternating runs`);
  for (const [name, rate] of Object.entries(rates.medians)) {
    figure(name, `${rate.toFixed(0)}, not 2xx: ${(results[name] ?? []).reduce((sum, { failed }) => sum + failed, 0)}`);
  }
  return rates;
}
