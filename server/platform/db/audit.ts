import type { Actor } from '../context.ts';
import { execute } from './sql.ts';

/** Something that somebody must be able to look up later: who did what to whom, and how it was before. */
export interface AuditEntry {
  /** null for what belongs to no project. */
  readonly projectId: number | null;
  /** Stable, as `login.locked`; at most 64 characters of ASCII. */
  readonly action: string;
  readonly actor: Actor;
  /** Whom or what it concerns, as `user:8d1f…` or `phone:+9665*****567`: never a whole phone, never a secret. */
  readonly subject: string;
  /** Before, after, reason: without secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly requestId: string | null;
  readonly at: Date;
}

/** Leaves an audit row, in the transaction around it if there is one. */
export async function recordAudit({ projectId, action, actor, subject, details = {}, requestId, at }: AuditEntry): Promise<void> {
  await execute(
    `INSERT INTO audit_log (project_id, action, actor, subject, details, request_id, created_at)
     VALUES (:projectId, :action, :actor, :subject, :details, :requestId, :at)`,
    { projectId, action, actor: nameOf(actor), subject, details: JSON.stringify(details), requestId, at },
  );
}

function nameOf(actor: Actor): string {
  return actor.kind === 'anonymous' ? 'anonymous' : `${actor.kind}:${actor.id}`;
}
