// Raw SQL: the type of the target decides which table is read, and the row may be locked.
import { forUpdate, selectRows } from '../../../platform/db/sql.ts';
import { notFound } from '../../../platform/errors.ts';
import { isAuthor, isStaff } from '../authors.ts';
import type { FeedbackContext } from '../feedback.ts';
import type { RecordType, Target } from './threads.ts';

interface RecordTable {
  readonly table: string;
  /** The column with the id of the author. */
  readonly owner: string;
  /** An SQL condition: when it is true, everyone sees the record. The author and staff always see it. */
  readonly isPublic: string;
}

const RECORDS: Readonly<Record<RecordType, RecordTable>> = {
  review: { table: 'reviews', owner: 'user_id', isPublic: "status = 'approved'" },
  post: { table: 'posts', owner: 'user_id', isPublic: '1 = 1' },
  roadmap: { table: 'roadmap_items', owner: 'created_by', isPublic: '1 = 1' },
  changelog: { table: 'changelog_entries', owner: 'created_by', isPublic: 'published_at <= :now' },
};

/**
 * Refuses a target that does not exist or that the caller may not see. `lock` locks a record until the transaction ends. An item is
 * accepted without a check, because another system stores it.
 * @throws ApiError 404 `<entityType>_not_found`
 */
export async function requireTarget(ctx: FeedbackContext, target: Target, options: { lock: boolean }): Promise<void> {
  if ((await readVisibility(ctx, target, options)) !== 'shown') throw notFound(target.entityType);
}

/** Whether the caller sees the target. `hidden`: it exists, but the caller may not see it. `lock` is the same as in `requireTarget`. */
export async function readVisibility(
  ctx: FeedbackContext,
  target: Target,
  { lock }: { lock: boolean },
): Promise<'shown' | 'hidden' | 'gone'> {
  const { projectId, entityType, entityId } = target;
  if (!isRecordType(entityType)) return 'shown';
  const { table, owner, isPublic } = RECORDS[entityType];
  const [record] = await selectRows<{ owner: string; is_public: number }>(
    ctx.db,
    `SELECT ${owner} AS owner, ${isPublic} AS is_public FROM ${table}
     WHERE project_id = :projectId AND id = :entityId${lock ? forUpdate(ctx.db) : ''}`,
    { projectId, entityId, now: ctx.now },
  );
  if (record === undefined) return 'gone';
  return record.is_public === 1 || isStaff(ctx) || isAuthor(ctx, record.owner) ? 'shown' : 'hidden';
}

function isRecordType(entityType: string): entityType is RecordType {
  return Object.hasOwn(RECORDS, entityType);
}
