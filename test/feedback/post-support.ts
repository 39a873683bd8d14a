import assert from 'node:assert/strict';
import type { Response } from 'supertest';
import { Post } from '../../models/feedback/Post.ts';
import { selectRows } from '../../server/platform/db/sql.ts';
import type { Client } from '../support/client.ts';
import { statementsOf } from '../support/statements.ts';

export const GOOD_POST = { title: 'Dark mode', description: 'Please, my eyes.', category: 'feature' };

export type PostData = Record<string, unknown> & { id: number };

/** Creates a post and answers it as the creating reply shows it. */
export async function newPost(author: Client, fields: Readonly<Record<string, unknown>> = {}): Promise<PostData> {
  const { body } = await author.post('/posts', { ...GOOD_POST, ...fields }).expect(201);
  return body.data;
}

/** The ids on a page, in its order. */
export async function idsOf(asked: PromiseLike<Response>): Promise<number[]> {
  const { status, body } = await asked;
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.map(({ id }: { id: number }) => id);
}

/** The post as it is kept, whatever its project; null when it is gone. */
export function storedPost(id: number): Promise<Post | null> {
  return Post.findOne({ where: { id }, acrossProjects: true });
}

/** Who voted for the post, by the rows. */
export async function votersOf(postId: number): Promise<string[]> {
  const rows = await selectRows<{ user_id: string }>('SELECT user_id FROM post_votes WHERE post_id = :postId ORDER BY user_id', { postId });
  return rows.map(({ user_id }) => user_id);
}

/** The counts of a project that are not 0, of the kinds that posts move. */
export async function countsOf(projectId: number): Promise<Record<string, number>> {
  const rows = await selectRows<{ name: string; total: number }>(
    `SELECT name, total FROM feedback_counts
     WHERE project_id = :projectId AND total <> 0 AND (name LIKE 'posts:%' OR name IN ('votes', 'comments')) ORDER BY name`,
    { projectId },
  );
  return Object.fromEntries(rows.map(({ name, total }) => [name, Number(total)]));
}

/** The audit rows about a post, the oldest first. */
export async function auditOf(id: number): Promise<{ action: string; actor: string; details: unknown }[]> {
  const rows = await selectRows<{ action: string; actor: string; details: string }>(
    'SELECT action, actor, details FROM audit_log WHERE subject = :subject ORDER BY id',
    { subject: `post:${id}` },
  );
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) as unknown }));
}

/** The verbs of what `work` asks about posts, votes and their counts, without the transaction around it. */
export async function askedOfPosts(work: () => Promise<unknown>): Promise<string[]> {
  const statements = await statementsOf(work);
  const aboutPosts = statements.filter((sql) => /\b(?:posts|post_votes|feedback_counts)\b/.test(sql));
  return aboutPosts.map((sql) => sql.trim().split(' ')[0] ?? '');
}
