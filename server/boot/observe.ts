import { RATE_LIMIT_NAMES } from '../config/types.ts';
import type { Clock } from '../platform/clock.ts';
import { TtlCache } from '../platform/concurrency/ttl-cache.ts';
import type { Database } from '../platform/db/database.ts';
import { answerWithin, connectionCounts, ping } from '../platform/db/health.ts';
import { nameOfLimit, type OnRefusal, type RateLimiters } from '../platform/http/limits/rate-limits.ts';
import { oldestWaitingMail } from '../platform/mail/outbox.ts';
import type { Metrics } from '../platform/observe/metrics.ts';
import type { EventSettings } from '../services/apps/analytics/event-queue.ts';
import { countOpenReports, countPendingReviews } from '../services/feedback/counts/counts.ts';
import { oldestOpenReport } from '../services/feedback/moderation/queue/oldest-report.ts';
import { VERSION } from './version.ts';

/** The metrics of what the process depends on: see docs/operations.md. */

export interface Observable {
  readonly metrics: Metrics;
  readonly db: Database;
  readonly clock: Clock;
  readonly limits: RateLimiters;
}

/** How long a scrape waits for each answer of the database, in milliseconds. */
const ANSWER_MS = 500;

/** Counts refusals by limit. Every series starts at 0, so that the first refusal is a growth. */
export function countRefusals(metrics: Metrics): OnRefusal {
  const refusals = metrics.counter('rate_limit_refusals_total', 'Requests above a rate limit, by the name of the limit.', ['limit']);
  for (const name of RATE_LIMIT_NAMES) refusals.inc({ limit: nameOfLimit(name) }, 0);
  return (limit) => refusals.inc({ limit });
}

/** Counts the events that the server refused and may accept later. */
export function countRefusedEvents(metrics: Metrics, dailyBytes: number): EventSettings['onRefusal'] {
  const refused = metrics.counter('events_refused_total', 'Events that may be sent again later, by the reason of their refusal.', [
    'reason',
  ]);
  for (const reason of ['rate_limit', 'daily_bytes', 'unavailable'] as const) refused.inc({ reason }, 0);
  metrics.observe('events_daily_bytes_limit', 'Bytes of events that an app may send in a day of UTC; 0 is no limit.', {
    aggregator: 'max',
    read: () => dailyBytes,
  });
  return (reason) => refused.inc({ reason });
}

/** Registers the metrics of the build, the database and Redis. */
export function observe({ metrics, db, clock, limits }: Observable): void {
  metrics.info('build_info', 'Version of the server and of Node.js.', { version: VERSION, node: process.version });
  metrics.gauge('workers', 'Processes that serve requests.', () => 1);
  observeDatabase(metrics, db, clock);
  observeConnections(metrics, db);
  if (limits.isRedisUp !== null)
    metrics.observe('redis_up', 'Whether Redis counts rate limits for every process.', {
      aggregator: 'min',
      read: () => (limits.isRedisUp === true ? 1 : 0),
    });
}

function observeDatabase(metrics: Metrics, db: Database, clock: Clock): void {
  // one reading for each scrape, which asks for all metrics at once
  const state = new TtlCache(() => readState(db, clock), { maxAgeMs: ANSWER_MS });
  metrics.observe('database_up', 'Whether the database answers every process.', {
    aggregator: 'min',
    read: async () => ((await state.get('state')).isUp ? 1 : 0),
  });
  metrics.observe('oldest_unsent_mail_age_seconds', 'For how long the oldest mail that is not sent yet has waited.', {
    aggregator: 'max',
    read: async () => (await state.get('state')).unsentMailSeconds,
  });
  metrics.observe('reviews_pending', 'Reviews that wait for the decision of a moderator.', {
    aggregator: 'max',
    read: async () => (await state.get('state')).pendingReviews,
  });
  metrics.observe('reports_open', 'Reported records that wait for the decision of a moderator.', {
    aggregator: 'max',
    read: async () => (await state.get('state')).openReports,
  });
  metrics.observe('oldest_open_report_age_seconds', 'For how long the oldest open report has waited for a decision; 0 without one.', {
    aggregator: 'max',
    read: async () => (await state.get('state')).openReportSeconds,
  });
}

interface DatabaseState {
  readonly isUp: boolean;
  /** null when the database does not tell. */
  readonly unsentMailSeconds: number | null;
  readonly pendingReviews: number | null;
  readonly openReports: number | null;
  readonly openReportSeconds: number | null;
}

/** One statement after the other, so that a scrape needs only one connection. */
async function readState(db: Database, clock: Clock): Promise<DatabaseState> {
  const isUp = (await orNull(ping(db, ANSWER_MS).then(() => true))) ?? false;
  if (!isUp) return { isUp, unsentMailSeconds: null, pendingReviews: null, openReports: null, openReportSeconds: null };
  const ask = <T>(answer: Promise<T>): Promise<T | null> => orNull(answerWithin(answer, ANSWER_MS));
  const secondsSince = async (oldest: Promise<Date | null>): Promise<number> => {
    const at = await oldest;
    return at === null ? 0 : Math.max(0, (clock.now().getTime() - at.getTime()) / 1_000);
  };
  return {
    isUp,
    unsentMailSeconds: await ask(secondsSince(oldestWaitingMail(db))),
    pendingReviews: await ask(countPendingReviews(db)),
    openReports: await ask(countOpenReports(db)),
    openReportSeconds: await ask(secondsSince(oldestOpenReport(db))),
  };
}

/** A failure is the absence of the metric: `database_up` reports it. */
function orNull<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch(() => null);
}

function observeConnections(metrics: Metrics, db: Database): void {
  const { config } = db;
  if (config.engine !== 'mysql') return;
  metrics.gauge('database_connections_limit', 'Connections that the pools may hold.', () => config.poolSize);
  metrics.gauges('database_connections', 'Connections of the pools, by state.', ['state'], () => {
    const { used = 0, idle = 0 } = connectionCounts(db) ?? {};
    return [
      { labels: { state: 'used' }, value: used },
      { labels: { state: 'idle' }, value: idle },
    ];
  });
  metrics.gauge('database_connection_waits', 'Statements that wait for a connection.', () => connectionCounts(db)?.waiting ?? 0);
}
