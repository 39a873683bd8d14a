import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RateLimitName } from '../../../config/types.ts';
import { countryOf, mayReceiveCodes } from '../../../domain/phone.ts';
import { generateCode } from '../../../platform/crypto/one-time-code.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { ApiError, throttled } from '../../../platform/errors.ts';
import { maskPhone } from '../../../platform/mask.ts';
import {
  type AcceptedMessage,
  type ChannelKind,
  DeliveryFailed,
  type MessageLanguage,
  type OtpMessage,
} from '../../../platform/messaging/delivery.ts';
import { lockedError, longestLock } from '../attempts/attempt-locks.ts';
import type { AuthContext, AuthProject } from '../auth.ts';
import type { PhoneClaim } from '../devices/phone-claim.ts';
import { codeLocks, requesterOf } from './check-code.ts';
import { secondsAfter } from './cooldown-tiers.ts';
import { trackDelivery } from './deliveries.ts';
import { networkDigest } from './guard/dimensions.ts';
import { isGuardRefusal, type Place, type PlaceRequest } from './guard/otp-guard.ts';
import { newCode, restoreCode } from './otp-codes.ts';
import { cooldownOf, returnSlot, type SendSlot, takeSlot } from './otp-cooldown.ts';
import type { Purpose } from './purpose.ts';
import { MAIL, noteSentCode } from './sent-codes.ts';
import type { ClearCode, CodeKey } from './stored-codes.ts';
import { isTestPhone } from './test-codes.ts';

export interface SendCodeInput {
  readonly project: AuthProject;
  /** The phone that the code is for. A known device has its own rate limit, lock and cooldown. */
  readonly claim: PhoneClaim;
  readonly purpose: Purpose;
  /** The rate limit of the endpoint, counted by project and phone, or by known device. */
  readonly limit: RateLimitName;
  readonly language: MessageLanguage;
  /** `now` waits for the channels, `later` replies first, `never` does the same work and sends nothing. */
  readonly deliver: 'now' | 'later' | 'never';
  readonly boundTo?: string;
  /** The phone is that of the signed-in user: the guard does not count the code. */
  readonly isOwn?: true;
  /** Takes the place of the channels. The code has six digits then, and the fixed code of a test phone is not accepted for it. */
  queueMail?(code: string): Promise<void>;
}

export interface CodeSent {
  readonly message: string;
  /** Seconds until the next code may be requested. */
  readonly cooldownSeconds: number;
  /** The way that is tried first for the number; it says nothing about who is registered. */
  readonly channel: ChannelKind;
  /** When the next way is tried for a number whose code was not delivered; null for never. It says no more than `channel`. */
  readonly fallbackSeconds: number | null;
}

const MAILED_DIGITS = 6;
/** The same text for known and unknown phones. */
const SENT = 'If the phone can receive codes, one is on its way.';

/**
 * Sends a new code, which replaces the older one of the same purpose. Rate limit, lock and cooldown are all checked, then the guard; a
 * refusal reports the longest wait and changes nothing but the count of the limit, and that of the guard not even this. When no channel
 * accepts the code, cooldown, place and older code are restored, except for `later`: there a restored state would reveal in the next reply
 * that a delivery was tried.
 * @throws ApiError 403 `phone_not_allowed`, 429 `throttled`, `otp_locked`, `otp_cooldown`, `otp_budget`, `otp_cap`,
 * 502 `otp_delivery_failed`
 */
export function sendCode(ctx: AuthContext, input: SendCodeInput): Promise<CodeSent> {
  return trackDelivery(ctx.service, send(ctx, input));
}

interface Send {
  readonly input: SendCodeInput;
  readonly slot: SendSlot;
  readonly code: ClearCode;
  readonly place: Place;
}

async function send(ctx: AuthContext, input: SendCodeInput): Promise<CodeSent> {
  const { project, claim, purpose, boundTo, queueMail } = input;
  if (queueMail === undefined) await requireAllowedPhone(ctx, project, claim.phone);
  const slot = await requireSlot(ctx, input);
  const digits = generateCode(queueMail === undefined ? project.settings.otp.length : MAILED_DIGITS);
  const code = { ...slot.recipient, purpose, ...(boundTo === undefined ? {} : { boundTo }), code: digits };
  const { sending, mode } = await prepare(ctx, { input, slot, code });
  ctx.releaseSlot();
  if (mode === 'now') await deliverNow(ctx, sending);
  if (mode === 'later') deliverLater(ctx, sending);
  const { delivery, config } = ctx.service;
  const destination = { projectId: claim.projectId, country: countryOf(claim.phone) };
  const isMailed = queueMail !== undefined;
  return {
    message: SENT,
    cooldownSeconds: secondsAfter(slot.after.sends, config.otp.cooldownSeconds),
    channel: isMailed ? 'other' : delivery.channelFor(destination),
    fallbackSeconds: isMailed ? null : delivery.fallbackSecondsFor(destination),
  };
}

/** A test phone may have any number. @throws ApiError 403 `phone_not_allowed` */
export async function requireAllowedPhone(ctx: AuthContext, { id, settings }: AuthProject, phone: string): Promise<void> {
  if (mayReceiveCodes(phone, settings.phone) || (await isTestPhone(ctx, { projectId: id, phone }))) return;
  throw new ApiError(403, 'phone_not_allowed', 'Codes are not sent to this number.');
}

