import { initModels } from '../../models/index.ts';
import { recountFeedback } from '../../server/services/feedback/counts/recount.ts';
import { openDatabaseAt } from '../support/databases/scratch-database.ts';
import { fillFeedback } from './feedback-data.ts';
import type { LoadClient } from './load-plan.ts';
import {
  type Alternated,
  type MeasuredClients,
  measureClients,
  residentMegabytes,
  runInTurn,
  type Served,
  startDiwan,
  summarize,
} from './machine.ts';
import { copyToNaive } from './naive-data.ts';
import { figure, promise, title } from './report.ts';
import { type Bench, prepareBench, startNaiveApi } from './setup.ts';
import { tabulate } from './table.ts';
import { createUsers, type UserHeaders } from './users.ts';
import { commenting, posting, reviewing, SPREAD_POSTS, spreadOver, toggling, voting } from './write-works.ts';

const ROUNDS = 5;
const CLIENTS = 64;
const CROWD = 200;
/** Reviews before the first measurement, half of them of one item. */
const FILLED = 10_000;
const SECONDS = { warmUp: 2, measured: 3 };
const API = '/api/v1';

interface Stage {
  readonly diwan: Served;
  readonly naive: Served;
  readonly users: readonly UserHeaders[];
  /** The posts that receive votes and comments. */
  readonly postIds: readonly number[];
}

interface Work {
  readonly server: Served;
  readonly clients: readonly LoadClient[];
}

type Results = Readonly<Record<string, readonly MeasuredClients[]>>;

/** Feedback writes beside conventional handlers on the same durable MariaDB, which keep no counters. */
export async function benchWrites(): Promise<void> {
  const bench = await prepareBench();
  const stage = await prepareStage(bench);
  reportReviews(await measureWorks(reviewWorks(stage)));
  reportVotes(await measureWorks(voteWorks(stage)));
  reportOthers(await measureWorks(otherWorks(stage)));
  await checkCounters(bench.databaseUrl);
  promise('resident memory of the server at the end, MB', residentMegabytes(stage.diwan.pid), { atMost: 200 });
  await Promise.all([stage.diwan.stop(), stage.naive.stop()]);
  await bench.stop();
}

async function prepareStage(bench: Bench): Promise<Stage> {
  const diwan = await startDiwan({ ...bench.env, RATE_LIMIT_WRITE: 'off', RATE_LIMIT_GLOBAL: 'off' });
  const users = createUsers(bench.env['DATA_DIR'] ?? '', CROWD);
  const naive = await startNaiveApi(bench);
  await fillFeedback(bench.databaseUrl, FILLED);
  await copyToNaive(bench.databaseUrl, 'reviews');
  const postIds: number[] = [];
  for (let count = 0; count < SPREAD_POSTS; count += 1) postIds.push(await createPost(diwan, users[count], count));
  return { diwan, naive, users, postIds };
}

