import { randomUUID } from 'node:crypto';
import { Op } from 'sequelize';
import { Session, type SessionMethod } from '../../../models/auth/Session.ts';
import { User } from '../../../models/auth/User.ts';
import { CLOCK_LEEWAY, signPhoneToken } from '../../platform/auth/access-token.ts';
import { makeRefreshToken, type RefreshGeneration, readRefreshToken } from '../../platform/auth/refresh-token.ts';
import { issueTime, revokeTokens } from '../../platform/auth/revocations.ts';
import type { Context } from '../../platform/context.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { refreshTokenNotValid } from '../../platform/errors.ts';
import { invalidCredentials } from './passwords.ts';
import { requireProject } from './projects.ts';
import { refreshEnd, rotate } from './session-family.ts';
import { authSetup } from './setup.ts';
import { requireActive } from './users.ts';

export interface TokenPair {
  accessToken: string;
  refreshToken: string;
  tokenType: 'Bearer';
  /** Seconds until the access token ends. */
  expiresIn: number;
}

/** Who was signed in, as the tokens say it. */
export interface SignedIn {
  user: User;
  tokens: TokenPair;
}

/** How somebody proved who they are. */
export interface SignInProof {
  method: SessionMethod;
  /** What the password was checked against. */
  passwordHash?: string | null;
}

/**
 * Signs a user in, in the transaction around it if there is one. With the user's row locked it looks again: a login that raced with a
 * change of the password, or with a suspension, leaves no session behind. Answers that locked row too, for the one that was read before
 * may be older than the token.
 * @throws ApiError 403 `account_suspended`, 403 `account_inactive`, 401 `invalid_credentials` when the user is gone or the password is
 *   another one by now
 */
export async function openSession({ id, projectId }: User, proof: SignInProof, now: Date): Promise<SignedIn> {
  return inTransaction(async () => {
    const user = await lockUser(id, projectId);
    requireProof(user, proof);
    const session = await Session.create({
      id: randomUUID(),
      projectId,
      userId: id,
      method: proof.method,
      rotatedAt: now,
      expiresAt: refreshEnd(now),
      createdAt: now,
    });
    const issuedAt = await issueTime('user', id, now);
    return { user, tokens: pairOf({ user, sessionId: session.id, generation: session.generation, issuedAt }) };
  });
}

function lockUser(id: string, projectId: number): Promise<User | null> {
  return User.findOne({ where: { id, projectId }, lock: true });
}

function requireProof(user: User | null, { passwordHash }: SignInProof): asserts user is User {
  if (user === null || user.status === 'deleted') throw invalidCredentials();
  requireActive(user);
  if (passwordHash !== undefined && passwordHash !== user.passwordHash) throw invalidCredentials();
}

interface Signed extends RefreshGeneration {
  readonly user: User;
  readonly issuedAt: Date;
}

function pairOf({ user, sessionId, generation, issuedAt }: Signed): TokenPair {
  const { keys, secrets, config } = authSetup();
  const seconds = config.keys.accessTokenSeconds;
  const claims = { userId: user.id, phone: user.phone, projectId: user.projectId, role: user.role, sessionId };
  return {
    accessToken: signPhoneToken(keys, claims, { now: issuedAt, seconds }),
    refreshToken: makeRefreshToken(secrets, 'phone', { sessionId, generation }),
    tokenType: 'Bearer',
    expiresIn: seconds,
  };
}

/**
 * Gives a new pair for a refresh token of a phone user; the old one is used up by it (contract §1.7).
 * @throws ApiError 401 `token_not_valid` for whatever is no refresh token that is in force, of an active user, in the project that the
 *   request names if it names one; 403 `project_inactive`
 */
export async function refreshSession(refreshToken: string, ctx: Context): Promise<TokenPair> {
  const presented = readRefreshToken(authSetup().secrets, 'phone', refreshToken);
  if (presented === null) throw refreshTokenNotValid();
  // whose it is never changes, so it is read ahead: locks are taken in one order everywhere, the owner's row first
  const session = await Session.findOne({ where: { id: presented.sessionId }, acrossProjects: true });
  const userId = session?.userId ?? null;
  if (session === null || userId === null || session.projectId !== (ctx.project?.id ?? session.projectId)) throw refreshTokenNotValid();
  await requireProject(session.projectId);
  const signed = await inTransaction(() => renew({ ...presented, userId, projectId: session.projectId }, ctx));
  if (signed === null) throw refreshTokenNotValid();
  return pairOf(signed);
}

/** The role is read with the user's row locked: whoever changes it comes before this, or ends what is signed here. */
async function renew(presented: RefreshGeneration & { userId: string; projectId: number }, ctx: Context): Promise<Signed | null> {
  const { userId, projectId, sessionId } = presented;
  const user = await lockUser(userId, projectId);
  if (user?.status !== 'active') return null;
  const generation = await rotate({ ...presented, owner: `user:${userId}` }, ctx);
  return generation === null ? null : { user, sessionId, generation, issuedAt: await issueTime('user', userId, ctx.now) };
}

/**
 * Ends the sessions of a user, but one if asked, and answers how many. Call it in the transaction that has the user's row locked, so
 * that no session is opened meanwhile. What expired so long ago that no access token of it lives is over already.
 */
export async function revokeSessions(user: Pick<User, 'id' | 'projectId'>, now: Date, options: { except?: string } = {}): Promise<number> {
  const { id: userId, projectId } = user;
  const others = options.except === undefined ? {} : { id: { [Op.ne]: options.except } };
  const expiresAt = { [Op.gt]: new Date(now.getTime() - (authSetup().config.keys.accessTokenSeconds + CLOCK_LEEWAY) * 1_000) };
  const live = await Session.findAll({ attributes: ['id'], where: { userId, projectId, revokedAt: null, expiresAt, ...others } });
  const ids = live.map(({ id }) => id);
  if (ids.length === 0) return 0;
  await Session.update({ revokedAt: now }, { where: { id: ids, projectId } });
  await revokeTokens('session', ids, now);
  return ids.length;
}
