import { Session } from '../../../../models/auth/Session.ts';
import type { User } from '../../../../models/auth/User.ts';
import type { Act } from '../../../platform/context.ts';
import { recordAudit } from '../../../platform/db/audit.ts';
import { withIds } from '../../../platform/db/tenancy.ts';
import type { AuthCall } from '../auth.ts';

type UserKey = Pick<User, 'id' | 'projectId'>;

/** Ends sessions: their tokens die in every process. Call it in the transaction that has the row of the user or operator locked. */
export async function endSessionsOf(
  { service: auth, now }: AuthCall,
  { projectId }: Pick<UserKey, 'projectId'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await auth.db.model(Session).update({ revokedAt: now }, { where: withIds(projectId, ids) });
  await auth.revocations.revoke('session', ids, now);
}

/** Why sessions ended: signed out, ended from another session, or too many. */
export interface EndedSessions {
  readonly sessions: readonly string[];
  readonly reason: 'sign_out' | 'ended_by_user' | 'limit';
}

/** The audit row of sessions that their user ended. */
export async function auditEnded(call: AuthCall & Act, { id, projectId }: UserKey, details: EndedSessions): Promise<void> {
  await recordAudit(call.service.db, call, {
    projectId,
    action: 'session.ended',
    subject: `user:${id}`,
    details: { ...details },
  });
}
