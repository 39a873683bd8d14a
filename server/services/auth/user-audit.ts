import type { User } from '../../../models/auth/User.ts';
import type { Context } from '../../platform/context.ts';
import { recordAudit } from '../../platform/db/audit.ts';

export interface UserEvent {
  readonly user: Pick<User, 'id' | 'projectId'>;
  /** As `password.changed`. */
  readonly action: string;
  /** Never a secret. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Leaves an audit row about a user, in the transaction around it if there is one. */
export function auditUser({ actor, requestId, now }: Context, { user, action, details = {} }: UserEvent): Promise<void> {
  return recordAudit({ projectId: user.projectId, action, actor, subject: `user:${user.id}`, details, requestId, at: now });
}
