import { startRuntime } from '../../server/boot/runtime.ts';
import { readConfig } from '../../server/config/read-config.ts';
import type { Actor } from '../../server/platform/context.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { createLogger } from '../../server/platform/observe/logger.ts';
import { type AuditQuery, listAudit } from '../../server/services/platform-admin/audit-log.ts';
import { interceptQueries } from '../support/databases/intercept-queries.ts';
import { execute, selectRows } from '../support/databases/sql.ts';
import { alternate } from './machine.ts';
import { figure, promise, title } from './report.ts';
import { type Bench, benchEnvironment, call, createShop, prepareBench } from './setup.ts';

const [SMALL, LARGE] = [10_000, 1_000_000];
/** Rows in one statement. */
const BATCH = 1_000;
const ROUNDS = 21;
/** Reads in each round; the fastest one counts, because other work on the machine only adds time. */
const READS = 5;
const WRITE_ROUNDS = 15;
const WRITES = 100;

const OWNER: Actor = { kind: 'operator', id: 1, role: 'admin', isOwner: true, projectId: 11, tokenId: 'bench', username: 'boss' };
const ADMIN: Actor = { ...OWNER, id: 2, isOwner: false };
const STAFF: Actor = { ...ADMIN, id: 3, role: 'staff' };

/** First pages. The rare values have ten rows at the old end of the log. */
const PAGES: Readonly<Record<string, readonly [actor: Actor, filter: Omit<AuditQuery, 'limit'>]>> = {
  'no filter': [OWNER, {}],
  'no filter, admin': [ADMIN, {}],
  'no filter, staff': [STAFF, {}],
  actor: [OWNER, { actor: 'operator:17' }],
  'actor, rare': [OWNER, { actor: 'operator:999' }],
  action: [OWNER, { action: 'flag.changed' }],
  'action, rare': [OWNER, { action: 'rare.done' }],
  'action, admin': [ADMIN, { action: 'flag.changed' }],
  subject: [OWNER, { subject: 'app:shop-17' }],
  'subject, rare, admin': [ADMIN, { subject: 'app:rare' }],
  'target, rare': [OWNER, { target: 'flag:rare' }],
  'target, rare, admin': [ADMIN, { target: 'flag:rare' }],
  project: [OWNER, { projectId: 12 }],
  'target, rare, admin, since a day': [ADMIN, { target: 'flag:rare', from: daysBefore(1) }],
  'since a day': [OWNER, { from: daysBefore(1) }],
};
/** Reads the newer rows too, because ids carry the order. */
const UNTIL: readonly [actor: Actor, filter: Omit<AuditQuery, 'limit'>] = [OWNER, { to: daysBefore(20) }];

/** The audit log with 10,000 and 1,000,000 rows, and the price of a row in an administrative write. */
export async function benchAudit(): Promise<void> {
  const bench = await prepareBench();
  await benchPages(bench);
  await benchWrites(bench);
  await bench.stop();
}

async function benchPages(bench: Bench): Promise<void> {
  title(`First page of the audit log, medians of ${ROUNDS} alternating runs`);
  const logs = await Promise.all([open(bench.databaseUrl), bench.createDatabase().then(open)]);
  const [small, large] = logs.map(({ db }) => db);
  if (small === undefined || large === undefined) return;
  await fill(small, SMALL);
  await fill(large, LARGE);
  for (const [name, [actor, filter]] of Object.entries(PAGES)) {
    const read = (db: Database) => async (): Promise<number> => fastest(() => listAudit(db, actor, { ...filter, limit: 20 }));
    const { medians, ratio } = await alternate(ROUNDS, { small: read(small), large: read(large) });
    figure(`${name}, milliseconds`, `${medians['small']?.toFixed(2)} and ${medians['large']?.toFixed(2)}`);
    promise(`${name}: time over 1,000,000 / time over 10,000`, ratio('large', 'small'), { atMost: 2 });
  }
  const [actor, filter] = UNTIL;
  const untilMs = await fastest(() => listAudit(large, actor, { ...filter, limit: 20 }));
  figure('before 20 days, of 1,000,000 rows, milliseconds', untilMs.toFixed(0));
  for (const { runtime } of logs) await runtime.close({ drainMs: 0 });
}

