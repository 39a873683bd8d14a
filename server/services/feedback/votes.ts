import type { Post, PostStatus } from '../../../models/feedback/Post.ts';
import { type Context, projectIdOf } from '../../platform/context.ts';
import { asDate, execute, forUpdate, selectRows } from '../../platform/db/sql.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { authorIdOf, requireAuthorId } from './authors.ts';
import { moveCounts } from './counts.ts';
import { trendingOf } from './post-trending.ts';

/** How a post and its voter stand after a vote. */
export interface VoteState {
  readonly postId: number;
  readonly voted: boolean;
  /** Of all voters. */
  readonly votesCount: number;
}

/** Decided one way or the other: there is nothing left to vote for. */
const CLOSED: ReadonlySet<PostStatus> = new Set(['completed', 'declined']);

/** Gives the caller's vote; a second one changes nothing. @throws ApiError 404 `post_not_found`, 409 `voting_closed` */
export async function castVote(ctx: Context, postId: number): Promise<VoteState> {
  return inTransaction(async () => {
    const ballot = await lockBallot(ctx, postId);
    if (ballot.voted) return stateOf(ballot);
    if (CLOSED.has(ballot.status)) throw conflict('voting_closed', 'This post is decided: it takes no more votes.');
    await execute('INSERT INTO post_votes (post_id, user_id, project_id, created_at) VALUES (:postId, :userId, :projectId, :now)', {
      ...keyOf(ballot),
      now: ctx.now,
    });
    return moveVotes(ballot, 1);
  });
}

/** Takes the caller's vote back, whatever the status; where there is none nothing changes. @throws ApiError 404 `post_not_found` */
export async function withdrawVote(ctx: Context, postId: number): Promise<VoteState> {
  return inTransaction(async () => {
    const ballot = await lockBallot(ctx, postId);
    if (!ballot.voted) return stateOf(ballot);
    await execute('DELETE FROM post_votes WHERE project_id = :projectId AND post_id = :postId AND user_id = :userId', keyOf(ballot));
    return moveVotes(ballot, -1);
  });
}

/** Which of the posts the caller voted for, by one statement; null when nobody is signed in. */
export async function findOwnVotes(ctx: Context, posts: readonly Post[]): Promise<ReadonlySet<number> | null> {
  const userId = authorIdOf(ctx.actor);
  if (userId === null) return null;
  if (posts.length === 0) return new Set();
  const rows = await selectRows<{ post_id: number }>(
    'SELECT post_id FROM post_votes WHERE project_id = :projectId AND post_id IN (:postIds) AND user_id = :userId',
    { projectId: projectIdOf(ctx), postIds: posts.map(({ id }) => id), userId },
  );
  return new Set(rows.map(({ post_id }) => post_id));
}

/** A locked post, and whether the voter's vote is on it. */
interface Ballot extends VoteState {
  readonly projectId: number;
  readonly userId: string;
  readonly status: PostStatus;
  readonly createdAt: Date;
}

/**
 * Locks the post and then, joined, the vote: both are read as they are once the lock is had. A subquery would read what was committed
 * before the wait for it, and two votes of one user would both find none.
 */
async function lockBallot(ctx: Context, postId: number): Promise<Ballot> {
  const key = { projectId: projectIdOf(ctx), postId, userId: requireAuthorId(ctx) };
  const [row] = await selectRows<{ status: PostStatus; votes_count: number; created_at: Date | string; voter: string | null }>(
    `SELECT posts.status, posts.votes_count, posts.created_at, own.user_id AS voter FROM posts
     LEFT JOIN post_votes own ON own.project_id = :projectId AND own.post_id = posts.id AND own.user_id = :userId
     WHERE posts.project_id = :projectId AND posts.id = :postId${forUpdate()}`,
    key,
  );
  if (row === undefined) throw notFound('post');
  const { status, votes_count: votesCount, created_at: createdAt, voter } = row;
  return { ...key, status, votesCount, createdAt: asDate(createdAt), voted: voter !== null };
}

async function moveVotes(ballot: Ballot, delta: 1 | -1): Promise<VoteState> {
  const { projectId, postId, createdAt } = ballot;
  const votesCount = ballot.votesCount + delta;
  await execute('UPDATE posts SET votes_count = :votesCount, trending = :trending WHERE project_id = :projectId AND id = :postId', {
    votesCount,
    trending: trendingOf(votesCount, createdAt),
    projectId,
    postId,
  });
  await moveCounts(projectId, { votes: delta });
  return { postId, voted: delta === 1, votesCount };
}

function stateOf({ postId, voted, votesCount }: Ballot): VoteState {
  return { postId, voted, votesCount };
}

function keyOf({ projectId, postId, userId }: Ballot): { projectId: number; postId: number; userId: string } {
  return { projectId, postId, userId };
}
