import assert from 'node:assert/strict';
import { selectRows } from '../../support/databases/sql.ts';
import { admin, authClient } from '../../support/requests/client.ts';
import { type ContactServer, startContactServer } from '../account/contact-support.ts';
import { newPhone, PASSWORD, refusedAs } from '../support.ts';

describe('codes by mail and the guard', () => {
  let running: ContactServer;

  beforeEach(async () => {
    running = await startContactServer({ env: { OTP_GUARD: 'enforce' } });
  });
  afterEach(() => running.close());

  const set = (otp: object) => admin(running.server).put('/admin/projects/11', { settings: { otp } }).expect(200);
  const counts = () => selectRows(running.server.db, 'SELECT * FROM otp_guard WHERE project_id = 11 ORDER BY dimension, subject');
  const send = () => authClient(running.server).post('/send-otp', { phone: newPhone() });

  it('count in no dimension of the guard', async () => {
    const user = await running.newUser({ password: PASSWORD });
    await set({ guardScale: 0.1 });
    const before = await counts();
    assert.equal(before.length, 5);
    for (let mail = 0; mail < 12; mail += 1) await running.requestEmailCode(user, `person-${mail}@example.com`);
    assert.deepEqual(await counts(), before);
    await send().expect(200);
    await send().expect(429).expect(refusedAs('otp_budget'));
    await running.requestEmailCode(user, 'last@example.com');
  });

  it('count for no cap and are not refused by it', async () => {
    const user = await running.newUser({ password: PASSWORD });
    await set({ capPerDay: 1 });
    for (let mail = 0; mail < 3; mail += 1) await running.requestEmailCode(user, `person-${mail}@example.com`);
    await send().expect(200);
    await send().expect(429).expect(refusedAs('otp_cap'));
    await running.requestEmailCode(user, 'last@example.com');
  });
});
