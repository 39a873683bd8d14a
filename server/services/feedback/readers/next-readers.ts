// Raw SQL: readers have three sources, of which one statement merges the next rows.
import { Post } from '../../../../models/feedback/Post.ts';
import type { Database } from '../../../platform/db/database.ts';
import { selectRows } from '../../../platform/db/statements/sql.ts';
import { withIds } from '../../../platform/db/tenancy/models.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { isErased } from '../authors.ts';

/** The reason why a user hears of a post: the strongest one. A subscriber has commented on it, or follows it by choice. */
export type ReaderRole = 'author' | 'voter' | 'subscriber';

export interface Reader {
  /** UUID of a user or `operator:<id>`. */
  readonly userId: string;
  readonly role: ReaderRole;
  /** The first of the posts that the reader gets mails about; null for a reader of the inbox only, who has stopped the mails. */
  readonly mailedFor: number | null;
}

/** Up to `limit` readers, in the order of their ids. */
export interface ReaderChunk {
  readonly readers: readonly Reader[];
  /** Where the next chunk begins; a reader who has unsubscribed may be here. */
  readonly last: string;
  readonly isLast: boolean;
}

export interface ReadersQuery {
  readonly projectId: number;
  /** At most 50. */
  readonly postIds: readonly number[];
  /** The `last` of the chunk before; empty for the first one. */
  readonly after: string;
  /** 500 when not given. */
  readonly limit?: number;
}

export const READERS_AT_ONCE = 500;

/** The roles by rank; a user who does not follow a post has rank -1 there. */
const ROLES: readonly ReaderRole[] = ['subscriber', 'voter', 'author'];

/**
 * The next readers of posts: authors, voters and subscribers, without those who have unsubscribed. A reader of several posts is there once,
 * as long as one of the posts is still followed. Deleted posts have none. Reads at most two chunks for each post.
 */
export async function nextReaders(db: Database, query: ReadersQuery): Promise<ReaderChunk> {
  const { projectId, postIds, after, limit = READERS_AT_ONCE } = query;
  const posts = await db.model(Post).findAll({ attributes: ['id'], where: withIds(projectId, postIds), raw: true });
  if (posts.length === 0) return { readers: [], last: after, isLast: true };
  const values = Object.fromEntries(posts.map(({ id }, index) => [`post${index}`, id]));
  const sql = `SELECT user_id AS userId, MAX(role_rank) AS roleRank, MIN(CASE WHEN role_rank >= 0 AND is_mailed = 1 THEN post_id END) AS mailedFor FROM (${posts.map((_, index) => readersOf(index, limit)).join(' UNION ALL ')}) found
    GROUP BY user_id ORDER BY user_id LIMIT ${limit}`;
  const rows = await selectRows<{ userId: string; roleRank: number; mailedFor: number | null }>(withTenant(db, projectId), sql, {
    ...values,
    after,
  });
  const readers = rows.flatMap(({ userId, roleRank, mailedFor }): Reader[] => {
    const role = ROLES[Number(roleRank)];
    return role === undefined || isErased(userId) ? [] : [{ userId, role, mailedFor: mailedFor === null ? null : Number(mailedFor) }];
  });
  return { readers, last: rows.at(-1)?.userId ?? after, isLast: rows.length < limit };
}

/** The next readers of one post with their ranks. Each of its lists is bounded: the first rows of all lists contain the first of each. */
function readersOf(index: number, limit: number): string {
  const isNext = `project_id = :projectId AND post_id = :post${index} AND user_id > :after`;
  const next = (table: string): string =>
    `(SELECT user_id FROM ${table} WHERE ${isNext} ORDER BY user_id LIMIT ${limit}) ${table}_${index}`;
  return `SELECT r${index}.user_id, :post${index} AS post_id, COALESCE(s${index}.is_mailed, 1) AS is_mailed,
      CASE WHEN s${index}.is_subscribed = 0 OR (role_rank = 0 AND s${index}.is_subscribed IS NULL) THEN -1 ELSE role_rank END AS role_rank FROM (
      SELECT user_id, 0 AS role_rank FROM ${next('post_subscriptions')}
      UNION ALL SELECT user_id, 1 FROM ${next('post_votes')}
      UNION ALL SELECT user_id, 2 FROM posts WHERE project_id = :projectId AND id = :post${index} AND user_id > :after
    ) r${index} LEFT JOIN post_subscriptions s${index}
      ON s${index}.project_id = :projectId AND s${index}.post_id = :post${index} AND s${index}.user_id = r${index}.user_id`;
}
