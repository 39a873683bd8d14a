import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockedSeconds } from '../../../server/services/auth/attempts/attempt-locks.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { movableClock, outcomeOf, tallyOutcomes } from '../support.ts';
import { attempt, fail, newKey, right, START, stateOf, wrong } from './attempt-support.ts';

const ROUNDS = 10;

describe('attempt locks for parallel attempts', () => {
  let server: TestServer;

  before(async () => {
    server = await startServer({ clock: movableClock(START) });
  });
  after(() => server.close());

  it('check at most five of 100 wrong attempts', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const key = newKey();
      let checks = 0;
      const check = async () => {
        checks += 1;
        await sleep(1);
        return false;
      };
      const outcomes = await Promise.all(Array.from({ length: 100 }, () => outcomeOf(attempt(server, key, { check }))));
      assert.equal(checks, 5);
      assert.deepEqual(tallyOutcomes(outcomes), { false: 5, '429 account_locked 900': 95 });
      assert.deepEqual(await stateOf(server, key), { failures: 0, permits: 0 });
    }
  });

  it('accept all of 20 right attempts', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const key = newKey();
      let [running, most] = [0, 0];
      const check = async () => {
        running += 1;
        most = Math.max(most, running);
        await sleep(2);
        running -= 1;
        return true;
      };
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(attempt(server, key, { check }))));
      assert.deepEqual(tallyOutcomes(outcomes), { true: 20 });
      assert.ok(most <= 5, `${most} at once`);
      assert.deepEqual(await stateOf(server, key), { failures: 0, permits: 0 });
    }
  });

  it('accept a right attempt among four wrong ones', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const key = newKey();
      const checks = [wrong, wrong, right, wrong, wrong];
      const outcomes = await Promise.all(checks.map((check) => outcomeOf(attempt(server, key, { check }))));
      assert.deepEqual(tallyOutcomes(outcomes), { false: 4, true: 1 });
      const { failures, permits } = await stateOf(server, key);
      assert.ok(failures <= 4 && permits === 0);
      // failures after the right attempt still count
      await fail(server, key, 5 - failures);
      assert.equal(await lockedSeconds(server.services.auth, key, START), 900);
    }
  });
});
