import type { User } from '../../../../models/auth/User.ts';
import { recordAudit, signedBy } from '../../../platform/db/audit.ts';
import type { AuthContext } from '../auth.ts';

export interface UserEvent {
  readonly user: Pick<User, 'id' | 'projectId'>;
  /** Such as `password.changed`. */
  readonly action: string;
  /** Must not contain secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Writes an audit row about a user, in the caller's transaction if there is one. Without a token the user has just proved the act. */
export function auditUser(ctx: AuthContext, { user, action, details = {} }: UserEvent): Promise<void> {
  return recordAudit(ctx.db, signedBy(ctx, { kind: 'user', id: user.id }), {
    projectId: user.projectId,
    action,
    subject: `user:${user.id}`,
    details,
  });
}
