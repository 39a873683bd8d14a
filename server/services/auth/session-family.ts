import { Session } from '../../../models/auth/Session.ts';
import type { RefreshGeneration } from '../../platform/auth/refresh-token.ts';
import { revokeTokens } from '../../platform/auth/revocations.ts';
import type { Context } from '../../platform/context.ts';
import { recordAudit } from '../../platform/db/audit.ts';
import { execute } from '../../platform/db/sql.ts';
import { authSetup } from './setup.ts';

/** What sessions of users and of operators have in common: a family of refresh tokens, each of which is good for one successor. */

/**
 * A token shown again so soon after its rotation gets the same successor: its answer was lost on the way, or an app refreshed several
 * times at once. A thief who is that fast shares the family with its owner, and whichever of them comes later ends it.
 */
const GRACE_MS = 30_000;

/** A token that was shown, and whom its session belongs to as audit rows name them (`user:8d1f…`). */
export interface Presented extends RefreshGeneration {
  readonly projectId: number;
  readonly owner: string;
}

/** When the refresh token of a session ends that was opened or rotated at `now`. */
export function refreshEnd(now: Date): Date {
  return new Date(now.getTime() + authSetup().config.keys.refreshTokenSeconds * 1_000);
}

/**
 * Answers the generation of the successor; null when there is none, in which case a token that was used before has ended its whole
 * family. Call it in a transaction with the owner's row locked, and throw only outside of it: what it ended must stay ended.
 */
export async function rotate(presented: Presented, ctx: Context): Promise<number | null> {
  const { sessionId, generation, projectId } = presented;
  if (await advance(presented, ctx.now)) return generation + 1;
  const session = await Session.findOne({ where: { id: sessionId, projectId } });
  if (session === null || session.revokedAt !== null || session.expiresAt <= ctx.now) return null;
  if (isRepeated(session, generation, ctx.now)) return session.generation;
  if (session.generation > generation) await endFamily(presented, ctx);
  return null;
}

/** One guarded statement: of all who show the same token, one moves the family on. */
async function advance({ sessionId, generation, projectId }: Presented, now: Date): Promise<boolean> {
  const moved = await execute(
    `UPDATE sessions SET generation = generation + 1, rotated_at = :now, expires_at = :end
     WHERE id = :sessionId AND project_id = :projectId AND generation = :generation AND revoked_at IS NULL AND expires_at > :now`,
    { sessionId, projectId, generation, now, end: refreshEnd(now) },
  );
  return moved > 0;
}

function isRepeated(session: Session, generation: number, now: Date): boolean {
  return session.generation === generation + 1 && now.getTime() - session.rotatedAt.getTime() <= GRACE_MS;
}

/** A used token in somebody's hands means that it was copied, and nobody can tell who of the two is the thief. */
async function endFamily({ sessionId, generation, projectId, owner }: Presented, ctx: Context): Promise<void> {
  await Session.update({ revokedAt: ctx.now }, { where: { id: sessionId, projectId } });
  await revokeTokens('session', [sessionId], ctx.now);
  await recordAudit({
    projectId,
    action: 'session.reuse',
    actor: ctx.actor,
    subject: owner,
    details: { sessionId, generation },
    requestId: ctx.requestId,
    at: ctx.now,
  });
}
