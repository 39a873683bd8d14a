import type { Post, PostStatus } from '../../../../models/feedback/Post.ts';
import { projectIdOf } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { auditFeedback } from '../audit.ts';
import { incrementCounters } from '../counts/counts.ts';
import type { FeedbackContext } from '../feedback.ts';
import { mailPostStatus } from '../mail/status-mail.ts';
import { counterOf } from './post-batch.ts';
import { lockPost } from './posts.ts';

export interface PostMove {
  status: PostStatus;
  /** Shown to the author and the voters, and kept in the audit row; null when there is none. */
  reason: string | null;
}

/** Sets the status of a post, with an audit row and mails. A post that already has this status stays unchanged. @throws ApiError 404 `post_not_found` */
export async function changePostStatus(ctx: FeedbackContext, id: number, { status, reason }: PostMove): Promise<Post> {
  return inTransaction(ctx.db, async () => {
    const post = await lockPost(ctx.db, projectIdOf(ctx), id);
    const before = post.status;
    if (before === status) return post;
    const countBefore = counterOf(post);
    await post.update({ status });
    await auditFeedback(ctx, { action: 'post.status_changed', subject: `post:${id}`, details: { before, after: status, reason } });
    await mailPostStatus(ctx, post, { before, reason });
    await incrementCounters(ctx.db, post.projectId, { [countBefore]: -1, [counterOf(post)]: 1 });
    return post;
  });
}
