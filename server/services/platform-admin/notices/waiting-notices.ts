// Raw SQL: one statement reads the projects with the time of their last mail.
import { type MayContinue, repeatChunks } from '../../../platform/concurrency/shared-work.ts';
import { asDate, selectRows } from '../../../platform/db/statements/sql.ts';
import { acrossProjects } from '../../../platform/db/tenancy/with-tenant.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import type { WaitingFeedback } from '../waiting-sources.ts';
import type { NoticeDeps } from './notice-deps.ts';
import { floorTo, HOUR_MS, latestAt, MINUTE_MS, takeTurn } from './notice-times.ts';
import { recipientsOf } from './recipients.ts';

const KIND = 'waiting';
/** The kinds of content that wait, in the order of the mail. */
export const WAITING_KINDS = ['reviews', 'comments', 'posts', 'reports'] as const satisfies readonly (keyof WaitingFeedback)[];

const CHUNK = 500;

interface ProjectRow {
  readonly id: number;
  readonly mailedAt: Date | string | null;
}

/**
 * Mails where content has waited for an hour: one mail for each project, and the next one an hour later while it waits. Each run reads one
 * row and six entries of indexes of each active project.
 */
export async function mailWaiting(deps: NoticeDeps, mayContinue: MayContinue): Promise<void> {
  const { db, clock, findWaiting } = deps;
  const now = clock.now();
  const until = new Date(now.getTime() - HOUR_MS);
  // a mail of 10:30:40 is followed by one at 11:30:00: times within a minute are one turn, so that turns do not drift
  const before = new Date(floorTo(MINUTE_MS, until.getTime()).getTime() + MINUTE_MS);
  let after = 0;
  await repeatChunks(mayContinue, CHUNK, async () => {
    const rows = await selectRows<ProjectRow>(
      acrossProjects(db),
      `SELECT project.id, last.mailed_at AS mailedAt FROM projects project
       LEFT JOIN notice_times last ON last.project_id = project.id AND last.kind = '${KIND}'
       WHERE project.is_active = 1 AND project.id > :after ORDER BY project.id LIMIT ${CHUNK}`,
      { after },
    );
    const isDue = (mailedAt: Date): boolean => mailedAt < before || mailedAt > latestAt(now);
    const due = rows.filter(({ mailedAt }) => mailedAt === null || isDue(asDate(mailedAt)));
    const waiting =
      due.length === 0
        ? []
        : await findWaiting(
            due.map(({ id }) => id),
            until,
          );
    for (const projectId of waiting) {
      if (!(await mayContinue())) return 0;
      await mailProject(deps, projectId, { now, until, before });
    }
    after = rows.at(-1)?.id ?? after;
    return rows.length;
  });
}

interface Times {
  readonly now: Date;
  readonly until: Date;
  readonly before: Date;
}

async function mailProject(deps: NoticeDeps, projectId: number, { now, until, before }: Times): Promise<void> {
  const { db, mailer, readWaiting } = deps;
  const { addresses, language } = await recipientsOf(deps, projectId);
  if (addresses.length === 0) return;
  const waiting = await readWaiting(projectId);
  const oldest = Math.min(...WAITING_KINDS.map((kind) => waiting[kind].oldestAt?.getTime() ?? Number.POSITIVE_INFINITY));
  if (oldest > until.getTime()) return;
  const data = { project: String(projectId), ...Object.fromEntries(WAITING_KINDS.flatMap((kind) => figuresOf(kind, waiting))) };
  await inTransaction(db, async () => {
    if (!(await takeTurn(db, { projectId, kind: KIND, now, before }))) return;
    const key = `notice:${KIND}:${projectId}:${now.getTime()}`;
    await mailer.enqueue(
      addresses.map((to) => ({ projectId, key, to, language, template: 'notice_waiting', data })),
      now,
    );
  });
}

/** Number and age of one kind; nothing when none waits. */
function figuresOf(kind: (typeof WAITING_KINDS)[number], waiting: WaitingFeedback): [string, string][] {
  const { count, oldestAt } = waiting[kind];
  if (oldestAt === null) return [];
  // a counter may be behind for a moment
  return [
    [kind, String(Math.max(count, 1))],
    [`${kind}Since`, oldestAt.toISOString()],
  ];
}
