// Raw SQL: the type of the target decides which table is read, and the rows may be locked.
import { type Context, isStaffActor } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { byPrimaryKey, forUpdate, selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { notFound } from '../../../platform/errors.ts';
import { authorIdOf } from '../authors.ts';
import type { RecordType, Target } from './threads.ts';

interface RecordTable {
  readonly table: string;
  /** The column with the id of the author. */
  readonly owner: string;
  /** An SQL condition: when it is true, everyone sees the record. The author and staff always see it. */
  readonly isPublic: string;
}

/** In the order in which transactions lock records of several types: plans lock their posts first. */
const RECORDS: Readonly<Record<RecordType, RecordTable>> = {
  post: { table: 'posts', owner: 'user_id', isPublic: "moderation = 'visible'" },
  review: { table: 'reviews', owner: 'user_id', isPublic: "status = 'approved'" },
  roadmap: { table: 'roadmap_items', owner: 'created_by', isPublic: '1 = 1' },
  changelog: { table: 'changelog_entries', owner: 'created_by', isPublic: 'published_at <= :now' },
};

/** Whether a caller sees a target. `hidden`: it exists, but the caller may not see it. */
export type Visibility = 'shown' | 'hidden' | 'gone';

/** The caller, as far as it decides what they see. */
export interface Viewer {
  readonly userId: string | null;
  readonly isStaff: boolean;
}

export function viewerOf({ actor }: Context): Viewer {
  return { userId: authorIdOf(actor), isStaff: isStaffActor(actor) };
}

/** Targets that were read together. An item counts as shown without a check, because another system stores it. */
export interface ReadTargets {
  visibilityTo(viewer: Viewer, target: EntityKey): Visibility;
}

type EntityKey = Pick<Target, 'entityType' | 'entityId'>;

interface TargetsQuery {
  readonly projectId: number;
  readonly targets: readonly EntityKey[];
  readonly now: Date;
  /** Locks the records until the transaction ends. */
  readonly lock: boolean;
}

/** Reads targets of one project, in one statement for each type of record. */
export async function readTargets(db: Database, { projectId, targets, now, lock }: TargetsQuery): Promise<ReadTargets> {
  const records = new Map<string, { owner: string; is_public: number }>();
  for (const [type, { table, owner, isPublic }] of Object.entries(RECORDS)) {
    const ids = [...new Set(targets.filter(({ entityType }) => entityType === type).map(({ entityId }) => entityId))];
    if (ids.length === 0) continue;
    const sql = `SELECT id, ${owner} AS owner, ${isPublic} AS is_public FROM ${table}${byPrimaryKey(db)}
      WHERE project_id = :projectId AND id IN (:ids) ORDER BY id${lock ? forUpdate(db) : ''}`;
    const rows = await selectRows<{ id: number; owner: string; is_public: number }>(withTenant(db, projectId), sql, { ids, now });
    for (const row of rows) records.set(`${type} ${row.id}`, row);
  }
  return {
    visibilityTo({ userId, isStaff }, { entityType, entityId }) {
      if (!Object.hasOwn(RECORDS, entityType)) return 'shown';
      const record = records.get(`${entityType} ${entityId}`);
      if (record === undefined) return 'gone';
      return record.is_public === 1 || isStaff || (userId !== null && userId === record.owner) ? 'shown' : 'hidden';
    },
  };
}

/** Refuses a target that does not exist or that the caller may not see. @throws ApiError 404 `<entityType>_not_found` */
export async function requireTarget(ctx: Context, target: Target): Promise<void> {
  if ((await readVisibility(ctx, target, { lock: false })) !== 'shown') throw notFound(target.entityType);
}

/** Whether the caller sees the target; `lock` locks a record until the transaction ends. */
export async function readVisibility(ctx: Context, target: Target, { lock }: { lock: boolean }): Promise<Visibility> {
  const read = await readTargets(ctx.db, { projectId: target.projectId, targets: [target], now: ctx.now, lock });
  return read.visibilityTo(viewerOf(ctx), target);
}
