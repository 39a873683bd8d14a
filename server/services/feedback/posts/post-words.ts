// Raw SQL: the table has no model, because a row is only its key; the backfill compares the rows of a chunk with its titles.
import { titleWords } from '../../../domain/title-words.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { ChunkBackfill } from '../../../platform/db/records/backfill.ts';
import { ensureRows, execute, forUpdate, selectRows } from '../../../platform/db/statements/sql.ts';
import { acrossProjects, withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';

/** The words of the titles of posts. They change in the transaction that changes the title, also of posts that not everyone sees. */

const TABLE = 'post_words';
const KEY = ['project_id', 'word', 'post_id'] as const;
/** Posts whose rows are locked together. */
const CHUNK = 100;

export interface Titled {
  readonly id: number;
  readonly projectId: number;
  readonly title: string;
}

type WordRow = Readonly<Record<'project_id' | 'post_id', number> & Record<'word', string>>;

/** Adds the words of new posts. */
export function addPostWords(db: Database, posts: readonly Titled[]): Promise<void> {
  return insertWords(db, posts.flatMap(rowsOf));
}

/** Replaces the words of a post whose title has changed. */
export async function replacePostWords(db: Database, post: Titled): Promise<void> {
  await removePostWords(db, post);
  await addPostWords(db, [post]);
}

export async function removePostWords(db: Database, { projectId, id }: Pick<Titled, 'projectId' | 'id'>): Promise<void> {
  await execute(withTenant(db, projectId), `DELETE FROM ${TABLE} WHERE project_id = :projectId AND post_id = :id`, { id });
}

/** Adds the words of posts of older releases, and corrects those that a server of the release before has changed meanwhile. */
export const POST_WORDS: ChunkBackfill = {
  name: 'post words 1',
  start: 0,
  eachChunk: (db, position) =>
    inTransaction(db, async () => {
      const sql = `SELECT id, project_id AS projectId, title FROM posts WHERE id > :after ORDER BY id LIMIT ${CHUNK}${forUpdate(db)}`;
      const posts = await selectRows<Titled>(acrossProjects(db), sql, { after: Number(position) });
      const last = posts.at(-1);
      return last === undefined ? { last: null, changed: 0 } : { last: String(last.id), changed: await correctWords(db, posts) };
    }),
};

async function correctWords(db: Database, posts: readonly Titled[]): Promise<number> {
  const ids = posts.map(({ id }) => id);
  const find = `SELECT project_id, word, post_id FROM ${TABLE} WHERE post_id IN (:ids)`;
  const stored = await selectRows<WordRow>(acrossProjects(db), find, { ids });
  const expected = posts.flatMap(rowsOf);
  const [has, needs] = [new Set(stored.map(keyOf)), new Set(expected.map(keyOf))];
  const missing = expected.filter((row) => !has.has(keyOf(row)));
  const wrong = stored.filter((row) => !needs.has(keyOf(row)));
  const remove = `DELETE FROM ${TABLE} WHERE project_id = :project_id AND word = :word AND post_id = :post_id`;
  for (const row of wrong) await execute(acrossProjects(db), remove, { ...row });
  await insertWords(db, missing);
  return missing.length + wrong.length;
}

function insertWords(db: Database, rows: readonly WordRow[]): Promise<void> {
  const inOrder = rows.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
  return ensureRows(db, TABLE, KEY, inOrder);
}

function rowsOf({ id, projectId, title }: Titled): WordRow[] {
  return titleWords(title).map((word) => ({ project_id: projectId, word, post_id: id }));
}

function keyOf({ project_id, word, post_id }: WordRow): string {
  return `${project_id} ${word} ${post_id}`;
}
