import { Op } from 'sequelize';
import type { ModerationState } from '../../../../models/feedback/Comment.ts';
import { Post } from '../../../../models/feedback/Post.ts';
import { projectIdOf } from '../../../platform/context.ts';
import { findInOrder, findPage } from '../../../platform/db/records/page.ts';
import type { SqlValue } from '../../../platform/db/statements/sql.ts';
import type { FeedbackContext } from '../feedback.ts';
import { given, searchIds } from '../search.ts';
import { countPosts, orderOf, type PostFilterQuery, type PostPage, sqlOrderOf, withoutHidden } from './post-list.ts';

export interface PostQueueQuery extends PostFilterQuery {
  moderation?: ModerationState;
  /** A UUID or `operator:<id>`. */
  authorId?: string;
  from?: Date;
  to?: Date;
}

/** The posts that moderators see, in every state. A search, an author or a time limits the list to a bounded number of them. */
export async function listPostQueue(ctx: FeedbackContext, query: PostQueueQuery): Promise<PostPage> {
  return isSearch(query) ? searchQueue(ctx, query) : readQueue(ctx, query);
}

/** Whether the query has a part that no index carries together with the others. */
function isSearch({ q, authorId, from, to }: PostQueueQuery): boolean {
  return [q, authorId, from, to].some((part) => part !== undefined);
}

async function readQueue(ctx: FeedbackContext, query: PostQueueQuery): Promise<PostPage> {
  const projectId = projectIdOf(ctx);
  const { status, category, moderation, page, limit } = query;
  const isHidden = moderation !== undefined && moderation !== 'visible';
  const counted = { projectId, ...given({ status, category }), ...(isHidden ? { moderation } : {}) };
  const { total, hidden } = await countPosts(ctx.db, counted);
  const found = moderation === undefined ? total + hidden : isHidden ? hidden : total;
  const state = isHidden ? { moderation } : moderation === 'visible' && hidden > 0 ? { [Op.and]: [withoutHidden(projectId)] } : {};
  const where = { projectId, ...given({ status, category }), ...state };
  const posts = await findPage(ctx.db.model(Post), { where, order: orderOf(query), total: found, isSelective: isHidden, page, limit });
  return { posts, total: found };
}

async function searchQueue(ctx: FeedbackContext, query: PostQueueQuery): Promise<PostPage> {
  const projectId = projectIdOf(ctx);
  const { q, status, category, moderation, authorId, from, to, page, limit } = query;
  const ids = await searchIds(ctx.db, {
    table: 'posts',
    where: { project_id: projectId, ...given<SqlValue>({ status, category, moderation, user_id: authorId }) },
    q,
    from,
    to,
    order: sqlOrderOf(query),
    isOldest: query.sort === 'oldest',
  });
  return { posts: await findInOrder(ctx.db.model(Post), projectId, ids.slice((page - 1) * limit, page * limit)), total: ids.length };
}
