// Raw SQL: sums of the hourly counters, which have no model.
import type { AppVersion } from '../../../../models/apps/AppVersion.ts';
import type { Platform } from '../../../domain/releases/offers.ts';
import type { Database } from '../../../platform/db/database.ts';
import { selectRows } from '../../../platform/db/statements/sql.ts';
import { listVersions } from '../releases/versions.ts';
import { hourOf } from './hours.ts';
import { buildValue } from './users/build-place.ts';

const HOURS_OF_DAY = 24;
const PLATFORMS = ['android', 'ios', null] as const;

/** How a release does in a period. */
export interface VersionHealth {
  readonly release: AppVersion;
  /** The users whose last event came from it. */
  readonly users: number;
  /** The users whose last event came from any version. */
  readonly allUsers: number;
  /** The users whose last crash was in it. They may use another version by now. */
  readonly crashUsers: number;
}

/**
 * The users and crashes of each release, the newest first, from the hourly counters.
 * @throws ApiError 404 `app_not_found`
 */
export async function readVersionHealth(db: Database, slug: string, days: number, now: Date): Promise<VersionHealth[]> {
  const releases = await listVersions(db, slug);
  const builds = buildsOf(releases);
  const counts = await countBuilds(db, {
    appId: releases[0]?.appId ?? 0,
    from: hourOf(now.getTime()) - days * HOURS_OF_DAY + 1,
    values: [...builds.values()].flat(),
  });
  const allUsers = sumOf(counts.users.values());
  return releases.map((release) => {
    const values = builds.get(release) ?? [];
    const total = (by: ReadonlyMap<string, number>): number => sumOf(values.map((value) => by.get(value) ?? 0));
    return { release, allUsers, users: total(counts.users), crashUsers: total(counts.crashes) };
  });
}

/**
 * The builds that each release counts, as the counters name them. Those of a platform belong to the newest release of the version for this
 * platform; without one, to the newest release of the version for both.
 */
function buildsOf(releases: readonly AppVersion[]): ReadonlyMap<AppVersion, readonly string[]> {
  const newest = new Map<string, AppVersion>();
  for (const release of releases) {
    const key = buildValue({ platform: release.platform, version: release.versionName });
    if (!newest.has(key)) newest.set(key, release);
  }
  const isCounted = (release: AppVersion, platform: Platform | null): boolean => {
    const version = release.versionName;
    const owner = newest.get(buildValue({ platform, version })) ?? newest.get(buildValue({ platform: null, version }));
    return owner === release;
  };
  const valuesOf = (release: AppVersion): string[] =>
    PLATFORMS.filter((platform) => isCounted(release, platform)).map((platform) => buildValue({ platform, version: release.versionName }));
  return new Map(releases.map((release) => [release, valuesOf(release)]));
}

interface BuildCounts {
  /** By build; the users of all other builds together have the key ''. */
  readonly users: ReadonlyMap<string, number>;
  readonly crashes: ReadonlyMap<string, number>;
}

async function countBuilds(
  db: Database,
  { values, ...period }: { readonly appId: number; readonly from: number; readonly values: readonly string[] },
): Promise<BuildCounts> {
  const rows = await selectRows<{ kind: string; build: string; total: number | string }>(
    db,
    `SELECT kind, CASE WHEN value IN (:values) THEN value ELSE '' END AS build, SUM(total) AS total FROM (
       SELECT kind, value, SUM(n) AS total FROM analytics_counts
       WHERE app_id = :appId AND kind IN ('build_user', 'build_crash') AND hour >= :from GROUP BY kind, value
     ) AS sums GROUP BY kind, build`,
    // an empty list would be invalid SQL
    { ...period, values: ['', ...values] },
  );
  const ofKind = (name: string): Map<string, number> =>
    new Map(rows.flatMap(({ kind, build, total }) => (kind === name ? [[build, Math.max(0, Number(total))]] : [])));
  return { users: ofKind('build_user'), crashes: ofKind('build_crash') };
}

function sumOf(numbers: Iterable<number>): number {
  return [...numbers].reduce((sum, number) => sum + number, 0);
}
