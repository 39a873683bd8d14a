// Raw SQL: every sign-in writes a row, and a model costs twice the CPU time.
import { subjectOf } from '../../auth/subject.ts';
import type { Act, Actor } from '../../context.ts';
import { networkOf } from '../../network.ts';
import { deliverEvents, newEventId } from '../../outgoing/deliver.ts';
import type { RecordedEvent } from '../../outgoing/event.ts';
import { isNoticed, queueNotices } from '../../outgoing/noticed-acts.ts';
import { typeOfAction } from '../../outgoing/types.ts';
import type { Database } from '../database.ts';
import { execute } from '../statements/sql.ts';
import { inTransaction } from '../transactions/transaction.ts';
import { insertNumbered } from './insert-rows.ts';

/** An action that must be traceable later. */
export interface AuditInput {
  /** null for an action that belongs to no project. */
  readonly projectId: number | null;
  /** Stable, such as `login.locked`; at most 64 characters of ASCII. */
  readonly action: string;
  /** The row or phone concerned, such as `user:8d1f…` or `phone:+9665*****567`: never a whole phone, never a secret. */
  readonly subject: string;
  /** The part of the subject concerned, such as `flag:checkout`. */
  readonly target?: string;
  /** `before`, `after` and `reason`: without secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The revision of the subject after the act; without one the act changed no row that has one. */
  readonly revision?: number | null;
}

/** An actor as far as the log names it: someone who has just signed in has no token yet. */
export type Signatory = Exclude<Actor, { kind: 'operator' }> | Pick<Extract<Actor, { kind: 'operator' }>, 'kind' | 'id' | 'username'>;

/** An act with the actor that its row names. */
export interface SignedAct extends Omit<Act, 'actor'> {
  readonly actor: Signatory;
}

/** The act of a public endpoint by someone who has just proved to be `actor`. */
export function signedBy({ requestId, address, now }: Act, actor: Signatory): SignedAct {
  return { actor, requestId, address, now };
}

/** Adds an audit row, in the caller's transaction if there is one. */
export function recordAudit(db: Database, act: SignedAct, input: AuditInput): Promise<void> {
  return recordAudits(db, act, [input]);
}

/**
 * Adds the audit rows of one act by one statement, in the caller's transaction if there is one. Those that an active webhook or a notice
 * wants are queued for it; for all others no further statement is sent.
 */
export async function recordAudits(db: Database, act: SignedAct, inputs: readonly AuditInput[]): Promise<void> {
  const { actor, requestId, address, now } = act;
  const values = inputs.map(({ projectId, action, subject, target = null, details = {}, revision = null }) => [
    ...[projectId, action, auditNameOf(actor), spokenName(actor), subject, target],
    ...[JSON.stringify(details), requestId, networkOf(address), now, revision],
  ]);
  const hasNotice = actor.kind === 'system' && inputs.some(({ action }) => isNoticed(action));
  if (!hasNotice && !(await isAnyWanted(db, inputs))) {
    await execute(db, INSERT, { values });
    return;
  }
  await inTransaction(db, async () => {
    const ids = await insertNumbered(db, INSERT, { values });
    const noticed = hasNotice ? ids.filter((_, index) => isNoticed(inputs[index]?.action)) : [];
    if (noticed.length > 0) await queueNotices(db, noticed, now);
    await deliverEvents(db, eventsOf(inputs, ids), now);
  });
}

const INSERT = `INSERT INTO audit_log
  (project_id, action, actor, actor_name, subject, target, details, request_id, address, created_at, revision) VALUES :values`;

async function isAnyWanted(db: Database, inputs: readonly AuditInput[]): Promise<boolean> {
  for (const { action, projectId } of inputs) {
    const type = typeOfAction(action);
    if (type !== null && (await db.subscriptions.wantedBy(type, projectId)).length > 0) return true;
  }
  return false;
}

/** `ids` are those of the rows, in the order of the inputs. */
function eventsOf(inputs: readonly AuditInput[], ids: readonly number[]): RecordedEvent[] {
  return inputs.flatMap(({ projectId, action }, index) => {
    const [type, sourceId] = [typeOfAction(action), ids[index]];
    return type === null || sourceId === undefined ? [] : [{ eventId: newEventId(), source: 'audit' as const, sourceId, type, projectId }];
  });
}

/** The actor as the log names it: `operator:7`, `key:dk_ab12cd34`, `user:8d1f…`, `system:retention` or `anonymous`. */
export function auditNameOf(actor: Signatory): string {
  if (actor.kind === 'anonymous') return 'anonymous';
  if (actor.kind === 'apiKey') return `key:${actor.prefix}`;
  return subjectOf(actor);
}

function spokenName(actor: Signatory): string | null {
  if (actor.kind === 'operator') return actor.username;
  return actor.kind === 'apiKey' ? actor.name : null;
}
