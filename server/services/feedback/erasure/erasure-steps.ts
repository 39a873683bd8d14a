// Raw SQL: votes without their post, and columns of authors, change by one statement each.
import { Favorite } from '../../../../models/feedback/Favorite.ts';
import { FavoriteOwner } from '../../../../models/feedback/FavoriteOwner.ts';
import { ReportCase } from '../../../../models/feedback/moderation/ReportCase.ts';
import { PostSubscription } from '../../../../models/feedback/PostSubscription.ts';
import { PostVote } from '../../../../models/feedback/PostVote.ts';
import { execute, selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { DELETED_AUTHOR, ERASED_AT_ONCE, type ErasedPerson, type ErasureStep } from '../../../platform/erasure.ts';
import { FAVORITES } from '../favorite-batch.ts';
import type { Feedback } from '../feedback.ts';
import { VOTES } from '../posts/vote-batch.ts';
import { eraseGuestReviews, eraseTexts } from './erased-texts.ts';
import { eraseAuditTitles } from './text-copies.ts';

/** The steps that erase a user from feedback. Counters change with the rows that they count. */
export function feedbackErasure(feedback: Feedback): ErasureStep[] {
  return [
    { name: 'votes', erasePart: (person) => eraseVotes(feedback, person) },
    { name: 'favorites', erasePart: (person) => eraseFavorites(feedback, person) },
    { name: 'reviews', erasePart: (person, position) => eraseTexts(feedback, person, { table: 'reviews', position }) },
    { name: 'guest_reviews', erasePart: (person) => eraseGuestReviews(feedback, person) },
    { name: 'comments', erasePart: (person, position) => eraseTexts(feedback, person, { table: 'comments', position }) },
    { name: 'posts', erasePart: (person, position) => eraseTexts(feedback, person, { table: 'posts', position }) },
    { name: 'subscriptions', erasePart: (person) => eraseSubscriptions(feedback, person) },
    { name: 'reports', erasePart: (person) => eraseRows(feedback, person, { table: 'content_reports', column: 'user_id' }) },
    { name: 'refusals', erasePart: (person) => eraseRows(feedback, person, { table: 'content_refusals', column: 'user_id' }) },
    { name: 'own_blocks', erasePart: (person) => eraseRows(feedback, person, { table: 'author_blocks', column: 'user_id' }) },
    { name: 'blocks', erasePart: (person) => eraseRows(feedback, person, { table: 'author_blocks', column: 'author_id' }) },
    { name: 'inbox', erasePart: (person) => eraseRows(feedback, person, { table: 'inbox_items', column: 'user_id' }) },
    { name: 'cases', erasePart: (person) => eraseFromCases(feedback, person) },
    { name: 'plans', erasePart: (person) => erasePlans(feedback, person) },
    { name: 'broadcasts', erasePart: (person) => eraseFromBroadcasts(feedback, person) },
    {
      name: 'audit_titles',
      erasePart: async (person, position) => (person.content === 'delete' ? eraseAuditTitles(feedback.db, person, position) : null),
    },
  ];
}

async function eraseVotes({ db }: Feedback, { projectId, userId, now }: ErasedPerson): Promise<string | null> {
  const own = { attributes: ['postId'], where: { projectId, userId }, order: ['postId'], limit: ERASED_AT_ONCE, raw: true };
  const votes = await db.model(PostVote).findAll(own);
  if (votes.length === 0) return null;
  const ballots = votes.map(({ postId }) => ({ postId, userId, wantsVote: false, createdAt: now, isErasure: true as const }));
  await VOTES.write(db, projectId, ballots);
  // those for a deleted post, which no counter includes, are still there
  const postIds = votes.map(({ postId }) => postId);
  await execute(
    withTenant(db, projectId),
    'DELETE FROM post_votes WHERE project_id = :projectId AND user_id = :userId AND post_id IN (:postIds)',
    {
      userId,
      postIds,
    },
  );
  return '';
}

/** After the comments, which add rows. */
async function eraseSubscriptions({ db }: Feedback, { projectId, userId }: ErasedPerson): Promise<string | null> {
  const own = { attributes: ['postId'], where: { projectId, userId }, order: ['postId'], limit: ERASED_AT_ONCE, raw: true };
  const rows = await db.model(PostSubscription).findAll(own);
  if (rows.length === 0) return null;
  await db.model(PostSubscription).destroy({ where: { projectId, userId, postId: rows.map(({ postId }) => postId) } });
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

interface OwnRows {
  readonly table: 'content_reports' | 'content_refusals' | 'author_blocks' | 'inbox_items';
  readonly column: 'user_id' | 'author_id';
}

/**
 * Reports, refusals of the user's texts, blocks by the user and of the user, and the inbox. The counts of reports stay, because they are
 * about the content.
 */
async function eraseRows({ db }: Feedback, { projectId, userId }: ErasedPerson, { table, column }: OwnRows): Promise<string | null> {
  const find = `SELECT id FROM ${table} WHERE project_id = :projectId AND ${column} = :userId LIMIT ${ERASED_AT_ONCE}`;
  const ids = (await selectRows<{ id: number }>(withTenant(db, projectId), find, { userId })).map(({ id }) => id);
  if (ids.length === 0) return null;
  await execute(withTenant(db, projectId), `DELETE FROM ${table} WHERE project_id = :projectId AND id IN (:ids)`, { ids });
  return '';
}

/** Cases are about the content, and stay without its author. */
async function eraseFromCases({ db }: Feedback, { projectId, userId: authorId }: ErasedPerson): Promise<string | null> {
  const own = { attributes: ['id'], where: { projectId, authorId }, limit: ERASED_AT_ONCE };
  const ids = (await db.model(ReportCase).findAll(own)).map(({ id }) => id);
  if (ids.length === 0) return null;
  await db.model(ReportCase).update({ authorId: null }, { where: { projectId, id: ids } });
  return '';
}

/** Few rows: a project has hundreds of plans. */
async function erasePlans({ db }: Feedback, { projectId, userId }: ErasedPerson): Promise<null> {
  for (const table of ['roadmap_items', 'changelog_entries']) {
    const sql = `UPDATE ${table} SET created_by = :deleted, revision = revision + 1 WHERE project_id = :projectId AND created_by = :userId`;
    await execute(withTenant(db, projectId), sql, { userId, deleted: DELETED_AUTHOR });
  }
  return null;
}

/** Takes the user from the places of broadcasts. A broadcast that is under way continues after the voter or subscriber before. */
async function eraseFromBroadcasts({ db }: Feedback, { projectId, userId }: ErasedPerson): Promise<null> {
  const before = (table: string): string =>
    `COALESCE((SELECT MAX(user_id) FROM ${table} WHERE project_id = :projectId AND post_id = mail_broadcasts.post_id AND user_id < :userId), '')`;
  const [voter, subscriber] = [before('post_votes'), before('post_subscriptions')];
  const sql = `UPDATE mail_broadcasts SET last_voter = CASE WHEN done_at IS NOT NULL THEN ''
      WHEN ${voter} > ${subscriber} THEN ${voter} ELSE ${subscriber} END
    WHERE project_id = :projectId AND last_voter = :userId`;
  await execute(withTenant(db, projectId), sql, { userId });
  return null;
}
