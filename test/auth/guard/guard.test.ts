import assert from 'node:assert/strict';
import { selectRows } from '../../support/databases/sql.ts';
import { statementsOf } from '../../support/databases/statements.ts';
import { outcomeOf } from '../support.ts';
import { type Crowd, expectPlaces, startCrowd } from './guard-support.ts';

const HOUR = 3_600;

describe('the guard of codes', () => {
  let crowd: Crowd;

  beforeEach(async () => {
    crowd = await startCrowd();
  });
  afterEach(() => crowd.otp.auth.close());

  it('refuses the eleventh code of a network in an hour', async () => {
    await expectPlaces(10, (index) => crowd.ask(crowd.newPhone(), `192.0.2.${index}`));
    assert.equal(await crowd.ask(crowd.newPhone(), '192.0.3.1'), 'sent');
  });

  it('counts an IPv6 client by its first 48 bits', async () => {
    await expectPlaces(10, (index) => crowd.ask(crowd.newPhone(), `2001:db8:1:${index}::/64`));
    assert.equal(await crowd.ask(crowd.newPhone(), '2001:db8:2::/64'), 'sent');
  });

  it('refuses the eleventh code to a prefix in an hour', async () => {
    await expectPlaces(10, (index) => crowd.ask(`+96650111${String(1_000 + index)}`));
    assert.equal(await crowd.ask('+966501121000'), 'sent');
  });

  it('refuses the eleventh code to a phone in a day', async () => {
    const phone = crowd.newPhone();
    for (let sent = 0; sent < 5; sent += 1) await crowd.use(phone);
    await expectPlaces(5, () => crowd.ask(phone));
    crowd.otp.clock.advance(25 * HOUR);
    assert.equal(await crowd.ask(phone), 'sent');
  });

  it('refuses the unused codes of a country above its floor', async () => {
    // a hundred of them may be on their way still
    await expectPlaces(130, () => crowd.ask(crowd.newPhone('EG')));
    assert.equal(await crowd.ask(crowd.newPhone('SA')), 'sent');
  });

  it('spares codes that are younger than two minutes', async () => {
    for (let sent = 0; sent < 40; sent += 1) assert.equal(await crowd.ask(crowd.newPhone('EG')), 'sent');
    crowd.otp.clock.advance(119);
    assert.equal(await crowd.ask(crowd.newPhone('EG')), 'sent');
    crowd.otp.clock.advance(1);
    assert.equal(await crowd.ask(crowd.newPhone('EG')), '429 otp_budget');
  });

  it('refuses the unused codes of a project above its floor', async () => {
    const countries = ['SA', 'AE', 'EG', 'JO'] as const;
    for (let sent = 0; sent < 60; sent += 1) assert.equal(await crowd.ask(crowd.newPhone(countries[sent % 4])), 'sent');
    crowd.otp.clock.advance(120);
    assert.equal(await crowd.ask(crowd.newPhone('AE')), '429 otp_budget');
    const other = { project: crowd.otp.other, claim: { projectId: 12, phone: '+966509991234', device: null } };
    assert.equal(await crowd.ask('+966509991234', crowd.newAddress(), other), 'sent');
  });

  it('allows as many unused codes as half of the used', async () => {
    const from = '192.0.2.1';
    for (let used = 0; used < 30; used += 1) await crowd.use(crowd.newPhone(), from);
    await expectPlaces(15, () => crowd.ask(crowd.newPhone(), from));
  });

  it('counts a code as used whose answer is 404', async () => {
    const from = '192.0.2.1';
    for (let sent = 0; sent < 12; sent += 1) await crowd.use(crowd.newPhone(), from);
    assert.equal(await crowd.ask(crowd.newPhone(), from), 'sent');
  });

  it('names the wait until the oldest step leaves', async () => {
    crowd.otp.clock.advance(17);
    const from = '192.0.2.1';
    await crowd.ask(crowd.newPhone(), from);
    crowd.otp.clock.advance(600);
    await expectPlaces(9, () => crowd.ask(crowd.newPhone(), from));
    const phone = crowd.newPhone();
    const refused = await outcomeOf(crowd.otp.send(phone, {}, { ...crowd.otp.context(), address: from }));
    assert.equal(refused, `429 otp_budget ${HOUR - 17 - 600}`);
    crowd.otp.clock.advance(HOUR - 17 - 600);
    assert.equal(await crowd.ask(phone, from), 'sent');
  });

  it('stores and counts nothing for a refused code', async () => {
    const from = '192.0.2.1';
    await expectPlaces(10, () => crowd.ask(crowd.newPhone(), from));
    const phone = crowd.newPhone();
    const hits: number[] = [];
    const ctx = {
      ...crowd.otp.context(async (_name, _key, count = 1) => {
        hits.push(count);
        return 0;
      }),
      takeFromRateLimit: async (_name: string, _key: string, count: number) => {
        hits.push(count);
        return count;
      },
      address: from,
    };
    assert.match(await outcomeOf(crowd.otp.send(phone, {}, ctx)), /^429 otp_budget/);
    assert.deepEqual(hits, [1, -1]);
    for (const table of ['otp_codes', 'otp_sends', 'sent_codes'])
      assert.deepEqual(await selectRows(crowd.otp.server.db, `SELECT phone FROM ${table} WHERE phone = :phone`, { phone }), [], table);
    assert.equal(crowd.otp.deliveredTo(phone), 0);
    assert.equal(await crowd.ask(phone), 'sent');
  });

  it('takes a place for an unknown phone that gets nothing', async () => {
    const from = '192.0.2.1';
    await expectPlaces(10, (index) => crowd.ask(crowd.newPhone(), from, { deliver: index % 2 === 0 ? 'never' : 'now' }));
  });

  it('gives a place back that no channel used', async () => {
    const from = '192.0.2.1';
    crowd.otp.breakChannels();
    for (let failed = 0; failed < 11; failed += 1) assert.equal(await crowd.ask(crowd.newPhone(), from), '502 otp_delivery_failed');
    crowd.otp.auth.providers.mend();
    crowd.otp.clock.advance(60);
    await expectPlaces(10, () => crowd.ask(crowd.newPhone(), from));
  });

  it('counts neither own codes nor those of test phones', async () => {
    const from = '192.0.2.1';
    for (let sent = 0; sent < 11; sent += 1) {
      assert.equal(await crowd.ask(crowd.newPhone(), from, { isOwn: true }), 'sent');
      assert.equal(await crowd.ask('+15550100001', from), 'sent');
    }
    await expectPlaces(10, () => crowd.ask(crowd.newPhone(), from));
  });

  it('lets known devices pass the limits of all', async () => {
    for (let sent = 0; sent < 40; sent += 1) await crowd.ask(crowd.newPhone('EG'));
    crowd.otp.clock.advance(120);
    const phone = crowd.newPhone('EG');
    const device = { tokenHash: 'a'.repeat(64), ownerId: '1' };
    assert.equal(await crowd.ask(phone), '429 otp_budget');
    const claim = { projectId: 11, phone, device: device as never };
    assert.equal(await crowd.ask(phone, crowd.newAddress(), { claim }), 'sent');
  });

  it('multiplies the floors by the scale of the project', async () => {
    const project = crowd.project({ guardScale: 0.25 });
    await expectPlaces(3, () => crowd.ask(crowd.newPhone(), '192.0.2.1', { project }));
    const large = crowd.project({ guardScale: 2 });
    await expectPlaces(17, () => crowd.ask(crowd.newPhone(), '192.0.2.1', { project: large }));
  });

  it('records refusals only, or nothing, as the project sets', async () => {
    const from = '192.0.2.1';
    for (let sent = 0; sent < 12; sent += 1)
      assert.equal(await crowd.ask(crowd.newPhone(), from, { project: crowd.project({ guard: 'record' }) }), 'sent');
    const send = () => crowd.ask(crowd.newPhone(), from, { project: crowd.project({ guard: 'off' }) });
    const statements = await statementsOf(crowd.otp.server.db, async () => assert.equal(await send(), 'sent'));
    assert.deepEqual(
      statements.filter((sql) => sql.includes('otp_guard')),
      [],
    );
    assert.equal(await crowd.ask(crowd.newPhone(), from), '429 otp_budget');
  });

  it('adds two statements to a send', async () => {
    await crowd.ask(crowd.newPhone());
    const statements = await statementsOf(crowd.otp.server.db, async () => void (await crowd.ask(crowd.newPhone())));
    assert.equal(statements.filter((sql) => sql.includes('otp_guard')).length, 2);
  });

  it('holds no phone and no address in its rows', async () => {
    const phone = crowd.newPhone();
    await crowd.ask(phone, '192.0.2.99');
    const rows = await selectRows(crowd.otp.server.db, 'SELECT subject, counts FROM otp_guard');
    assert.equal(rows.length, 5);
    for (const secret of [phone, phone.slice(1, -4), '192.0.2']) assert.ok(!JSON.stringify(rows).includes(secret), secret);
  });

  describe('the cap of a day', () => {
    it('refuses the message above it until midnight', async () => {
      const project = crowd.project({ capPerDay: 3, guard: 'off' });
      for (const isOwn of [{}, { isOwn: true }, {}] as const)
        assert.equal(await crowd.ask(crowd.newPhone(), '', { project, ...isOwn }), 'sent');
      const refused = await outcomeOf(crowd.otp.send(crowd.newPhone(), { project }));
      assert.equal(refused, `429 otp_cap ${12 * HOUR}`);
      crowd.otp.clock.advance(12 * HOUR);
      assert.equal(await crowd.ask(crowd.newPhone(), '', { project }), 'sent');
    });

    it('does not count messages that no channel accepted', async () => {
      const project = crowd.project({ capPerDay: 1 });
      crowd.otp.breakChannels();
      assert.equal(await crowd.ask(crowd.newPhone(), '', { project }), '502 otp_delivery_failed');
      crowd.otp.auth.providers.mend();
      crowd.otp.clock.advance(60);
      assert.equal(await crowd.ask(crowd.newPhone(), '', { project }), 'sent');
      assert.equal(await crowd.ask(crowd.newPhone(), '', { project }), '429 otp_cap');
    });
  });

  describe('an alarm', () => {
    const rows = (action: string) =>
      selectRows<{ actor: string; details: string }>(
        crowd.otp.server.db,
        'SELECT actor, details FROM audit_log WHERE action = :action ORDER BY id',
        { action },
      );

    it('tells the first refusal by country in an hour', async () => {
      for (let sent = 0; sent < 30; sent += 1) await crowd.ask(crowd.newPhone('EG'));
      crowd.otp.clock.advance(120);
      for (let refused = 0; refused < 3; refused += 1) await crowd.ask(crowd.newPhone('EG'));
      const [row, ...others] = await rows('otp.guard_acted');
      assert.equal(others.length, 0);
      assert.equal(row?.actor, 'system:otp');
      const { dimension, country, unused, used } = JSON.parse(row.details);
      assert.deepEqual([dimension, country, unused, used], ['country', 'EG', 30, 0]);
    });

    it('tells the cap at four fifths and when reached', async () => {
      const project = crowd.project({ capPerDay: 5 });
      for (let sent = 0; sent < 7; sent += 1) await crowd.ask(crowd.newPhone(), '', { project });
      const details = (await rows('otp.cap_reached')).map((row) => JSON.parse(row.details));
      assert.deepEqual(
        details,
        [4, 5].map((messages) => ({ messages, capPerDay: 5 })),
      );
    });
  });
});
