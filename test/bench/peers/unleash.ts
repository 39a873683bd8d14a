import path from 'node:path';
import { until } from '../../support/programs/process.ts';
import { measureClients, runInTurn, type Served, startNode, summarize } from '../machine.ts';
import { figure, promise, title } from '../report.ts';
import { type Bench, createShop, freePort } from '../setup.ts';
import { tabulate } from '../table.ts';
import { installPeer } from './install.ts';
import { startPostgres } from './postgres.ts';

const PACKAGES = { 'unleash-server': '7.5.1' };
const ROUNDS = 7;
const LOAD = { connections: 16, seconds: 3 };
const TOKENS = { admin: '*:*.bench-admin', client: 'default:development.bench-client', frontend: 'default:development.bench-frontend' };

/** The flags of one app, beside the same number of flags of Unleash on its own PostgreSQL. */
export async function benchUnleash(diwan: Served, { apiKey }: Bench): Promise<void> {
  const postgres = await startPostgres();
  if (postgres === null) {
    title('Unleash is left out: it needs PostgreSQL (initdb on the PATH or below /usr/lib/postgresql; as root also the user postgres)');
    return;
  }
  const unleash = await startUnleash(installPeer(PACKAGES), postgres.url);
  const names = await createShop(diwan.url, apiKey);
  for (const name of names) await createFlag(unleash.url, name);
  await until(async () => (await flagsOf(unleash.url)) === names.length);
  const read =
    (server: Served, address: string, headers: Record<string, string> = {}) =>
    async () => {
      const client = { headers, requests: [{ method: 'GET', path: address }] };
      const clients = new Array(LOAD.connections).fill(client);
      const measured = await measureClients(server, { seconds: LOAD.seconds, clients, staysAwake: true });
      if (measured.failed > 0) throw new Error(`GET ${address}: ${measured.failed} requests failed`);
      return measured;
    };
  const runs = {
    'diwan, flags': read(diwan, '/api/v1/apps/shop/features'),
    'Unleash, client API': read(unleash, '/api/client/features', { Authorization: TOKENS.client }),
    'Unleash, frontend API': read(unleash, '/api/frontend', { Authorization: TOKENS.frontend }),
  };
  await runInTurn(1, runs);
  const results = await runInTurn(ROUNDS, runs);
  const rates = summarize(results, ({ rate }) => rate);
  const cpu = summarize(results, ({ cpuPerAnswer }) => cpuPerAnswer);
  title(`${names.length} flags beside Unleash ${PACKAGES['unleash-server']}: answers a second, medians of ${ROUNDS} alternating runs`);
  for (const [name, rate] of Object.entries(rates.medians)) figure(name, rate.toFixed(0));
  promise('diwan / Unleash, client API', rates.ratio('diwan, flags', 'Unleash, client API'), { atLeast: 12 });
  figure('diwan / Unleash, frontend API', rates.ratio('diwan, flags', 'Unleash, frontend API').toFixed(1));
  figure('CPU of an answer, Unleash, client API / diwan', cpu.ratio('Unleash, client API', 'diwan, flags').toFixed(1));
  tabulate('flags', rates, { diwan: 'diwan, flags', others: { Unleash: 'Unleash, client API' } });
  await unleash.stop();
  await postgres.stop();
}

async function startUnleash(modules: string, databaseUrl: string): Promise<Served> {
  const port = await freePort();
  return startNode(path.join(modules, 'unleash-server/dist/server.js'), {
    url: `http://127.0.0.1:${port}`,
    readyPath: '/health',
    env: {
      NODE_ENV: 'production',
      HTTP_HOST: '127.0.0.1',
      HTTP_PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATABASE_SSL: 'false',
      LOG_LEVEL: 'error',
      CHECK_VERSION: 'false',
      SEND_TELEMETRY: 'false',
      INIT_ADMIN_API_TOKENS: TOKENS.admin,
      INIT_BACKEND_API_TOKENS: TOKENS.client,
      INIT_FRONTEND_API_TOKENS: TOKENS.frontend,
    },
  });
}

/** The number of flags that clients see. */
async function flagsOf(url: string): Promise<number> {
  const response = await fetch(`${url}/api/client/features`, { headers: { Authorization: TOKENS.client } });
  const { features } = (await response.json()) as { features: { enabled: boolean }[] };
  return features.filter(({ enabled }) => enabled).length;
}

/** Creates a flag and switches it on for everyone. */
async function createFlag(url: string, name: string): Promise<void> {
  const features = `${url}/api/admin/projects/default/features`;
  await post(features, { name, type: 'release' });
  const strategy = { name: 'flexibleRollout', parameters: { rollout: '100', stickiness: 'default', groupId: name } };
  await post(`${features}/${name}/environments/development/strategies`, strategy);
  await post(`${features}/${name}/environments/development/on`, {});
}

async function post(url: string, body: object): Promise<void> {
  const headers = { Authorization: TOKENS.admin, 'Content-Type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`POST ${url}: ${response.status} ${await response.text()}`);
}
