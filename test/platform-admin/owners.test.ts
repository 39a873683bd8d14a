import assert from 'node:assert/strict';
import type { Response } from 'supertest';
import { Operator } from '../../models/platform-admin/Operator.ts';
import { admin, type Client, client } from '../support/requests/client.ts';
import { atOnce, clientWithKey } from '../support/requests/key-access.ts';
import { startServer, type TestServer } from '../support/server.ts';

const PASSWORD = 'correct horse battery';
const OPERATORS = '/admin/projects/11/operators';
const codeOf = ({ status, body }: Response): string => `${status} ${body.code ?? ''}`.trim();

describe('owners', () => {
  let server: TestServer;
  let count = 0;

  beforeEach(async () => {
    server = await startServer();
    // as a database of the release before: the first start of this one made an owner
    await server.db.model(Operator).update({ isOwner: false }, { where: {}, acrossProjects: true });
  });
  afterEach(() => server.close());

  const newOperator = (caller: Client, values: object = {}) => {
    count += 1;
    return caller.post(OPERATORS, { username: `owner-${count}`, password: PASSWORD, role: 'admin', ...values });
  };
  const signIn = async (username: string): Promise<Client> => {
    const { body } = await client(server, {}, '/api/v1/auth/auth').post('/token', { username, password: PASSWORD }).expect(200);
    return client(server, { token: body.access });
  };
  const firstOwner = async (): Promise<{ id: number; owner: Client }> => {
    const { body } = await newOperator(admin(server), { owner: true }).expect(201);
    return { id: body.id, owner: await signIn(body.username) };
  };

  it('are made by a platform key while there is none', async () => {
    const scoped = await clientWithKey(server, { projectId: 11 });
    assert.equal(codeOf(await newOperator(scoped, { owner: true })), '403 permission_denied');
    const { owner } = await firstOwner();
    assert.equal(codeOf(await newOperator(admin(server), { owner: true })), '403 permission_denied');
    assert.equal((await newOperator(owner, { owner: true }).expect(201)).body.owner, true);
  });

  it('reach every project with their token', async () => {
    const { owner } = await firstOwner();
    await owner.post('/admin/projects', { name: 'Other', id: 12 }).expect(201);
    await owner.get('/admin/projects/12/operators').expect(200);
    assert.equal((await owner.get('/admin/projects').expect(200)).body.length, 2);
  });

  it('need the role admin at all times', async () => {
    assert.equal(codeOf(await newOperator(admin(server), { owner: true, role: 'staff' })), '400 validation_error');
    const { owner } = await firstOwner();
    const { body } = await newOperator(owner, { owner: true }).expect(201);
    assert.equal(codeOf(await owner.put(`${OPERATORS}/${body.id}`, { role: 'staff' })), '400 validation_error');
  });

  it('are changed by owners alone', async () => {
    const { id } = await firstOwner();
    const { body } = await newOperator(admin(server)).expect(201);
    const boss = await signIn(body.username);
    for (const caller of [boss, admin(server)])
      for (const change of [{ password: 'another horse battery' }, { role: 'staff' }, { isActive: false }, { owner: false }])
        assert.equal(codeOf(await caller.put(`${OPERATORS}/${id}`, change)), '403 permission_denied');
    assert.equal(codeOf(await boss.put(`${OPERATORS}/${body.id}`, { owner: true })), '403 permission_denied');
  });

  it('lose their power before their token ends', async () => {
    const { id, owner } = await firstOwner();
    const { body } = await newOperator(owner, { owner: true }).expect(201);
    const former = await signIn(body.username);
    // as in another process, which learns of a revocation within two seconds
    await server.db.model(Operator).update({ isOwner: false }, { where: { id: body.id }, acrossProjects: true });
    assert.equal(codeOf(await newOperator(former, { owner: true })), '403 permission_denied');
    assert.equal(codeOf(await former.put(`${OPERATORS}/${body.id}`, { owner: true })), '403 permission_denied');
    assert.equal(codeOf(await former.put(`${OPERATORS}/${id}`, { password: 'another horse battery' })), '403 permission_denied');
  });

  it('never lose the last active one', async () => {
    const { id, owner } = await firstOwner();
    for (const change of [{ owner: false }, { isActive: false }])
      assert.equal(codeOf(await owner.put(`${OPERATORS}/${id}`, change)), '409 last_owner');
  });

  it('keep one when two step down at once', async () => {
    const { id, owner } = await firstOwner();
    const { body } = await newOperator(owner, { owner: true }).expect(201);
    const other = await signIn(body.username);
    const answers = await atOnce(2, (index) =>
      index === 0 ? owner.put(`${OPERATORS}/${id}`, { owner: false }) : other.put(`${OPERATORS}/${body.id}`, { owner: false }),
    );
    assert.deepEqual(answers.map(codeOf).sort(), ['200', '409 last_owner']);
  });
});
