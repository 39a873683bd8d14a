import type { App } from '../../../../models/apps/App.ts';
import type { Actor } from '../../../platform/context.ts';
import { type AuditEntry, type AuditQuery, listAudit } from '../../../platform/db/audit-entries.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import type { ChangeAct } from '../app-audit.ts';
import { findApp } from '../apps.ts';
import type { Apps } from '../apps-service.ts';
import { goBack, presentFields } from './go-back.ts';
import { type Fields, fieldsOf, isAsLeft, undoStepOf } from './undo-step.ts';

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

/** Later changes that a refusal names. */
const MAX_LATER = 20;

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
  const steps = entries.map((entry) => undoStepOf(recordedOf(entry)));
  const present = await presentFields(
    apps.db,
    app.id,
    steps.filter((step) => step !== null),
  );
  const changes = entries.map((entry, index) => {
    const step = steps[index] ?? null;
    return changeOf(entry, step !== null && isAsLeft(step, present(step)));
  });
  return { changes, nextBefore };
}

/**
 * Goes back to the state before a change, as a new change, which can be undone too.
 * @throws ApiError 404 `change_not_found`, 409 `changed_since`, 409 `not_undoable`, and what the change back throws
 */
export async function undoChange(apps: Apps, act: ChangeAct, { slug, id }: ChangeKey, reason: string | null): Promise<Change> {
  return inTransaction(apps.db, async () => {
    const app = await findApp(apps.db, slug, { lock: true });
    const entry = await findEntry(apps, act.actor, app, { before: id + 1 });
    if (entry?.id !== id) throw notFound('change');
    const step = undoStepOf(recordedOf(entry));
    if (step === null) throw notUndoable(entry);
    const present = await presentFields(apps.db, app.id, [step]);
    if (!isAsLeft(step, present(step))) throw changedSince(entry, await laterIds(apps, act.actor, app, entry));
    await goBack(apps, { ...act, note: { undoes: id, ...(reason === null ? {} : { reason }) } }, slug, step);
    const written = await findEntry(apps, act.actor, app, { target: `${step.thing}:${step.key}` });
    if (written === null) throw new Error(`The undo of the change ${id} left no audit row.`);
    return changeOf(written, true);
  });
}

/** The newest row about an app that fits. */
async function findEntry({ db }: Apps, actor: Actor, app: App, filter: Pick<AuditQuery, 'target' | 'before'>): Promise<AuditEntry | null> {
  const { entries } = await listAudit(db, actor, { subject: subjectOf(app), ...filter, limit: 1 });
  return entries[0] ?? null;
}

async function laterIds({ db }: Apps, actor: Actor, app: App, { id, target }: AuditEntry): Promise<number[]> {
  const { entries } = await listAudit(db, actor, { subject: subjectOf(app), target: target ?? '', limit: MAX_LATER });
  const ids = entries.map((entry) => entry.id).filter((one) => one > id);
  return ids.toReversed();
}

function changeOf(entry: AuditEntry, canUndo: boolean): Change {
  const { id, action, target, actor, actorName, requestId, createdAt } = entry;
  const { reason, undoes }: Record<string, unknown> = JSON.parse(entry.details);
  const { before, after } = recordedOf(entry);
  return {
    ...{ id, action, target, actor, actorName, requestId, createdAt, before, after, canUndo },
    reason: typeof reason === 'string' ? reason : null,
    undoes: typeof undoes === 'number' ? undoes : null,
  };
}

function recordedOf({ action, target, details }: AuditEntry): Parameters<typeof undoStepOf>[0] {
  const { before, after }: Record<string, unknown> = JSON.parse(details);
  return { action, target, before: fieldsOf(before), after: fieldsOf(after) };
}

function subjectOf({ slug }: App): string {
  return `app:${slug}`;
}

function notUndoable({ id, action }: AuditEntry): Error {
  return conflict('not_undoable', `The change ${id} (${action}) cannot be undone: only changes of flags and segments can.`);
}

function changedSince({ id, target }: AuditEntry, later: readonly number[]): Error {
  const names = later.join(', ');
  const message = `${target} has changed since the change ${id}${names === '' ? '' : `, by ${names}`}. Undo the later changes first, or change it by hand.`;
  return conflict(
    'changed_since',
    message,
    later.map((one) => ({ field: 'id', message: `the change ${one} is later` })),
  );
}
