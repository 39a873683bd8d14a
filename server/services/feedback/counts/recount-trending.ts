import type { Drift, RecountOptions } from '../../platform/db/recount.ts';
import { asDate, execute, forUpdate, selectRows } from '../../platform/db/sql.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { trendingOf } from './post-trending.ts';

interface PostRow {
  readonly id: number;
  readonly project_id: number;
  readonly votes_count: number;
  readonly trending: number;
  readonly created_at: Date | string;
}

const COLUMNS = 'id, project_id, votes_count, trending, created_at';
const CHUNK = 5_000;
const DRIFTS_TOLD = 2_000;
/** A twentieth of a second of age. */
const TOLERANCE = 1e-6;

/** Compares each post's place among the trending ones with its kept votes and its age, which no SQL of both engines can work out. */
export async function recountTrending({ repair, onStep }: RecountOptions): Promise<Drift[]> {
  const drifts: Drift[] = [];
  let compared = 0;
  for (let posts = await postsAfter(0); posts.length > 0; posts = await postsAfter(posts.at(-1)?.id ?? 0)) {
    compared += posts.length;
    for (const post of posts) {
      const drift = repair && isOff(post) ? await inTransaction(() => repairPost(post)) : driftOf(post);
      if (drift !== null && drifts.length < DRIFTS_TOLD) drifts.push(drift);
    }
  }
  onStep?.({ name: 'posts.trending', compared, drifts });
  return drifts;
}

function postsAfter(id: number): Promise<PostRow[]> {
  return selectRows<PostRow>(`SELECT ${COLUMNS} FROM posts WHERE id > :id ORDER BY id LIMIT ${CHUNK}`, { id });
}

/** Looks again under the lock that votes take. */
async function repairPost({ id, project_id }: PostRow): Promise<Drift | null> {
  const sql = `SELECT ${COLUMNS} FROM posts WHERE project_id = :project_id AND id = :id${forUpdate()}`;
  const [post] = await selectRows<PostRow>(sql, { project_id, id });
  const drift = post === undefined ? null : driftOf(post);
  if (drift === null) return null;
  await execute('UPDATE posts SET trending = :counted WHERE project_id = :project_id AND id = :id', {
    counted: drift.counted,
    project_id,
    id,
  });
  return drift;
}

function driftOf(post: PostRow): Drift | null {
  if (!isOff(post)) return null;
  const row = `project_id=${post.project_id} id=${post.id}`;
  return { counter: 'posts.trending', row, kept: Number(post.trending), counted: expected(post) };
}

function isOff(post: PostRow): boolean {
  return Math.abs(Number(post.trending) - expected(post)) > TOLERANCE;
}

function expected({ votes_count, created_at }: PostRow): number {
  return trendingOf(Number(votes_count), asDate(created_at));
}
