// Raw SQL: one statement asks six indexes about each project.
import type { Database } from '../../../../platform/db/database.ts';
import { selectRows } from '../../../../platform/db/statements/sql.ts';
import { acrossProjects } from '../../../../platform/db/tenancy/with-tenant.ts';

interface Kind {
  readonly table: string;
  readonly index: string;
  readonly where: string;
}

const KINDS: readonly Kind[] = [
  { table: 'reviews', index: 'reviews_waiting', where: "waiting.status = 'pending' AND waiting.pending_since <= :until" },
  {
    table: 'comments',
    index: 'comments_waiting',
    where: "waiting.moderation = 'pending' AND waiting.is_deleted = 0 AND waiting.pending_since <= :until",
  },
  { table: 'posts', index: 'posts_waiting', where: "waiting.moderation = 'pending' AND waiting.pending_since <= :until" },
  ...['review', 'comment', 'post'].map((type) => ({
    table: 'report_cases',
    index: 'report_cases_waiting',
    where: `waiting.state = 'open' AND waiting.is_gone = 0 AND waiting.entity_type = '${type}' AND waiting.open_since <= :until`,
  })),
];

/**
 * Those of the projects where a record may have waited for a moderator since `until` or longer: the row of a server of the release before
 * counts too, whose own time decides. Reads at most one entry of each index for each project.
 */
export async function findWaitingProjects(db: Database, projectIds: readonly number[], until: Date): Promise<number[]> {
  const exists = KINDS.map(({ table, index, where }) => {
    const force = db.isMySql ? ` FORCE INDEX (${index})` : '';
    return `EXISTS (SELECT 1 FROM ${table} waiting${force} WHERE waiting.project_id = project.id AND ${where})`;
  });
  const sql = `SELECT project.id FROM projects project WHERE project.id IN (:projectIds) AND (${exists.join(' OR ')}) ORDER BY project.id`;
  return (await selectRows<{ id: number }>(acrossProjects(db), sql, { projectIds, until })).map(({ id }) => id);
}
