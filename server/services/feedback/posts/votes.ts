// Raw SQL: votes are frequent, and one statement must lock the post together with the vote.
import type { Post, PostStatus } from '../../../../models/feedback/Post.ts';
import { PostVote } from '../../../../models/feedback/PostVote.ts';
import { projectIdOf } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { asDate, execute, forUpdate, selectRows } from '../../../platform/db/sql.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import { authorIdOf, requireAuthorId } from '../authors.ts';
import { incrementCounters } from '../counts/counts.ts';
import type { FeedbackContext } from '../feedback.ts';
import { trendingOf } from './post-trending.ts';

/** The result of voting or withdrawing. */
export interface VoteState {
  readonly postId: number;
  /** Whether the caller has a vote now. */
  readonly voted: boolean;
  /** The votes of all users. */
  readonly votesCount: number;
}

/** The statuses of decided posts, which accept no new votes. */
const CLOSED: ReadonlySet<PostStatus> = new Set(['completed', 'declined']);

/** Casts the caller's vote; a repeated vote changes nothing. @throws ApiError 404 `post_not_found`, 409 `voting_closed` */
export async function castVote(ctx: FeedbackContext, postId: number): Promise<VoteState> {
  return inTransaction(ctx.db, async () => {
    const ballot = await lockBallot(ctx, postId);
    if (ballot.voted) return stateOf(ballot);
    if (CLOSED.has(ballot.status)) throw conflict('voting_closed', 'This post is decided and accepts no more votes.');
    await execute(ctx.db, 'INSERT INTO post_votes (post_id, user_id, project_id, created_at) VALUES (:postId, :userId, :projectId, :now)', {
      ...keyOf(ballot),
      now: ctx.now,
    });
    return incrementVotes(ctx.db, ballot, 1);
  });
}

/** Withdraws the caller's vote, whatever the post's status; without a vote nothing changes. @throws ApiError 404 `post_not_found` */
export async function withdrawVote(ctx: FeedbackContext, postId: number): Promise<VoteState> {
  return inTransaction(ctx.db, async () => {
    const ballot = await lockBallot(ctx, postId);
    if (!ballot.voted) return stateOf(ballot);
    await execute(
      ctx.db,
      'DELETE FROM post_votes WHERE project_id = :projectId AND post_id = :postId AND user_id = :userId',
      keyOf(ballot),
    );
    return incrementVotes(ctx.db, ballot, -1);
  });
}

/** The ids of those `posts` that the caller voted for, read in one statement; null for a caller who is not signed in. */
export async function findOwnVotes(ctx: FeedbackContext, posts: readonly Post[]): Promise<ReadonlySet<number> | null> {
  const userId = authorIdOf(ctx.actor);
  if (userId === null) return null;
  if (posts.length === 0) return new Set();
  const where = { projectId: projectIdOf(ctx), postId: posts.map(({ id }) => id), userId };
  const votes = await ctx.db.model(PostVote).findAll({ attributes: ['postId'], where, raw: true });
  return new Set(votes.map(({ postId }) => postId));
}

/** A locked post, and whether the caller has voted for it. */
interface Ballot extends VoteState {
  readonly projectId: number;
  readonly userId: string;
  readonly status: PostStatus;
  readonly createdAt: Date;
}

/**
 * The join locks the vote together with the post, so that both are read after the wait for the lock. A subquery would read the vote as it
 * was before the wait: two concurrent requests of one user would then both find no vote.
 */
async function lockBallot(ctx: FeedbackContext, postId: number): Promise<Ballot> {
  const key = { projectId: projectIdOf(ctx), postId, userId: requireAuthorId(ctx) };
  const [row] = await selectRows<{ status: PostStatus; votes_count: number; created_at: Date | string; voter: string | null }>(
    ctx.db,
    `SELECT posts.status, posts.votes_count, posts.created_at, own.user_id AS voter FROM posts
     LEFT JOIN post_votes own ON own.project_id = :projectId AND own.post_id = posts.id AND own.user_id = :userId
     WHERE posts.project_id = :projectId AND posts.id = :postId${forUpdate(ctx.db)}`,
    key,
  );
  if (row === undefined) throw notFound('post');
  const { status, votes_count: votesCount, created_at: createdAt, voter } = row;
  return { ...key, status, votesCount, createdAt: asDate(createdAt), voted: voter !== null };
}

async function incrementVotes(db: Database, ballot: Ballot, delta: 1 | -1): Promise<VoteState> {
  const { projectId, postId, createdAt } = ballot;
  const votesCount = ballot.votesCount + delta;
  const trending = trendingOf(votesCount, createdAt);
  const sql = 'UPDATE posts SET votes_count = :votesCount, trending = :trending WHERE project_id = :projectId AND id = :postId';
  await execute(db, sql, { votesCount, trending, projectId, postId });
  await incrementCounters(db, projectId, { votes: delta });
  return { postId, voted: delta === 1, votesCount };
}

function stateOf({ postId, voted, votesCount }: Ballot): VoteState {
  return { postId, voted, votesCount };
}

function keyOf({ projectId, postId, userId }: Ballot): { projectId: number; postId: number; userId: string } {
  return { projectId, postId, userId };
}
