// Raw SQL: one statement reads the titles of records of four tables.
import type { Database } from '../../../../platform/db/database.ts';
import { selectRows } from '../../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../../platform/db/tenancy/with-tenant.ts';

/** The thing that a text is about: a record of feedback, or an item of another system. */
export interface About {
  readonly type: string;
  readonly id: number;
}

/** The records that have a title here. */
const TABLES: Readonly<Record<string, string>> = {
  review: 'reviews',
  post: 'posts',
  roadmap: 'roadmap_items',
  changelog: 'changelog_entries',
};

/** The titles of the records among `targets`, by `<type> <id>`. Another system has the titles of items. */
export async function readTitles(db: Database, projectId: number, targets: readonly About[]): Promise<Map<string, string | null>> {
  const idsOf = (wanted: string): number[] => [...new Set(targets.filter(({ type }) => type === wanted).map(({ id }) => id))];
  const parts = Object.entries(TABLES).flatMap(([type, table]) => {
    const ids = idsOf(type);
    return ids.length === 0 ? [] : [{ type, table, ids }];
  });
  if (parts.length === 0) return new Map();
  const sql = parts.map(
    ({ type, table }) => `SELECT '${type}' AS type, id, title FROM ${table} WHERE project_id = :projectId AND id IN (:${type})`,
  );
  const values = Object.fromEntries(parts.map(({ type, ids }) => [type, ids]));
  const rows = await selectRows<About & { title: string | null }>(withTenant(db, projectId), sql.join(' UNION ALL '), values);
  return new Map(rows.map(({ type, id, title }) => [`${type} ${id}`, title]));
}
