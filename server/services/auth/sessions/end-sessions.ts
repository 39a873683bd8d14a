// Raw SQL: a sign-in above the limit of sessions ends one, and a model costs several times the CPU time.
import type { User } from '../../../../models/auth/User.ts';
import type { Act } from '../../../platform/context.ts';
import { type AuditInput, recordAudit } from '../../../platform/db/records/audit.ts';
import { execute } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { userEntry } from '../audit/user-audit.ts';
import type { AuthCall } from '../auth.ts';

type UserKey = Pick<User, 'id' | 'projectId'>;

/** Ends sessions: their tokens die in every process. Call it in the transaction that has the row of the user or operator locked. */
export async function endSessionsOf(
  { service: auth, now }: AuthCall,
  { projectId }: Pick<UserKey, 'projectId'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  // a range: for many ids SQLite would otherwise prefer an index that begins with the project
  const sql = 'UPDATE sessions SET revoked_at = :now WHERE project_id BETWEEN :projectId AND :projectId AND id IN (:ids)';
  await execute(withTenant(auth.db, projectId), sql, { ids, now });
  await auth.revocations.revoke('session', ids, now);
}

/** Why sessions ended: signed out, ended from another session, or too many. */
export interface EndedSessions {
  readonly sessions: readonly string[];
  readonly reason: 'sign_out' | 'ended_by_user' | 'limit';
}

/** The audit row of sessions that their user ended. */
export function auditEnded(call: AuthCall & Act, user: UserKey, ended: EndedSessions): Promise<void> {
  return recordAudit(call.service.db, call, endedEntry(user, ended));
}

/** The entry of `auditEnded`, for an act that leaves others too. */
export function endedEntry(user: UserKey, ended: EndedSessions): AuditInput {
  return userEntry({ user, action: 'session.ended', details: { ...ended } });
}
