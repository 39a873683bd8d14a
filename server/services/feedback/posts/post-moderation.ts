import type { ModerationState } from '../../../../models/feedback/Comment.ts';
import type { Post, PostStatus } from '../../../../models/feedback/Post.ts';
import { projectIdOf } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { auditFeedback } from '../audit.ts';
import { incrementCounters } from '../counts/counts.ts';
import type { FeedbackContext } from '../feedback.ts';
import { noteRemoved } from '../inbox/own-content.ts';
import { mailPostStatus } from '../mail/status-mail.ts';
import { type Decided, requireStatus, type StatedDecision } from '../moderation/decision.ts';
import { pendingAgain } from '../moderation/queue/waiting-since.ts';
import { noteDecision, postAttempt } from '../moderation/refusals.ts';
import { settleCase } from '../moderation/report-cases.ts';
import { hashOf, requireUnchanged } from '../moderation/unchanged.ts';
import { counterOf } from './post-batch.ts';
import { lockPost } from './posts.ts';

export interface PostMove {
  status: PostStatus;
  /** Shown to the author and the voters, and kept in the audit row; null when there is none. */
  reason: string | null;
}

/**
 * Sets the status of a post, with an audit row and mails. A post that already has this status stays unchanged.
 * @throws ApiError 404 `post_not_found`
 */
export async function changePostStatus(ctx: FeedbackContext, id: number, { status, reason }: PostMove): Promise<Post> {
  return inTransaction(ctx.db, async () => {
    const post = await lockPost(ctx.db, projectIdOf(ctx), id);
    const before = post.status;
    if (before === status) return post;
    const countBefore = counterOf(post);
    await post.update({ status });
    const details = { before, after: status, reason };
    await auditFeedback(ctx, { action: 'post.status_changed', subject: `post:${id}`, details, revision: post.revision });
    await mailPostStatus(ctx, post, { before, reason });
    await incrementCounters(ctx.db, post.projectId, { [countBefore]: -1, [counterOf(post)]: 1 });
    return post;
  });
}

/**
 * Sets the moderation state of a post, with an audit row. The present state changes nothing.
 * @throws ApiError 404 `post_not_found`, 412 `content_changed`, 409 `already_decided`
 */
export async function settlePost(ctx: FeedbackContext, id: number, decision: StatedDecision<ModerationState>): Promise<Decided<Post>> {
  const { status, reason, tags, ifStatus } = decision;
  return inTransaction(ctx.db, async () => {
    const post = await lockPost(ctx.db, projectIdOf(ctx), id);
    requireStatus(ifStatus, post.moderation);
    requireUnchanged(tags, postHashOf(post));
    const before = post.moderation;
    if (before === status) return { record: post, isChanged: false, before };
    const countBefore = counterOf(post);
    await post.update({ moderation: status, ...pendingAgain(post, status, ctx.now) }, { silent: true });
    await noteDecision(ctx, postAttempt(post), status);
    await settleCase(ctx, { entityType: 'post', entityId: id }, { before, after: status });
    if (status === 'removed') await noteRemoved(ctx, post);
    const details = { before, after: status, reason };
    await auditFeedback(ctx, { action: 'post.moderated', subject: `post:${id}`, details, revision: post.revision });
    await incrementCounters(ctx.db, post.projectId, { [countBefore]: -1, [counterOf(post)]: 1 });
    return { record: post, isChanged: true, before };
  });
}

/** The hash of what a moderator judges. */
export function postHashOf({ title, description, category }: Pick<Post, 'title' | 'description' | 'category'>): string {
  return hashOf([title, description, category]);
}