async function open(databaseUrl: string) {
  const env = await benchEnvironment(databaseUrl);
  const limits = { RATE_LIMIT_ADMIN: 'off', OVERLOAD_DELAY_MS: 'off' };
  const config = readConfig({ NODE_ENV: 'test', HOST: '127.0.0.1', ...limits, ...env });
  const runtime = await startRuntime({ config, log: createLogger('silent', false).log });
  await runtime.started;
  return { runtime, db: runtime.db, url: `http://127.0.0.1:${await runtime.listening}`, apiKey: env.ADMIN_API_KEY };
}

/** In milliseconds. */
async function fastest(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < READS; turn += 1) {
    const start = performance.now();
    await read();
    times.push(performance.now() - start);
  }
  return Math.min(...times);
}

function daysBefore(days: number): Date {
  return new Date(Date.now() - days * 24 * 3_600_000);
}

/** The rows of 30 days, in the order of time. */
async function fill(db: Database, size: number): Promise<void> {
  const start = performance.now();
  const first = daysBefore(30).getTime();
  const step = (Date.now() - first) / size;
  const columns = 'project_id, action, actor, actor_name, subject, target, details, request_id, address, created_at';
  for (let written = 0; written < size; written += BATCH) {
    const values = Array.from({ length: BATCH }, (_, index) => rowOf(written + index, new Date(first + (written + index) * step)));
    await execute(db, `INSERT INTO audit_log (${columns}) VALUES :values`, { values });
  }
  await execute(db, 'ANALYZE TABLE audit_log');
  figure(`${size} rows written, a second`, ((size / (performance.now() - start)) * 1000).toFixed(0));
}

function rowOf(index: number, at: Date) {
  const isRare = index < 10;
  const n = (index * 7919) % 10_007;
  return [
    n % 10 === 0 ? 12 : 11,
    isRare ? 'rare.done' : `${['flag', 'version', 'app', 'login', 'review'][n % 5]}.changed`,
    isRare ? 'operator:999' : `operator:${n % 50}`,
    'somebody',
    isRare ? 'app:rare' : `app:shop-${n % 500}`,
    isRare ? 'flag:rare' : `flag:flag_${n % 300}`,
    '{"before":{"isEnabled":false},"after":{"isEnabled":true}}',
    `request-${index}`,
    '203.0.113.0/24',
    at,
  ];
}

/** The same write with its audit row and without it, where the statement of the row is not sent. */
async function benchWrites(bench: Bench): Promise<void> {
  title(`Changing a flag over HTTP, medians of ${WRITE_ROUNDS} alternating runs of ${WRITES} writes`);
  const { runtime, db, url, apiKey } = await open(await bench.createDatabase());
  await createShop(url, apiKey);
  let turn = 0;
  const change = async (): Promise<void> => {
    turn += 1;
    await call(url, apiKey, { path: '/admin/apps/shop/features/flag_1', method: 'PUT', body: { isEnabled: turn % 2 === 0 } });
  };
  const run = (isAudited: boolean) => async (): Promise<number> => {
    const times: number[] = [];
    const pass = (sql: string, send: () => Promise<unknown>) =>
      !isAudited && sql.includes('INTO audit_log') ? Promise.resolve(1) : send();
    await interceptQueries(db, pass, async () => {
      for (let count = 0; count < WRITES; count += 1) times.push(await timeOf(change));
    });
    return times.toSorted((a, b) => a - b)[Math.floor(WRITES / 2)] ?? Number.NaN;
  };
  await run(true)();
  const before = await countRows(db);
  const { medians, ratio } = await alternate(WRITE_ROUNDS, { with: run(true), without: run(false) });
  if ((await countRows(db)) - before !== WRITE_ROUNDS * WRITES) throw new Error('not every audited write left a row, or others did');
  figure('milliseconds with the row and without it', `${medians['with']?.toFixed(2)} and ${medians['without']?.toFixed(2)}`);
  promise('time with the audit row / time without it', ratio('with', 'without'), { atMost: 1.15 });
  await runtime.close({ drainMs: 0 });
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function countRows(db: Database): Promise<number> {
  const [row] = await selectRows<{ n: number }>(db, 'SELECT COUNT(*) AS n FROM audit_log');
  return Number(row?.n);
}
