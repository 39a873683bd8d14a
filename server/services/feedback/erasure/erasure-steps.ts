// Raw SQL: votes without their post, and columns of authors, change by one statement each.
import { Favorite } from '../../../../models/feedback/Favorite.ts';
import { FavoriteOwner } from '../../../../models/feedback/FavoriteOwner.ts';
import { PostVote } from '../../../../models/feedback/PostVote.ts';
import { execute } from '../../../platform/db/sql.ts';
import { DELETED_AUTHOR, ERASED_AT_ONCE, type ErasedPerson, type ErasureStep } from '../../../platform/erasure.ts';
import { FAVORITES } from '../favorite-batch.ts';
import type { Feedback } from '../feedback.ts';
import { VOTES } from '../posts/vote-batch.ts';
import { eraseGuestReviews, eraseTexts } from './erased-texts.ts';

/** The steps that erase a user from feedback. Counters change with the rows that they count. */
export function feedbackErasure(feedback: Feedback): ErasureStep[] {
  return [
    { name: 'votes', erasePart: (person) => eraseVotes(feedback, person) },
    { name: 'favorites', erasePart: (person) => eraseFavorites(feedback, person) },
    { name: 'reviews', erasePart: (person, position) => eraseTexts(feedback, person, { table: 'reviews', position }) },
    { name: 'guest_reviews', erasePart: (person) => eraseGuestReviews(feedback, person) },
    { name: 'comments', erasePart: (person, position) => eraseTexts(feedback, person, { table: 'comments', position }) },
    { name: 'posts', erasePart: (person, position) => eraseTexts(feedback, person, { table: 'posts', position }) },
    { name: 'reports', erasePart: (person) => eraseReports(feedback, person) },
    { name: 'plans', erasePart: (person) => erasePlans(feedback, person) },
    { name: 'mails', erasePart: (person) => eraseMails(feedback, person) },
  ];
}

async function eraseVotes({ db }: Feedback, { projectId, userId, now }: ErasedPerson): Promise<string | null> {
  const own = { attributes: ['postId'], where: { projectId, userId }, order: ['postId'], limit: ERASED_AT_ONCE, raw: true };
  const votes = await db.model(PostVote).findAll(own);
  if (votes.length === 0) return null;
  const ballots = votes.map(({ postId }) => ({ postId, userId, wantsVote: false, createdAt: now }));
  await VOTES.write(db, projectId, ballots);
  // those for a deleted post, which no counter includes, are still there
  const postIds = votes.map(({ postId }) => postId);
  await execute(db, 'DELETE FROM post_votes WHERE project_id = :projectId AND user_id = :userId AND post_id IN (:postIds)', {
    ...{ projectId, userId, postIds },
  });
  return '';
}

async function eraseFavorites({ db }: Feedback, { projectId, userId, now }: ErasedPerson): Promise<string | null> {
  const favorites = await db.model(Favorite).findAll({ where: { projectId, userId }, order: ['id'], limit: ERASED_AT_ONCE });
  if (favorites.length === 0) {
    await db.model(FavoriteOwner).destroy({ where: { projectId, userId } });
    return null;
  }
  const wishes = favorites.map(({ itemType, itemId }) => ({ userId, itemType, itemId, desired: false, createdAt: now }));
  await FAVORITES.write(db, projectId, wishes);
  return '';
}

/** The counts of reports stay: they are about the content. */
async function eraseReports({ db }: Feedback, { projectId, userId }: ErasedPerson): Promise<null> {
  await execute(db, 'DELETE FROM content_reports WHERE project_id = :projectId AND user_id = :userId', { projectId, userId });
  await execute(db, 'DELETE FROM author_blocks WHERE project_id = :projectId AND user_id = :userId', { projectId, userId });
  return null;
}

/** Few rows: a project has hundreds of plans. */
async function erasePlans({ db }: Feedback, { projectId, userId }: ErasedPerson): Promise<null> {
  for (const table of ['roadmap_items', 'changelog_entries']) {
    const sql = `UPDATE ${table} SET created_by = :deleted WHERE project_id = :projectId AND created_by = :userId`;
    await execute(db, sql, { projectId, userId, deleted: DELETED_AUTHOR });
  }
  return null;
}

/** Mails to the address, sent or not, and the place of the user in broadcasts that have ended. */
async function eraseMails({ db }: Feedback, { projectId, userId, email }: ErasedPerson): Promise<null> {
  if (email !== null)
    await execute(db, 'DELETE FROM mail_outbox WHERE project_id = :projectId AND recipient = :email', { projectId, email });
  const ended = `UPDATE mail_broadcasts SET last_voter = '' WHERE project_id = :projectId AND last_voter = :userId AND done_at IS NOT NULL`;
  await execute(db, ended, { projectId, userId });
  return null;
}
