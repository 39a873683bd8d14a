import assert from 'node:assert/strict';
import { selectRows } from '../../support/databases/sql.ts';
import { expectTally, openRace, repeat } from '../../support/race.ts';
import { type AuthServer, newPhone, PASSWORD, register, startAuthServer } from '../support.ts';

const AT_ONCE = 10;

describe('parallel exports of an account', () => {
  let running: AuthServer;

  before(async () => {
    running = await startAuthServer();
  });
  after(() => running.close());

  it('give one document within the hour', async () => {
    const { server, providers } = running;
    const race = await openRace(server, AT_ONCE);
    for (let round = 0; round < 3; round += 1) {
      const { user, tokens } = await register(server, providers, newPhone(), { password: PASSWORD });
      const headers = { Authorization: `Bearer ${tokens.accessToken}` };
      const body = { password: PASSWORD };
      const answers = await race.run(repeat(AT_ONCE, () => ({ method: 'POST', path: '/auth/account/export', body, headers })));
      expectTally(answers, { 200: 1, 429: AT_ONCE - 1 });
      const acts = await selectRows(server.db, "SELECT id FROM audit_log WHERE action = 'user.exported' AND subject = :subject", {
        subject: `user:${user.id}`,
      });
      assert.equal(acts.length, 1);
    }
    race.close();
  });
});
