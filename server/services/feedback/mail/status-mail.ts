import type { Post, PostStatus } from '../../../../models/feedback/Post.ts';
import type { Review } from '../../../../models/feedback/Review.ts';
import type { MessageLanguage } from '../../../platform/messaging/delivery.ts';
import type { FeedbackDeps } from '../deps.ts';
import type { FeedbackContext } from '../feedback.ts';

/**
 * Queues a mail to the guest whose review was approved or rejected. Users get none, and the status `pending` sends none. Call it in the
 * transaction that changed the status, after the change.
 */
export async function mailReviewStatus(ctx: FeedbackContext, review: Review): Promise<void> {
  const { id, projectId, status, statusReason, guestEmail, guestName, title } = review;
  if (guestEmail === null || status === 'pending') return;
  const mail = {
    projectId,
    key: keyOf(ctx, `review:${id}:${status}`),
    to: guestEmail,
    name: guestName,
    language: await languageOf(ctx.service, review),
    template: `review_${status}`,
    data: { name: guestName, title, reason: statusReason },
  };
  await ctx.service.mailer.enqueue([mail], ctx.now);
}

/** Announces the new status to the author and the voters, by mail. Call it in the transaction that changed the status. */
export async function mailPostStatus(
  ctx: FeedbackContext,
  post: Post,
  { before, reason }: { before: PostStatus; reason: string | null },
): Promise<void> {
  const { id, projectId, status, title } = post;
  const key = keyOf(ctx, `post:${id}:${status}`);
  await ctx.service.broadcasts.announce({ projectId, key, postId: id, data: { title, before, after: status, reason } }, ctx.now);
}

/** A different key for each status change. The time is included, because a client may send one request id with several requests. */
function keyOf({ now, requestId }: FeedbackContext, move: string): string {
  return `${move}:${now.getTime()}:${requestId}`;
}

/** Guests have no language setting: Arabic letters in the review mean Arabic, else the project's first language with templates. */
async function languageOf(feedback: FeedbackDeps, { projectId, title, comment, guestName }: Review): Promise<MessageLanguage> {
  if ([title, comment, guestName].some((text) => text !== null && /\p{Script=Arabic}/u.test(text))) return 'ar';
  const { languages = [] } = (await feedback.findSettings(projectId)) ?? {};
  return languages.find((language) => language === 'en' || language === 'ar') ?? 'en';
}
