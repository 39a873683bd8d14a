import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RateLimitName } from '../../config/types.ts';
import type { Context } from '../../platform/context.ts';
import { generateCode } from '../../platform/crypto/one-time-code.ts';
import { recordAudit } from '../../platform/db/audit.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { ApiError, badRequest, throttled } from '../../platform/errors.ts';
import { maskPhone } from '../../platform/mask.ts';
import { DeliveryFailed, type MessageLanguage } from '../../platform/messaging/delivery.ts';
import { guardedGuess, type LockKey, lockedError, lockedSeconds } from './attempt-locks.ts';
import { secondsAfter } from './cooldown.ts';
import { type CodeKey, type KeptCode, type Purpose, restoreCode, storeCode, useCode } from './otp-codes.ts';
import { cooldownOf, endCooldown, givePermitBack, type SendPermit, takePermit } from './otp-sends.ts';
import { type AuthProject, authSetup } from './setup.ts';
import { isTestCode, isTestPhone } from './test-codes.ts';

export { type Purpose, projectOfLiveCode } from './otp-codes.ts';

export interface CodeRequest {
  readonly project: AuthProject;
  /** E.164. */
  readonly phone: string;
  readonly purpose: Purpose;
  /** The limit of the endpoint, counted for project and phone. */
  readonly limit: RateLimitName;
  readonly language: MessageLanguage;
  /** `now` waits for the channels, `later` answers before, `never` does the same work and sends nothing. */
  readonly deliver: 'now' | 'later' | 'never';
}

export interface CodeSent {
  readonly message: string;
  /** Seconds until the next code may be asked for. */
  readonly cooldownSeconds: number;
}

export interface CodeTry extends CodeKey {
  /** As typed: digits. */
  readonly code: string;
}

/** One text, whether the phone is known or not. */
const SENT = 'If the phone can receive codes, one is on its way.';

const deliveries = new Set<Promise<void>>();

/**
 * Sends a new code, which voids the older one of the same purpose. Limit, lock and cooldown are all asked, and a refusal tells the
 * longest wait and changes nothing but the limit's count. When no channel takes the code, cooldown and older code are as they were
 * before; but where the answer did not wait for the channels they stay moved, or the next answer would tell that there was somebody
 * to deliver to.
 * @throws ApiError 429 `throttled`, `otp_locked` or `otp_cooldown`, 502 `otp_delivery_failed`
 */
export function sendCode(ctx: Context, request: CodeRequest): Promise<CodeSent> {
  return untilSettled(send(ctx, request));
}

/**
 * Accepts a code once, and a test phone's fixed code always; the phone may then be sent the next code at once. Ten wrong codes in a
 * row, over all codes and purposes, lock the phone. Call it outside of transactions: what it counts must stay when they fail.
 * @throws ApiError 400 `invalid_otp`, 429 `otp_locked`
 */
export async function checkCode(ctx: Context, { code, ...key }: CodeTry): Promise<void> {
  const isRight = await guardedGuess(lockKeyOf(ctx, key), ctx.now, async () => {
    if (await isTestCode(key, code, ctx.now)) return acceptTestCode(ctx, key);
    const verdict = await useCode(key, code, ctx.now);
    // it is refused like any other, but whoever sends the right code twice has not guessed
    if (verdict === 'used') throw invalidCode();
    return verdict === 'right';
  });
  if (!isRight) throw invalidCode();
  await endCooldown(key);
}

/** Resolves when all sends are over, those too whose client was answered before or went away; called at shutdown. */
export async function settleDeliveries(): Promise<void> {
  while (deliveries.size > 0) await Promise.all(deliveries);
}

async function untilSettled<T>(work: Promise<T>): Promise<T> {
  const settled: Promise<void> = work.then(
    () => {},
    () => {},
  );
  deliveries.add(settled);
  try {
    return await work;
  } finally {
    deliveries.delete(settled);
  }
}

interface Send {
  readonly request: CodeRequest;
  readonly permit: SendPermit;
  readonly key: CodeKey;
  readonly code: string;
}

