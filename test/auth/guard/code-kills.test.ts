import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../server/platform/db/database.ts';
import { dumpOf } from '../../flows/erasure/erasure-support.ts';
import { call, type Launched, launch, relaunch } from '../../flows/support.ts';
import { databaseFiles, filesIn, filesWith, untilInFiles } from '../../support/databases/database-files.ts';
import { openDatabaseAt } from '../../support/databases/scratch-database.ts';
import { endProcesses } from '../../support/programs/process.ts';
import { type FakeProviders, startFakeProviders } from '../../support/providers/fake-providers.ts';
import { client } from '../../support/requests/client.ts';
import { newPhone, register } from '../support.ts';

/** Milliseconds between the first request and the kill: a send takes some tens. */
const KILLS = [2, 8, 16, 30, 60];
const AT_ONCE = 6;
const CAP = 20;

describe('a server that is killed while it sends codes', () => {
  let server: Launched;
  let db: Database;
  let providers: FakeProviders;
  let output = '';

  before(async () => {
    providers = await startFakeProviders();
    // ten digits do not appear in a file by accident
    const env = { OTP_LENGTH: '10', OTP_COOLDOWN_SECONDS: '0', LOG_LEVEL: 'trace' };
    server = await launch({ ...providers.env, ...env });
    db = openDatabaseAt(server.env['DATABASE_URL'] ?? '');
    await setCap(CAP);
  });
  after(async () => {
    endProcesses();
    await db.close();
    await providers.close();
  });

  const ask = () => client(server, {}, '/api/v2/auth').post('/register-init', { phone: newPhone() });

  async function setCap(capPerDay: number | null): Promise<void> {
    const { status } = await call(server, ['PUT', '/admin/projects/11'], { settings: { otp: { guard: 'off', capPerDay } } });
    assert.equal(status, 200);
  }

  it('sends no more messages than the cap allows', async () => {
    for (const delay of KILLS) {
      // the first send of a process is many times slower
      assert.ok([200, 429].includes((await ask()).status));
      const asked = Array.from({ length: AT_ONCE }, () =>
        ask().then(
          ({ status }) => status,
          () => 0,
        ),
      );
      await sleep(delay);
      await server.end('SIGKILL');
      output += server.output();
      for (const status of await Promise.all(asked)) assert.ok([0, 200, 429].includes(status), String(status));
      server = await relaunch(server.env);
    }
    const accepted = providers.messages.length;
    assert.ok(accepted > 0 && accepted <= CAP, `${accepted} messages`);
    for (let sent = 0; sent < CAP; sent += 1) await ask();
    await ask().expect(429);
    assert.ok(providers.messages.length <= CAP, `${providers.messages.length} messages`);
  });

  it('sends and takes codes as before afterwards', async () => {
    await setCap(null);
    await register(server, providers, newPhone());
  });

  it('leaves no code in any file, row or line', async () => {
    await server.end('SIGTERM');
    output += server.output();
    const texts = [output, await dumpOf(db)];
    const files = [...filesIn(server.env['DATA_DIR'] ?? ''), ...(await databaseFiles(server.env['DATABASE_URL'] ?? ''))];
    // the search sees the rows of codes
    await untilInFiles(providers.messages.at(-1)?.phone ?? '', files);
    for (const { code } of providers.messages) {
      assert.ok(!texts.some((text) => text.includes(code)), 'a code is in the log or in a table');
      assert.deepEqual(filesWith(code, files), []);
    }
  });
});
