import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startRuntime } from '../../server/boot/runtime.ts';
import { readConfig } from '../../server/config/read-config.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { continueBackfill } from '../../server/platform/db/records/backfill.ts';
import { createLogger } from '../../server/platform/observe/logger.ts';
import { POST_WORDS } from '../../server/services/feedback/posts/post-words.ts';
import { startMariaDb } from '../support/databases/mariadb.ts';
import { execute } from '../support/databases/sql.ts';
import { figure, promise, title } from './report.ts';
import { benchEnvironment } from './setup.ts';

const POSTS = 100_000;
/** Rows in one statement. */
const BATCH = 2_000;
const CALLS = 200;
const WARM_UP = 20;
const MAX_P95_MS = 50;
const AT = new Date('2026-01-01T00:00:00.000Z');
/** Every title has these words. */
const COMMON = 'please add the app';
/** A word for about 20,000, 1,000, 50 and one posts each. */
const titleOf = (index: number): string => `${COMMON} often${index % 5} some${index % 100} few${index % 2_000} تطبيق${index}`;

/** The titles that are asked for: of common words only, of common and rare ones, and of twenty words. */
const TITLES: Readonly<Record<string, (call: number) => string>> = {
  'words of every post': () => COMMON,
  'frequent words': (call) => `${COMMON} often${call % 5}`,
  'frequent and rare words': (call) => `${COMMON} often${call % 5} some${call % 100} few${call % 2_000}`,
  'a word of one post': (call) => `والتطبيق${call * 17}`,
  'twenty words': (call) =>
    `${COMMON} ${Array.from({ length: 8 }, (_, n) => `some${(call + n) % 100} few${(call * 7 + n) % 2_000}`).join(' ')}`,
};

/** Similar posts among 100,000 on both engines, one call after the other. */
export async function benchSimilar(): Promise<void> {
  const mariadb = await startMariaDb({ durable: true });
  const folder = mkdtempSync(path.join(tmpdir(), 'diwan-bench-'));
  await benchEngine('MariaDB', await mariadb.createDatabase());
  await mariadb.stop();
  await benchEngine('SQLite', `sqlite:${path.join(folder, 'bench.sqlite')}`);
}

async function benchEngine(engine: string, databaseUrl: string): Promise<void> {
  title(`${engine}: posts that are similar to a title, among ${POSTS}; milliseconds a request`);
  const env = await benchEnvironment(databaseUrl);
  const limits = { RATE_LIMIT_READ: 'off', RATE_LIMIT_GLOBAL: 'off', OVERLOAD_DELAY_MS: 'off' };
  const config = readConfig({ NODE_ENV: 'test', HOST: '127.0.0.1', ...limits, ...env });
  const runtime = await startRuntime({ config, log: createLogger('silent', false).log });
  await runtime.started;
  await fill(runtime.db);
  const url = `http://127.0.0.1:${await runtime.listening}/api/v1/posts/similar?title=`;
  for (const [name, titleOfCall] of Object.entries(TITLES)) {
    for (let call = 0; call < WARM_UP; call += 1) await timeOf(url + encodeURIComponent(titleOfCall(call)));
    const times: number[] = [];
    for (let call = 0; call < CALLS; call += 1) times.push(await timeOf(url + encodeURIComponent(titleOfCall(call))));
    const inOrder = times.toSorted((left, right) => left - right);
    figure(`${name}, median`, (inOrder[CALLS / 2] ?? 0).toFixed(2));
    promise(`${name}, p95`, inOrder[Math.floor(CALLS * 0.95)] ?? 0, { atMost: MAX_P95_MS });
  }
  await runtime.close({ drainMs: 0 });
}

async function fill(db: Database): Promise<void> {
  const columns =
    'project_id, title, description, category, status, moderation, user_id, votes_count, comments_count, trending, search_key, created_at, updated_at';
  for (let first = 0; first < POSTS; first += BATCH) {
    const values = Array.from({ length: BATCH }, (_, place) => {
      const text = titleOf(first + place);
      return [11, text, 'x', 'feature', 'under_review', 'visible', '00000000-0000-4000-8000-000000000001', 0, 0, 1, text, AT, AT];
    });
    await execute(db, `INSERT INTO posts (${columns}) VALUES :values`, { values });
  }
  const startedAt = performance.now();
  await execute(db, 'DELETE FROM backfills', {});
  await continueBackfill(db, POST_WORDS, AT, () => Promise.resolve(true));
  figure('seconds to add the words of all posts', ((performance.now() - startedAt) / 1_000).toFixed(0));
}

async function timeOf(url: string): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(url);
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return performance.now() - startedAt;
}
