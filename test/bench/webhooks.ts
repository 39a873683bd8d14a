import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LoadClient } from './load-plan.ts';
import { type MeasuredClients, measureClients, runInTurn, type Served, startDiwan, summarize } from './machine.ts';
import { figure, title } from './report.ts';
import { type Bench, benchEnvironment, call, createShop, prepareBench } from './setup.ts';
import { createUsers } from './users.ts';
import { reviewing, SPREAD_POSTS, spreadOver, voting } from './write-works.ts';

const ROUNDS = 5;
const CLIENTS = 64;
const WEBHOOKS = 10;
const SECONDS = { warmUp: 2, measured: 3 };
const API = '/api/v1';
const EVENTS = [
  'review.*',
  'comment.*',
  'post.*',
  'vote.*',
  'user.*',
  'report.*',
  'roadmap.*',
  'changelog.*',
  'app.*',
  'version.*',
  'flag.*',
];
const OFF = { RATE_LIMIT_WRITE: 'off', RATE_LIMIT_GLOBAL: 'off', WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' };

type Results = Readonly<Record<string, readonly MeasuredClients[]>>;

/**
 * Writes of users on a server without webhooks, and on servers with ten webhooks that want everything: the receivers of one are busy for an
 * hour, so that it only records; the other one sends all the time, beside its requests on the same core.
 */
export async function benchWebhooks(): Promise<void> {
  const bench = await prepareBench();
  const receiver = createServer((request, response) => {
    if (request.url?.startsWith('/busy') === true) response.writeHead(429, { 'Retry-After': '3600' });
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const works = {
    ...(await prepareWorks(bench, 'without', null)),
    ...(await prepareWorks(bench, 'recording for ten', `http://127.0.0.1:${port}/busy`)),
    ...(await prepareWorks(bench, 'sending to ten', `http://127.0.0.1:${port}/ready`)),
  };
  const runs = (seconds: number) =>
    Object.fromEntries(
      Object.entries(works).map(([name, { server, clients }]) => [name, () => measureClients(server, { seconds, clients })]),
    );
  await runInTurn(1, runs(SECONDS.warmUp));
  report(await runInTurn(ROUNDS, runs(SECONDS.measured)));
  await Promise.all([...new Set(Object.values(works).map(({ server }) => server))].map((server) => server.stop()));
  receiver.closeAllConnections();
  receiver.close();
  await bench.stop();
}

interface Work {
  readonly server: Served;
  readonly clients: readonly LoadClient[];
}

async function prepareWorks(bench: Bench, name: string, receiver: string | null): Promise<Record<string, Work>> {
  const env = await benchEnvironment(await bench.createDatabase());
  const server = await startDiwan({ ...env, ...OFF });
  const users = createUsers(env.DATA_DIR, CLIENTS);
  await createShop(server.url, env.ADMIN_API_KEY);
  const paths: string[] = [];
  for (let count = 0; count < SPREAD_POSTS; count += 1) paths.push(`${API}/posts/${count + 1}/vote`);
  for (let count = 0; count < SPREAD_POSTS; count += 1) await createPost(server.url, users[count % CLIENTS] ?? {}, count);
  for (let count = 0; count < WEBHOOKS && receiver !== null; count += 1) {
    const body = { url: `${receiver}/${count}`, events: EVENTS, projectId: null };
    await call(server.url, env.ADMIN_API_KEY, { path: '/admin/webhooks', body });
  }
  const events = users.map((headers, user) => {
    const body = JSON.stringify({ eventType: 'open', userId: `user-${user}`, appVersion: '1.0.0', platform: 'ios' });
    return { headers, requests: [{ method: 'POST', path: `${API}/apps/shop/analytics`, body }] };
  });
  return {
    [`vote, ${name}`]: { server, clients: voting(users, CLIENTS, spreadOver(paths)) },
    [`review, ${name}`]: { server, clients: reviewing(users, CLIENTS, { path: `${API}/reviews`, isSpread: true }) },
    [`analytics event, ${name}`]: { server, clients: events },
  };
}

async function createPost(url: string, user: Readonly<Record<string, string>>, index: number): Promise<void> {
  const body = { title: `A wish, number ${index}`, description: 'It would help me every day.', category: 'feature' };
  const headers = { ...user, 'Content-Type': 'application/json' };
  const response = await fetch(`${url}${API}/posts`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`POST /posts: ${response.status} ${await response.text()}`);
}

function report(results: Results): void {
  title(`Writes without webhooks and with ${WEBHOOKS} on everything: answers a second, medians of ${ROUNDS} alternating runs`);
  const rates = summarize(results, ({ rate }) => rate);
  for (const [name, rate] of Object.entries(rates.medians)) figure(name, rate.toFixed(0));
  for (const work of ['vote', 'review', 'analytics event']) {
    figure(`${work}: rate recording for ten / without`, rates.ratio(`${work}, recording for ten`, `${work}, without`).toFixed(2));
    figure(`${work}: rate sending to ten / without`, rates.ratio(`${work}, sending to ten`, `${work}, without`).toFixed(2));
  }
  const failed = Object.values(results).flat();
  // the server refuses a text that its author has written before
  figure('answers that are not 2xx', String(failed.reduce((sum, result) => sum + result.failed, 0)));
}
