import assert from 'node:assert/strict';
import { checkCode, requireUnusedCode } from '../../../server/services/auth/otp/check-code.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { type Crowd, expectPlaces, startCrowd } from './guard-support.ts';

const HOUR = 3_600;

describe('the edges of the guard of codes', () => {
  let crowd: Crowd;

  beforeEach(async () => {
    crowd = await startCrowd();
  });
  afterEach(() => crowd.otp.auth.close());

  const alarms = async (action: string) => {
    const sql = 'SELECT details FROM audit_log WHERE action = :action ORDER BY id';
    return (await selectRows<{ details: string }>(crowd.otp.server.db, sql, { action })).map(({ details }) => JSON.parse(details));
  };

  it('counts the forms of an IPv6 network as one', async () => {
    await expectPlaces(10, (index) =>
      crowd.ask(crowd.newPhone(), index % 2 === 0 ? `2001:db8:0:${index + 1}::/64` : `2001:db8::${index + 1}`),
    );
  });

  it('multiplies floors without an error of the last bit', async () => {
    const project = crowd.project({ guardScale: 1.1 });
    // 33 of the hour, 110 on their way: 100 * 1.1 is a little more in binary
    await expectPlaces(143, () => crowd.ask(crowd.newPhone('EG'), undefined, { project }));
  });

  it('counts a right code of a leaving user once', async () => {
    const from = '192.0.2.1';
    for (let used = 0; used < 2; used += 1) {
      const phone = crowd.newPhone();
      assert.equal(await crowd.ask(phone, from), 'sent');
      const code = await crowd.otp.auth.providers.codeFor(phone);
      const typed = { purpose: 'login', code } as const;
      const claim = { projectId: 11, phone, device: null };
      for (let times = 0; times < 3; times += 1) await requireUnusedCode(crowd.otp.context(), claim, typed);
    }
    await expectPlaces(10, () => crowd.ask(crowd.newPhone(), from));
  });

  it('counts a code once that an attempt repeats', async () => {
    const from = '192.0.2.1';
    const phone = crowd.newPhone();
    assert.equal(await crowd.ask(phone, from), 'sent');
    for (let sent = 0; sent < 5; sent += 1) assert.equal(await crowd.ask(crowd.newPhone(), from), 'sent');
    const code = await crowd.otp.auth.providers.codeFor(phone);
    for (let times = 0; times < 6; times += 1) {
      const named = { id: 'a'.repeat(36), isRepeat: times > 0, hasUsedCode: false };
      await checkCode(crowd.otp.context(), { projectId: 11, phone, device: null }, { purpose: 'login', code, named });
    }
    await expectPlaces(5, () => crowd.ask(crowd.newPhone(), from));
  });

  it('tells of a country whose refusal is not the longest', async () => {
    const from = '192.0.2.1';
    for (let sent = 0; sent < 30; sent += 1) await crowd.ask(crowd.newPhone('EG'));
    crowd.otp.clock.advance(120);
    for (let sent = 0; sent < 10; sent += 1) await crowd.ask(crowd.newPhone('SA'), from);
    // the network waits two minutes longer than the country
    assert.equal(await crowd.ask(crowd.newPhone('EG'), from), '429 otp_budget');
    assert.deepEqual(
      (await alarms('otp.guard_acted')).map(({ dimension, country }) => [dimension, country]),
      [['country', 'EG']],
    );
  });

  it('warns after a cap was lowered below four fifths', async () => {
    const ask = (capPerDay: number) => crowd.ask(crowd.newPhone(), '', { project: crowd.project({ capPerDay, guard: 'off' }) });
    for (let sent = 0; sent < 9; sent += 1) assert.equal(await ask(100), 'sent');
    for (let sent = 0; sent < 2; sent += 1) assert.equal(await ask(11), 'sent');
    assert.deepEqual(
      await alarms('otp.cap_reached'),
      [10, 11].map((messages) => ({ messages, capPerDay: 11 })),
    );
  });

  it('begins no earlier day again after midnight', async () => {
    const project = crowd.project({ capPerDay: 3, guard: 'off' });
    const yesterday = crowd.otp.clock.now();
    crowd.otp.clock.advance(12 * HOUR);
    for (let sent = 0; sent < 2; sent += 1) assert.equal(await crowd.ask(crowd.newPhone(), '', { project }), 'sent');
    const late = { ...crowd.otp.context(), now: yesterday };
    await crowd.otp.send(crowd.newPhone(), { project }, late);
    assert.equal(await crowd.ask(crowd.newPhone(), '', { project }), '429 otp_cap');
  });
});
