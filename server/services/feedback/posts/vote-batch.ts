// Raw SQL: votes are frequent; one statement locks the posts of a batch, one writes the votes of all users, one updates all posts.
import type { PostStatus } from '../../../../models/feedback/Post.ts';
import type { Database } from '../../../platform/db/database.ts';
import { incrementDays } from '../../../platform/db/records/daily-counts.ts';
import { asDate, byPrimaryKey, execute, forUpdate, type Replacements, selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { type Batches, textSize } from '../../../platform/db/transactions/batches.ts';
import { type ApiError, conflict, notFound } from '../../../platform/errors.ts';
import { recordInMinute } from '../../../platform/outgoing/record.ts';
import { actorOfAuthor } from '../authors.ts';
import { incrementCounters } from '../counts/counts.ts';
import { trendingOf } from './post-trending.ts';

/** The wish of one user to have a vote for a post, or to have none. */
export interface Ballot {
  readonly postId: number;
  readonly userId: string;
  readonly wantsVote: boolean;
  readonly createdAt: Date;
  /** The user is erased: the vote ends although the user may no longer see the post. */
  readonly isErasure?: true;
}

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

/**
 * Counts the ballots of one project as if one came after the other; no two have the same identity. The result of a ballot is the state
 * after it, or 404 `post_not_found` or 409 `voting_closed`.
 */
async function writeVotes(db: Database, projectId: number, ballots: readonly Ballot[]): Promise<(VoteState | ApiError)[]> {
  const posts = await lockPosts(db, projectId, ballots);
  const votes = await readVotes(db, projectId, posts, ballots);
  const results = ballots.map((ballot) => countBallot(ballot, posts.get(ballot.postId), votes.has(ballotIdentity(ballot))));
  const changed = ballots.filter((ballot, index) => isState(results[index]) && votes.has(ballotIdentity(ballot)) !== ballot.wantsVote);
  const added = changed.filter(({ wantsVote }) => wantsVote);
  const removed = changed.filter(({ wantsVote }) => !wantsVote);
  await insertVotes(db, projectId, added);
  await deleteVotes(db, projectId, removed);
  await updatePosts(db, projectId, postsOf(posts, changed));
  await recordVotes(db, projectId, postsOf(posts, changed), changed);
  await incrementCounters(db, projectId, { votes: added.length - removed.length });
  await incrementDays(db, projectId, [
    ...added.map(({ createdAt: at }) => ({ at, votes: 1 })),
    ...removed.map((ballot) => ({ at: votes.get(ballotIdentity(ballot)) ?? ballot.createdAt, votes: -1 })),
  ]);
  return results;
}

export const VOTES: Batches<Ballot, VoteState> = {
  name: 'votes',
  sizeOf: () => textSize(),
  identityOf: ballotIdentity,
  write: writeVotes,
};

/** One user and one post. */
function ballotIdentity({ postId, userId }: Pick<Ballot, 'postId' | 'userId'>): string {
  return `${postId} ${userId}`;
}

interface LockedPost {
  readonly id: number;
  /** The author of a post that not everyone sees, the only user who may vote for it; null when all may. */
  readonly onlyFor: string | null;
  readonly status: PostStatus;
  readonly createdAt: Date;
  /** Before the batch. */
  readonly revision: number;
  votesCount: number;
}

type Posts = ReadonlyMap<number, LockedPost>;

/** The posts of the ballots, in the order of their ids, so that two batches do not deadlock. */
async function lockPosts(db: Database, projectId: number, ballots: readonly Ballot[]): Promise<Posts> {
  const ids = [...new Set(ballots.map(({ postId }) => postId))];
  const rows = await selectRows<{
    id: number;
    only_for: string | null;
    status: PostStatus;
    votes_count: number;
    revision: number;
    created_at: Date | string;
  }>(
    withTenant(db, projectId),
    `SELECT id, CASE WHEN moderation = 'visible' THEN NULL ELSE user_id END AS only_for, status, votes_count, revision, created_at
     FROM posts${byPrimaryKey(db)}
     WHERE project_id = :projectId AND id IN (:ids) ORDER BY id${forUpdate(db)}`,
    { ids },
  );
  return new Map(
    rows.map(({ id, only_for: onlyFor, status, revision, votes_count: votesCount, created_at: createdAt }) => [
      id,
      { id, onlyFor, status, revision, votesCount, createdAt: asDate(createdAt) },
    ]),
  );
}

/** When these users voted, if they have. It is read after the posts are locked, so that no other vote of theirs is under way. */
async function readVotes(db: Database, projectId: number, posts: Posts, ballots: readonly Ballot[]): Promise<Map<string, Date>> {
  const known = ballots.filter(({ postId }) => posts.has(postId));
  if (known.length === 0) return new Map();
  const { condition, values } = votesOf(known);
  const sql = `SELECT post_id AS postId, user_id AS userId, created_at AS createdAt FROM post_votes WHERE project_id = :projectId AND (${condition})`;
  const rows = await selectRows<{ postId: number; userId: string; createdAt: Date | string }>(withTenant(db, projectId), sql, values);
  return new Map(rows.map((row) => [ballotIdentity(row), asDate(row.createdAt)]));
}

/** Applies the ballot to its post, whose number of votes the later ballots of the batch start from. */
function countBallot(ballot: Ballot, post: LockedPost | undefined, hasVote: boolean): VoteState | ApiError {
  const { postId, userId, wantsVote, isErasure = false } = ballot;
  if (post === undefined || (post.onlyFor !== null && post.onlyFor !== userId && !isErasure)) return notFound('post');
  if (wantsVote && !hasVote && CLOSED.has(post.status)) return conflict('voting_closed', 'This post is decided and accepts no more votes.');
  if (wantsVote !== hasVote) post.votesCount += wantsVote ? 1 : -1;
  return { postId, voted: wantsVote, votesCount: post.votesCount };
}

function isState(result: VoteState | ApiError | undefined): boolean {
  return result !== undefined && 'votesCount' in result;
}

function postsOf(posts: Posts, ballots: readonly Ballot[]): LockedPost[] {
  return [...new Set(ballots.flatMap(({ postId }) => posts.get(postId) ?? []))];
}

async function insertVotes(db: Database, projectId: number, ballots: readonly Ballot[]): Promise<void> {
  if (ballots.length === 0) return;
  const values = ballots.map(({ postId, userId, createdAt }) => [postId, userId, projectId, createdAt]);
  await execute(db, 'INSERT INTO post_votes (post_id, user_id, project_id, created_at) VALUES :values', { values });
}

async function deleteVotes(db: Database, projectId: number, ballots: readonly Ballot[]): Promise<void> {
  if (ballots.length === 0) return;
  const { condition, values } = votesOf(ballots);
  await execute(withTenant(db, projectId), `DELETE FROM post_votes WHERE project_id = :projectId AND (${condition})`, values);
}

async function updatePosts(db: Database, projectId: number, posts: readonly LockedPost[]): Promise<void> {
  if (posts.length === 0) return;
  const values: Record<string, number> = {};
  for (const [index, { id, votesCount, createdAt }] of posts.entries()) {
    values[`id${index}`] = id;
    values[`votes${index}`] = votesCount;
    values[`trending${index}`] = trendingOf(votesCount, createdAt);
  }
  const caseOf = (name: string): string => `CASE id ${posts.map((_, index) => `WHEN :id${index} THEN :${name}${index}`).join(' ')} END`;
  const sql = `UPDATE posts${byPrimaryKey(db)} SET votes_count = ${caseOf('votes')}, trending = ${caseOf('trending')}, revision = revision + 1
    WHERE project_id = :projectId AND id IN (:ids)`;
  await execute(withTenant(db, projectId), sql, { ...values, ids: posts.map(({ id }) => id) });
}

/** The event names the user of the last ballot. */
async function recordVotes(db: Database, projectId: number, posts: readonly LockedPost[], ballots: readonly Ballot[]): Promise<void> {
  const last = new Map(ballots.map((ballot) => [ballot.postId, ballot]));
  const events = posts.flatMap(({ id, revision, votesCount }) => {
    const ballot = last.get(id);
    if (ballot === undefined) return [];
    const { userId, createdAt: at } = ballot;
    const data = { after: { votesCount } };
    return [
      { projectId, type: 'vote.changed' as const, subject: `post:${id}`, revision: revision + 1, actor: actorOfAuthor(userId), data, at },
    ];
  });
  await recordInMinute(db, events);
}

/** An SQL condition on the votes of these users for these posts. MariaDB finds them by the key only in this form, not by pairs. */
function votesOf(ballots: readonly Ballot[]): { condition: string; values: Replacements } {
  const users = new Map<number, string[]>();
  for (const { postId, userId } of ballots) users.set(postId, [...(users.get(postId) ?? []), userId]);
  const posts = [...users.keys()];
  return {
    condition: posts.map((_, index) => `(post_id = :post${index} AND user_id IN (:users${index}))`).join(' OR '),
    values: Object.fromEntries(
      posts.flatMap((id, index) => [[`post${index}`, id] as const, [`users${index}`, users.get(id) ?? []] as const]),
    ),
  };
}