/** Comes before the code is stored, so that a refused request leaves the live code unchanged. */
async function requireSlot(ctx: AuthContext, { claim, purpose, limit }: SendCodeInput): Promise<SendSlot> {
  const { projectId, phone } = claim;
  const recipient = { projectId, phone, requester: requesterOf(claim) };
  const throttledFor = await ctx.consumeRateLimit(limit, limitKey(claim));
  const { key, seconds: lockedFor } = await longestLock(ctx, codeLocks(ctx, claim, { purpose }));
  const mayTake = throttledFor === 0 && lockedFor === 0;
  const outcome = mayTake ? await takeSlot(ctx.service, recipient, ctx.now) : await cooldownOf(ctx.service, recipient, ctx.now);
  if (typeof outcome !== 'number') return outcome;
  if (outcome > Math.max(throttledFor, lockedFor)) throw throttled(outcome, 'otp_cooldown', 'A code was sent already.');
  throw lockedFor > throttledFor ? lockedError(ctx.service, key, lockedFor) : throttled(throttledFor);
}

function limitKey({ projectId, phone, device }: PhoneClaim): string {
  return `${projectId} ${device?.tokenHash ?? phone}`;
}

interface Prepared {
  readonly sending: Send;
  readonly mode: SendCodeInput['deliver'];
}

/** Stores the code. The work is the same for all three ways to deliver, so that its time does not reveal whether the phone is known. */
async function prepare(ctx: AuthContext, { input, slot, code }: Omit<Send, 'place'>): Promise<Prepared> {
  const { project, isOwn, queueMail } = input;
  try {
    const isTest = queueMail === undefined && (await isTestPhone(ctx, code));
    const isCounted = !isTest && isOwn === undefined && queueMail === undefined && project.settings.otp.guard !== 'off';
    const network = isCounted ? networkDigest(ctx.service.secrets, project.id, ctx.address) : null;
    const stored = newCode(ctx, code, { ttlSeconds: project.settings.otp.ttlSeconds, network });
    const place = await takePlace(ctx, input, { code: stored, isFree: isTest || queueMail !== undefined });
    return { sending: { input, slot, code, place }, mode: isTest ? 'never' : input.deliver };
  } catch (error) {
    await undo(ctx, code, () => inTransaction(ctx.db, () => returnSlot(ctx.db, slot)));
    if (isGuardRefusal(error)) await ctx.takeFromRateLimit(input.limit, limitKey(input.claim), -1);
    throw error;
  }
}

/** Stores the code, unless it has no place. */
async function takePlace(
  ctx: AuthContext,
  { project, claim }: SendCodeInput,
  { code, isFree }: Pick<PlaceRequest, 'code' | 'isFree'>,
): Promise<Place> {
  const { guard, codeStatistics } = ctx.service;
  const ofPhone = { projectId: project.id, phone: claim.phone };
  const refused = (): void => codeStatistics.count('refused', { ...ofPhone, at: ctx.now, provider: null });
  const { network } = code.stored;
  const source = network === null ? null : { ...ofPhone, network };
  try {
    const place = await guard.take({ project, code, isFree, now: ctx.now, source, isKnownDevice: claim.device !== null });
    if (place.isOverBudget) refused();
    return place;
  } catch (error) {
    if (isGuardRefusal(error)) refused();
    throw error;
  }
}

async function deliverNow(ctx: AuthContext, sending: Send): Promise<void> {
  const { slot, code, place } = sending;
  try {
    await noteSentCode(ctx, code, await deliver(ctx, sending));
  } catch (error) {
    await undo(ctx, code, () =>
      inTransaction(ctx.db, async () => {
        await returnSlot(ctx.db, slot);
        await restoreCode(ctx.service, code, place.before);
      }),
    );
    await undo(ctx, code, () => ctx.service.guard.giveBack(place, ctx.now));
    await noteSentCode(ctx, code, null);
    if (!(error instanceof DeliveryFailed)) throw error;
    // the errors of the channels are in the log already
    throw new ApiError(502, 'otp_delivery_failed', 'The code could not be delivered. Try again.');
  }
}

/** Delivers after the reply and undoes nothing: neither the time nor a failure may reveal whether the phone is known. */
function deliverLater(ctx: AuthContext, sending: Send): void {
  const delivery = nextTurn()
    .then(() => deliver(ctx, sending))
    .catch((error: unknown) => {
      ctx.log.warn({ err: error, phone: maskPhone(sending.code.phone) }, 'code delivery failed');
      return null;
    })
    .then((accepted) => noteSentCode(ctx, sending.code, accepted));
  void trackDelivery(ctx.service, delivery);
}

async function deliver({ service: auth, now: sentAt }: AuthContext, { input, code }: Send): Promise<AcceptedMessage> {
  const { language, project, queueMail } = input;
  if (queueMail !== undefined) {
    await queueMail(code.code);
    return { provider: MAIL, messageId: null, fallbackSeconds: null };
  }
  const { projectId, phone } = code;
  const { ttlSeconds, sms } = project.settings.otp;
  const message: OtpMessage = { projectId, phone, country: countryOf(phone), code: code.code, language, ttlSeconds, sms };
  const accepted = await auth.delivery.send(message);
  const { provider, messageId, fallbackSeconds: seconds } = accepted;
  if (messageId !== null && seconds !== null) auth.secondChannel.hold({ provider, messageId, code, message, sentAt, seconds });
  return accepted;
}

/** Logs its own failure, so that the caller reports the error that made the undo necessary. */
async function undo(ctx: AuthContext, { phone }: CodeKey, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    ctx.log.error({ err: error, phone: maskPhone(phone) }, 'undoing a failed code send failed');
  }
}
