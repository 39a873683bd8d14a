import { ReportCase } from '../../../../models/feedback/moderation/ReportCase.ts';
import type { Database } from '../../../platform/db/database.ts';
import { incrementCounters } from '../counts/counts.ts';

type EntityType = 'review' | 'comment' | 'post';

/**
 * Takes the cases of deleted records out of the queue: there is nothing to decide any more. They stay in their lists. Call it in the
 * transaction that deletes the records.
 */
export async function endCases(db: Database, projectId: number, entityType: EntityType, entityIds: readonly number[]): Promise<void> {
  const where = { projectId, entityType, entityId: [...entityIds], isGone: false };
  const cases = await db.model(ReportCase).findAll({ attributes: ['id', 'state', 'count'], where, lock: true });
  if (cases.length === 0) return;
  await db.model(ReportCase).update({ isGone: true }, { where: { projectId, id: cases.map(({ id }) => id) } });
  const counts: Record<string, number> = {};
  for (const { state, count } of cases)
    if (count > 0) counts[`report_cases_gone:${state}`] = (counts[`report_cases_gone:${state}`] ?? 0) + 1;
  await incrementCounters(db, projectId, counts);
}
