import assert from 'node:assert/strict';
import { AuditEntry } from '../../../models/platform/AuditEntry.ts';
import { admin, client } from '../../support/requests/client.ts';
import { issueKey } from '../../support/requests/key-access.ts';
import { operatorToken } from '../../support/requests/tokens.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { codeOf, publish, registerApp } from '../support.ts';

interface Item {
  id: number;
  action: string;
  target: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  reason: string | null;
  undoes: number | null;
  actor: string;
  canUndo: boolean;
}

const SAUDI = [{ attribute: 'country', operator: 'in', values: ['SA'] }];
const TARGETING = { rules: [{ id: 'r', segments: ['people'], percentage: 20 }] };

describe('the changes of an app', () => {
  let server: TestServer;
  let slug: string;

  before(async () => {
    server = await startServer();
  });
  beforeEach(async () => {
    slug = await registerApp(server);
  });
  after(() => server.close());

  const path = (rest = '') => `/admin/apps/${slug}${rest}`;
  const list = async (query = ''): Promise<Item[]> =>
    (
      await admin(server)
        .get(path(`/changes${query}`))
        .expect(200)
    ).body.data;
  const undo = (id: number, body: object = {}, query = '') => admin(server).post(path(`/changes/${id}/undo${query}`), body);
  const undoLast = async (subject: string, body: object = {}): Promise<Item> => {
    const [last] = await list(`?subject=${subject}`);
    return (await undo(last?.id ?? 0, body).expect(200)).body;
  };
  const flag = async () => (await admin(server).get(path('/features/f')).expect(200)).body;
  const makeFlag = (body: object = {}) =>
    admin(server)
      .post(path('/features'), { flagKey: 'f', isEnabled: true, ...body })
      .expect(201);
  const makeSegment = () => admin(server).post(path('/segments'), { key: 'people', conditions: SAUDI }).expect(201);
  const stable = ({ id: _, createdAt: __, updatedAt: ___, ...rest }: Record<string, unknown>) => rest;

  it('are listed newest first, by subject and in pages', async () => {
    await makeSegment();
    await makeFlag();
    await admin(server).put(path('/features/f'), { isEnabled: false }).expect(200);
    const actions = (items: readonly Item[]) => items.map(({ action }) => action);
    assert.deepEqual(actions(await list()), ['flag.changed', 'flag.created', 'segment.created', 'app.created']);
    assert.deepEqual(actions(await list('?subject=flag:f')), ['flag.changed', 'flag.created']);
    assert.deepEqual(await list('?subject=flag:none'), []);
    const first = (await admin(server).get(path('/changes?limit=3')).expect(200)).body;
    assert.deepEqual(actions(first.data), ['flag.changed', 'flag.created', 'segment.created']);
    const second = (
      await admin(server)
        .get(path(`/changes?limit=3&before=${first.nextBefore}`))
        .expect(200)
    ).body;
    assert.deepEqual([actions(second.data), second.nextBefore], [['app.created'], null]);
    const [changed] = first.data;
    assert.deepEqual([changed.before, changed.after, changed.canUndo], [{ isEnabled: true }, { isEnabled: false }, true]);
    assert.deepEqual(
      first.data.map(({ canUndo }: Item) => canUndo),
      [true, false, true],
    );
    await admin(server).get('/admin/apps/none/changes').expect(404);
    await admin(server).get(path('/changes?before=0')).expect(400);
  });

  it('show to staff only their own acts', async () => {
    await makeFlag();
    const staff = client(server, { token: operatorToken(server, { role: 'staff' }) });
    assert.deepEqual((await staff.get(path('/changes')).expect(200)).body.data, []);
    const [{ id = 0 } = {}] = await list();
    await staff.post(path(`/changes/${id}/undo`), {}).expect(403);
  });

  it('set the fields of a changed flag back', async () => {
    await makeSegment();
    await makeFlag({ targeting: TARGETING, config: { a: [1, { b: 2 }] }, description: 'First' });
    const before = await flag();
    await admin(server)
      .put(path('/features/f'), { targeting: { rules: [] }, config: null, description: '', kind: 'ops', isEnabled: false })
      .expect(200);
    const change = await undoLast('flag:f', { reason: 'Too early' });
    assert.deepEqual(stable(await flag()), stable(before));
    const [newest] = await list('?subject=flag:f');
    assert.deepEqual(newest, change);
    assert.deepEqual([change.action, change.reason, change.undoes !== null, change.canUndo], ['flag.changed', 'Too early', true, true]);
    assert.deepEqual((change.after?.['targeting'] as object) ?? null, TARGETING);
  });

  it('keep what changed in other fields meanwhile', async () => {
    await makeFlag();
    await admin(server).put(path('/features/f'), { isEnabled: false }).expect(200);
    const [off] = await list('?subject=flag:f');
    await admin(server).put(path('/features/f'), { description: 'Later' }).expect(200);
    await undo(off?.id ?? 0).expect(200);
    const { isEnabled, description } = await flag();
    assert.deepEqual([isEnabled, description], [true, 'Later']);
  });

  it('delete what was created and create again what was deleted', async () => {
    await makeSegment();
    await makeFlag({ targeting: TARGETING, valueType: 'boolean' });
    const before = await flag();
    assert.equal((await undoLast('flag:f')).action, 'flag.deleted');
    await admin(server).get(path('/features/f')).expect(404);
    assert.equal((await undoLast('flag:f')).action, 'flag.created');
    assert.deepEqual(stable(await flag()), stable(before));
    await admin(server).delete(path('/features/f')).expect(204);
    await admin(server).delete(path('/segments/people')).expect(204);
    assert.equal((await undoLast('segment:people')).action, 'segment.created');
    await undoLast('flag:f');
    assert.deepEqual(stable(await flag()), stable(before));
  });

  it('are undone twice to where they began', async () => {
    await makeSegment();
    const segment = async () => stable((await admin(server).get(path('/segments/people')).expect(200)).body);
    await admin(server)
      .put(path('/segments/people'), { name: 'New', conditions: [{ ...SAUDI[0], not: true }] })
      .expect(200);
    const changed = await segment();
    for (const expected of ['old', 'new', 'old', 'new']) {
      await undoLast('segment:people');
      assert.equal((await segment())['name'], expected === 'new' ? 'New' : null);
    }
    assert.deepEqual(await segment(), changed);
  });

  it('are refused when the present differs from what they left', async () => {
    await makeFlag();
    const [created] = await list('?subject=flag:f');
    await admin(server).put(path('/features/f'), { isEnabled: false }).expect(200);
    const [changed] = await list('?subject=flag:f');
    const answer = await undo(created?.id ?? 0).expect(409);
    assert.equal(codeOf(answer), 'changed_since');
    assert.ok(answer.body.message.includes(`by ${changed?.id}`), answer.body.message);
    await undo(changed?.id ?? 0).expect(200);
    assert.equal(codeOf(await undo(changed?.id ?? 0).expect(409)), 'changed_since');
  });

  it('are refused when the change back would break another flag', async () => {
    await makeFlag({ flagKey: 'f' });
    const [created] = await list('?subject=flag:f');
    await makeFlag({ flagKey: 'child', targeting: { rules: [], requires: [{ flag: 'f' }] } });
    assert.equal(codeOf(await undo(created?.id ?? 0).expect(409)), 'in_use');
    await makeSegment();
    await makeFlag({ flagKey: 'rich', targeting: TARGETING });
    await admin(server).delete(path('/features/rich')).expect(204);
    const [deleted] = await list('?subject=flag:rich');
    await admin(server).delete(path('/segments/people')).expect(204);
    assert.equal(codeOf(await undo(deleted?.id ?? 0).expect(400)), 'validation_error');
  });

  it('cannot be undone for new releases and apps', async () => {
    await publish(server, slug);
    for (const { id, canUndo } of await list()) {
      assert.equal(canUndo, false);
      assert.equal(codeOf(await undo(id).expect(409)), 'not_undoable');
    }
  });

  it('are missing for other apps and projects', async () => {
    await makeFlag();
    const [{ id = 0 } = {}] = await list();
    const other = await registerApp(server);
    assert.equal(codeOf(await admin(server).post(`/admin/apps/${other}/changes/${id}/undo`, {}).expect(404)), 'change_not_found');
    assert.equal(codeOf(await undo(999_999_999).expect(404)), 'change_not_found');
    const { key } = await issueKey(server, { scopes: ['read', 'write'], apps: [other] });
    await client(server, { apiKey: key })
      .post(path(`/changes/${id}/undo`), {})
      .expect(403);
  });

  it('are tried without leaving a trace', async () => {
    await makeSegment();
    await makeFlag({ targeting: TARGETING });
    const before = await flag();
    const [created] = await list('?subject=flag:f');
    const { body } = await undo(created?.id ?? 0, {}, '?dryRun=true').expect(200);
    assert.deepEqual([body.before, body.after, body.reach.users], [before, null, 0]);
    const rows = () => server.db.model(AuditEntry).count({ where: { subject: `app:${slug}` }, acrossProjects: true });
    const count = await rows();
    const [made] = await list('?subject=segment:people');
    assert.equal(codeOf(await undo(made?.id ?? 0, {}, '?dryRun=true').expect(409)), 'in_use');
    assert.deepEqual([await flag(), await rows()], [before, count]);
  });
});
