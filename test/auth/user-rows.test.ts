import assert from 'node:assert/strict';
import { User } from '../../models/auth/User.ts';
import { findById, findByPhone } from '../../server/services/auth/users/users.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { createUser } from './sessions/session-support.ts';
import { newPhone } from './support.ts';

describe('a user that is read by raw SQL', () => {
  let server: TestServer;

  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  it('reads every column of the user like its model', async () => {
    const { id, phone } = await createUser(server.db, { passwordHash: 'hash', role: 'driver' });
    // columns of one type have different values, so that none is taken for another
    await server.db
      .model(User)
      .update({ notifications: false, phoneVerified: true, updatedAt: new Date(5_000) }, { where: { id, projectId: 11 }, silent: true });
    const found = await findByPhone(server.db, 11, phone);
    const model = server.db.model(User);
    assert.deepEqual([found?.notifications, found?.phoneVerified], [false, true]);
    assert.deepEqual(found?.get(), (await model.findOne({ where: { id, projectId: 11 } }))?.get());
    assert.deepEqual((await findById(server.db, 11, id))?.get(), found?.get());
    assert.equal(await findById(server.db, 12, id), null);
    assert.deepEqual(Object.keys(found?.get() ?? {}).sort(), Object.keys(model.getAttributes()).sort());
  });

  it('returns null for other phones and other projects', async () => {
    const { phone } = await createUser(server.db);
    assert.deepEqual([await findByPhone(server.db, 12, phone), await findByPhone(server.db, 11, newPhone())], [null, null]);
  });
});
