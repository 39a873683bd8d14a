// Raw SQL: the same two statements find and change the rows of three tables.
import { Review } from '../../../../models/feedback/Review.ts';
import { execute, selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { DELETED_AUTHOR, DELETED_GUEST, ERASED_AT_ONCE, type ErasedPerson } from '../../../platform/erasure.ts';
import { ApiError } from '../../../platform/errors.ts';
import { deleteMailsAbout } from '../../../platform/mail/erase-mails.ts';
import { deleteComment } from '../comments/comments.ts';
import type { Feedback, FeedbackContext } from '../feedback.ts';
import { deletePost } from '../posts/posts.ts';
import { reviewSearchKey } from '../reviews/review-content.ts';
import { deleteReview } from '../reviews/reviews.ts';
import { eraseCopies } from './text-copies.ts';

/** The texts of an erased user: they lose their author, or are deleted as the author would delete them. */

type Table = 'reviews' | 'comments' | 'posts';

type DeleteOne = (ctx: FeedbackContext, id: number) => Promise<void>;

const DELETE: Readonly<Record<Table, DeleteOne>> = { reviews: deleteReview, comments: deleteComment, posts: deletePost };

interface Part {
  readonly table: Table;
  /** The id of the last record of the part before. */
  readonly position: string;
}

/**
 * Erases the next records of the table, or a part of the mails about the last one. Resolves to the id of the last one; null when there is
 * none.
 */
export async function eraseTexts(feedback: Feedback, person: ErasedPerson, { table, position }: Part): Promise<string | null> {
  const { db } = feedback;
  const { projectId, userId, content } = person;
  const isDeleting = content === 'delete';
  // the mails to the voters of the post before
  if (isDeleting && table === 'posts' && position !== '' && (await deleteMailsAbout(db, projectId, `post:${position}`))) return position;
  // a deletion locks more rows than a change of the author
  const limit = isDeleting ? 1 : ERASED_AT_ONCE;
  const find = `SELECT id FROM ${table} WHERE project_id = :projectId AND user_id = :userId AND id > :after ORDER BY id LIMIT ${limit}`;
  const rows = await selectRows<{ id: number }>(withTenant(db, projectId), find, { userId, after: Number(position) });
  const last = rows.at(-1);
  if (last === undefined) return null;
  const ids = rows.map(({ id }) => id);
  if (isDeleting)
    for (const id of ids) {
      await deleteAsAuthor(DELETE[table], contextOf(feedback, person), id);
      await eraseCopies(db, { projectId, table, id });
    }
  // also when they could not be deleted, because the record that they are on is being deleted
  const set = 'user_id = :deleted, content_digest = NULL, revision = revision + 1';
  const rename = `UPDATE ${table} SET ${set} WHERE project_id = :projectId AND user_id = :userId AND id IN (:ids)`;
  await execute(withTenant(db, projectId), rename, { userId, ids, deleted: DELETED_AUTHOR });
  return String(last.id);
}

/** Anonymises reviews that were written with the address of the user, before the user registered or without signing in. */
export async function eraseGuestReviews({ db }: Feedback, { projectId, email, isEmailProved }: ErasedPerson): Promise<string | null> {
  if (email === null || !isEmailProved) return null;
  const where = { projectId, userId: `guest:${email}` };
  const reviews = await db.model(Review).findAll({ where, order: ['id'], limit: ERASED_AT_ONCE, lock: true });
  for (const review of reviews) {
    review.set({ userId: DELETED_GUEST, guestEmail: null, guestName: null, contentDigest: null });
    review.searchKey = reviewSearchKey(review);
    await review.save({ silent: true });
  }
  return reviews.length < ERASED_AT_ONCE ? null : '';
}

async function deleteAsAuthor(deleteOne: DeleteOne, ctx: FeedbackContext, id: number): Promise<void> {
  try {
    await deleteOne(ctx, id);
  } catch (error) {
    // gone meanwhile; nothing has changed yet when it throws
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}

function contextOf(feedback: Feedback, { userId, projectId, now }: ErasedPerson): FeedbackContext {
  const { db } = feedback;
  return {
    db,
    service: feedback,
    log: db.log,
    now,
    requestId: 'erasure',
    address: null,
    device: null,
    deviceToken: null,
    browser: null,
    ifMatch: null,
    idempotencyKey: null,
    wantsCsv: false,
    project: { id: projectId, isActive: true },
    actor: { kind: 'user', id: userId, role: 'customer', projectId, sessionId: '', phone: '' },
    consumeRateLimit: () => Promise.resolve(0),
    takeFromRateLimit: (_name, _key, hits) => Promise.resolve(hits),
    releaseSlot: () => {},
  };
}
