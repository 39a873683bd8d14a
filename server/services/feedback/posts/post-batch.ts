import { Post } from '../../../../models/feedback/Post.ts';
import type { Database } from '../../../platform/db/database.ts';
import { incrementDays } from '../../../platform/db/records/daily-counts.ts';
import { type Batches, latestOf, textSize } from '../../../platform/db/transactions/batches.ts';
import type { ApiError } from '../../../platform/errors.ts';
import { recordOutgoing } from '../../../platform/outgoing/record.ts';
import { actorOfAuthor } from '../authors.ts';
import { incrementCounters } from '../counts/counts.ts';
import { insertOriginals } from '../duplicates/insert-originals.ts';
import type { ModerationState } from '../moderation/decision.ts';
import { pendingSince } from '../moderation/queue/waiting-since.ts';
import { findRefused, postAttempt } from '../moderation/refusals.ts';
import { trendingOf } from './post-trending.ts';
import { addPostWords } from './post-words.ts';

/** A checked post, ready to be written. */
export interface PostDraft
  extends Pick<Post, 'title' | 'description' | 'category' | 'userId' | 'searchKey' | 'contentDigest' | 'moderation' | 'createdAt'> {}

/**
 * Writes new posts of one project. Those that were refused before wait for a moderator. The result of a draft is its post, or 409
 * `duplicate_content`.
 */
async function writePosts(db: Database, projectId: number, drafts: readonly PostDraft[]): Promise<(Post | ApiError)[]> {
  const now = latestOf(drafts);
  const refused = await findRefused(db, projectId, drafts, {
    authorOf: ({ userId }) => userId,
    attemptOf: postAttempt,
    now,
  });
  const rows = drafts.map((draft) => {
    const moderation: ModerationState = refused.has(draft) ? 'pending' : draft.moderation;
    const times = { pendingSince: pendingSince(moderation, draft.createdAt), updatedAt: draft.createdAt };
    return { ...draft, ...times, moderation, projectId, trending: trendingOf(0, draft.createdAt) };
  });
  const { records: posts, results } = await insertOriginals(db, projectId, { model: db.model(Post), rows, now });
  await addPostWords(db, posts);
  await recordOutgoing(
    db,
    posts.map(({ id, userId, category, status, revision, createdAt: at }) => {
      const data = { after: { category, status } };
      return { type: 'post.created', projectId, subject: `post:${id}`, revision, actor: actorOfAuthor(userId), data, at };
    }),
  );
  const counts: Record<string, number> = {};
  for (const post of posts) counts[counterOf(post)] = (counts[counterOf(post)] ?? 0) + 1;
  await incrementCounters(db, projectId, counts);
  await incrementDays(
    db,
    projectId,
    posts.map(({ createdAt: at }) => ({ at, posts: 1 })),
  );
  return results;
}

export const POSTS: Batches<PostDraft, Post> = {
  name: 'posts',
  sizeOf: ({ searchKey, description }) => textSize(searchKey, description),
  identityOf: ({ contentDigest }) => contentDigest,
  write: writePosts,
};

/** The name in `feedback_counts` of the counter that counts the post. Posts that not everyone sees have separate counters. */
export function counterOf({ status, category, moderation }: Pick<Post, 'status' | 'category' | 'moderation'>): string {
  return moderation === 'visible' ? `posts:${status}:${category}` : `posts_hidden:${moderation}:${status}:${category}`;
}
