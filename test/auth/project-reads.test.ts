import assert from 'node:assert/strict';
import { client } from '../support/requests/client.ts';
import { type ContactServer, startContactServer } from './account/contact-support.ts';
import { newOperator } from './operators/operator-support.ts';
import { enableTotp, ownAccount, sessionOf, signIn } from './operators/totp-support.ts';
import { clientOf, newPhone, PASSWORD } from './support.ts';

describe('the reads of a project', () => {
  let running: ContactServer;

  before(async () => {
    running = await startContactServer();
  });
  after(() => running.close());

  /** The projects that `work` asks for inside a transaction, where the read would need a second connection. */
  async function readsInTransactions(work: () => Promise<unknown>): Promise<number[]> {
    const { db, services } = running.server;
    const { findProject } = services.auth;
    const reads: number[] = [];
    const recording = (id: number): ReturnType<typeof findProject> => {
      if (db.scopes.transaction()) reads.push(id);
      return findProject(id);
    };
    Object.assign(services.auth, { findProject: recording });
    await work().finally(() => Object.assign(services.auth, { findProject }));
    return reads;
  }

  it('come before the transactions that change an operator', async () => {
    const { server } = running;
    const { username } = await newOperator(server, { email: 'lina@example.com' });
    const token = await sessionOf(server, { username });
    const own = ownAccount(server, token);
    const reads = await readsInTransactions(async () => {
      const { recoveryCodes } = await enableTotp(server, token, new Date());
      await own.delete('/totp', { password: PASSWORD, code: recoveryCodes[0] }).expect(200);
      await own.put('/me', { email: 'lina@example.org', password: PASSWORD }).expect(200);
    });
    assert.deepEqual(reads, []);
  });

  it('come before the transaction that renews a session', async () => {
    const { username } = await newOperator(running.server);
    const { body } = await signIn(running.server, { username }).expect(200);
    const refresh = () => client(running.server, {}, '/api/v1/auth/auth').post('/token/refresh', { refresh: body.refresh }).expect(200);
    assert.deepEqual(await readsInTransactions(async () => refresh()), []);
  });

  it('come before the transactions that change a contact', async () => {
    const user = await running.newUser({ password: PASSWORD });
    const own = clientOf(running.server, user);
    const code = await running.requestEmailCode(user, 'dana@example.com');
    await own.post('/email/verify', { code }).expect(200);
    const phone = newPhone();
    await own.post('/phone/change/init', { phone, password: PASSWORD }).expect(200);
    const otp = await running.providers.codeFor(phone);
    const reads = await readsInTransactions(async () => {
      await own.post('/phone/change/verify', { otp }).expect(200);
      await own.put('/profile', { email: null }).expect(200);
    });
    assert.deepEqual(reads, []);
  });
});
