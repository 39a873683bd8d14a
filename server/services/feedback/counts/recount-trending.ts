// Raw SQL: it reads only a few columns of every post, in chunks, and locks a row to repair it.
import type { Database } from '../../../platform/db/database.ts';
import type { Drift, RecountOptions } from '../../../platform/db/records/recount-steps.ts';
import { asDate, execute, forUpdate, selectRows } from '../../../platform/db/statements/sql.ts';
import { acrossProjects, withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { trendingOf } from '../posts/post-trending.ts';

interface PostRow {
  readonly id: number;
  readonly project_id: number;
  readonly votes_count: number;
  readonly trending: number;
  readonly created_at: Date | string;
}

const COLUMNS = 'id, project_id, votes_count, trending, created_at';
const CHUNK = 5_000;
const MAX_REPORTED = 2_000;
/** Equal to 0.045 seconds of age; smaller differences are rounding errors. */
const TOLERANCE = 1e-6;

/** Compares the trending value of each post with its votes and age, in TypeScript: the engines have no logarithm function in common. */
export async function recountTrending(db: Database, { repair, onStep }: RecountOptions): Promise<Drift[]> {
  const drifts: Drift[] = [];
  let compared = 0;
  for (let posts = await postsAfter(db, 0); posts.length > 0; posts = await postsAfter(db, posts.at(-1)?.id ?? 0)) {
    compared += posts.length;
    for (const post of posts) {
      const drift = repair && isOff(post) ? await inTransaction(db, () => repairPost(db, post)) : driftOf(post);
      if (drift !== null && drifts.length < MAX_REPORTED) drifts.push(drift);
    }
  }
  onStep?.({ name: 'posts.trending', compared, drifts });
  return drifts;
}

function postsAfter(db: Database, id: number): Promise<PostRow[]> {
  return selectRows<PostRow>(acrossProjects(db), `SELECT ${COLUMNS} FROM posts WHERE id > :id ORDER BY id LIMIT ${CHUNK}`, { id });
}

/** Compares again under the lock that a vote takes, and corrects the value. */
async function repairPost(db: Database, { id, project_id }: PostRow): Promise<Drift | null> {
  const sql = `SELECT ${COLUMNS} FROM posts WHERE project_id = :projectId AND id = :id${forUpdate(db)}`;
  const tenant = withTenant(db, project_id);
  const [post] = await selectRows<PostRow>(tenant, sql, { id });
  const drift = post === undefined ? null : driftOf(post);
  if (drift === null) return null;
  const counted = drift.counted;
  await execute(tenant, 'UPDATE posts SET trending = :counted WHERE project_id = :projectId AND id = :id', { counted, id });
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
