import assert from 'node:assert/strict';
import type { Clock } from '../../server/platform/clock.ts';
import { selectRows } from '../support/databases/sql.ts';
import { admin, type Client, client } from '../support/requests/client.ts';
import { atOnce, clientWithKey } from '../support/requests/key-access.ts';
import { operatorToken } from '../support/requests/tokens.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { createUser } from './sessions/session-support.ts';

const NOON = new Date('2026-06-01T12:00:00.000Z');
const LIST = '/auth/admin/users';

describe('the audit rows of reads of users', () => {
  let server: TestServer;
  let time = NOON;
  const clock: Clock = { now: () => time };
  const inMinutes = (minutes: number): Date => new Date(NOON.getTime() + minutes * 60_000);

  beforeEach(async () => {
    time = NOON;
    server = await startServer({ clock });
    await admin(server).post('/admin/projects', { name: 'Other', id: 12 }).expect(201);
  });
  afterEach(() => server.close());

  const operator = (of: TestServer, operatorId = 5): Client => client(of, { token: operatorToken(of, { operatorId }, time) });
  const rows = () =>
    selectRows<{ project_id: number; actor: string; subject: string; details: string }>(
      server.db,
      "SELECT project_id, actor, subject, details FROM audit_log WHERE action = 'users.read' ORDER BY id",
    );

  it('are one an hour for each reader and project', async () => {
    const reader = operator(server);
    for (const minutes of [0, 1, 59]) {
      time = inMinutes(minutes);
      await reader.get(`${LIST}?q=ahmad`).expect(200);
    }
    assert.deepEqual(await rows(), [{ project_id: 11, actor: 'operator:5', subject: 'project:11', details: '{}' }]);
    time = inMinutes(60);
    await operator(server).get(LIST).expect(200);
    await operator(server, 6).get(LIST).expect(200);
    const key = await clientWithKey(server, { scopes: ['read', 'users'] });
    await key.get(LIST).expect(200);
    await key.get(LIST).set('X-Project-ID', '12').expect(200);
    const actors = (await rows()).map(({ actor, project_id: project }) => `${actor.replace(/dk_\w+/, 'dk')} ${project}`);
    assert.deepEqual(actors, ['operator:5 11', 'operator:5 11', 'operator:6 11', 'key:dk 11', 'key:dk 12']);
  });

  it('cover the details of one user as well', async () => {
    const { id } = await createUser(server.db);
    await operator(server).get(`${LIST}/${id}`).expect(200);
    await operator(server).get(LIST).expect(200);
    await operator(server, 6).get(`${LIST}/00000000-0000-4000-8000-000000000000`).expect(404);
    assert.equal((await rows()).length, 2);
  });

  it('are one for 40 reads at once in two servers', async () => {
    const other = await startServer({ clock, env: server.env });
    try {
      for (const minutes of [0, 60, 120]) {
        time = inMinutes(minutes);
        const readers = [operator(server), operator(other)];
        const answers = await atOnce(
          40,
          (index) => (readers[index % 2] ?? readers[0])?.get(LIST) ?? Promise.reject(new Error('no reader')),
        );
        assert.ok(answers.every(({ status }) => status === 200));
        assert.equal((await rows()).length, minutes / 60 + 1);
      }
    } finally {
      await other.close();
    }
  });

  it('follow the latest row of another server', async () => {
    await operator(server).get(LIST).expect(200);
    const other = await startServer({ clock, env: server.env });
    try {
      for (const minutes of [50, 59, 60, 61]) {
        time = inMinutes(minutes);
        await operator(other).get(LIST).expect(200);
        assert.equal((await rows()).length, minutes < 60 ? 1 : 2, `after ${minutes} minutes`);
      }
    } finally {
      await other.close();
    }
  });

  it('are not left by refused reads', async () => {
    await client(server).get(LIST).expect(401);
    await (await clientWithKey(server, { scopes: ['read'] })).get(LIST).expect(403);
    await operator(server).get(`${LIST}?limit=0`).expect(400);
    assert.deepEqual(await rows(), []);
  });
});
