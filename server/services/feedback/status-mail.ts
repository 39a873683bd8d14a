import type { Post, PostStatus } from '../../../models/feedback/Post.ts';
import type { Review } from '../../../models/feedback/Review.ts';
import type { Context } from '../../platform/context.ts';
import { enqueueMails } from '../../platform/mail/mailer.ts';
import type { MessageLanguage } from '../../platform/messaging/delivery.ts';
import { announcePostStatus } from './post-broadcasts.ts';
import { feedbackSetup } from './setup.ts';

/**
 * Tells the guest that their review was approved or rejected, through the outbox (contract §3, Mail). Belongs into the transaction of
 * the move, after it; says nothing of other reviews and other moves.
 */
export async function mailReviewStatus(ctx: Context, review: Review): Promise<void> {
  const { id, projectId, status, statusReason, guestEmail, guestName, title } = review;
  if (guestEmail === null || status === 'pending') return;
  const mail = {
    projectId,
    key: keyOfMove(ctx, `review:${id}:${status}`),
    to: guestEmail,
    name: guestName,
    language: await languageOf(review),
    template: `review_${status}`,
    data: { name: guestName, title, reason: statusReason },
  };
  await enqueueMails([mail], ctx.now);
}

/** Tells the author and the voters who left an e-mail that the status of the post changed. Belongs into the transaction of the move. */
export async function mailPostStatus(
  ctx: Context,
  post: Post,
  { before, reason }: { before: PostStatus; reason: string | null },
): Promise<void> {
  const { id, projectId, status, title } = post;
  const key = keyOfMove(ctx, `post:${id}:${status}`);
  await announcePostStatus({ projectId, key, postId: id, data: { title, before, after: status, reason } }, ctx.now);
}

/** One for each move: a request makes one of them, and the time tells apart requests that a client gave the same id. */
function keyOfMove({ now, requestId }: Context, move: string): string {
  return `${move}:${now.getTime()}:${requestId}`;
}

/** A guest has told us no language but the one they write in. */
async function languageOf({ projectId, title, comment, guestName }: Review): Promise<MessageLanguage> {
  if ([title, comment, guestName].some((text) => text !== null && /\p{Script=Arabic}/u.test(text))) return 'ar';
  const { languages = [] } = (await feedbackSetup().findSettings(projectId)) ?? {};
  return languages.find((language) => language === 'en' || language === 'ar') ?? 'en';
}
