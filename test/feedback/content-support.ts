import assert from 'node:assert/strict';
import { codeOf, faultsOf } from '../apps/support.ts';
import { selectRows } from '../support/databases/sql.ts';
import { statementsOf } from '../support/databases/statements.ts';
import { NO_NUMBERS } from '../support/requests/attacks.ts';
import { admin, client } from '../support/requests/client.ts';
import type { TestServer } from '../support/server.ts';
import { type Caller, guest, staff } from './support.ts';

/** Creates a project with empty lists and returns its id. */
export async function newProject(server: TestServer, settings: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const { body } = await admin(server).post('/admin/projects', { name: 'Own' }).expect(201);
  if (Object.keys(settings).length > 0) await admin(server).put(`/admin/projects/${body.id}`, { settings }).expect(200);
  return body.id;
}

export interface AuditRow {
  readonly action: string;
  readonly actor: string;
  readonly projectId: number;
  readonly details: unknown;
}

/** The audit rows of `subject`, such as `roadmap:5`, oldest first. */
export async function auditOf({ db }: TestServer, subject: string): Promise<AuditRow[]> {
  const rows = await selectRows<AuditRow & { details: string }>(
    db,
    'SELECT action, actor, project_id AS projectId, details FROM audit_log WHERE subject = :subject ORDER BY id',
    { subject },
  );
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) as unknown }));
}

/** The stored count of this name; 0 when there is none. */
export async function countNamed({ db }: TestServer, projectId: number, name: string): Promise<number> {
  const [row] = await selectRows<{ total: number }>(
    db,
    'SELECT COALESCE(SUM(total), 0) AS total FROM feedback_counts WHERE project_id = :projectId AND name = :name',
    {
      projectId,
      name,
    },
  );
  return Number(row?.total ?? 0);
}

/** The statements of a request, without the read of its project, which is cached for a second. */
export async function ownStatementsOf({ db }: TestServer, work: () => Promise<unknown>): Promise<string[]> {
  return (await statementsOf(db, work)).filter((sql) => !sql.includes(' FROM `projects` '));
}

interface GuardedContent {
  readonly projectId: number;
  readonly author: Caller;
  /** `/roadmap` or `/changelog`. */
  readonly path: string;
  /** An existing record of the author. */
  readonly id: number;
  /** A valid body of a new one. */
  readonly body: object;
  /** Asserts that no record was changed yet. */
  readonly unchanged: () => Promise<void>;
}

/** Writes without a token, with a broken one and to an inactive project are refused and change nothing; staff still may write there. */
export async function expectGuardedWrites(server: TestServer, { projectId, author, path, id, body, unchanged }: GuardedContent) {
  const writes = [
    ['post', path, body],
    ['put', `${path}/${id}`, { title: 'x' }],
    ['delete', `${path}/${id}`, undefined],
  ] as const;
  const broken = client(server, { token: 'broken', headers: { 'X-Project-ID': String(projectId) } });
  for (const [method, address, sent] of writes) {
    assert.equal(codeOf(await guest(server, projectId)[method](address, sent).expect(401)), 'not_authenticated');
    assert.equal(codeOf(await broken[method](address, sent).expect(401)), 'token_not_valid');
  }
  await admin(server).put(`/admin/projects/${projectId}`, { isActive: false }).expect(200);
  for (const [method, address, sent] of writes) assert.equal(codeOf(await author[method](address, sent).expect(403)), 'project_inactive');
  await unchanged();
  for (const [method, address, sent] of writes)
    await staff(server, { projectId })
      [method](address, sent)
      .expect(method === 'post' ? 201 : 200);
}

/** An update without any known field is refused. */
export async function expectNoEmptyUpdate(caller: Caller, path: string): Promise<void> {
  for (const body of [undefined, {}, { unknown: true }]) assert.deepEqual(faultsOf(await caller.put(path, body).expect(400)), ['body']);
}

/** An id that is not a positive whole number is refused. */
export async function expectNoBadIds(caller: Caller, path: string): Promise<void> {
  for (const form of NO_NUMBERS) {
    assert.deepEqual(faultsOf(await caller.put(`${path}/${form}`, { title: 'x' }).expect(400)), ['id'], form);
    assert.deepEqual(faultsOf(await caller.delete(`${path}/${form}`).expect(400)), ['id'], form);
  }
}
