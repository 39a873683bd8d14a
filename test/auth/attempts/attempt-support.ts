import assert from 'node:assert/strict';
import { ApiError } from '../../../server/platform/errors.ts';
import { guardedAttempt } from '../../../server/services/auth/attempts/guarded-attempt.ts';
import type { LockKey } from '../../../server/services/auth/attempts/lock-key.ts';
import { selectRows } from '../../support/databases/sql.ts';
import type { TestServer } from '../../support/server.ts';
import { newPhone } from '../support.ts';

export const START = new Date('2026-06-01T12:00:00.000Z');

export const wrong = async (): Promise<boolean> => false;
export const right = async (): Promise<boolean> => true;

/** A key that no other test uses. */
export function newKey(): LockKey {
  return { kind: 'password', projectId: 11, subject: newPhone() };
}

export interface AttemptOptions {
  readonly check?: () => Promise<boolean>;
  readonly accept?: () => Promise<boolean>;
  readonly now?: Date;
}

/** One attempt at a time, by default a right one at `START`. */
export async function attempt({ services }: TestServer, key: LockKey, options: AttemptOptions = {}): Promise<boolean> {
  const { check = right, accept = right, now = START } = options;
  const isRight = await guardedAttempt({ service: services.auth, now }, key, {
    check: async () => ((await check()) ? 'right' : null),
    accept,
  });
  return isRight ?? false;
}

export async function fail(server: TestServer, key: LockKey, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) assert.equal(await attempt(server, key, { check: wrong }), false);
}

/** The stored failures and permits of the key. */
export async function stateOf({ db }: TestServer, { kind, projectId, subject }: LockKey): Promise<{ failures: number; permits: number }> {
  const [row] = await selectRows<{ failures: number; permits: string }>(
    db,
    'SELECT failures, permits FROM attempt_locks WHERE kind = :kind AND project_id = :projectId AND subject = :subject',
    { kind, projectId, subject },
  );
  assert.ok(row !== undefined);
  return { failures: row.failures, permits: row.permits.split(';').length - 1 };
}

export async function refusalOf(promise: Promise<unknown>): Promise<[status: number, code: string, seconds: number | undefined]> {
  const error: unknown = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError, 'is refused');
  return [error.status, error.code, error.extras.availableIn];
}
