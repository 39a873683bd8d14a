// Raw SQL: bounded reads of the index of words, whose rows have no model.
import type { PostStatus } from '../../../../models/feedback/Post.ts';
import { titleWords } from '../../../domain/title-words.ts';
import { projectIdOf } from '../../../platform/context.ts';
import { type SqlValue, selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import type { FeedbackContext } from '../feedback.ts';
import { notWrittenByBlocked } from '../moderation/blocked-authors.ts';

export interface SimilarQuery {
  readonly title: string;
  /** 1 to 5. */
  readonly limit: number;
}

export interface SimilarPost {
  readonly id: number;
  readonly title: string;
  readonly status: PostStatus;
  readonly votesCount: number;
  /** The share of the title that the post has too, in which rare words weigh more: above 0, to 1 for all words. */
  readonly score: number;
}

/** Words of a title that are looked up. */
const MAX_WORDS = 20;
/** The newest posts of a word that are read, so that a word of thousands of posts costs no more than one of a thousand. */
const MAX_POSTS = 1_000;
/** Posts of the rarest words that are compared; further words only weigh. */
const MAX_CANDIDATES = 2_000;

interface WeighedWord {
  readonly word: string;
  /** The number of its posts, at most 1,000. */
  readonly count: number;
  readonly weight: number;
}

/** The visible posts with the most and the rarest words of a title, the best first, then those with the most votes. */
export async function listSimilarPosts(ctx: FeedbackContext, { title, limit }: SimilarQuery): Promise<SimilarPost[]> {
  const words = await weighWords(ctx, titleWords(title).slice(0, MAX_WORDS));
  const rarest = rarestOf(words);
  if (rarest.length === 0) return [];
  const full = words.reduce((sum, { weight }) => sum + weight, 0);
  const found = await findPosts(ctx, { words, rarest, limit });
  return found.map((post) => ({ ...post, score: Math.max(0.01, Math.round((Number(post.score) * 100) / full) / 100) }));
}

async function weighWords(ctx: FeedbackContext, words: readonly string[]): Promise<WeighedWord[]> {
  if (words.length === 0) return [];
  const countOf = (_: string, index: number): string =>
    `SELECT ${index} AS place, COUNT(*) AS count FROM
       (SELECT post_id FROM post_words WHERE project_id = :projectId AND word = :word${index} LIMIT ${MAX_POSTS}) found${index}`;
  const sql = words.map(countOf).join(' UNION ALL ');
  const rows = await selectRows<{ place: number; count: number }>(withTenant(ctx.db, projectIdOf(ctx)), sql, namesOf(words));
  const counts = new Map(rows.map(({ place, count }) => [Number(place), Number(count)]));
  return words.map((word, index) => {
    const count = counts.get(index) ?? 0;
    return { word, count, weight: 1 / Math.log2(2 + count) };
  });
}

/** The rarest words, of which one at least is read whatever its posts. */
function rarestOf(words: readonly WeighedWord[]): WeighedWord[] {
  const known = words.filter(({ count }) => count > 0).toSorted((left, right) => left.count - right.count);
  let posts = 0;
  return known.filter(({ count }, index) => {
    posts += count;
    return index === 0 || posts <= MAX_CANDIDATES;
  });
}

interface Comparison {
  readonly words: readonly WeighedWord[];
  readonly rarest: readonly WeighedWord[];
  readonly limit: number;
}

/** Reads the posts of the rarest words, then weighs all words of each. */
function findPosts(ctx: FeedbackContext, { words, rarest, limit }: Comparison): Promise<SimilarPost[]> {
  const unblocked = notWrittenByBlocked(ctx, 'posts', 'posts');
  const known = words.filter(({ count }) => count > 0);
  const postsOf = ({ word }: WeighedWord): string =>
    `SELECT post_id FROM (SELECT post_id FROM post_words WHERE project_id = :projectId AND word = :word${known.findIndex((each) => each.word === word)}
       ORDER BY post_id DESC LIMIT ${MAX_POSTS}) newest`;
  const weights = known.map((_, index) => `WHEN :word${index} THEN :weight${index}`).join(' ');
  return selectRows<SimilarPost>(
    withTenant(ctx.db, projectIdOf(ctx)),
    `SELECT posts.id, posts.title, posts.status, posts.votes_count AS votesCount, SUM(CASE shared.word ${weights} END) AS score
     FROM (${rarest.map(postsOf).join(' UNION ')}) candidates
     CROSS JOIN posts ON posts.id = candidates.post_id AND posts.project_id = :projectId
     CROSS JOIN post_words shared ON shared.project_id = :projectId AND shared.post_id = posts.id AND shared.word IN (:words)
     WHERE posts.moderation = 'visible'${unblocked === null ? '' : ` AND ${unblocked}`}
     GROUP BY posts.id, posts.title, posts.status, posts.votes_count ORDER BY score DESC, votesCount DESC, id DESC LIMIT ${Number(limit)}`,
    {
      ...namesOf(known.map(({ word }) => word)),
      ...Object.fromEntries(known.map(({ weight }, index) => [`weight${index}`, weight])),
      words: known.map(({ word }) => word),
    },
  );
}

function namesOf(words: readonly string[]): Record<string, SqlValue> {
  return Object.fromEntries(words.map((word, index) => [`word${index}`, word]));
}
