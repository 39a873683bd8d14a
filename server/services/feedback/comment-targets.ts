import type { Context } from '../../platform/context.ts';
import { forUpdate, selectRows } from '../../platform/db/sql.ts';
import { notFound } from '../../platform/errors.ts';
import { isAuthor, isStaff } from './authors.ts';
import type { RecordType, Target } from './threads.ts';

interface RecordTable {
  readonly table: string;
  /** Column of who made the record. */
  readonly owner: string;
  /** Condition under which everybody sees it; its owner and staff always do. */
  readonly isPublic: string;
}

const RECORDS: Readonly<Record<RecordType, RecordTable>> = {
  review: { table: 'reviews', owner: 'user_id', isPublic: "status = 'approved'" },
  post: { table: 'posts', owner: 'user_id', isPublic: '1 = 1' },
  roadmap: { table: 'roadmap_items', owner: 'created_by', isPublic: '1 = 1' },
  changelog: { table: 'changelog_entries', owner: 'created_by', isPublic: 'published_at <= :now' },
};

/**
 * What is commented on must be there and be shown to the caller. With `lock` it stays as it is until the transaction ends; items
 * stand elsewhere, and are taken as they come.
 * @throws ApiError 404 `<entityType>_not_found`
 */
export async function requireTarget(ctx: Context, target: Target, options: { lock: boolean }): Promise<void> {
  if ((await lookAtTarget(ctx, target, options)) !== 'shown') throw notFound(target.entityType);
}

/** What the caller sees of what is commented on: `hidden` is there for others only. Locks as `requireTarget` does. */
export async function lookAtTarget(ctx: Context, target: Target, { lock }: { lock: boolean }): Promise<'shown' | 'hidden' | 'gone'> {
  if (!isRecord(target.entityType)) return 'shown';
  const { table, owner, isPublic } = RECORDS[target.entityType];
  const [record] = await selectRows<{ owner: string; is_public: number }>(
    `SELECT ${owner} AS owner, ${isPublic} AS is_public FROM ${table} WHERE project_id = :projectId AND id = :entityId${lock ? forUpdate() : ''}`,
    { projectId: target.projectId, entityId: target.entityId, now: ctx.now },
  );
  if (record === undefined) return 'gone';
  return record.is_public === 1 || isStaff(ctx) || isAuthor(ctx, record.owner) ? 'shown' : 'hidden';
}

function isRecord(entityType: Target['entityType']): entityType is RecordType {
  return entityType in RECORDS;
}
