import { createHash } from 'node:crypto';
import type { Request } from 'express';
import { subjectOf } from '../auth/subject.ts';
import type { Context } from '../context.ts';
import type { Database } from '../db/database.ts';
import { type HeldKey, type KeptAnswer, type KeyedRequest, keepAnswer, ownerDigest, releaseKey } from '../db/records/idempotency.ts';
import { claimOnce, settleApart, takenOver } from '../db/records/keyed-requests.ts';
import { inTransaction } from '../db/transactions/transaction.ts';
import { ApiError, validationError } from '../errors.ts';
import { toSortedJson } from '../json.ts';
import type { HeaderSink } from './fast-path/response-headers.ts';
import type { RawInput } from './input/validate.ts';
import { clientAddress } from './limits/client-address.ts';
import type { Reply } from './reply/reply.ts';

/** Visible ASCII. A header that is sent twice arrives joined by a comma and a space, and is refused. */
const KEY = /^[\x21-\x7e]{1,255}$/;

interface Identified extends Pick<Context, 'actor' | 'project'> {
  readonly input: RawInput;
}

/** The header; null without it. @throws ApiError 400 `validation_error` for a header that is not a valid key */
export function readIdempotencyKey({ headers }: Request): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && KEY.test(key)) return key;
  throw validationError([{ field: 'Idempotency-Key', message: 'Idempotency-Key must be 1 to 255 visible ASCII characters' }]);
}

/**
 * The request as its `Idempotency-Key` identifies it: by project, user (a guest by e-mail, else by address), method and path; null without
 * the header.
 * @throws ApiError 400 `validation_error` for a header that is not a valid key
 */
export function readKeyedRequest(req: Request, { actor, project, input }: Identified): KeyedRequest | null {
  const key = readIdempotencyKey(req);
  if (key === null) return null;
  const who = actor.kind === 'anonymous' ? guestOf(req, input) : subjectOf(actor);
  return { scope: digestOf([project?.id ?? null, who, req.method, req.path, key]), body: digestOf(input.body), owner: ownerDigest(who) };
}

/**
 * Answers a keyed request once: a repetition gets the same answer again, with `Idempotency-Replayed: true`. `work` runs in the transaction
 * that stores its answer, so that both are committed or neither. A refusal rolls back what `work` wrote and is stored too, except
 * 401, 429 and 5xx, after which the request may be tried again.
 * When the outcome is unknown, a repetition gets the stored answer, or the request is done again.
 * @throws ApiError 422 `idempotency_mismatch` for another body, 409 `idempotency_in_progress` while the first one runs
 */
export async function answerOnce(request: KeyedRequest, ctx: Context, { headers, count, work }: Answering): Promise<Reply> {
  const claim = await claimOnce(ctx, request);
  if ('kept' in claim) return replay(claim.kept, headers);
  const { held } = claim;
  try {
    await count();
    return await inTransaction(ctx.db, () => answerAndKeep(ctx.db, held, work));
  } catch (error) {
    await settleApart(ctx, () => settle(ctx.db, held, error));
    throw error;
  }
}

interface Answering {
  readonly headers: HeaderSink;
  /** Called before `work`, but not when a stored answer is repeated. */
  count(): Promise<void>;
  work(): Reply | Promise<Reply>;
}

/** Counts each hit once, even if the transaction around it is retried. */
export function onceEach(consume: Context['consumeRateLimit']): Context['consumeRateLimit'] {
  const waits = new Map<string, Promise<number>>();
  return (name, key, hits) => {
    const known = waits.get(`${name} ${key}`) ?? consume(name, key, hits);
    waits.set(`${name} ${key}`, known);
    return known;
  };
}

function guestOf(req: Request, { body }: RawInput): string {
  const email = typeof body === 'object' && body !== null && 'guestEmail' in body ? body.guestEmail : undefined;
  return typeof email === 'string' ? `guest:${email}` : `address:${clientAddress(req)}`;
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(toSortedJson(value)).digest('hex');
}

async function answerAndKeep(db: Database, held: HeldKey, work: Answering['work']): Promise<Reply> {
  const reply = await work();
  if (!('body' in reply)) throw new Error('Only a JSON reply can be stored under an Idempotency-Key.');
  const { status, body, headers } = reply;
  if (!(await keepAnswer(db, held, { status, answer: JSON.stringify({ body, headers }) }))) throw takenOver();
  return reply;
}

async function settle(db: Database, held: HeldKey, error: unknown): Promise<unknown> {
  return isKept(error) ? keepAnswer(db, held, refusalOf(error)) : releaseKey(db, held);
}

function isKept(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status < 500 && error.status !== 401 && error.status !== 429;
}

function refusalOf({ status, code, message, extras: { errors, existingId, headers } }: ApiError): KeptAnswer {
  return { status, answer: JSON.stringify({ code, message, extras: { errors, existingId, headers } }) };
}

function replay({ status, answer }: KeptAnswer, headers: HeaderSink): Reply {
  headers.setHeader('Idempotency-Replayed', 'true');
  if (status < 400) return { status, ...JSON.parse(answer) };
  const { code, message, extras }: { code: string; message: string; extras: ApiError['extras'] } = JSON.parse(answer);
  throw new ApiError(status, code, message, extras);
}
