import assert from 'node:assert/strict';
import type { Response } from 'supertest';
import { Post } from '../../../models/feedback/Post.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { statementsOf } from '../../support/databases/statements.ts';
import type { Client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { selectAcrossProjects } from '../support.ts';

/** Too short to be a duplicate, so that an author may post it many times. */
export const GOOD_POST = { title: 'Dark mode', description: 'x', category: 'feature' };

export type PostData = Record<string, unknown> & { id: number };

/** Creates a post and returns it as in the reply. */
export async function newPost(author: Client, fields: Readonly<Record<string, unknown>> = {}): Promise<PostData> {
  const { body } = await author.post('/posts', { ...GOOD_POST, ...fields }).expect(201);
  return body.data;
}

/** The ids of the rows in a reply, in order. */
export async function idsOf(request: PromiseLike<Response>): Promise<number[]> {
  const { status, body } = await request;
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.map(({ id }: { id: number }) => id);
}

/** The stored post of any project; null when it was deleted. */
export function storedPost({ db }: TestServer, id: number): Promise<Post | null> {
  return db.model(Post).findOne({ where: { id }, acrossProjects: true });
}

/** The ids of the voters by the rows of the post. */
export async function votersOf({ db }: TestServer, postId: number): Promise<string[]> {
  const rows = await selectAcrossProjects<{ user_id: string }>(
    db,
    'SELECT user_id FROM post_votes WHERE post_id = :postId ORDER BY user_id',
    { postId },
  );
  return rows.map(({ user_id }) => user_id);
}

/** The counts of a project that posts change, without zeros. */
export async function countsOf({ db }: TestServer, projectId: number): Promise<Record<string, number>> {
  const rows = await selectRows<{ name: string; total: number }>(
    db,
    `SELECT name, SUM(total) AS total FROM feedback_counts
     WHERE project_id = :projectId AND (name LIKE 'posts:%' OR name IN ('votes', 'comments'))
     GROUP BY name HAVING SUM(total) <> 0 ORDER BY name`,
    { projectId },
  );
  return Object.fromEntries(rows.map(({ name, total }) => [name, Number(total)]));
}

/** The audit rows of a post, oldest first. */
export async function auditOf({ db }: TestServer, id: number): Promise<{ action: string; actor: string; details: unknown }[]> {
  const rows = await selectAcrossProjects<{ action: string; actor: string; details: string }>(
    db,
    'SELECT action, actor, details FROM audit_log WHERE subject = :subject ORDER BY id',
    { subject: `post:${id}` },
  );
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) as unknown }));
}

/** Counts the statements of `work` on posts, votes and their counts. */
export async function countPostStatements({ db }: TestServer, work: () => Promise<unknown>): Promise<number> {
  const statements = await statementsOf(db, work);
  return statements.filter((sql) => /\b(?:posts|post_votes|feedback_counts|author_blocks)\b/.test(sql)).length;
}