async function send(ctx: Context, request: CodeRequest): Promise<CodeSent> {
  const { project, phone, purpose } = request;
  const permit = await requirePermit(ctx, request);
  const sending: Send = {
    request,
    permit,
    key: { projectId: project.id, phone, purpose },
    code: generateCode(project.settings.otp.length),
  };
  const { mode, before } = await prepare(ctx, sending);
  ctx.leavePlace();
  if (mode === 'now') await deliverNow(ctx, sending, before);
  if (mode === 'later') deliverLater(ctx, sending);
  return { message: SENT, cooldownSeconds: secondsAfter(permit.after.sends, authSetup().config.otp.cooldownSeconds) };
}

/** The permit comes first: whoever gets none leaves the live code as it is. */
async function requirePermit(ctx: Context, { project, phone, limit }: CodeRequest): Promise<SendPermit> {
  const recipient = { projectId: project.id, phone };
  const lockKey = lockKeyOf(ctx, recipient);
  const throttledFor = await ctx.hit(limit, `${project.id} ${phone}`);
  const lockedFor = await lockedSeconds(lockKey, ctx.now);
  const mayTake = throttledFor === 0 && lockedFor === 0;
  const outcome = mayTake ? await takePermit(recipient, ctx.now) : await cooldownOf(recipient, ctx.now);
  if (typeof outcome !== 'number') return outcome;
  if (outcome > Math.max(throttledFor, lockedFor)) throw throttled(outcome, 'otp_cooldown', 'A code was sent already.');
  throw lockedFor > throttledFor ? lockedError(lockKey, lockedFor) : throttled(throttledFor);
}

function lockKeyOf({ requestId }: Context, { projectId, phone }: { projectId: number; phone: string }): LockKey {
  return { kind: 'otp', projectId, subject: phone, requestId };
}

interface Prepared {
  readonly mode: CodeRequest['deliver'];
  /** The code that this one replaced. */
  readonly before: KeptCode | null;
}

/** Keeps the code. The work is the same for all three ways to deliver: its time must not tell who is known. */
async function prepare(ctx: Context, { request, permit, key, code }: Send): Promise<Prepared> {
  try {
    const isTest = await isTestPhone(key.projectId, key.phone, ctx.now);
    const before = await storeCode(key, code, { now: ctx.now, ttlSeconds: request.project.settings.otp.ttlSeconds });
    return { mode: isTest ? 'never' : request.deliver, before };
  } catch (error) {
    await undo(ctx, key, () => givePermitBack(permit));
    throw error;
  }
}

async function deliverNow(ctx: Context, sending: Send, before: KeptCode | null): Promise<void> {
  const { permit, key, code } = sending;
  try {
    await deliver(sending);
  } catch (error) {
    await undo(ctx, key, async () => {
      await givePermitBack(permit);
      await restoreCode(key, code, before);
    });
    if (!(error instanceof DeliveryFailed)) throw error;
    // what the channels said stands in the log already
    throw new ApiError(502, 'otp_delivery_failed', 'The code could not be delivered. Try again.');
  }
}

/** After the answer: neither waiting nor failing may tell whether there is somebody to deliver to, so nothing is undone. */
function deliverLater(ctx: Context, sending: Send): void {
  const delivery = nextTurn()
    .then(() => deliver(sending))
    .catch((error: unknown) => ctx.log.warn({ err: error, phone: maskPhone(sending.key.phone) }, 'a code could not be delivered'));
  void untilSettled(delivery);
}

async function deliver({ request, key, code }: Send): Promise<void> {
  const { language, project } = request;
  await authSetup().delivery.send({ phone: key.phone, code, language, ttlSeconds: project.settings.otp.ttlSeconds });
}

/** What led here is what the caller is told, whether this works or not. */
async function undo(ctx: Context, { phone }: CodeKey, work: () => Promise<void>): Promise<void> {
  try {
    await inTransaction(work);
  } catch (error) {
    ctx.log.error({ err: error, phone: maskPhone(phone) }, 'a send that failed could not be undone');
  }
}

async function acceptTestCode(ctx: Context, { projectId, phone, purpose }: CodeKey): Promise<true> {
  const { actor, requestId, now } = ctx;
  const subject = `phone:${maskPhone(phone)}`;
  await recordAudit({ projectId, action: 'otp.test_phone_used', actor, subject, details: { purpose }, requestId, at: now });
  return true;
}

function invalidCode(): ApiError {
  return badRequest('invalid_otp', 'The code is wrong or no longer valid.');
}
