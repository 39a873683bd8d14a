// Raw SQL: a queue of audit rows, read with the rows themselves.
import { type MayContinue, repeatChunks } from '../../../platform/concurrency/shared-work.ts';
import type { Database } from '../../../platform/db/database.ts';
import { asDate, execute, forUpdate, selectRows } from '../../../platform/db/statements/sql.ts';
import { acrossProjects } from '../../../platform/db/tenancy/with-tenant.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import type { NoticeDeps } from './notice-deps.ts';
import { floorTo, HOUR_MS, latestAt, takeTurn } from './notice-times.ts';
import { recipientsOf } from './recipients.ts';

/** An act as its mail tells it. */
export interface ToldAct {
  readonly at: string;
  readonly subject: string;
  readonly target: string | null;
  readonly figures: Readonly<Record<string, string | number>>;
}

interface ActRow {
  readonly id: number;
  readonly projectId: number | null;
  /** null when the audit row was deleted meanwhile. */
  readonly action: string | null;
  readonly subject: string;
  readonly target: string | null;
  readonly details: string;
  readonly at: Date | string;
}

/** The acts of one kind in one project. */
interface Group {
  readonly projectId: number;
  readonly kind: string | null;
  readonly acts: readonly ActRow[];
}

const CHUNK = 500;
/** The acts that one mail names; it counts the others. */
const MAX_TOLD = 20;
const MAX_FIGURE = 500;

/** Mails the acts of the hours that are over: one mail for each kind and project. */
export async function mailActs(deps: NoticeDeps, mayContinue: MayContinue): Promise<void> {
  const now = deps.clock.now();
  const hour = floorTo(HOUR_MS, now.getTime());
  let after = 0;
  await repeatChunks(mayContinue, CHUNK, async () => {
    const found = await selectRows<ActRow>(
      acrossProjects(deps.db),
      `SELECT acts.audit_id AS id, entry.project_id AS projectId, entry.action, entry.subject, entry.target, entry.details,
        acts.created_at AS at
       FROM notice_acts acts LEFT JOIN audit_log entry ON entry.id = acts.audit_id
       WHERE acts.audit_id > :after AND (acts.created_at < :hour OR acts.created_at > :latest) ORDER BY acts.audit_id LIMIT ${CHUNK}`,
      { after, hour, latest: latestAt(now) },
    );
    for (const group of groupsOf(found, deps.defaultProjectId)) await mailGroup(deps, group, { now, hour });
    after = found.at(-1)?.id ?? after;
    return found.length;
  });
}

function groupsOf(found: readonly ActRow[], defaultProjectId: number): Iterable<Group> {
  const groups = new Map<string, Group & { acts: ActRow[] }>();
  for (const act of found) {
    const { action: kind, projectId: stored } = act;
    const projectId = stored ?? defaultProjectId;
    const key = `${kind} ${projectId}`;
    const group = groups.get(key) ?? { projectId, kind, acts: [] };
    group.acts.push(act);
    groups.set(key, group);
  }
  return groups.values();
}

/** Acts of a kind that has been mailed in this hour wait for the next one. */
async function mailGroup(deps: NoticeDeps, { projectId, kind, acts }: Group, { now, hour }: { now: Date; hour: Date }): Promise<void> {
  const { db, mailer } = deps;
  const { addresses, language } = await recipientsOf(deps, projectId);
  await inTransaction(db, async () => {
    const ids = new Set(await lockActs(db, acts));
    const left = acts.filter(({ id }) => ids.has(id));
    const [first] = left;
    if (first === undefined) return;
    if (kind !== null && addresses.length > 0) {
      if (!(await takeTurn(db, { projectId, kind, now, before: hour }))) return;
      const told = left.slice(0, MAX_TOLD).map(toTold);
      const data = { kind, project: String(projectId), acts: JSON.stringify(told), more: String(left.length - told.length) };
      const key = `notice:${kind}:${projectId}:${first.id}`;
      await mailer.enqueue(
        addresses.map((to) => ({ projectId, key, to, language, template: 'notice_acts', data })),
        now,
      );
    }
    await execute(db, 'DELETE FROM notice_acts WHERE audit_id IN (:ids)', { ids: [...ids] });
  });
}

/** The ids of the acts that no other process has mailed meanwhile. */
async function lockActs(db: Database, acts: readonly ActRow[]): Promise<number[]> {
  const sql = `SELECT audit_id AS id FROM notice_acts WHERE audit_id IN (:ids) ORDER BY audit_id${forUpdate(db)}`;
  return (await selectRows<{ id: number }>(db, sql, { ids: acts.map(({ id }) => id) })).map(({ id }) => id);
}

/** The values of the details that are words or numbers: states before and after are not told. */
function toTold({ at, subject, target, details }: ActRow): ToldAct {
  const values: [string, unknown][] = Object.entries(JSON.parse(details));
  const figures = values.flatMap(([name, value]): [string, string | number][] => {
    if (typeof value === 'string') return [[name, value.slice(0, MAX_FIGURE)]];
    return typeof value === 'number' ? [[name, value]] : [];
  });
  return { at: asDate(at).toISOString(), subject, target, figures: Object.fromEntries(figures) };
}
