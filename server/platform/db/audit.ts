// Raw SQL: every sign-in writes a row, and a model costs twice the CPU time.
import type { Actor } from '../context.ts';
import type { Database } from './database.ts';
import { execute } from './sql.ts';

/** An action that must be traceable later. */
export interface AuditInput {
  /** null for an action that belongs to no project. */
  readonly projectId: number | null;
  /** Stable, such as `login.locked`; at most 64 characters of ASCII. */
  readonly action: string;
  readonly actor: Actor;
  /** The row or phone concerned, such as `user:8d1f…` or `phone:+9665*****567`: never a whole phone, never a secret. */
  readonly subject: string;
  /** Before, after, reason: without secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  readonly at: Date;
}

/** Adds an audit row, in the caller's transaction if there is one. */
export async function recordAudit(db: Database, input: AuditInput): Promise<void> {
  const { details = {}, ...row } = input;
  await execute(
    db,
    `INSERT INTO audit_log (project_id, action, actor, subject, details, request_id, created_at)
     VALUES (:projectId, :action, :actor, :subject, :details, :requestId, :at)`,
    { ...row, actor: nameOf(row.actor), details: JSON.stringify(details) },
  );
}

function nameOf(actor: Actor): string {
  return actor.kind === 'anonymous' ? 'anonymous' : `${actor.kind}:${actor.id}`;
}
