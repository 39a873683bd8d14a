import { Op } from 'sequelize';
import { AnalyticsEvent } from '../../../models/apps/AnalyticsEvent.ts';
import { App } from '../../../models/apps/App.ts';
import type { Clock } from '../../platform/clock.ts';
import { execute } from '../../platform/db/sql.ts';
import { type HourlyWork, runHourly } from '../../platform/hourly.ts';
import type { Logger } from '../../platform/logger.ts';
import { HOUR_MS, hourOf } from './event-batch.ts';

const CHUNK = 1_000;

let retention: HourlyWork | undefined;

export interface RetentionDeps {
  readonly log: Logger;
  readonly clock: Clock;
  /** Events older than this are purged. */
  readonly days: number;
}

/** Purges old events once an hour, in the background and in small steps that hold no lock for long. */
export function startRetention({ log, clock, days }: RetentionDeps): void {
  void stopRetention();
  retention = runHourly(async (stopping) => {
    try {
      const purged = await purgeEvents(new Date(clock.now().getTime() - days * 24 * HOUR_MS), stopping);
      if (purged > 0) log.info({ purged }, 'old events purged');
    } catch (error) {
      log.warn({ err: error }, 'old events could not be purged; trying again in an hour');
    }
  });
}

/** Resolves when nothing of it uses the database any more. */
export async function stopRetention(): Promise<void> {
  await retention?.stop();
}

/**
 * Deletes the events before the hour of an instant, and the counts and users that only they were behind, until told to stop. Answers how
 * many events.
 */
export async function purgeEvents(before: Date, stopping?: AbortSignal): Promise<number> {
  const firstHour = hourOf(before.getTime());
  const apps = await App.findAll({ attributes: ['id'] });
  let purged = 0;
  for (const { id } of apps) {
    purged += await purgeApp(id, new Date(firstHour * HOUR_MS), stopping);
    if (stopping?.aborted === true) return purged;
    await execute('DELETE FROM analytics_counts WHERE app_id = :id AND hour < :firstHour', { id, firstHour });
    await execute('DELETE FROM analytics_users WHERE app_id = :id AND last_seen_ms < :before', { id, before: firstHour * HOUR_MS });
  }
  return purged;
}

async function purgeApp(appId: number, before: Date, stopping?: AbortSignal): Promise<number> {
  for (let purged = 0; ; ) {
    if (stopping?.aborted === true) return purged;
    const old = await AnalyticsEvent.findAll({ attributes: ['id'], where: { appId, occurredAt: { [Op.lt]: before } }, limit: CHUNK });
    if (old.length === 0) return purged;
    purged += await AnalyticsEvent.destroy({ where: { id: old.map((event) => event.id) } });
  }
}