async function createPost({ url }: Served, user: UserHeaders | undefined, index: number): Promise<number> {
  const body = { title: `A wish, number ${index}`, description: 'It would help me every day.', category: 'feature' };
  const response = await fetch(`${url}${API}/posts`, {
    method: 'POST',
    headers: { ...user, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST /posts: ${response.status} ${await response.text()}`);
  const { data } = (await response.json()) as { data: { id: number } };
  return data.id;
}

function reviewWorks({ diwan, naive, users }: Stage): Record<string, Work> {
  const clients = (path: string, isSpread: boolean) => reviewing(users, CLIENTS, { path, isSpread });
  return {
    'diwan, one item': { server: diwan, clients: clients(`${API}/reviews`, false) },
    'naive, one item': { server: naive, clients: clients('/reviews', false) },
    'diwan, 3,000 items': { server: diwan, clients: clients(`${API}/reviews`, true) },
    'naive, 3,000 items': { server: naive, clients: clients('/reviews', true) },
  };
}

function voteWorks({ diwan, naive, users, postIds }: Stage): Record<string, Work> {
  const paths = postIds.map((id) => `/posts/${id}/vote`);
  const ours = paths.map((path) => `${API}${path}`);
  const one = (all: readonly string[]) => () => all.slice(0, 1);
  return {
    'diwan, one post': { server: diwan, clients: voting(users, CLIENTS, one(ours)) },
    'naive, one post': { server: naive, clients: voting(users, CLIENTS, one(paths)) },
    'diwan, 100 posts': { server: diwan, clients: voting(users, CLIENTS, spreadOver(ours)) },
    'naive, 100 posts': { server: naive, clients: voting(users, CLIENTS, spreadOver(paths)) },
    'diwan, one post, 200 clients': { server: diwan, clients: voting(users, CROWD, one(ours)) },
  };
}

function otherWorks({ diwan, naive, users, postIds }: Stage): Record<string, Work> {
  return {
    'comments on one post': { server: diwan, clients: commenting(users, CLIENTS, { path: `${API}/comments`, postId: postIds[0] ?? 0 }) },
    favorites: { server: diwan, clients: toggling(users, CLIENTS, `${API}/favorites/toggle`) },
    posts: { server: diwan, clients: posting(users, CLIENTS, `${API}/posts`) },
    'reviews, naive': { server: naive, clients: reviewing(users, CLIENTS, { path: '/reviews', isSpread: true }) },
  };
}

async function measureWorks(works: Readonly<Record<string, Work>>): Promise<Results> {
  const runs = (seconds: number) =>
    Object.fromEntries(
      Object.entries(works).map(([name, { server, clients }]) => [name, () => measureClients(server, { seconds, clients })]),
    );
  await runInTurn(1, runs(SECONDS.warmUp));
  return runInTurn(ROUNDS, runs(SECONDS.measured));
}

function reportReviews(results: Results): void {
  const rates = reportRates('Creating reviews', results);
  const cpu = summarize(results, ({ cpuPerAnswer }) => cpuPerAnswer);
  for (const [name, value] of Object.entries(cpu.medians)) figure(`${name}, microseconds of CPU of the server a review`, value.toFixed(0));
  for (const items of ['one item', '3,000 items'] as const) {
    tabulate(`review of ${items}`, rates, { diwan: `diwan, ${items}`, others: { naive: `naive, ${items}` } });
    promise(`${items}: rate, diwan / naive`, rates.ratio(`diwan, ${items}`, `naive, ${items}`), { atLeast: 1.2 });
    promise(`${items}: CPU a review, diwan / naive`, cpu.ratio(`diwan, ${items}`, `naive, ${items}`), { atMost: 1 });
  }
  promiseNoFailure(results);
}

function reportVotes(results: Results): void {
  const rates = reportRates('Casting and withdrawing votes', results);
  const { ratio } = rates;
  tabulate('vote on one post', rates, { diwan: 'diwan, one post', others: { naive: 'naive, one post' } });
  figure('one post: rate, diwan / naive', ratio('diwan, one post', 'naive, one post').toFixed(2));
  figure('100 posts: rate, diwan / naive', ratio('diwan, 100 posts', 'naive, 100 posts').toFixed(2));
  promise('diwan: one post / spread over 100 posts', ratio('diwan, one post', 'diwan, 100 posts'), { atLeast: 0.8 });
  promiseNoFailure(results);
}

function reportOthers(results: Results): void {
  const { ratio } = reportRates('Other writes of feedback, and naive reviews for comparison', results);
  for (const name of ['comments on one post', 'favorites', 'posts']) {
    figure(`${name}: rate / naive reviews`, ratio(name, 'reviews, naive').toFixed(2));
  }
  promiseNoFailure(results);
}

function reportRates(works: string, results: Results): Alternated {
  title(`${works}: answers a second, ${CLIENTS} clients, medians of ${ROUNDS} alternating runs of ${SECONDS.measured} s`);
  const rates = summarize(results, ({ rate }) => rate);
  const p99 = summarize(results, (result) => result.p99).medians;
  for (const [name, rate] of Object.entries(rates.medians)) {
    figure(name, `${rate.toFixed(0)}, p99 ${(p99[name] ?? Number.NaN).toFixed(0)} ms, not 2xx: ${failuresOf(results[name])}`);
  }
  const busy = Math.max(...Object.values(results).flatMap((runs) => runs.map((run) => run.busy)));
  figure('core of the load generator in use, at most', `${(busy * 100).toFixed(0)}%`);
  return rates;
}

function failuresOf(runs: readonly MeasuredClients[] = []): number {
  return runs.reduce((sum, { failed }) => sum + failed, 0);
}

function promiseNoFailure(results: Results): void {
  const ours = Object.entries(results).flatMap(([name, runs]) => (name.includes('naive') ? [] : runs));
  promise('answers of diwan that are not 2xx', failuresOf(ours), { atMost: 0 });
}

async function checkCounters(databaseUrl: string): Promise<void> {
  const db = openDatabaseAt(databaseUrl, { initModels, deadlineMs: null });
  let compared = 0;
  const drifts = await recountFeedback(db, { repair: false, onStep: (step) => (compared += step.compared) });
  await db.close();
  title('After all writes');
  figure('counters compared with their rows', String(compared));
  promise('counters that do not equal their rows', drifts.length, { atMost: 0 });
}
