import { User } from '../../../../models/auth/User.ts';
import { readRefreshToken } from '../../../platform/auth/refresh-token.ts';
import {
  type ClaimedKey,
  failKey,
  type KeptAnswer,
  type KeyedRequest,
  keepAnswer,
  ownerDigest,
  releaseKey,
} from '../../../platform/db/records/idempotency.ts';
import { claimOnce, settleApart, takenOver } from '../../../platform/db/records/keyed-requests.ts';
import { ApiError, tokenNotValid } from '../../../platform/errors.ts';
import { toSortedJson } from '../../../platform/json.ts';
import type { AuthContext } from '../auth.ts';
import type { SignedInDevice } from '../devices/user-devices.ts';
import type { CodeAttempt } from '../otp/otp-codes.ts';
import { requireProject } from '../projects.ts';
import type { TokenPair } from './sessions.ts';
import { findOwned } from './unchanged-user.ts';

const MINUTE_MS = 60_000;

/** How long the answer to each sign-in with a code is kept. */
const KEPT_MS = { 'register-verify': 24 * 60 * MINUTE_MS, 'login-otp': 2 * MINUTE_MS } as const;

/** A sign-in with a code, as an `Idempotency-Key` names it. */
export interface CodeSignIn {
  readonly act: keyof typeof KEPT_MS;
  /** E.164. */
  readonly phone: string;
  /** The input. */
  readonly body: object;
}

/** The run of a sign-in that opens the session. */
export interface SignInRun {
  /** The attempt that uses the code up; null without a key. */
  readonly attempt: CodeAttempt | null;
  /** Keeps the answer for repeats. Call it in the transaction that opened the session. @throws ApiError 503 when a repeat took over */
  keep(signedIn: SignedInDevice): Promise<void>;
}

/** `isReplayed`: the tokens are those of an earlier answer. */
export interface SignedInOnce extends SignedInDevice {
  readonly isReplayed: boolean;
}

const WITHOUT_KEY: SignInRun = { attempt: null, keep: async () => {} };

/**
 * Signs in once under the `Idempotency-Key` of the request: a repeat gets the same tokens again. `work` runs outside of transactions,
 * because what a refusal counts must remain. When it fails after the code was used up, a repeat may use the same code.
 * @throws ApiError 401 `token_not_valid` when the session of the answer has ended or its user is not active any more, 409
 *   `idempotency_in_progress`, 422 `idempotency_mismatch`
 */
export async function signInOnce(
  ctx: AuthContext,
  signIn: CodeSignIn,
  work: (run: SignInRun) => Promise<SignedInDevice>,
): Promise<SignedInOnce> {
  if (ctx.idempotencyKey === null) return asOnce(await work(WITHOUT_KEY), false);
  const request = keyedRequest(ctx, ctx.idempotencyKey, signIn);
  const claim = await claimOnce(ctx, request);
  if ('kept' in claim) return asOnce(await replay(ctx, claim.kept, request), true);
  const attempt = { id: request.body.slice(0, ATTEMPT_LENGTH), isRepeat: claim.isRepeat, hasUsedCode: false };
  try {
    return asOnce(await work({ attempt, keep: (signedIn) => keep(ctx, claim, signedIn) }), false);
  } catch (error) {
    await settleApart(ctx, () => settle(ctx, claim, { attempt, error }));
    throw error;
  }
}

/** The length of the column; 144 bits of an HMAC. */
const ATTEMPT_LENGTH = 36;

function asOnce({ user, tokens, deviceToken }: SignedInDevice, isReplayed: boolean): SignedInOnce {
  return { user, tokens, deviceToken, isReplayed };
}

/** Both digests are keyed: a plain one would let a reader of the table try all codes and phones. */
function keyedRequest({ service, project, device }: AuthContext, key: string, { act, phone, body }: CodeSignIn): KeyedRequest {
  const { digestRequest } = service.secrets;
  const scope = digestRequest(toSortedJson(['sign-in', project?.id ?? null, phone, act, key]));
  return { scope, body: digestRequest(toSortedJson([scope, body, device])), owner: null, keptMs: KEPT_MS[act] };
}

interface StoredAnswer {
  readonly tokens: TokenPair;
  readonly deviceToken: string;
  /** The end of the access token, in milliseconds. */
  readonly expiresAt: number;
}

async function keep({ db, now, service }: AuthContext, { held }: ClaimedKey, signedIn: SignedInDevice): Promise<void> {
  const { user, tokens, deviceToken } = signedIn;
  const stored: StoredAnswer = { tokens, deviceToken, expiresAt: now.getTime() + tokens.expiresIn * 1_000 };
  const answer = service.secrets.seal(sealOwner(held), JSON.stringify(stored));
  const isKept = await keepAnswer(db, held, { status: 200, answer, owner: ownerDigest(`user:${user.id}`) });
  if (!isKept) throw takenOver();
}

function sealOwner({ scope }: { readonly scope: string }): string {
  return `sign-in:${scope}`;
}

async function replay(ctx: AuthContext, kept: KeptAnswer, request: KeyedRequest): Promise<SignedInDevice> {
  const { service: auth, now } = ctx;
  const opened = auth.secrets.unseal(sealOwner(request), kept.answer);
  // null when the pepper was replaced, which ended all sessions
  if (opened === null) throw tokenNotValid();
  const { tokens, deviceToken, expiresAt }: StoredAnswer = JSON.parse(opened);
  const user = await activeUserOf(ctx, tokens.refreshToken);
  if (user === null) throw tokenNotValid();
  await requireProject(auth, user.projectId);
  const expiresIn = Math.max(0, Math.floor((expiresAt - now.getTime()) / 1_000));
  return { user, deviceToken, tokens: { ...tokens, expiresIn } };
}

/** null when the session of the token has ended, or its user is not active any more. */
async function activeUserOf(ctx: AuthContext, refreshToken: string): Promise<User | null> {
  const read = readRefreshToken(ctx.service.secrets, 'phone', refreshToken);
  const session = read === null ? null : await findOwned(ctx, read.sessionId);
  if (session?.isLive !== true) return null;
  const { id, projectId } = session.owner;
  const user = await ctx.db.model(User).findOne({ where: { id, projectId } });
  return user?.status === 'active' ? user : null;
}

interface Failure {
  readonly attempt: CodeAttempt;
  readonly error: unknown;
}

/** A refusal is not kept. The key remembers a request that may have used the code up, so that its repeat is not refused for that. */
async function settle({ db }: AuthContext, { held, isRepeat }: ClaimedKey, { attempt, error }: Failure): Promise<void> {
  const isRefusal = error instanceof ApiError && error.status < 500;
  if (isRefusal && !isRepeat && !attempt.hasUsedCode) await releaseKey(db, held);
  else await failKey(db, held);
}
