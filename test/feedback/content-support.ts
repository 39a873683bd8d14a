import { selectRows } from '../../server/platform/db/sql.ts';
import { admin } from '../support/client.ts';
import type { TestServer } from '../support/server.ts';
import { statementsOf } from '../support/statements.ts';

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
    { acrossProjects: true },
  );
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) as unknown }));
}

/** The stored count of this name; 0 when there is none. */
export async function countNamed({ db }: TestServer, projectId: number, name: string): Promise<number> {
  const [row] = await selectRows<{ total: number }>(
    db,
    'SELECT total FROM feedback_counts WHERE project_id = :projectId AND name = :name',
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
