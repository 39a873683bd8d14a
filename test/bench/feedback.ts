import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { startMariaDb } from '../support/databases/mariadb.ts';
import { copyConventionally, fillFeedback, HOT_ITEM } from './feedback-data.ts';
import { alternate, type Served, startBaseline, startDiwan } from './machine.ts';
import { figure, promise, title } from './report.ts';
import { benchEnvironment } from './setup.ts';

const SIZES = [10_000, 100_000, 1_000_000];
const [SMALLEST = 0, , LARGEST = 0] = SIZES;
const ROUNDS = 25;
const CALLS = 10;
/** Requests whose statements are counted. */
const REQUESTS = 100;
/** Highest quotient of the times with most and with fewest rows. A vote changes several indexes, which grow deeper. */
const MAX_GROWTH = { read: 1.25, vote: 2 };
const OPERATOR = { username: 'bench', password: 'a password for the bench' };

interface Stage {
  readonly size: number;
  readonly databaseUrl: string;
  readonly server: Served;
  /** The token of an admin operator. */
  readonly token: string;
  /** A post that accepts votes. */
  readonly postId: number;
}

type Work = (stage: Stage) => Promise<void>;

/** The measured work: one request, or two for a vote. */
const WORKS: Readonly<Record<string, Work>> = {
  'reviews, first page': (stage) => get(stage, '/reviews'),
  'reviews, page 1,000 of 5 each': (stage) => get(stage, '/reviews?page=1000&limit=5'),
  'posts by votes, first page': (stage) => get(stage, '/posts?sort=votes'),
  'posts by votes, page 1,000 of 5 each': (stage) => get(stage, '/posts?sort=votes&page=1000&limit=5'),
  'statistics of an item': (stage) => get(stage, `/reviews/stats/${HOT_ITEM.type}/${HOT_ITEM.id}`),
  'vote, and its withdrawal': vote,
  '/admin/stats': (stage) => get(stage, '/admin/stats'),
};

/** Lists, statistics, votes and the moderators' numbers with 10,000, 100,000 and 1,000,000 reviews and posts, one at a time. */
export async function benchFeedback(): Promise<void> {
  const mariadb = await startMariaDb({ durable: true });
  title('Feedback: filling 10,000, 100,000 and 1,000,000 reviews and posts');
  const stages: Stage[] = [];
  for (const size of SIZES) stages.push(await prepareStage(await mariadb.createDatabase(), size));
  await benchGrowth(stages);
  await countStatements(stages);
  const largest = stages.find(({ size }) => size === LARGEST);
  if (largest !== undefined) await benchBesideConventional(largest);
  for (const { server } of stages) await server.stop();
  await mariadb.stop();
}

async function prepareStage(databaseUrl: string, size: number): Promise<Stage> {
  const env = { ...(await benchEnvironment(databaseUrl)), ADMIN_USERNAME: OPERATOR.username, ADMIN_PASSWORD: OPERATOR.password };
  const server = await startDiwan({ ...env, RATE_LIMIT_WRITE: 'off', RATE_LIMIT_GLOBAL: 'off' });
  const startedAt = performance.now();
  await fillFeedback(databaseUrl, size);
  figure(`${size} reviews and posts, seconds to fill`, seconds(startedAt));
  const checkedAt = performance.now();
  await promisify(execFile)(process.execPath, [path.join(import.meta.dirname, '../../dist/server/commands/recount.js'), '--check'], {
    env: { ...env, PATH: process.env['PATH'], LOG_LEVEL: 'silent' },
  });
  figure(`${size} reviews and posts, seconds to recount and find all equal`, seconds(checkedAt));
  const open = await fetch(`${server.url}/api/v1/posts?status=under_review&limit=1`);
  const { data } = (await open.json()) as { data: { id: number }[] };
  return { size, databaseUrl, server, token: await signIn(server), postId: data[0]?.id ?? 0 };
}

async function signIn({ url }: Served): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/auth/token/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(OPERATOR),
  });
  const { access } = (await response.json()) as { access: string };
  return access;
}

