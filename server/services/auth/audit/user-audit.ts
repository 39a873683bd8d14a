import type { SessionMethod } from '../../../../models/auth/Session.ts';
import type { User } from '../../../../models/auth/User.ts';
import { subjectOf } from '../../../platform/auth/subject.ts';
import { type AuditInput, recordAudit } from '../../../platform/db/records/audit.ts';
import type { AuthContext } from '../auth.ts';

export interface UserEvent {
  readonly user: Pick<User, 'id' | 'projectId'>;
  /** Such as `password.changed`. */
  readonly action: string;
  /** Must not contain secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The audit row of a sign-in. */
export function signInEvent({ method }: { readonly method: SessionMethod }): Pick<UserEvent, 'action' | 'details'> {
  return { action: 'login.succeeded', details: { method } };
}

/** Writes an audit row about a user, in the caller's transaction if there is one. */
export function auditUser(ctx: AuthContext, event: UserEvent): Promise<void> {
  return recordAudit(ctx.db, ctx, userEntry(event));
}

/** The entry of `auditUser`, for an act that leaves others too. */
export function userEntry({ user, action, details = {} }: UserEvent): AuditInput {
  return { projectId: user.projectId, action, subject: subjectOf({ kind: 'user', id: user.id }), details };
}
