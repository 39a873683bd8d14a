// Raw SQL: one upsert adds items unless they are there.
import { AuthorBlock } from '../../../../models/feedback/moderation/AuthorBlock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { ensureRows } from '../../../platform/db/statements/sql.ts';
import { accountOf } from '../authors.ts';
import type { ItemData } from './item-types.ts';

export interface NewItem {
  /** The reader; only users have an inbox. */
  readonly userId: string | null;
  readonly type: string;
  readonly entityType: string;
  readonly entityId: number;
  /** A reader gets one item for each type, record and revision. */
  readonly revision: number;
  readonly data?: ItemData;
  readonly createdAt: Date;
}

const ONCE = ['project_id', 'user_id', 'type', 'entity_type', 'entity_id', 'revision'] as const;

/** Adds items, in the caller's transaction. Operators, guests and erased users get none, and an item that is there stays as it is. */
export async function noteItems(db: Database, projectId: number, items: readonly NewItem[]): Promise<void> {
  const rows = items.flatMap(({ userId, type, entityType, entityId, revision, data, createdAt }) =>
    hasInbox(userId)
      ? [
          {
            project_id: projectId,
            user_id: userId,
            type,
            entity_type: entityType,
            entity_id: entityId,
            revision,
            data: data === undefined ? null : JSON.stringify(data),
            created_at: createdAt,
          },
        ]
      : [],
  );
  await ensureRows(db, 'inbox_items', ONCE, rows);
}

/** Whether the author is a user: operators, guests and erased users have no inbox. */
export function hasInbox(authorId: string | null): authorId is string {
  return accountOf(authorId) !== null && !authorId?.startsWith('operator:');
}

/** One author's text that a reader gets an item about. */
interface Heard {
  readonly userId: string;
  readonly authorId: string;
}

/** The pairs whose reader has blocked the author, as `<reader> <author>`. */
export async function blockedPairs(db: Database, projectId: number, pairs: readonly Heard[]): Promise<ReadonlySet<string>> {
  if (pairs.length === 0) return new Set();
  const readers = [...new Set(pairs.map(({ userId }) => userId))];
  const authors = [...new Set(pairs.map(({ authorId }) => authorId))];
  const blocks = await db.model(AuthorBlock).findAll({
    attributes: ['userId', 'authorId'],
    where: { projectId, userId: readers, authorId: authors },
    raw: true,
  });
  return new Set(blocks.map(({ userId, authorId }) => `${userId} ${authorId}`));
}
