// Raw SQL: one upsert counts and locks, and the polls read two columns by an index and need no model instances.
import type { App } from '../../../models/apps/App.ts';
import type { Database } from '../../platform/db/database.ts';
import { execute, type Replacements, selectRows } from '../../platform/db/statements/sql.ts';

/** The revision of an app, as a poll reads it. */
export interface AppRevision {
  readonly slug: string;
  readonly revision: number;
}

/**
 * Gives the app the next revision of all apps. Call it in a transaction, after the change and before the app is saved: the newest revision
 * stays locked until the commit. Revisions are therefore committed in their order, and a poll that saw one has missed none before it.
 * A revision is at least the time in milliseconds, so that none is used twice after a database lost its last commits.
 */
export async function advanceRevision(db: Database, app: App, now: Date): Promise<void> {
  const onDuplicate = db.isMySql ? 'ON DUPLICATE KEY UPDATE' : 'ON CONFLICT (id) DO UPDATE SET';
  await execute(
    db,
    `INSERT INTO app_revisions (id, latest) VALUES (1, :now)
     ${onDuplicate} latest = CASE WHEN app_revisions.latest < :now THEN :now ELSE app_revisions.latest + 1 END`,
    { now: now.getTime() },
  );
  const [row] = await selectRows<{ latest: number }>(db, 'SELECT latest FROM app_revisions WHERE id = 1');
  app.revision = Math.max(Number(row?.latest), app.revision + 1);
}

/** The newest revision, which the index on `revision` ends with; 0 without apps. */
export async function latestRevision(db: Database): Promise<number> {
  const [row] = await selectRows<{ latest: number | null }>(db, 'SELECT MAX(revision) AS latest FROM apps');
  return Number(row?.latest ?? 0);
}

/** The apps that changed after `revision`. */
export function changedApps(db: Database, revision: number): Promise<AppRevision[]> {
  return read(db, 'WHERE revision > :revision', { revision });
}

export function allRevisions(db: Database): Promise<AppRevision[]> {
  return read(db);
}

/** The revisions of those of the slugs that belong to an app. */
export async function revisionsOf(db: Database, slugs: readonly string[]): Promise<AppRevision[]> {
  return slugs.length === 0 ? [] : read(db, 'WHERE slug IN (:slugs)', { slugs });
}

async function read(db: Database, where = '', values: Replacements = {}): Promise<AppRevision[]> {
  const rows = await selectRows<AppRevision>(db, `SELECT slug, revision FROM apps ${where}`.trimEnd(), values);
  return rows.map(({ slug, revision }) => ({ slug, revision: Number(revision) }));
}
