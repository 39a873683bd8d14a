import type { App } from '../../../../models/apps/App.ts';
import type { Actor } from '../../../platform/context.ts';
import { type AuditEntry, type AuditQuery, listAudit } from '../../../platform/db/records/audit-entries.ts';
import { dryRun } from '../../../platform/db/transactions/dry-run.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { notFound } from '../../../platform/errors.ts';
import type { ChangeAct } from '../app-audit.ts';
import { findApp } from '../apps.ts';
import type { Apps } from '../apps-service.ts';
import { forgetErased, withForgotten } from './erased-people.ts';
import { changedSince, notUndoable, partsOf, recordedOf } from './records.ts';
import { adviceOn, planOf, readCurrent } from './undo-plan.ts';
import type { Fields } from './undo-step.ts';

/** Which changes of an app are wanted. */
export interface ChangesQuery {
  /** The part of the app, such as `flag:checkout`; all when not given. */
  subject?: string;
  /** Only changes with a lower id. */
  before?: number;
  limit: number;
}

/** A change of an app. */
export interface ChangeKey {
  slug: string;
  id: number;
}

/** A row of the audit log about an app. */
export interface Change extends Pick<AuditEntry, 'id' | 'action' | 'target' | 'actor' | 'requestId' | 'createdAt'> {
  readonly actorName: string | null;
  readonly reason: string | null;
  readonly before: Fields | null;
  readonly after: Fields | null;
  /** The id of the change that this one undoes. */
  readonly undoes: number | null;
  readonly canUndo: boolean;
}

export interface ChangesPage {
  readonly changes: readonly Change[];
  /** The `before` of the next page; null on the last one. */
  readonly nextBefore: number | null;
}

/** Later changes that a refusal names, and the rows in which those of other parts are looked for. */
const MAX_LATER = 20;
const MAX_SEARCHED = 100;

/** The changes of an app that the caller may see in the audit log, newest first. @throws ApiError 404 `app_not_found` */
export async function listChanges(
  apps: Apps,
  actor: Actor,
  slug: string,
  { subject: target, before, limit }: ChangesQuery,
): Promise<ChangesPage> {
  const app = await findApp(apps.db, slug);
  const filter = { ...(target === undefined ? {} : { target }), ...(before === undefined ? {} : { before }) };
  const { entries, nextBefore } = await listAudit(apps.db, actor, { subject: subjectOf(app), ...filter, limit });
  return { changes: await judged(apps, app, entries), nextBefore };
}

/** The part of the app that a change is about, such as `flag:checkout`. @throws ApiError 404 `app_not_found`, `change_not_found` */
export async function targetOfChange(apps: Apps, actor: Actor, key: ChangeKey): Promise<string | null> {
  const { target } = await findEntry(apps, actor, await findApp(apps.db, key.slug), key.id);
  return target;
}

/**
 * Goes back to the state before a change, as a new change, which can be undone too.
 * @throws ApiError 404 `change_not_found`, 409 `changed_since`, 409 `not_undoable`, and what the change back throws
 */
export async function undoChange(apps: Apps, act: ChangeAct, { slug, id }: ChangeKey, reason: string | null): Promise<Change> {
  return inTransaction(apps.db, async () => {
    const app = await findApp(apps.db, slug, { lock: true });
    const entry = await findEntry(apps, act.actor, app, id);
    const recorded = recordedOf(entry);
    const whole = planOf(recorded);
    if (whole === null) throw notUndoable(entry, adviceOn(recorded, slug));
    const forget = await forgetErased(apps, [whole]);
    const plan = withForgotten(whole, forget);
    const { handler, step } = plan;
    const current = forget((await readCurrent(apps.db, app, [plan]))(plan));
    const situation = { slug, step, current, now: apps.clock.now() };
    if (!handler.isUnchanged(situation)) throw changedSince(entry, await laterIds(apps, act.actor, app, entry));
    const obstacle = handler.obstacleTo?.(situation) ?? null;
    if (obstacle !== null) throw notUndoable(entry, obstacle);
    await handler.revert(apps, { ...act, note: { undoes: id, ...(reason === null ? {} : { reason }) } }, slug, step);
    const [written] = await judged(apps, await findApp(apps.db, slug), await newest(apps, act.actor, app, { limit: 1 }));
    if (written?.undoes !== id) throw new Error(`The undo of the change ${id} left no audit row.`);
    return written;
  });
}

/** Runs an undo of something else than flags and segments without keeping it. @throws what the undo throws */
export function dryRunUndo({ db }: Apps, undo: () => Promise<Change>): Promise<Change> {
  return dryRun(db, undo);
}

/** Rows with whether each can be undone. */
async function judged(apps: Apps, app: App, entries: readonly AuditEntry[]): Promise<Change[]> {
  const whole = entries.map((entry) => planOf(recordedOf(entry)));
  const forget = await forgetErased(
    apps,
    whole.filter((plan) => plan !== null),
  );
  const plans = whole.map((plan) => plan && withForgotten(plan, forget));
  const current = await readCurrent(
    apps.db,
    app,
    plans.filter((plan) => plan !== null),
  );
  const now = apps.clock.now();
  return entries.map((entry, index) => {
    const plan = plans[index] ?? null;
    if (plan === null) return changeOf(entry, false);
    const situation = { slug: app.slug, step: plan.step, current: forget(current(plan)), now };
    return changeOf(entry, plan.handler.isUnchanged(situation) && (plan.handler.obstacleTo?.(situation) ?? null) === null);
  });
}

/** @throws ApiError 404 `change_not_found` */
async function findEntry(apps: Apps, actor: Actor, app: App, id: number): Promise<AuditEntry> {
  const [entry] = await newest(apps, actor, app, { before: id + 1, limit: 1 });
  if (entry?.id !== id) throw notFound('change');
  return entry;
}

/** The newest rows about an app that fit. */
async function newest({ db }: Apps, actor: Actor, app: App, query: Pick<AuditQuery, 'target' | 'before' | 'limit'>) {
  return (await listAudit(db, actor, { subject: subjectOf(app), ...query })).entries;
}

/** The later changes of the same part of the app, and the newest ones of which a part is the same. */
async function laterIds(apps: Apps, actor: Actor, app: App, entry: AuditEntry): Promise<number[]> {
  const { id, target } = entry;
  const parts = partsOf(entry);
  const ofTarget = target === null ? [] : await newest(apps, actor, app, { target, limit: MAX_LATER });
  const related = (await newest(apps, actor, app, { limit: MAX_SEARCHED })).filter((other) =>
    partsOf(other).some((part) => parts.includes(part)),
  );
  const ids = new Set([...ofTarget, ...related].map((other) => other.id).filter((one) => one > id));
  return [...ids].toSorted((a, b) => a - b).slice(-MAX_LATER);
}

function changeOf(entry: AuditEntry, canUndo: boolean): Change {
  const { id, action, target, actor, actorName, requestId, createdAt } = entry;
  const { before, after, details } = recordedOf(entry);
  const { reason, undoes } = details;
  return {
    id,
    action,
    target,
    actor,
    actorName,
    requestId,
    createdAt,
    before,
    after,
    canUndo,
    reason: typeof reason === 'string' ? reason : null,
    undoes: typeof undoes === 'number' ? undoes : null,
  };
}

function subjectOf({ slug }: App): string {
  return `app:${slug}`;
}
