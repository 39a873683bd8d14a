import { randomUUID } from 'node:crypto';
import { Op } from 'sequelize';
import { Session, type SessionMethod } from '../../../../models/auth/Session.ts';
import { User } from '../../../../models/auth/User.ts';
import { CLOCK_LEEWAY, signPhoneToken } from '../../../platform/auth/access-token.ts';
import { makeRefreshToken, type RefreshGeneration, readRefreshToken } from '../../../platform/auth/refresh-token.ts';
import type { Database } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { refreshTokenNotValid } from '../../../platform/errors.ts';
import { networkOf } from '../../../platform/network.ts';
import type { Auth, AuthCall, AuthContext, SignInCall } from '../auth.ts';
import { requireProject } from '../projects.ts';
import { invalidCredentials } from '../users/password-checks.ts';
import { noteLogin, requireActive } from '../users/users.ts';
import { endSessionsOf } from './end-sessions.ts';
import { countRefreshToken } from './refresh-token-limit.ts';
import { type Presented, rotate } from './session-family.ts';
import { accessSeconds, refreshEnd } from './session-life.ts';
import { endLeastUsed } from './session-limit.ts';
import { findOwned, liveOwnerOf, type NewSession, openForUnchanged, rotateForUnchanged } from './unchanged-user.ts';

export interface TokenPair {
  accessToken: string;
  refreshToken: string;
  tokenType: 'Bearer';
  /** Seconds until the access token ends. */
  expiresIn: number;
}

/** The signed-in user, as of the time when the tokens were issued. */
export interface SignedIn {
  user: User;
  tokens: TokenPair;
}

/** A session that was opened, and those that gave way to it, of which no audit row tells yet. */
export interface OpenedSession extends SignedIn {
  readonly ended: readonly string[];
}

type UserKey = Pick<User, 'id' | 'projectId'>;

/** How the user proved their identity. */
export interface SignInProof {
  method: SessionMethod;
  /** The hash that the password was verified against. */
  passwordHash?: string | null;
}

/**
 * Signs a user in, in the caller's transaction if there is one. A login that races with a change of the password or a suspension opens no
 * session. The least recently used of too many sessions ends. Returns the current row of the user, because the caller's may be out of date.
 * @throws ApiError 403 `account_suspended`, 403 `account_inactive`, 401 `invalid_credentials` when the user was deleted or the password
 *   was changed meanwhile
 */
export async function openSession(call: SignInCall, known: User, proof: SignInProof): Promise<OpenedSession> {
  const { service: auth, now } = call;
  return inTransaction(auth.db, async () => {
    const session = { id: randomUUID(), method: proof.method };
    const isOpen = isProofOf(known, proof) && (await openForUnchanged(call, known, session));
    const { user, issuedAt } = isOpen ? { user: known, issuedAt: now } : await openForLocked(call, { known, proof, session });
    await noteLogin(auth.db, user, now);
    const ended = await endLeastUsed(call, user, session.id);
    return { user, ended, tokens: pairOf(auth, { user, sessionId: session.id, generation: 1, openedAt: now, issuedAt }) };
  });
}

interface Opening {
  readonly known: UserKey;
  readonly proof: SignInProof;
  readonly session: NewSession;
}

/** Reads the user again with the row locked, after `openForUnchanged` found it changed or not active. */
async function openForLocked(call: SignInCall, { known, proof, session }: Opening): Promise<{ user: User; issuedAt: Date }> {
  const { service: auth, now } = call;
  const user = await lockUser(auth.db, known);
  requireProof(user, proof);
  const { id: userId, projectId } = user;
  const times = { rotatedAt: now, expiresAt: refreshEnd(auth, now), createdAt: now };
  await auth.db.model(Session).create({ ...session, ...times, projectId, userId, address: networkOf(call.address), device: call.device });
  return { user, issuedAt: await auth.revocations.issueTime('user', userId, now) };
}

function lockUser(db: Database, { id, projectId }: UserKey): Promise<User | null> {
  return db.model(User).findOne({ where: { id, projectId }, lock: true });
}

