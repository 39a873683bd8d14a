import { projectIdOf } from '../../../platform/context.ts';
import { findLastAct } from '../../../platform/db/records/audit-entries.ts';
import { ApiError } from '../../../platform/errors.ts';
import { settleComment } from '../comments/comment-moderation.ts';
import type { FeedbackContext } from '../feedback.ts';
import { settlePost } from '../posts/post-moderation.ts';
import { settleReview } from '../reviews/review-moderation.ts';
import type { Decided, ModerationState, ReviewStatus, StatedDecision } from './decision.ts';

/** The kinds of record that moderators decide on. */
export type ModeratedType = 'review' | 'comment' | 'post';

interface ItemBase<Status> {
  readonly id: number;
  readonly status: Status;
  readonly reason?: string | null;
  /** The decision is made only if the content is the one with this hash. */
  readonly contentHash?: string;
  /** The decision is made only if this is the status before it. */
  readonly ifStatus?: Status;
}

export type DecisionItem =
  | (ItemBase<ReviewStatus> & { readonly entityType: 'review' })
  | (ItemBase<ModerationState> & { readonly entityType: 'comment' | 'post' });

export interface DecisionOutcome {
  readonly outcome: 'done' | 'unchanged' | 'failed';
  /** The error code of a decision that failed. */
  readonly code?: string;
  /** The status before the decision, as far as it was read. */
  readonly before?: string;
  /** The moderator, with `already_decided`; null when the status changed without a decision. */
  readonly by?: string | null;
}

/** Makes one decision, in its own transaction. A refusal is an outcome, so that it does not stop the decisions after it. */
export async function decideItem(ctx: FeedbackContext, item: DecisionItem): Promise<DecisionOutcome> {
  try {
    const { isChanged, before } = await settle(ctx, item);
    return { outcome: isChanged ? 'done' : 'unchanged', before };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    const { code } = error;
    const before = error.extras.presentStatus;
    return before === undefined
      ? { outcome: 'failed', code }
      : { outcome: 'failed', code, before, by: await findDecider(ctx, item, before) };
  }
}

function settle(ctx: FeedbackContext, item: DecisionItem): Promise<Decided<unknown>> {
  const { id, reason = null, contentHash } = item;
  const decision = { reason, tags: contentHash === undefined ? null : [`"${contentHash}"`] };
  if (item.entityType === 'review') return settleReview(ctx, id, { ...decision, status: item.status, ifStatus: item.ifStatus });
  const stated: StatedDecision<ModerationState> = { ...decision, status: item.status, ifStatus: item.ifStatus };
  return item.entityType === 'post' ? settlePost(ctx, id, stated) : settleComment(ctx, id, stated);
}

/** The acts that change the status of a record. */
const DECISIONS: Readonly<Record<ModeratedType, readonly string[]>> = {
  review: ['review.status_changed', 'review.hidden'],
  comment: ['comment.moderated', 'comment.hidden'],
  post: ['post.moderated', 'post.hidden'],
};
const ON_REPORTS = ['reports.dismissed', 'reports.removed', 'reports.reopened'];

/** The name of the moderator whose decision gave the record its present status; null when it has that status for another reason. */
async function findDecider(ctx: FeedbackContext, { entityType, id }: DecisionItem, present: string): Promise<string | null> {
  const projectId = projectIdOf(ctx);
  const actions = [...DECISIONS[entityType], ...ON_REPORTS];
  const last = await findLastAct(ctx.db, { projectId, subject: `${entityType}:${id}`, actions });
  if (last === null || statusAfter(last.details) !== present) return null;
  const [kind = '', account = ''] = last.actor.split(/:(.*)/s);
  const named = kind === 'user' ? await ctx.service.findProfiles(projectId, [account]) : null;
  return last.actorName ?? named?.get(account)?.name ?? last.actor;
}

/** The status after a decision, alone or, after a decision on reports, beside the state of the case. */
function statusAfter(details: string): unknown {
  const { after } = JSON.parse(details);
  return typeof after === 'string' ? after : after?.status;
}
