// Raw SQL: it reads one column of the sessions above the limit, in every sign-in.
import type { User } from '../../../../models/auth/User.ts';
import { selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import type { SignInCall } from '../auth.ts';
import { endSessionsOf } from './end-sessions.ts';

/** The most sessions that one user has at a time. */
const MAX_SESSIONS = 20;
/** More can only remain from a release without a limit; the next sign-in goes on. */
const AT_ONCE = 1_000;

/**
 * Ends the least recently used sessions above the limit, never the one that was just opened, and returns their ids, which the caller
 * audits. Call it in the transaction that opened it, with the user's row locked, so that parallel sign-ins see each other's sessions.
 */
export async function endLeastUsed(call: SignInCall, user: Pick<User, 'id' | 'projectId'>, openedId: string): Promise<readonly string[]> {
  const { service: auth, now } = call;
  const rows = await selectRows<{ id: string }>(
    withTenant(auth.db, user.projectId),
    `SELECT id FROM sessions
     WHERE user_id = :userId AND project_id = :projectId AND revoked_at IS NULL AND expires_at > :now AND id <> :openedId
     ORDER BY rotated_at DESC, id LIMIT ${AT_ONCE} OFFSET ${MAX_SESSIONS - 1}`,
    { userId: user.id, now, openedId },
  );
  const ids = rows.map(({ id }) => id);
  await endSessionsOf(call, user, ids);
  return ids;
}
