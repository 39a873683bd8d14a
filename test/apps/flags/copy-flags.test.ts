import assert from 'node:assert/strict';
import { AuditEntry } from '../../../models/platform/AuditEntry.ts';
import { admin, client } from '../../support/requests/client.ts';
import { issueKey } from '../../support/requests/key-access.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { codeOf, faultsOf, registerApp } from '../support.ts';

const SAUDI = [{ attribute: 'country', operator: 'in', values: ['SA'] }];
const EGYPT = [{ attribute: 'country', operator: 'in', values: ['EG'] }];

describe('POST /admin/apps/:slug/features/copy', () => {
  let server: TestServer;
  let from: string;
  let to: string;

  before(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    from = await registerApp(server);
    to = await registerApp(server);
  });
  after(() => server.close());

  const addFlag = (slug: string, flagKey: string, body: object = {}) =>
    admin(server)
      .post(`/admin/apps/${slug}/features`, { flagKey, isEnabled: true, ...body })
      .expect(201);
  const addSegment = (slug: string, key: string, conditions: object[] = SAUDI) =>
    admin(server).post(`/admin/apps/${slug}/segments`, { key, conditions }).expect(201);
  const copy = (body: object = {}, query = '') => admin(server).post(`/admin/apps/${to}/features/copy${query}`, { from, ...body });
  const copied = async (body: object = {}) => (await copy(body).expect(200)).body;
  const flags = async (slug = to) => {
    const { body } = await admin(server).get(`/admin/apps/${slug}/features/admin`).expect(200);
    return body.map(({ id: _, createdAt: __, updatedAt: ___, ...rest }: Record<string, unknown>) => rest);
  };
  const conditionsOf = async (key: string) => (await admin(server).get(`/admin/apps/${to}/segments/${key}`).expect(200)).body.conditions;
  const using = (segment: string) => ({ targeting: { rules: [{ id: 'r', segments: [segment], percentage: 20 }] } });

  it('copies all flags with their segments and requirements', async () => {
    await addSegment(from, 'people');
    await addSegment(from, 'unused');
    await addFlag(from, 'parent', { config: { a: [1] }, description: 'First' });
    await addFlag(from, 'child', {
      targeting: { rules: [{ id: 'r', segments: ['people'] }], requires: [{ flag: 'parent' }] },
      kind: 'ops',
    });
    assert.deepEqual(await copied(), { copied: ['child', 'parent'], skipped: [], segments: ['people'] });
    assert.deepEqual(await flags(), await flags(from));
    assert.deepEqual(await conditionsOf('people'), SAUDI);
    await admin(server).get(`/admin/apps/${to}/segments/unused`).expect(404);
    assert.deepEqual(await copied(), { copied: [], skipped: ['child', 'parent'], segments: [] });
  });

  it('leaves what exists, unless it is to be overwritten', async () => {
    await addSegment(from, 'people');
    await addSegment(to, 'people', EGYPT);
    for (const key of ['a', 'b', 'c']) await addFlag(from, key, key === 'c' ? {} : using('people'));
    await addFlag(to, 'a', { isEnabled: false });
    await addFlag(to, 'c');
    assert.deepEqual(await copied({ keys: ['b', 'a'] }), { copied: ['b'], skipped: ['a'], segments: [] });
    assert.deepEqual(await conditionsOf('people'), EGYPT);
    const result = await copied({ overwrite: true });
    assert.deepEqual(result, { copied: ['a'], skipped: ['b', 'c'], segments: ['people'] });
    assert.deepEqual(await flags(), await flags(from));
    assert.deepEqual(await conditionsOf('people'), SAUDI);
  });

  it('leaves an audit row for each change', async () => {
    await addSegment(from, 'people');
    await addFlag(from, 'a', using('people'));
    await copied();
    const { data } = (await admin(server).get(`/admin/apps/${to}/changes`).expect(200)).body;
    assert.deepEqual(
      data.map(({ action, target }: Record<string, unknown>) => [action, target]),
      [
        ['flag.created', 'flag:a'],
        ['segment.created', 'segment:people'],
        ['app.created', null],
      ],
    );
    for (const { id } of data.slice(0, 2)) await admin(server).post(`/admin/apps/${to}/changes/${id}/undo`, {}).expect(200);
    assert.deepEqual(await flags(), []);
  });

  it('names the requirements that are missing, and copies nothing', async () => {
    await addFlag(from, 'parent');
    await addFlag(from, 'child', { targeting: { rules: [], requires: [{ flag: 'parent' }] } });
    await addFlag(from, 'alone');
    const answer = await copy({ keys: ['alone', 'child'] }).expect(409);
    assert.equal(codeOf(answer), 'prerequisite_conflict');
    assert.ok(answer.body.message.includes('require parent,'), answer.body.message);
    assert.deepEqual(await flags(), []);
    await addFlag(to, 'parent', { targeting: { rules: [], requires: [{ flag: (await addFlag(to, 'root')).body.flagKey }] } });
    assert.equal(codeOf(await copy({ keys: ['child'] }).expect(409)), 'prerequisite_conflict');
  });

  it('shows in a dry run what it would copy', async () => {
    await addSegment(from, 'people');
    await addFlag(from, 'a', using('people'));
    const { body } = await copy({}, '?dryRun=true').expect(200);
    assert.deepEqual(body, { copied: ['a'], skipped: [], segments: ['people'] });
    assert.deepEqual(await flags(), []);
    assert.equal(await server.db.model(AuditEntry).count({ where: { subject: `app:${to}` }, acrossProjects: true }), 1);
    await copy({ keys: ['none'] }, '?dryRun=true').expect(400);
  });

  it('needs access to both apps', async () => {
    await addFlag(from, 'a');
    const withKey = async (apps: string[]) => client(server, { apiKey: (await issueKey(server, { scopes: ['read', 'write'], apps })).key });
    const post = async (apps: string[]) => (await withKey(apps)).post(`/admin/apps/${to}/features/copy`, { from });
    assert.equal(codeOf(await post([to])), 'permission_denied');
    assert.equal(codeOf(await post([from])), 'permission_denied');
    const writer = client(server, { apiKey: (await issueKey(server, { scopes: ['write'] })).key });
    await writer.post(`/admin/apps/${to}/features/copy`, { from }).expect(403);
    assert.deepEqual(await flags(), []);
    assert.equal((await post([from, to])).status, 200);
  });

  it('refuses wrong keys, apps and too many flags', async () => {
    assert.deepEqual(faultsOf(await copy({ keys: ['a', 'b'] }).expect(400)), ['keys[0]', 'keys[1]']);
    assert.deepEqual(faultsOf(await copy({ from: to }).expect(400)), ['from']);
    assert.deepEqual(faultsOf(await copy({ keys: [] }).expect(400)), ['keys']);
    assert.equal(codeOf(await copy({ from: 'unknown' }).expect(404)), 'app_not_found');
    const config = { text: 'x'.repeat(19_000) };
    for (let index = 0; index < 13; index += 1) await addFlag(to, `own_${index}`, { config });
    await addFlag(from, 'large', { config });
    assert.equal(codeOf(await copy().expect(409)), 'flag_limit');
  });
});
