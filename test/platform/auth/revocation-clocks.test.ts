import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { initModels } from '../../../models/index.ts';
import { Revocations } from '../../../server/platform/auth/revocations.ts';
import type { Actor } from '../../../server/platform/context.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { movableClock } from '../../auth/support.ts';
import { migratedDatabaseUrl } from '../../support/databases/migrated-database.ts';
import { openDatabaseAt } from '../../support/databases/scratch-database.ts';
import { until } from '../../support/programs/process.ts';

const TOKEN_SECONDS = 3_600;
const YEAR = 31_536_000;
/** Two polls, and time for a busy machine. */
const POLLED_MS = 3_000;

describe('revocations and the clock', () => {
  const clock = movableClock();
  let db: Database;
  let revocations: Revocations;

  before(async () => {
    db = openDatabaseAt(await migratedDatabaseUrl(), { initModels });
  });
  beforeEach(async () => {
    revocations = new Revocations(db, { clock, tokenSeconds: TOKEN_SECONDS });
    await revocations.start();
  });
  afterEach(() => revocations.stop());
  after(() => db.close());

  const second = (): number => Math.floor(clock.now().getTime() / 1_000);
  const newUser = () => ({ kind: 'user', id: randomUUID(), role: 'customer', projectId: 11, sessionId: randomUUID(), phone: '' }) as const;
  const untilRevoked = (expected: boolean, user: Actor, issuedAt: number): Promise<void> =>
    until(() => revocations.isRevoked(user, issuedAt) === expected, undefined, POLLED_MS);

  it('let a user sign in whose revocation was dated ahead', async () => {
    const user = newUser();
    const before = second();
    clock.advance(YEAR);
    await revocations.revoke('user', [user.id], clock.now());
    clock.advance(-YEAR);
    await untilRevoked(false, user, second() + 1);
    assert.ok(revocations.isRevoked(user, before), 'older tokens stay revoked');
    clock.advance(10);
    const after = await revocations.issueTime('user', user.id, clock.now());
    // a later poll, also of another process, changes nothing
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    assert.equal(revocations.isRevoked(user, Math.floor(after.getTime() / 1_000)), false);
    const other = new Revocations(db, { clock, tokenSeconds: TOKEN_SECONDS });
    await other.start();
    await other.stop();
    assert.deepEqual(
      [before, Math.floor(after.getTime() / 1_000)].map((at) => other.isRevoked(user, at)),
      [true, false],
    );
  });

  it('are forgotten when their tokens have expired', async () => {
    const user = newUser();
    await revocations.revoke('session', [user.sessionId], clock.now());
    clock.advance(TOKEN_SECONDS);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    assert.ok(revocations.isRevoked(user, second()));
    clock.advance(3 * 60);
    await untilRevoked(false, user, second());
  });

  it('are known again when the clock is set back', async () => {
    const user = newUser();
    await revocations.revoke('session', [user.sessionId], clock.now());
    clock.advance(YEAR);
    await untilRevoked(false, user, second());
    clock.advance(-YEAR);
    await untilRevoked(true, user, second());
  });
});
