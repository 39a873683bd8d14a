import assert from 'node:assert/strict';
import { selectRows } from '../../support/databases/sql.ts';
import { atOnce } from '../../support/requests/key-access.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { outcomeOf, tallyOutcomes } from '../support.ts';
import { type Crowd, startCrowd } from './guard-support.ts';

const CODES = 200;

describe('codes that are asked for at once', () => {
  let crowd: Crowd;
  let other: TestServer;

  before(async () => {
    crowd = await startCrowd();
    // another process on the same database
    other = await startServer({ env: crowd.otp.server.env });
  });
  after(async () => {
    await other.close();
    await crowd.otp.auth.close();
  });

  it('get the one place that a network has left', async () => {
    for (let sent = 0; sent < 9; sent += 1) await crowd.ask(crowd.newPhone(), '192.0.2.1');
    const tally = tallyOutcomes(await atOnce(CODES, () => crowd.ask(crowd.newPhone(), '192.0.2.1')));
    assert.deepEqual(tally, { sent: 1, '429 otp_budget': CODES - 1 });
  });

  it('get the one place between two processes', async () => {
    for (let sent = 0; sent < 9; sent += 1) await crowd.ask(crowd.newPhone(), '192.0.3.1');
    const phones = Array.from({ length: CODES }, () => crowd.newPhone());
    const asked = await atOnce(CODES, (index) => {
      const { db, services } = index % 2 === 0 ? crowd.otp.server : other;
      const context = { ...crowd.otp.context(), db, service: services.auth, address: '192.0.3.1' };
      return crowd.otp.send(phones[index] ?? '', {}, context).then(
        () => 'sent',
        (error: { code?: string }) => error.code ?? String(error),
      );
    });
    assert.deepEqual(tallyOutcomes(asked), { sent: 1, otp_budget: CODES - 1 });
  });

  it('get the one message that the day has left', async () => {
    const project = crowd.project({ capPerDay: 1, guard: 'off' });
    const tally = tallyOutcomes(await atOnce(CODES, () => crowd.ask(crowd.newPhone(), '', { project })));
    assert.deepEqual(tally, { sent: 1, '429 otp_cap': CODES - 1 });
  });
  it('raise one alarm when two processes refuse them', async () => {
    // the codes of the tests before are above a tenth of the floor of the project
    crowd.otp.clock.advance(120);
    const project = crowd.project({ guardScale: 0.1 });
    const asked = await atOnce(CODES, (index) => {
      const { db, services } = index % 2 === 0 ? crowd.otp.server : other;
      const context = { ...crowd.otp.context(), db, service: services.auth, address: crowd.newAddress() };
      return outcomeOf(crowd.otp.send(crowd.newPhone(), { project }, context));
    });
    for (const outcome of asked) assert.match(outcome, /^429 otp_budget/);
    const alarms = await selectRows(crowd.otp.server.db, "SELECT details FROM audit_log WHERE action = 'otp.guard_acted'");
    assert.equal(alarms.length, 1);
  });
});
