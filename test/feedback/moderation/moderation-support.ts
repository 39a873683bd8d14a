import type { Response } from 'supertest';
import { selectRows } from '../../support/databases/sql.ts';
import type { Client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';

/** Sets the moderation state of a comment and returns the answer's data. */
export async function decideComment(moderator: Client, id: number, query: string): Promise<Record<string, unknown>> {
  return (await moderator.put(`/admin/comments/${id}/status?${query}`).expect(200)).body.data;
}

/** The ids of a list, in order, and its total. */
export async function listed(request: PromiseLike<Response>): Promise<{ ids: number[]; total: number }> {
  const { body } = await request;
  return { ids: body.data.map(({ id }: { id: number }) => id), total: body.pagination.total };
}

/** The audit rows about a subject, oldest first. */
export async function auditOf({ db }: TestServer, subject: string): Promise<{ action: string; actor: string; details: object }[]> {
  const sql = 'SELECT action, actor, details FROM audit_log WHERE project_id = 11 AND subject = :subject ORDER BY id';
  const rows = await selectRows<{ action: string; actor: string; details: string }>(db, sql, { subject });
  return rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) }));
}
