// Raw SQL: one upsert remembers a refusal, whether or not there was one.
import { createHash } from 'node:crypto';
import { Op } from 'sequelize';
import { ContentRefusal } from '../../../../models/feedback/ContentRefusal.ts';
import type { Post } from '../../../../models/feedback/Post.ts';
import type { Review } from '../../../../models/feedback/Review.ts';
import { foldForSearch } from '../../../domain/search-fold.ts';
import type { MayContinue } from '../../../platform/concurrency/shared-work.ts';
import { repeatChunks } from '../../../platform/concurrency/shared-work.ts';
import { projectIdOf } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { replaceRow } from '../../../platform/db/sql.ts';
import { DELETED_AUTHOR } from '../../../platform/erasure.ts';
import type { FeedbackContext } from '../feedback.ts';
import type { ModerationState, ReviewStatus } from './decision.ts';

/** An author posts the same again: a review of the same item, or a post or comment with the same text apart from its spelling. */
export interface Attempt {
  /** null for a tombstone. */
  readonly authorId: string | null;
  readonly attempt: string;
}

const KEPT_MS = 30 * 24 * 3_600_000;
const PURGED_AT_ONCE = 500;

export function reviewAttempt({ userId, itemType, itemId }: Pick<Review, 'userId' | 'itemType' | 'itemId'>): Attempt {
  return { authorId: userId, attempt: `review:${itemType}:${itemId}` };
}

export function postAttempt({ userId, title }: Pick<Post, 'userId' | 'title'>): Attempt {
  return { authorId: userId, attempt: `post:${digestOf(title)}` };
}

export function commentAttempt({ userId, content }: { readonly userId: string | null; readonly content: string | null }): Attempt {
  return { authorId: userId, attempt: `comment:${digestOf(content ?? '')}` };
}

function digestOf(text: string): string {
  return createHash('sha256')
    .update(
      foldForSearch(text)
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
    )
    .digest('hex');
}

const IS_REFUSED: Readonly<Record<ReviewStatus | ModerationState, boolean | null>> = {
  ...{ rejected: true, removed: true, hidden: true },
  ...{ approved: false, visible: false },
  pending: null,
};

/** Remembers or forgets a refusal, in the transaction of the decision. A guest's reviews wait anyway. */
export async function noteDecision(ctx: FeedbackContext, tried: Attempt, status: ReviewStatus | ModerationState): Promise<void> {
  const { authorId, attempt } = tried;
  const isRefused = IS_REFUSED[status];
  if (isRefused === null || authorId === null || authorId === DELETED_AUTHOR || authorId.startsWith('guest:')) return;
  const projectId = projectIdOf(ctx);
  if (!isRefused) {
    await ctx.db.model(ContentRefusal).destroy({ where: { projectId, userId: authorId, attempt } });
    return;
  }
  const key = { project_id: projectId, user_id: authorId, attempt };
  await replaceRow(ctx.db, 'content_refusals', Object.keys(key), { ...key, refused_at: ctx.now });
}

/** Whether moderators refused the same of this author in the last 30 days. */
export async function wasRefused(ctx: FeedbackContext, { authorId, attempt }: Attempt): Promise<boolean> {
  if (authorId === null) return false;
  const since = new Date(ctx.now.getTime() - KEPT_MS);
  const where = { projectId: projectIdOf(ctx), userId: authorId, attempt, refusedAt: { [Op.gt]: since } };
  return (await ctx.db.model(ContentRefusal).findOne({ attributes: ['id'], where, raw: true })) !== null;
}

/** Deletes the refusals that no longer count, in chunks. */
export async function purgeRefusals(db: Database, now: Date, mayContinue: MayContinue): Promise<void> {
  const refusals = db.model(ContentRefusal);
  const where = { refusedAt: { [Op.lte]: new Date(now.getTime() - KEPT_MS) } };
  await repeatChunks(mayContinue, PURGED_AT_ONCE, async () => {
    const old = await refusals.findAll({ attributes: ['id'], where, limit: PURGED_AT_ONCE, acrossProjects: true });
    if (old.length > 0) await refusals.destroy({ where: { id: old.map(({ id }) => id) }, acrossProjects: true });
    return old.length;
  });
}
