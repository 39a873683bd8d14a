import assert from 'node:assert/strict';
import { startServer, type TestServer } from '../../support/server.ts';
import { movableClock, tallyOutcomes } from '../support.ts';
import { deviceOf, LOCKED, NOBODY, newAddress, newAddresses, newOperator, outcomeOf, type SignIn, WRONG } from './operator-support.ts';

/** A busy machine may refuse some guesses before it looks at them. */
function assertRefused(
  { [NOBODY]: wrong, [LOCKED]: locked = 0, '503 unavailable': _busy, ...others }: Record<string, number>,
  budget: number,
) {
  assert.deepEqual([wrong, others], [budget, {}]);
  assert.ok(locked > 0);
}

describe('the lock-out of operators under parallel attempts', () => {
  let one: TestServer;
  let two: TestServer;
  const clock = movableClock();

  before(async () => {
    one = await startServer({ clock, env: { TRUST_PROXY: '1' } });
    two = await startServer({ clock, env: one.env });
  });
  after(async () => {
    await two.close();
    await one.close();
  });

  /** All at once, in turn to two servers on one database. */
  const together = async (attempts: readonly SignIn[]): Promise<Record<string, number>> =>
    tallyOutcomes(await Promise.all(attempts.map((attempt, index) => outcomeOf(index % 2 === 0 ? one : two, attempt))));

  it('answers five of 50 guesses from one address', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { username } = await newOperator(one);
      const from = newAddress();
      const answers = await together(Array.from({ length: 50 }, () => ({ username, password: WRONG, from })));
      assertRefused(answers, 5);
      assert.equal(await outcomeOf(two, { username, from: newAddress() }), '200');
    }
  });

  it('answers five of 50 guesses with a stolen device', async () => {
    const { username } = await newOperator(one);
    const device = await deviceOf(one, { username });
    const answers = await together(newAddresses(50).map((from) => ({ username, password: WRONG, from, device })));
    assertRefused(answers, 5);
    assert.equal(await outcomeOf(one, { username, from: newAddress() }), '200');
  });

  it('answers 100 of 200 guesses from as many addresses', async () => {
    const { username } = await newOperator(one);
    const device = await deviceOf(one, { username });
    const answers: Record<string, number> = {};
    for (let wave = 0; wave < 8; wave += 1) {
      const some = await together(newAddresses(25).map((from) => ({ username, password: WRONG, from })));
      for (const [outcome, count] of Object.entries(some)) answers[outcome] = (answers[outcome] ?? 0) + count;
    }
    assertRefused(answers, 100);
    assert.equal(await outcomeOf(two, { username, device }), '200');
  });

  it('lets 20 right sign-ins of one device in', async () => {
    const { username } = await newOperator(one);
    const device = await deviceOf(one, { username });
    const answers = await together(newAddresses(20).map((from) => ({ username, from, device })));
    assert.deepEqual(answers, { 200: 20 });
  });

  it('keeps locks and devices over a restart', async () => {
    const { username } = await newOperator(one);
    const from = newAddress();
    const device = await deviceOf(one, { username });
    for (let wave = 0; wave < 4; wave += 1)
      await together(newAddresses(24).map((address) => ({ username, password: WRONG, from: address })));
    for (let turn = 0; turn < 3; turn += 1) await outcomeOf(one, { username, password: WRONG, from });
    await two.close();
    two = await startServer({ clock, env: one.env });
    assert.equal(await outcomeOf(two, { username, password: WRONG, from }), NOBODY);
    assert.equal(await outcomeOf(two, { username, from: newAddress() }), LOCKED);
    assert.equal(await outcomeOf(two, { username, device }), '200');
  });
});
