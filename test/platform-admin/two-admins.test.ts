import assert from 'node:assert/strict';
import { createUser } from '../auth/sessions/session-support.ts';
import { admin, type Client, client } from '../support/requests/client.ts';
import { issueKey } from '../support/requests/key-access.ts';
import { startServer, type TestServer } from '../support/server.ts';

const PASSWORD = 'correct horse battery';

describe('two admins of two projects', () => {
  let server: TestServer;
  /** Each admin, and the texts that only his project contains. */
  const sides: { project: number; boss: Client; own: string[] }[] = [];

  before(async () => {
    server = await startServer();
    await admin(server).post('/admin/projects', { name: 'Other', id: 12 }).expect(201);
    for (const project of [11, 12]) sides.push({ project, ...(await newAdmin(project)) });
    for (const { project, boss, own } of sides) {
      const { phone } = await createUser(server.db, { projectId: project });
      const app = { slug: `app-${project}`, name: 'x', platform: 'both', packageName: 'com.example.app' };
      await boss.post('/admin/apps', app).expect(201);
      const { id } = await issueKey(server, { projectId: project });
      const keys = await admin(server).get('/admin/api-keys').expect(200);
      own.push(phone, app.slug, keys.body.find((key: { id: number }) => key.id === id).prefix);
    }
  });
  after(() => server.close());

  async function newAdmin(project: number): Promise<{ boss: Client; own: string[] }> {
    const username = `boss-of-${project}`;
    await admin(server).post(`/admin/projects/${project}/operators`, { username, password: PASSWORD, role: 'admin' }).expect(201);
    const { body } = await client(server, {}, '/api/v1/auth/auth').post('/token', { username, password: PASSWORD }).expect(200);
    return { boss: client(server, { token: body.access }), own: [username] };
  }

  it('never see what belongs to the other project', async () => {
    for (const { project, boss, own } of sides) {
      const paths = [
        '/admin/apps',
        '/admin/api-keys',
        `/admin/projects/${project}/operators`,
        '/auth/admin/users',
        '/admin/audit-log?limit=100',
      ];
      const seen = await Promise.all(paths.map(async (path) => (await boss.get(path).expect(200)).text));
      const others = sides.filter((side) => side.project !== project).flatMap((side) => side.own);
      for (const text of own) assert.ok(seen.join().includes(text), `${text} is seen in its project`);
      for (const text of others) assert.ok(!seen.join().includes(text), `${text} is seen in project ${project}`);
    }
  });
});
