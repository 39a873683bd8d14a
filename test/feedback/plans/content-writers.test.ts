import assert from 'node:assert/strict';
import { codeOf } from '../../apps/support.ts';
import { admin } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { newProject } from '../content-support.ts';
import { guest, staff, startFeedbackServer, user } from '../support.ts';

const RESOURCES = [
  ['/roadmap', { title: 'Dark mode' }],
  ['/changelog', { title: '2.0', content: 'New' }],
] as const;

describe('the setting contentWriters', () => {
  let server: TestServer;

  before(async () => {
    server = await startFeedbackServer();
  });
  after(() => server.close());

  for (const [path, body] of RESOURCES) {
    it(`lets any signed-in caller write ${path} by default`, async () => {
      const projectId = await newProject(server);
      for (const role of ['customer', 'driver', 'pending', 'staff', 'admin'] as const) {
        const caller = user(server, { projectId, role });
        const { id } = (await caller.post(path, body).expect(201)).body.data;
        await user(server, { projectId }).put(`${path}/${id}`, { title: 'x' }).expect(200);
        await user(server, { projectId }).delete(`${path}/${id}`).expect(200);
      }
    });

    it(`lets only staff write ${path} where it says so`, async () => {
      const projectId = await newProject(server, { contentWriters: 'staff' });
      const staffs = [user(server, { projectId, role: 'staff' }), user(server, { projectId, role: 'admin' }), staff(server, { projectId })];
      const ids: number[] = [];
      for (const caller of staffs) ids.push((await caller.post(path, body).expect(201)).body.data.id);
      for (const role of ['customer', 'driver', 'pending'] as const) {
        const caller = user(server, { projectId, role });
        for (const refused of [
          caller.post(path, body),
          caller.put(`${path}/${ids[0]}`, { title: 'x' }),
          caller.delete(`${path}/${ids[0]}`),
        ])
          assert.equal(codeOf(await refused.expect(403)), 'permission_denied');
        assert.equal(codeOf(await caller.delete(`${path}/2000000000`).expect(403)), 'permission_denied');
      }
      assert.equal((await guest(server, projectId).get(path).expect(200)).body.pagination.total, 3);
      for (const [index, caller] of staffs.entries()) await caller.put(`${path}/${ids.at(index - 1)}`, { title: 'x' }).expect(200);
      for (const [index, caller] of staffs.entries()) await caller.delete(`${path}/${ids.at(index - 1)}`).expect(200);
    });

    it(`applies to ${path} at once, in its own project`, async () => {
      const projectId = await newProject(server);
      const caller = user(server, { projectId });
      const { id } = (await caller.post(path, body).expect(201)).body.data;
      const set = (contentWriters: string) =>
        admin(server).put(`/admin/projects/${projectId}`, { settings: { contentWriters } }).expect(200);
      await set('staff');
      await caller.put(`${path}/${id}`, { title: 'x' }).expect(403);
      await user(server, { projectId: 12 }).post(path, body).expect(201);
      await set('authenticated');
      await caller.delete(`${path}/${id}`).expect(200);
    });
  }
});
