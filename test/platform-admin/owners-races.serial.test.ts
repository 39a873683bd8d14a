import assert from 'node:assert/strict';
import { Operator } from '../../models/platform-admin/Operator.ts';
import { client } from '../support/requests/client.ts';
import { atOnce, issueKey } from '../support/requests/key-access.ts';
import { startServer, type TestServer } from '../support/server.ts';

const PASSWORD = 'correct horse battery';

describe('the first owner', () => {
  let server: TestServer;

  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  it('is one, although several keys make owners at once', async () => {
    // as in a database of the release before
    await server.db.model(Operator).update({ isOwner: false }, { where: {}, acrossProjects: true });
    const keys = await Promise.all(Array.from({ length: 8 }, () => issueKey(server, { scopes: ['read', 'write', 'operators'] })));
    const answers = await atOnce(keys.length, (index) =>
      client(server, { apiKey: keys[index]?.key ?? '' }).post('/admin/projects/11/operators', {
        username: `first-${index}`,
        password: PASSWORD,
        role: 'admin',
        owner: true,
      }),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array.from({ length: 7 }, () => 403)]);
    assert.equal(await server.db.model(Operator).count({ where: { isOwner: true }, acrossProjects: true }), 1);
  });
});
