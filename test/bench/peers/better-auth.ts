import path from 'node:path';
import type { LoadClient } from '../load-plan.ts';
import { measureAll, runInTurn, type Served, startNode, summarize } from '../machine.ts';
import { figure, title } from '../report.ts';
import { AUTH, freePort, register, TEST_PHONES } from '../setup.ts';
import { tabulate } from '../table.ts';
import type { BetterAuth } from './better-auth-server.ts';
import { installPeer } from './install.ts';

const PACKAGES = { 'better-auth': '1.7.25', mysql2: '3.24.5' };
const ROUNDS = 5;
const SECONDS = 4;
const PASSWORD = 'a password for the bench';

/** Sign-in with a password and the data of the signed-in user, beside Better Auth on its own database in the same MariaDB. */
export async function benchBetterAuth(diwan: Served, databaseUrl: string): Promise<void> {
  const other = await startBetterAuth(databaseUrl);
  const runs = { ...(await runsOfDiwan(diwan)), ...(await runsOfBetterAuth(other)) };
  await runInTurn(1, runs);
  const results = await runInTurn(ROUNDS, runs);
  const rates = summarize(results, ({ rate }) => rate);
  title(`Beside Better Auth ${PACKAGES['better-auth']}: answers a second, ${TEST_PHONES.length} clients, medians of ${ROUNDS} rounds`);
  for (const [name, rate] of Object.entries(rates.medians)) figure(name, rate.toFixed(0));
  for (const work of ['login', 'profile'] as const) {
    figure(`${work}, diwan / Better Auth`, rates.ratio(`diwan, ${work}`, `Better Auth, ${work}`).toFixed(2));
    tabulate(work, rates, { diwan: `diwan, ${work}`, others: { 'Better Auth': `Better Auth, ${work}` } });
  }
  await other.stop();
}

async function startBetterAuth(databaseUrl: string): Promise<Served> {
  const port = await freePort();
  const settings: BetterAuth = { modules: installPeer(PACKAGES), databaseUrl, port };
  return startNode(path.join(import.meta.dirname, 'better-auth-server.ts'), {
    url: `http://127.0.0.1:${port}`,
    readyPath: '/api/auth/ok',
    env: { NODE_ENV: 'production' },
    args: [JSON.stringify(settings)],
    execArgv: ['--import', 'tsx'],
  });
}

async function runsOfDiwan(diwan: Served) {
  const signedIn: { phone: string; token: string }[] = [];
  for (const phone of TEST_PHONES) {
    const { accessToken } = await register(diwan.url, phone, PASSWORD);
    signedIn.push({ phone, token: accessToken });
  }
  return {
    'diwan, login': load(
      diwan,
      signedIn.map(({ phone }) => sending(`${AUTH}/login`, { phone, password: PASSWORD })),
    ),
    'diwan, profile': load(
      diwan,
      signedIn.map(({ token }) => getting(`${AUTH}/profile`, { Authorization: `Bearer ${token}` })),
    ),
  };
}

async function runsOfBetterAuth(server: Served) {
  const emails = TEST_PHONES.map((_, index) => `user${index}@example.com`);
  const cookies: string[] = [];
  for (const email of emails) {
    const { cookie } = await post(`${server.url}/api/auth/sign-up/email`, { email, password: PASSWORD, name: 'Bench' }, server.url);
    cookies.push(cookie);
  }
  return {
    'Better Auth, login': load(
      server,
      emails.map((email) => sending('/api/auth/sign-in/email', { email, password: PASSWORD }, { Origin: server.url })),
    ),
    'Better Auth, profile': load(
      server,
      cookies.map((Cookie) => getting('/api/auth/get-session', { Cookie })),
    ),
  };
}

function getting(address: string, headers: Record<string, string>): LoadClient {
  return { headers, requests: [{ method: 'GET', path: address }] };
}

function sending(address: string, body: object, headers: Record<string, string> = {}): LoadClient {
  return { headers, requests: [{ method: 'POST', path: address, body: JSON.stringify(body) }] };
}

function load(server: Served, clients: readonly LoadClient[]) {
  return () => measureAll(server, SECONDS, clients);
}

async function post(url: string, body: object, origin?: string): Promise<{ body: unknown; cookie: string }> {
  const headers = { 'Content-Type': 'application/json', ...(origin === undefined ? {} : { Origin: origin }) };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`POST ${url}: ${response.status} ${await response.text()}`);
  const cookie = response.headers.getSetCookie().map((set) => set.split(';')[0]);
  return { body: await response.json(), cookie: cookie.join('; ') };
}
