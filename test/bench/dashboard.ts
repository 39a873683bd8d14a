import { App } from '../../models/apps/App.ts';
import { startRuntime } from '../../server/boot/runtime.ts';
import { readConfig } from '../../server/config/read-config.ts';
import { systemClock } from '../../server/platform/clock.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { inTransaction } from '../../server/platform/db/transactions/transaction.ts';
import { createLogger } from '../../server/platform/observe/logger.ts';
import { DailyBytes } from '../../server/services/apps/analytics/daily-bytes.ts';
import { readDashboard } from '../../server/services/apps/analytics/dashboard.ts';
import { writeEvents } from '../../server/services/apps/analytics/event-batch.ts';
import type { NewEvent } from '../../server/services/apps/analytics/new-event.ts';
import { alternate } from './machine.ts';
import { figure, promise, title } from './report.ts';
import { prepareBench } from './setup.ts';

const DAYS = 30;
const SIZES = [10_000, 1_000_000];
const BATCH = 1_000;
const ROUNDS = 21;
/** Calls in each round; the fastest one counts, because other work on the machine only adds time. */
const CALLS = 5;

/** The dashboard over 10,000 and over 1,000,000 events of the last 30 days, written by the server's own writer. */
export async function benchDashboard(): Promise<void> {
  const bench = await prepareBench();
  const runtime = await startRuntime({
    config: readConfig({ NODE_ENV: 'test', HOST: '127.0.0.1', ...bench.env }),
    log: createLogger('silent', false).log,
  });
  await runtime.started;
  title(`Dashboard over 30 days, medians of ${ROUNDS} alternating runs`);
  for (const size of SIZES) await fill(runtime.db, size);
  const now = new Date(Date.now());
  const timeOnce = async (size: number): Promise<number> => {
    const start = performance.now();
    const dashboard = await readDashboard(runtime.db, slugOf(size), DAYS, now);
    if (dashboard.totalEvents < size * 0.99) throw new Error(`only ${dashboard.totalEvents} of ${size} events counted`);
    return performance.now() - start;
  };
  const time = (size: number) => async (): Promise<number> => {
    const times: number[] = [];
    for (let turn = 0; turn < CALLS; turn += 1) times.push(await timeOnce(size));
    return Math.min(...times);
  };
  const { medians, ratio } = await alternate(ROUNDS, Object.fromEntries(SIZES.map((size) => [String(size), time(size)])));
  for (const [size, ms] of Object.entries(medians)) figure(`${size} events, milliseconds`, ms.toFixed(1));
  promise('time over 1,000,000 / time over 10,000', ratio('1000000', '10000'), { atMost: 1.25 });
  await runtime.close({ drainMs: 0 });
  await bench.stop();
}

async function fill(db: Database, size: number): Promise<void> {
  const app = await db.model(App).create({ slug: slugOf(size), name: 'Bench', platform: 'both', packageName: 'com.example.bench' });
  const quota = new DailyBytes(0, systemClock);
  const start = performance.now();
  const now = Date.now();
  const span = DAYS * 24 * 3_600_000;
  for (let written = 0; written < size; written += BATCH) {
    const events = Array.from({ length: BATCH }, (_, index) =>
      eventAt(now - span + Math.floor(((written + index) / size) * span), written + index),
    );
    await inTransaction(db, () => writeEvents(db, app.id, { events, quota }));
  }
  figure(`${size} events written, a second`, ((size / (performance.now() - start)) * 1000).toFixed(0));
}

function eventAt(ms: number, index: number): NewEvent {
  const at = new Date(ms);
  return {
    eventType: `type_${(index * 7919) % 12}`,
    userId: `user_${(index * 104729) % 20_000}`,
    installationId: null,
    country: null,
    language: null,
    platform: index % 3 === 0 ? 'ios' : 'android',
    appVersion: `1.${index % 5}.0`,
    eventData: '{"screen":"home"}',
    eventId: null,
    occurredAt: at,
    createdAt: at,
    releasedMs: null,
  };
}

function slugOf(size: number): string {
  return `bench-${size}`;
}
