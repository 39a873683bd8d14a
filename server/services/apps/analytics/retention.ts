// Raw SQL: analytics_counts and analytics_users are counters without models.
import { Op } from 'sequelize';
import { AnalyticsEvent } from '../../../../models/apps/AnalyticsEvent.ts';
import { App } from '../../../../models/apps/App.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type FixedDelayWork, runHourly } from '../../../platform/concurrency/fixed-delay.ts';
import type { Database } from '../../../platform/db/database.ts';
import { execute } from '../../../platform/db/sql.ts';
import type { Apps } from '../apps-service.ts';
import { HOUR_MS, hourOf } from './event-batch.ts';

const CHUNK = 1_000;

/** Purges events older than `days` once an hour, in the background and in small steps that hold no lock for long. */
export function startRetention({ db }: Apps, { clock, days }: { clock: Clock; days: number }): FixedDelayWork {
  const { log } = db;
  const run = async (stopping: AbortSignal): Promise<void> => {
    const purged = await purgeEvents(db, new Date(clock.now().getTime() - days * 24 * HOUR_MS), stopping);
    if (purged > 0) log.info({ purged }, 'old events purged');
  };
  return runHourly(run, { name: 'analytics retention', log });
}

/**
 * Deletes the events before the hour of `before`, with their counters and the users that were only seen then. Ends early when `stopping` is
 * aborted. Resolves to the number of deleted events.
 */
export async function purgeEvents(db: Database, before: Date, stopping?: AbortSignal): Promise<number> {
  const firstHour = hourOf(before.getTime());
  const apps = await db.model(App).findAll({ attributes: ['id'] });
  let purged = 0;
  for (const { id } of apps) {
    purged += await purgeApp(db, id, new Date(firstHour * HOUR_MS), stopping);
    if (stopping?.aborted === true) return purged;
    await execute(db, 'DELETE FROM analytics_counts WHERE app_id = :id AND hour < :firstHour', { id, firstHour });
    await execute(db, 'DELETE FROM analytics_users WHERE app_id = :id AND last_seen_ms < :before', { id, before: firstHour * HOUR_MS });
  }
  return purged;
}

async function purgeApp(db: Database, appId: number, before: Date, stopping?: AbortSignal): Promise<number> {
  for (let purged = 0; ; ) {
    if (stopping?.aborted === true) return purged;
    const old = await db
      .model(AnalyticsEvent)
      .findAll({ attributes: ['id'], where: { appId, occurredAt: { [Op.lt]: before } }, limit: CHUNK });
    if (old.length === 0) return purged;
    purged += await db.model(AnalyticsEvent).destroy({ where: { id: old.map((event) => event.id) } });
  }
}