function requireProof(user: User | null, proof: SignInProof): asserts user is User {
  if (user === null || user.status === 'deleted') throw invalidCredentials();
  requireActive(user);
  if (!isProofOf(user, proof)) throw invalidCredentials();
}

function isProofOf(user: User, { passwordHash }: SignInProof): boolean {
  return passwordHash === undefined || passwordHash === user.passwordHash;
}

interface Signed extends RefreshGeneration {
  readonly user: Pick<User, 'id' | 'phone' | 'projectId' | 'role'>;
  readonly openedAt: Date;
  readonly issuedAt: Date;
}

function pairOf(auth: Auth, { user, sessionId, generation, openedAt, issuedAt }: Signed): TokenPair {
  const { keys, secrets } = auth;
  const seconds = accessSeconds(auth, issuedAt, openedAt);
  const claims = { userId: user.id, phone: user.phone, projectId: user.projectId, role: user.role, sessionId, generation };
  return {
    accessToken: signPhoneToken(keys, claims, { now: issuedAt, seconds }),
    refreshToken: makeRefreshToken(secrets, 'phone', { sessionId, generation }),
    tokenType: 'Bearer',
    expiresIn: seconds,
  };
}

/**
 * Exchanges a refresh token of a user, which is used up by it, for a new pair.
 * @throws ApiError 401 `token_not_valid` unless the token is valid, its user is active, and it belongs to the project of the request if
 *   that names one; 403 `project_inactive`; 429 `throttled`
 */
export async function refreshSession(ctx: AuthContext, refreshToken: string): Promise<TokenPair> {
  const presented = readRefreshToken(ctx.service.secrets, 'phone', refreshToken);
  const session = presented === null ? null : await findOwned(ctx, presented.sessionId);
  await countRefreshToken(ctx, presented, liveOwnerOf(session));
  if (presented === null || session === null) throw refreshTokenNotValid();
  const { owner: user, openedAt } = session;
  if (user.projectId !== (ctx.project?.id ?? user.projectId)) throw refreshTokenNotValid();
  await requireProject(ctx.service, user.projectId);
  const owned: Presented = { ...presented, projectId: user.projectId, owner: { kind: 'user', id: user.id }, openedAt };
  const signed = (await rotateForUnchanged(ctx, owned, user))
    ? { ...owned, user, generation: owned.generation + 1, issuedAt: ctx.now }
    : await inTransaction(ctx.db, () => renew(ctx, owned, user));
  if (signed === null) throw refreshTokenNotValid();
  return pairOf(ctx.service, signed);
}

/** Reads the role with the user's row locked: a change of it happens either before this, or after it and then ends the new tokens. */
async function renew(ctx: AuthContext, presented: Presented, owner: UserKey): Promise<Signed | null> {
  const user = await lockUser(ctx.db, owner);
  if (user?.status !== 'active') return null;
  const generation = await rotate(ctx, presented);
  if (generation === null) return null;
  return { ...presented, user, generation, issuedAt: await ctx.service.revocations.issueTime('user', user.id, ctx.now) };
}

/**
 * Ends the sessions of a user except one, if given, and returns their number. Call it in the transaction that has the user's row locked,
 * so that no session is opened meanwhile.
 */
export async function revokeSessions(call: AuthCall, user: UserKey, options: { except?: string } = {}): Promise<number> {
  const ids = (await liveSessionsOf(call, user)).filter((id) => id !== options.except);
  if (ids.length > 0) await endSessionsOf(call, user, ids);
  return ids.length;
}

/** The ids of the sessions of a user. It skips those that expired so long ago that their access tokens have expired too. */
export async function liveSessionsOf({ service: auth, now }: AuthCall, { id: userId, projectId }: UserKey): Promise<string[]> {
  const expiresAt = { [Op.gt]: new Date(now.getTime() - (auth.config.keys.accessTokenSeconds + CLOCK_LEEWAY) * 1_000) };
  const where = { userId, projectId, revokedAt: null, expiresAt };
  const live = await auth.db.model(Session).findAll({ attributes: ['id'], where });
  return live.map(({ id }) => id);
}
