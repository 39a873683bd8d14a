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
import { openDatabaseAt } from '../support/scratch-database.ts';
import { alternate, startBaseline, startDiwan } from './machine.ts';
import { figure, promise, title } from './report.ts';
import { prepareBench } from './setup.ts';

const ROUNDS = 5;
const CHECKS = { cached: 50_000, fresh: 500 };
const SECONDS = 2;
const PHONES = Array.from({ length: 8 }, (_, index) => `+1555010000${index + 1}`);
const CODE = '123456';

/** Checks of access tokens in this process, and the rate of refresh and profile compared with a bare Express handler with one query. */
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
  const guard = createTokenGuard({ keys, clock: systemClock, tokenSeconds: 3_600, revocations });
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
  const claims = { userId: randomUUID(), phone: '+966500000001', projectId: 11, role: 'customer', sessionId: randomUUID() } as const;
  const authorization = `Bearer ${signPhoneToken(keys, claims, { now: systemClock.now(), seconds: 3_600 })}`;
  return { headers: { authorization }, rawHeaders: ['Authorization', authorization] } as unknown as Request;
}

async function rateOf(times: number, work: (turn: number) => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  for (let turn = 0; turn < times; turn += 1) await work(turn);
  return (times * 1_000) / (performance.now() - startedAt);
}

interface Tokens {
  accessToken: string;
  refreshToken: string;
}

async function benchRequests(): Promise<void> {
  const bench = await prepareBench();
  const phones = PHONES.map((phone) => `${phone}=${CODE}`).join(',');
  const diwan = await startDiwan({ ...bench.env, TEST_PHONES: phones, RATE_LIMIT_GLOBAL: 'off' });
  const bare = await startBaseline('one-query', bench.databaseUrl);
  const api = `${diwan.url}/api/v2/auth`;
  const pairs = await Promise.all(PHONES.map((phone) => register(api, phone)));
  const profile = async ({ accessToken }: Tokens): Promise<void> => {
    await answerOf(fetch(`${api}/profile`, { headers: { Authorization: `Bearer ${accessToken}` } }));
  };
  // each connection continues with its new pair, so that every refresh is a real rotation
  const refresh = async (pair: Tokens): Promise<void> => {
    Object.assign(pair, await answerOf(post(`${api}/refresh`, { refresh_token: pair.refreshToken })));
  };
  const row = async (): Promise<void> => void (await answerOf(fetch(`${bare.url}/row`)));
  const { medians, ratio } = await alternate(ROUNDS, {
    bare: () => underLoad(pairs, row),
    profile: () => underLoad(pairs, profile),
    refresh: () => underLoad(pairs, refresh),
  });
  title(`Signed-in requests, ${PHONES.length} connections, medians of ${ROUNDS} alternating runs`);
  for (const [name, value] of Object.entries(medians)) figure(`${name}, answers a second`, value.toFixed(0));
  promise('profile / bare Express with one query', ratio('profile', 'bare'), { atLeast: 0.4 });
  promise('refresh / bare Express with one query', ratio('refresh', 'bare'), { atLeast: 0.15 });
  await Promise.all([diwan.stop(), bare.stop()]);
  await bench.stop();
}

async function register(api: string, phone: string): Promise<Tokens> {
  const { tokens } = await answerOf<{ tokens: Tokens }>(post(`${api}/register-verify`, { phone, otp: CODE }));
  return tokens;
}

function post(url: string, body: object): Promise<Response> {
  return fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
}

async function answerOf<T>(sent: Promise<Response>): Promise<T> {
  const response = await sent;
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

/** Replies per second, with one request in flight for each pair. */
async function underLoad(pairs: readonly Tokens[], work: (pair: Tokens) => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  const end = startedAt + SECONDS * 1_000;
  let answers = 0;
  const connection = async (pair: Tokens): Promise<void> => {
    for (; performance.now() < end; answers += 1) await work(pair);
  };
  await Promise.all(pairs.map(connection));
  return (answers * 1_000) / (performance.now() - startedAt);
}
