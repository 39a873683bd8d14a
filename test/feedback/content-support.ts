import { selectRows } from '../../server/platform/db/sql.ts';
import { admin } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';
import { statementsOf } from '../support/statements.ts';

/** A project of a test's own, whose lists are empty; answers its id. */
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

/** The audit rows about `subject`, such as `roadmap:5`, the oldest first. */
export async function auditOf(subject: string): Promise<AuditRow[]> {
  const rows = await selectRows<AuditRow & { details: string }>(
    'SELECT action, actor, project_id AS projectId, details FROM audit_log WHERE subject = :subject ORDER BY id',
    { subject },
  );
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) as unknown }));
}

/** The count that is kept under the name; 0 when there is none. */
export async function countNamed(projectId: number, name: string): Promise<number> {
  const [row] = await selectRows<{ total: number }>('SELECT total FROM feedback_counts WHERE project_id = :projectId AND name = :name', {
    projectId,
    name,
  });
  return Number(row?.total ?? 0);
}

/** The statements that a request sends beside the look at its project, which is remembered for a second. */
export async function ownStatementsOf(work: () => Promise<unknown>): Promise<string[]> {
  return (await statementsOf(work)).filter((sql) => !sql.includes(' FROM `projects` '));
}
