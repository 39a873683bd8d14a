import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Response } from 'supertest';
import type { User } from '../../models/auth/User.ts';
import { onlyReads } from '../../server/platform/http/endpoint.ts';
import { createUser } from '../auth/sessions/session-support.ts';
import { selectRows } from '../support/databases/sql.ts';
import { servedRows } from '../support/documents/inventory.ts';
import { AUDITED_STEPS, type AuditedStep, CODE, NEW_PASSWORD, PASSWORD, PHONE, type Values } from '../support/requests/audited-steps.ts';
import { type Client, client } from '../support/requests/client.ts';
import { operatorToken, phoneToken } from '../support/requests/tokens.ts';
import { startServer, type TestServer } from '../support/server.ts';

interface AuditRow {
  readonly project_id: number | null;
  readonly action: string;
  readonly actor: string;
  readonly actor_name: string | null;
  readonly subject: string;
  readonly target: string | null;
  readonly details: string;
  readonly address: string | null;
}

describe('the audit log of administration', () => {
  let server: TestServer;
  let owner: Client;
  let user: User;
  let last = 0;
  const secrets: string[] = [PASSWORD, NEW_PASSWORD, PHONE, CODE];

  before(async () => {
    server = await startServer();
    owner = client(server, { token: operatorToken(server, { isOwner: true }) });
    user = await createUser(server.db);
    const author = client(server, { token: phoneToken(server, { userId: user.id }) });
    await author.post('/reviews', { itemType: 'store', itemId: 7, rating: 4 }).expect(201);
    await author.post('/posts', { title: 'Dark mode', description: 'For the night.', category: 'feature' }).expect(201);
    await author.post('/comments', { entityType: 'product', entityId: 1, content: 'Well made' }).expect(201);
    const reporter = client(server, { token: phoneToken(server, { userId: randomUUID() }) });
    await reporter.post('/reports', { entityType: 'post', entityId: 1, reason: 'spam' }).expect(201);
  });
  after(() => server.close());

  const fill = (text: string): string => text.replace(':last', String(last)).replace(':user', user.id);
  const rowsOf = ({ headers }: Response): Promise<AuditRow[]> =>
    selectRows<AuditRow>(
      server.db,
      'SELECT project_id, action, actor, actor_name, subject, target, details, address FROM audit_log WHERE request_id = :id',
      { id: headers['x-request-id'] ?? '' },
    );

  async function perform(endpoint: string, { path, body }: AuditedStep): Promise<Response> {
    const method = endpoint.startsWith('post') ? 'post' : endpoint.startsWith('put') ? 'put' : 'delete';
    const [newest] = await selectRows<{ id: number }>(server.db, 'SELECT MAX(id) AS id FROM audit_log');
    const answer = await owner[method](fill(path).replace(':change', String(newest?.id)), body);
    assert.ok(answer.status < 300, `${endpoint}: ${answer.status} ${answer.text}`);
    if (typeof answer.body.id === 'number') last = answer.body.id;
    if (typeof answer.body.prefix === 'string') secrets.push(answer.body.key, answer.body.key.slice(12));
    return answer;
  }

  it('has one row of every administrative write', async () => {
    for (const [endpoint, step] of AUDITED_STEPS) {
      const rows = await rowsOf(await perform(endpoint, step));
      assert.equal(rows.length, 1, `${endpoint} leaves one audit row`);
      const { action, subject, target = null, projectId = 11, before, after } = step;
      const [{ details = '', ...row } = {}] = rows;
      assert.deepEqual(
        row,
        {
          project_id: projectId,
          action,
          actor: 'operator:5',
          actor_name: 'boss',
          subject: fill(subject),
          target: target === null ? null : fill(target),
          address: '127.0.0.0/24',
        },
        endpoint,
      );
      const shown: Pick<AuditedStep, 'before' | 'after'> = JSON.parse(details);
      const values = Object.keys(shown).filter((key) => key === 'before' || key === 'after');
      assert.deepEqual(values.sort(), [after && 'after', before && 'before'].filter(Boolean), endpoint);
      assert.deepEqual([part(shown.before, before), part(shown.after, after)], [before, after], endpoint);
    }
  });

  it('shows both sides of every change to readers', async () => {
    const { body } = await owner.get('/admin/audit-log?limit=100').expect(200);
    const rows: { action: string; before: Values | null; after: Values | null }[] = body.data;
    const fields = (values: Values | null) => Object.keys(values ?? {});
    const partial = rows.filter(({ action, before, after }) =>
      IS_CHANGE.test(action) ? before === null || after === null || fields(before).some((field) => !fields(after).includes(field)) : false,
    );
    assert.ok(rows.filter(({ action }) => IS_CHANGE.test(action)).length > 8);
    assert.deepEqual(partial, []);
    for (const { action, before, after } of rows) {
      if (/\.(created|issued|published|scheduled)$/.test(action)) assert.ok(after !== null && before === null, action);
      if (/\.(deleted|revoked|canceled)$/.test(action)) assert.ok(before !== null && after === null, action);
    }
  });

  it('knows a write for every endpoint of managers', () => {
    const writes = servedRows().filter(({ endpoint }) => endpoint.auth === 'manager' && !onlyReads(endpoint));
    assert.deepEqual(
      [...new Set(writes.map(({ method, endpoint }) => `${method} ${endpoint.path}`))].sort(),
      [...new Set(AUDITED_STEPS.map(([endpoint]) => endpoint))].sort(),
      'an endpoint that administers something needs a step in this test, which finds its audit row',
    );
  });

  it('shows no secret and no whole phone', async () => {
    const dump = JSON.stringify(await selectRows(server.db, 'SELECT * FROM audit_log'));
    assert.ok(dump.includes('test_phone.created'), 'the dump has the rows of the test before');
    for (const secret of secrets) assert.ok(secret.length > 3 && !dump.includes(secret), 'a secret is in the audit log');
    assert.ok(!dump.includes(PHONE.slice(1)));
    assert.ok(!dump.includes('$argon2'));
  });

  it('has no row of a refused write', async () => {
    const count = async () => (await selectRows(server.db, 'SELECT id FROM audit_log')).length;
    const before = await count();
    const staff = client(server, { token: operatorToken(server, { role: 'staff' }) });
    await staff.put('/admin/apps/audited', { name: 'No' }).expect(403);
    await owner.post('/admin/apps', AUDITED_STEPS[0]?.[1].body).expect(409);
    await owner.put('/admin/apps/unknown', { name: 'No' }).expect(404);
    assert.equal(await count(), before);
  });
});

/** Acts that change the values of fields. */
const IS_CHANGE = /\.(changed|\w+_changed|moderated|halted|resumed|rolled_back|totp_reset|dismissed|removed|reopened)$/;

/** The fields of a value that are expected; it may have more. Rows of users and feedback have texts. */
function part(values: Values | string | undefined, expected: Values | string = {}): Values | string | undefined {
  if (typeof values !== 'object' || typeof expected !== 'object') return values;
  return Object.fromEntries(Object.keys(expected).map((field) => [field, values[field]]));
}
