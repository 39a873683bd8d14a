import type { Context } from '../../context.ts';
import { ApiError, unavailable } from '../../errors.ts';
import { OutcomeUnknownError } from '../statements/driver-error.ts';
import { type ClaimedKey, claimKey, type KeptAnswer, type KeyedRequest } from './idempotency.ts';

type KeyedCall = Pick<Context, 'db' | 'log' | 'now'>;

/**
 * Claims the key of a request, or returns the answer that was kept.
 * @throws ApiError 422 `idempotency_mismatch` for another body, 409 `idempotency_in_progress` while the first one runs
 */
export async function claimOnce({ db, now }: KeyedCall, request: KeyedRequest): Promise<ClaimedKey | { readonly kept: KeptAnswer }> {
  const claim = await db.scopes.runApart(() => claimKey(db, request, now)).catch(asNotBegun);
  if (claim === 'mismatch') throw new ApiError(422, 'idempotency_mismatch', 'This Idempotency-Key was used with another body.');
  if (claim === 'running') throw inProgress();
  return claim;
}

/** Settles a key after a failure. The request is answered anyway: a key that cannot be settled now is free again after its lease. */
export async function settleApart({ db, log }: KeyedCall, settle: () => Promise<unknown>): Promise<void> {
  await db.scopes.runApart(settle).catch((cause: unknown) => log.warn({ err: cause }, 'idempotency key could not be settled'));
}

/** 503 for a request whose key another one holds by now: its work must be rolled back. */
export function takenOver(): ApiError {
  return unavailable('Another attempt took over this request, because it took too long.');
}

/** A claim that was not confirmed leaves no effect: its lease ends. */
function asNotBegun(error: unknown): never {
  throw error instanceof OutcomeUnknownError ? unavailable(undefined, error) : error;
}

function inProgress(): ApiError {
  const headers = { 'Retry-After': '1' };
  return new ApiError(409, 'idempotency_in_progress', 'The first request with this Idempotency-Key is still running.', { headers });
}
