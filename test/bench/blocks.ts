import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startRuntime } from '../../server/boot/runtime.ts';
import { readConfig } from '../../server/config/read-config.ts';
import { signPhoneToken } from '../../server/platform/auth/access-token.ts';
import { loadSigningKeys } from '../../server/platform/auth/signing-keys.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { createLogger } from '../../server/platform/observe/logger.ts';
import { startMariaDb } from '../support/databases/mariadb.ts';
import { authorOf, type BlocksData, fillBlocks, HOT_ITEM, READER } from './blocks-data.ts';
import { alternate } from './machine.ts';
import { figure, promise, title } from './report.ts';
import { benchEnvironment } from './setup.ts';

const DATA: BlocksData = { reviews: 1_000_000, authors: 100_000, comments: 2_000, blocks: 1_000 };
const ROUNDS = 25;
const CALLS = 5;
/** Highest quotient of the times of a caller with blocks and of one without. */
const MAX_RATIO = 2;
/** A user without blocks. */
const OTHER = '00000000-0000-4000-8000-999999999998';

const item = `itemType=${HOT_ITEM.type}&itemId=${HOT_ITEM.id}`;
const LISTS: Readonly<Record<string, string>> = {
  'all reviews, first page': '/reviews',
  'all reviews, page 1,000': '/reviews?page=1000',
  'all reviews, the middle page': `/reviews?page=${DATA.reviews / 40}`,
  'reviews with one rating': '/reviews?itemType=product&rating=5',
  'reviews of a popular item, first page': `/reviews?${item}`,
  'reviews of a popular item, the middle page': `/reviews?${item}&page=250`,
  'reviews of another item': '/reviews?itemType=product&itemId=33',
  'reviews by rating': '/reviews?sort=rating',
  'comments with their replies': '/comments?entityType=product&entityId=1',
  'comments as a flat list': '/comments?entityType=product&entityId=1&format=flat',
};

/** Public lists for a caller with 1,000 blocks and for one without, on both engines. */
export async function benchBlocks(): Promise<void> {
  const mariadb = await startMariaDb({ durable: true });
  const folder = mkdtempSync(path.join(tmpdir(), 'diwan-bench-'));
  await benchEngine('MariaDB', await mariadb.createDatabase());
  await mariadb.stop();
  await benchEngine('SQLite', `sqlite:${path.join(folder, 'bench.sqlite')}`);
}

async function benchEngine(engine: string, databaseUrl: string): Promise<void> {
  title(`${engine}: ${DATA.reviews} reviews of ${DATA.authors} authors, of whom the caller blocked ${DATA.blocks}; milliseconds a request`);
  const env = await benchEnvironment(databaseUrl);
  const limits = { RATE_LIMIT_READ: 'off', RATE_LIMIT_GLOBAL: 'off', OVERLOAD_DELAY_MS: 'off' };
  const config = readConfig({ NODE_ENV: 'test', HOST: '127.0.0.1', ...limits, ...env });
  const runtime = await startRuntime({ config, log: createLogger('silent', false).log });
  await runtime.started;
  const startedAt = performance.now();
  await fillBlocks(runtime.db, DATA);
  figure('seconds to fill', ((performance.now() - startedAt) / 1_000).toFixed(0));
  const [blocking, other] = [READER, OTHER].map((userId) => headersOf(env.DATA_DIR, userId));
  for (const [name, address] of Object.entries(LISTS)) {
    const url = `http://127.0.0.1:${await runtime.listening}/api/v1${address}`;
    const read =
      (headers: Record<string, string> = {}) =>
      async (): Promise<number> =>
        timeOf(url, headers);
    const runs = { with: read(blocking), without: read(other) };
    for (const run of Object.values(runs)) await run();
    const { medians, ratio } = await alternate(ROUNDS, runs);
    figure(`${name}, with and without blocks`, `${medians['with']?.toFixed(2)} and ${medians['without']?.toFixed(2)}`);
    promise(`${name}: with / without`, ratio('with', 'without'), { atMost: MAX_RATIO });
  }
  await runtime.close({ drainMs: 0 });
}

function headersOf(dataDir: string, userId: string): Record<string, string> {
  const keys = loadSigningKeys(null, dataDir, systemClock);
  const claims = { userId, phone: '+966500000000', projectId: 11, role: 'customer', sessionId: authorOf(1), generation: 1 } as const;
  return { Authorization: `Bearer ${signPhoneToken(keys, claims, { now: systemClock.now(), seconds: 7_200 })}` };
}

/** The fastest of some calls in milliseconds, because other work on the machine only adds time. */
async function timeOf(url: string, headers: Record<string, string>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < CALLS; turn += 1) {
    const startedAt = performance.now();
    const response = await fetch(url, { headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
    times.push(performance.now() - startedAt);
  }
  return Math.min(...times);
}
