// Raw SQL: analytics_users and analytics_counts are counters without models.
import { contextOf, type EvaluationContext } from '../../../../domain/flags/context.ts';
import type { Database } from '../../../../platform/db/database.ts';
import { selectRows } from '../../../../platform/db/statements/sql.ts';
import { HOUR_MS, hourOf } from '../hours.ts';

/** The attributes of a request that are stored with a user. */
export const STORED_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...['platform', 'appVersion', 'country', 'language'],
  ...['userId', 'installationId', 'targetingKey'],
]);

const PAGE = 1_000;

interface Row {
  readonly userKey: string;
  readonly lastSeenMs: number | string;
  readonly installationId: string | null;
  readonly platform: string | null;
  readonly appVersion: string | null;
  readonly country: string | null;
  readonly language: string | null;
}

/** The users of an app that were seen in a period. */
export interface SeenSince {
  readonly appId: number;
  readonly since: Date;
}

/** The last known attributes of at most `max` users, the last seen first, in pages. */
export async function* recentUsers(db: Database, { appId, since }: SeenSince, max: number): AsyncGenerator<readonly EvaluationContext[]> {
  let last: Row | undefined;
  for (let count = 0; count < max; count += PAGE) {
    const rows: Row[] = await readPage(db, { appId, sinceMs: since.getTime(), last, limit: Math.min(PAGE, max - count) });
    yield rows.map(contextOfUser);
    if (rows.length < PAGE) return;
    last = rows.at(-1);
  }
}

/** The number of users that were seen since then, to the hour. */
export async function countUsersSince(db: Database, { appId, since }: SeenSince): Promise<number> {
  const sql = `SELECT SUM(n) AS total FROM analytics_counts WHERE app_id = :appId AND kind = 'user' AND hour >= :from`;
  const [row] = await selectRows<{ total: number | string | null }>(db, sql, { appId, from: hourOf(since.getTime() + HOUR_MS - 1) });
  return Number(row?.total ?? 0);
}

interface Page {
  readonly appId: number;
  readonly sinceMs: number;
  readonly last: Row | undefined;
  readonly limit: number;
}

function readPage(db: Database, { appId, sinceMs, last, limit }: Page): Promise<Row[]> {
  const after = last === undefined ? '' : 'AND last_seen_ms <= :lastMs AND (last_seen_ms < :lastMs OR user_id < :lastKey)';
  return selectRows<Row>(
    db,
    `SELECT user_id AS userKey, last_seen_ms AS lastSeenMs, installation_id AS installationId, platform, app_version AS appVersion,
      country, language FROM analytics_users
     WHERE app_id = :appId AND last_seen_ms >= :sinceMs ${after}
     ORDER BY last_seen_ms DESC, user_id DESC LIMIT :limit`,
    { appId, sinceMs, limit, lastMs: Number(last?.lastSeenMs ?? 0), lastKey: last?.userKey ?? '' },
  );
}

/** The id of a row is that of the installation when no event told a user. */
function contextOfUser({ userKey, installationId, platform, appVersion, country, language }: Row): EvaluationContext {
  const userId = userKey === installationId ? null : userKey;
  return contextOf({ userId, installationId, platform, appVersion, country, language });
}
