import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Request } from 'express';
import { signPhoneToken } from '../../server/platform/auth/access-token.ts';
import { Revocations } from '../../server/platform/auth/revocations.ts';
import { loadSigningKeys, type SigningKeys } from '../../server/platform/auth/signing-keys.ts';
import { createTokenGuard } from '../../server/platform/auth/token-guard.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { RefreshUses } from '../../server/services/auth/sessions/refresh-uses.ts';
import { openDatabaseAt } from '../support/databases/scratch-database.ts';
import { CARRIED, type LoadClient } from './load-plan.ts';
import { alternate, type MeasuredClients, measureAll, runInTurn, type Served, startBaseline, startDiwan, summarize } from './machine.ts';
import { copyToNaive } from './naive-data.ts';
import { figure, promise, title } from './report.ts';
import { AUTH, prepareBench, register, SIGN_IN_AT_ANY_RATE, startNaiveApi, TEST_PHONES, type Tokens } from './setup.ts';
import { tabulate } from './table.ts';

const ROUNDS = 5;
const CHECKS = { cached: 50_000, fresh: 500 };
const SECONDS = 2;

/** Checks of access tokens in this process, and the rates of refresh and profile beside conventional handlers. */
export async function benchTokens(): Promise<void> {
  await benchChecks();
  await benchRequests();
}

async function benchChecks(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'diwan-bench-'));
  const keys = loadSigningKeys(null, folder, systemClock);
  const known = requestWith(keys);
  // without start() it never queries
  const db = openDatabaseAt(`sqlite:${path.join(folder, 'unused.sqlite')}`);
  const revocations = new Revocations(db, { clock: systemClock, tokenSeconds: 3_600 });
  const guard = createTokenGuard({ keys, clock: systemClock, tokenSeconds: 3_600, revocations, uses: new RefreshUses(db) });
  const { medians, ratio } = await alternate(ROUNDS, {
    cached: () => rateOf(CHECKS.cached, () => guard.verify(known)),
    fresh: async () => {
      const requests = Array.from({ length: CHECKS.fresh }, () => requestWith(keys));
      return rateOf(CHECKS.fresh, (turn) => guard.verify(requests[turn] ?? known));
    },
  });
  title(`Checks of an access token on one core, medians of ${ROUNDS} alternating runs`);
  figure('a token not seen before, checks a second', (medians['fresh'] ?? 0).toFixed(0));
  promise('a remembered token, checks a second', medians['cached'] ?? 0, { atLeast: 20_000 });
  figure('remembered / not seen before', ratio('cached', 'fresh').toFixed(1));
  await db.close();
}

function requestWith(keys: SigningKeys): Request {
  const claims = {
    userId: randomUUID(),
    phone: '+966500000001',
    projectId: 11,
    role: 'customer',
    sessionId: randomUUID(),
    generation: 1,
  } as const;
  const authorization = `Bearer ${signPhoneToken(keys, claims, { now: systemClock.now(), seconds: 3_600 })}`;
  return { headers: { authorization }, rawHeaders: ['Authorization', authorization] } as unknown as Request;
}

async function rateOf(times: number, work: (turn: number) => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  for (let turn = 0; turn < times; turn += 1) await work(turn);
  return (times * 1_000) / (performance.now() - startedAt);
}

async function benchRequests(): Promise<void> {
  const bench = await prepareBench();
  const diwan = await startDiwan({ ...bench.env, ...SIGN_IN_AT_ANY_RATE });
  const bare = await startBaseline('one-query', bench.databaseUrl);
  const naive = await startNaiveApi(bench);
  const pairs = await Promise.all(TEST_PHONES.map((phone) => register(diwan.url, phone)));
  await copyToNaive(bench.databaseUrl, 'users');
  const works: Record<string, () => Promise<MeasuredClients>> = {
    'diwan, profile': () => measureAll(diwan, SECONDS, getting(pairs, `${AUTH}/profile`)),
    'naive, profile': () => measureAll(naive, SECONDS, getting(pairs, '/profile')),
    'bare Express with one query': () => measureAll(bare, SECONDS, getting(pairs, '/row')),
    'diwan, refresh': refreshing(diwan, pairs),
  };
  await runInTurn(1, works);
  reportRequests(await runInTurn(ROUNDS, works));
  await Promise.all([diwan.stop(), bare.stop(), naive.stop()]);
  await bench.stop();
}

function reportRequests(results: Readonly<Record<string, readonly MeasuredClients[]>>): void {
  const rates = summarize(results, ({ rate }) => rate);
  const cpu = summarize(results, ({ cpuPerAnswer }) => cpuPerAnswer);
  title(`Signed-in requests: answers a second, ${TEST_PHONES.length} connections, medians of ${ROUNDS} alternating runs`);
  for (const [name, rate] of Object.entries(rates.medians)) {
    figure(name, `${rate.toFixed(0)}, ${(cpu.medians[name] ?? Number.NaN).toFixed(0)} microseconds of CPU each`);
  }
  tabulate('profile', rates, { diwan: 'diwan, profile', others: { naive: 'naive, profile' } });
  promise('profile, diwan / naive', rates.ratio('diwan, profile', 'naive, profile'), { atLeast: 1.8 });
  promise('profile / bare Express with one query', rates.ratio('diwan, profile', 'bare Express with one query'), { atLeast: 0.4 });
  promise('refresh / bare Express with one query', rates.ratio('diwan, refresh', 'bare Express with one query'), { atLeast: 0.15 });
}

function getting(pairs: readonly Tokens[], path: string): LoadClient[] {
  return pairs.map(({ accessToken }) => ({ headers: { Authorization: `Bearer ${accessToken}` }, requests: [{ method: 'GET', path }] }));
}

/** Each connection continues with the token of its last answer, so that every refresh is a real rotation. */
function refreshing(server: Served, pairs: readonly Tokens[]): () => Promise<MeasuredClients> {
  const requests = [{ method: 'POST', path: `${AUTH}/refresh`, body: JSON.stringify({ refresh_token: CARRIED }) }];
  let tokens: readonly string[] = pairs.map(({ refreshToken }) => refreshToken);
  return async () => {
    const clients = tokens.map((value) => ({ requests, carried: { field: 'refreshToken', value } }));
    const measured = await measureAll(server, SECONDS, clients);
    tokens = measured.carried;
    return measured;
  };
}
