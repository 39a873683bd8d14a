import type { Post, PostStatus } from '../../../models/feedback/Post.ts';
import { type Context, projectIdOf } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { auditFeedback } from './audit.ts';
import { moveCounts } from './counts.ts';
import { countOf, lockPost } from './posts.ts';
import { mailPostStatus } from './status-mail.ts';

export interface PostMove {
  readonly status: PostStatus;
  /** For the author, the voters and the audit; null for none. */
  readonly reason: string | null;
}

/** Gives a post any status; the one it has leaves everything as it is. @throws ApiError 404 `post_not_found` */
export async function movePost(ctx: Context, id: number, { status, reason }: PostMove): Promise<Post> {
  return inTransaction(async () => {
    const post = await lockPost(projectIdOf(ctx), id);
    const before = post.status;
    if (before === status) return post;
    const left = countOf(post);
    await post.update({ status });
    await auditFeedback(ctx, { action: 'post.status_changed', subject: `post:${id}`, details: { before, after: status, reason } });
    await mailPostStatus(ctx, post, { before, reason });
    await moveCounts(post.projectId, { [left]: -1, [countOf(post)]: 1 });
    return post;
  });
}
