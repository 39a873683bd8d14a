// Raw SQL: the rotation is a compare-and-set on the generation, in one statement.
import { Session } from '../../../../models/auth/Session.ts';
import type { RefreshGeneration } from '../../../platform/auth/refresh-token.ts';
import { type Account, subjectOf } from '../../../platform/auth/subject.ts';
import { recordAudit } from '../../../platform/db/records/audit.ts';
import { execute, type Replacements } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { networkOf } from '../../../platform/network.ts';
import type { AuthContext } from '../auth.ts';
import { refreshEnd } from './session-life.ts';

/** Sessions of users and operators are families of refresh tokens: each token is exchanged for one successor. */

/**
 * A token that is presented again within this time after its rotation gets the same successor, used or not: an app may refresh several
 * times at once. A thief who is as fast shares the family with its owner, and the later rotation by either of them ends it.
 */
const GRACE_MS = 30_000;

/**
 * The tabs of a browser share one cookie, and a tab may send the value that another tab has just replaced. So the token of a browser is
 * kept for longer than its predecessor is accepted: a predecessor of the predecessor is then not under way any more.
 */
const KEPT_IN_BROWSER_MS = 2 * GRACE_MS;

/** A presented token and the owner of its session. */
export interface Presented extends RefreshGeneration {
  readonly projectId: number;
  readonly owner: Account;
  /** The sign-in. */
  readonly openedAt: Date;
}

/**
 * Returns the generation of the successor, or null when the token is refused. A token whose successor was never used gets that one again at
 * any age: its reply was lost, or the app ended before it stored the tokens. Any other token that was used up before ends its whole family.
 * The token of a browser is its own successor for a minute.
 * Call it in a transaction with the owner's row locked, and throw only after the commit, so that an ended family remains ended.
 */
export async function rotate(ctx: AuthContext, presented: Presented): Promise<number | null> {
  const { sessionId, generation, projectId, openedAt } = presented;
  const { browser } = ctx;
  if (refreshEnd(ctx.service, ctx.now, { openedAt, browser }) <= ctx.now) return null;
  if (await advance(ctx, presented, browser === null ? ALWAYS : keptLongEnough(ctx.now))) return generation + 1;
  const session = await ctx.db.model(Session).findOne({ where: { id: sessionId, projectId } });
  if (session === null || session.revokedAt !== null || session.expiresAt <= ctx.now) return null;
  if (browser !== null && session.generation === generation) return generation;
  if (mayRepeat(session, generation, ctx.now)) {
    await prolong(ctx, presented);
    return session.generation;
  }
  if (session.generation > generation) await endFamily(ctx, presented);
  return null;
}

export interface Condition {
  readonly sql: string;
  readonly values: Replacements;
}

const ALWAYS: Condition = { sql: 'TRUE', values: {} };

function keptLongEnough(now: Date): Condition {
  return { sql: 'rotated_at <= :rotatedBefore', values: { rotatedBefore: new Date(now.getTime() - KEPT_IN_BROWSER_MS) } };
}

/** Compare-and-set: one of several requests with the same token rotates the family. */
export async function advance(
  ctx: AuthContext,
  { sessionId, generation, projectId, openedAt }: Presented,
  { sql, values }: Condition = ALWAYS,
): Promise<boolean> {
  const { service: auth, now } = ctx;
  const end = refreshEnd(auth, now, { openedAt, browser: ctx.browser });
  if (end <= now) return false;
  const changed = await execute(
    withTenant(auth.db, projectId),
    `UPDATE sessions SET generation = :next, unused_generation = :next, rotated_at = :now, expires_at = :end,
       address = COALESCE(:address, address), device = COALESCE(device, :device)
     WHERE id = :sessionId AND project_id = :projectId AND generation = :generation AND revoked_at IS NULL AND expires_at > :now AND ${sql}`,
    { ...values, sessionId, generation, next: generation + 1, now, end, address: networkOf(ctx.address), device: ctx.device },
  );
  return changed > 0;
}

function mayRepeat(session: Session, generation: number, now: Date): boolean {
  if (session.generation !== generation + 1) return false;
  return session.unusedGeneration === session.generation || now.getTime() - session.rotatedAt.getTime() <= GRACE_MS;
}

/** The successor lives as long as one that is issued now. */
async function prolong({ db, service: auth, now, browser }: AuthContext, { sessionId: id, projectId, openedAt }: Presented): Promise<void> {
  await db.model(Session).update({ expiresAt: refreshEnd(auth, now, { openedAt, browser }) }, { where: { id, projectId } });
}

/** A used token that appears again was copied, and the server cannot tell the thief from the owner. */
async function endFamily(ctx: AuthContext, { sessionId, generation, projectId, owner }: Presented): Promise<void> {
  await ctx.db.model(Session).update({ revokedAt: ctx.now }, { where: { id: sessionId, projectId } });
  await ctx.service.revocations.revoke('session', [sessionId], ctx.now);
  await recordAudit(ctx.db, ctx, { projectId, action: 'session.reuse', subject: subjectOf(owner), details: { sessionId, generation } });
}