async function benchGrowth(stages: readonly Stage[]): Promise<void> {
  for (const [name, work] of Object.entries(WORKS)) {
    const runs = Object.fromEntries(stages.map((stage) => [String(stage.size), () => timeOf(work, stage)]));
    for (const run of Object.values(runs)) await run();
    const { medians, ratio } = await alternate(ROUNDS, runs);
    title(`${name}: milliseconds a request, medians of ${ROUNDS} alternating runs`);
    const atMost = work === vote ? MAX_GROWTH.vote : MAX_GROWTH.read;
    for (const [size, ms] of Object.entries(medians)) figure(`with ${size}`, ms.toFixed(2));
    for (const { size } of stages.filter((stage) => stage.size > SMALLEST))
      promise(`with ${size} / with ${SMALLEST}`, ratio(String(size), String(SMALLEST)), { atMost });
  }
}

/** The mean time of one call in milliseconds. */
async function timeOf(work: Work, stage: Stage): Promise<number> {
  const startedAt = performance.now();
  for (let turn = 0; turn < CALLS; turn += 1) await work(stage);
  return (performance.now() - startedAt) / CALLS;
}

/** Statements per request, as the database counts them, without those of idle servers in the same time. */
async function countStatements(stages: readonly Stage[]): Promise<void> {
  title('Statements a request');
  for (const [name, work] of Object.entries(WORKS)) {
    const counts: number[] = [];
    for (const stage of stages) counts.push(await statementsOf(work, stage));
    figure(name, counts.join(' / '));
    promise('most beyond the smallest size', Math.max(...counts) - (counts[0] ?? 0), { atMost: 0 });
  }
}

async function statementsOf(work: Work, stage: Stage): Promise<number> {
  const connection = await createConnection(stage.databaseUrl);
  const questions = async (): Promise<number> => {
    const [rows] = await connection.query<[{ Value: string }] & never[]>("SHOW GLOBAL STATUS LIKE 'Questions'");
    return Number(rows[0].Value);
  };
  const during = async (wait: () => Promise<unknown>): Promise<{ count: number; ms: number }> => {
    const [before, startedAt] = [await questions(), performance.now()];
    await wait();
    return { count: (await questions()) - before, ms: performance.now() - startedAt };
  };
  const idle = await during(() => new Promise((resolve) => setTimeout(resolve, 2_000)));
  const busy = await during(async () => {
    for (let turn = 0; turn < REQUESTS; turn += 1) await work(stage);
  });
  await connection.end();
  return Math.round((busy.count - (idle.count * busy.ms) / idle.ms) / REQUESTS);
}

async function benchBesideConventional(stage: Stage): Promise<void> {
  await copyConventionally(stage.databaseUrl);
  const conventional = await startBaseline('conventional-reviews', stage.databaseUrl);
  const statistics = `/reviews/stats/${HOT_ITEM.type}/${HOT_ITEM.id}`;
  const run = (url: string) => async (): Promise<number> => {
    const startedAt = performance.now();
    await read(url, {});
    return performance.now() - startedAt;
  };
  const { medians, ratio } = await alternate(ROUNDS, {
    'conventional list': run(`${conventional.url}/reviews`),
    list: run(`${stage.server.url}/api/v1/reviews`),
    'conventional statistics': run(`${conventional.url}${statistics}`),
    statistics: run(`${stage.server.url}/api/v1${statistics}`),
  });
  title(`Beside handlers that count and average on the fly, ${LARGEST} reviews, half of them of the requested item; milliseconds`);
  for (const [name, ms] of Object.entries(medians)) figure(name, ms.toFixed(2));
  promise('conventional first page / ours', ratio('conventional list', 'list'), { atLeast: 10 });
  promise('conventional statistics / ours', ratio('conventional statistics', 'statistics'), { atLeast: 100 });
  await conventional.stop();
}

async function vote(stage: Stage): Promise<void> {
  await send(stage, 'POST', `/posts/${stage.postId}/vote`);
  await send(stage, 'DELETE', `/posts/${stage.postId}/vote`);
}

function get(stage: Stage, address: string): Promise<void> {
  return send(stage, 'GET', address);
}

function send({ server, token }: Stage, method: string, address: string): Promise<void> {
  return read(`${server.url}/api/v1${address}`, { method, headers: { Authorization: `Bearer ${token}` } });
}

async function read(url: string, request: RequestInit): Promise<void> {
  const response = await fetch(url, request);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1_000).toFixed(1);
}
