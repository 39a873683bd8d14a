import type { User } from '../../../../models/auth/User.ts';
import { subjectOf } from '../../../platform/auth/subject.ts';
import { recordAudit } from '../../../platform/db/audit.ts';
import type { AuthContext } from '../auth.ts';

export interface UserEvent {
  readonly user: Pick<User, 'id' | 'projectId'>;
  /** Such as `password.changed`. */
  readonly action: string;
  /** Must not contain secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Writes an audit row about a user, in the caller's transaction if there is one. */
export function auditUser(ctx: AuthContext, { user, action, details = {} }: UserEvent): Promise<void> {
  return recordAudit(ctx.db, ctx, {
    projectId: user.projectId,
    action,
    subject: subjectOf({ kind: 'user', id: user.id }),
    details,
  });
}
