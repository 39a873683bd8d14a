import assert from 'node:assert/strict';
import type { Response as Answer } from 'supertest';
import { AuditEntry } from '../../models/platform/AuditEntry.ts';
import type { Clock } from '../../server/platform/clock.ts';
import { recordAudit } from '../../server/platform/db/records/audit.ts';
import { selectRows } from '../support/databases/sql.ts';
import { admin, type Client, client } from '../support/requests/client.ts';
import { clientWithKey } from '../support/requests/key-access.ts';
import { operatorToken } from '../support/requests/tokens.ts';
import { startServer, type TestServer } from '../support/server.ts';

const PATH = '/admin/audit-log';
const PASSWORD = 'correct horse battery';
const OTHER_PASSWORD = 'another horse battery';
const NOON = new Date('2026-06-01T12:00:00.000Z');

interface Shown {
  id: number;
  at: string;
  actor: string;
  projectId: number | null;
  action: string;
  subject: string;
  target: string | null;
}

describe('the audit log of managers', () => {
  let server: TestServer;
  let time = NOON;
  const clock: Clock = { now: () => time };
  const operator = (claims: object = {}): Client => client(server, { token: operatorToken(server, claims, time) });

  beforeEach(async () => {
    time = NOON;
    server = await startServer({ clock });
    await admin(server).post('/admin/projects', { name: 'Other', id: 12 }).expect(201);
    await server.db.model(AuditEntry).destroy({ where: {}, acrossProjects: true });
  });
  afterEach(() => server.close());

  const list = async (caller: Client, query: Record<string, string | number> = {}): Promise<Shown[]> => {
    const { body } = await caller.get(`${PATH}?${new URLSearchParams(entriesOf(query))}`).expect(200);
    return body.data;
  };
  const newApp = (caller: Client, slug: string) =>
    caller.post('/admin/apps', { slug, name: slug, platform: 'both', packageName: 'com.example.app' }).expect(201);
  /** An app and a flag of project 11 by an admin, one minute after the other. */
  const twoActs = async (): Promise<void> => {
    await newApp(operator(), 'souq');
    time = new Date(NOON.getTime() + 60_000);
    const flag = { flagKey: 'checkout', description: 'الدفع Now' };
    await operator({ operatorId: 6, username: 'sara' }).post('/admin/apps/souq/features', flag).expect(201);
  };
  const rowOf = (values: Partial<Record<'projectId', number | null>> & { details?: object; action?: string } = {}) =>
    recordAudit(
      server.db,
      { actor: { kind: 'system', id: 'test' }, requestId: null, address: null, now: NOON },
      { projectId: 11, action: 'probe.done', subject: 'probe:1', ...values, details: { ...values.details } },
    );

  it('shows who changed what, newest first', async () => {
    await twoActs();
    await operator({ operatorId: 6, username: 'sara' }).put('/admin/apps/souq/features/checkout', { isEnabled: true }).expect(200);
    const { body, headers } = await operator().get(PATH).expect(200);
    assert.deepEqual(
      body.data.map((row: Shown) => [row.action, row.actor]),
      [
        ['flag.changed', 'operator:6'],
        ['flag.created', 'operator:6'],
        ['app.created', 'operator:5'],
      ],
    );
    const { id, requestId, ...changed } = body.data[0];
    assert.equal(typeof id, 'number');
    assert.match(requestId, /^[\w-]{36}$/);
    assert.deepEqual(changed, {
      at: '2026-06-01T12:01:00.000Z',
      actor: 'operator:6',
      actorName: 'sara',
      projectId: 11,
      action: 'flag.changed',
      subject: 'app:souq',
      target: 'flag:checkout',
      before: { isEnabled: false },
      after: { isEnabled: true },
      reason: null,
      address: '127.0.0.0/24',
    });
    assert.equal(body.nextBefore, null);
    assert.equal(headers['cache-control'], 'no-store');
  });

  it('finds rows by each filter and by all together', async () => {
    await twoActs();
    const filters: [Record<string, string | number>, string[]][] = [
      [{ actor: 'operator:6' }, ['flag.created']],
      [{ action: 'app.created' }, ['app.created']],
      [{ subject: 'app:souq' }, ['flag.created', 'app.created']],
      [{ subject: 'app:sou' }, []],
      [{ target: 'flag:checkout' }, ['flag.created']],
      [{ from: '2026-06-01T12:01:00Z' }, ['flag.created']],
      [{ to: '2026-06-01T12:01:00Z' }, ['app.created']],
      [{ q: 'SOUQ com.EXAMPLE' }, ['app.created']],
      [{ q: 'الدفع' }, ['flag.created']],
      [{ q: '100%_' }, []],
      [{ projectId: 12 }, []],
      [{ actor: 'operator:6', action: 'flag.created', subject: 'app:souq', q: 'checkout', projectId: 11 }, ['flag.created']],
      [{ actor: 'operator:6', action: 'app.created' }, []],
    ];
    for (const [query, actions] of filters)
      for (const caller of [operator(), admin(server)])
        assert.deepEqual(
          (await list(caller, query)).map(({ action }) => action),
          actions,
          JSON.stringify(query),
        );
  });

  it('refuses filters that no row can match', async () => {
    for (const query of ['actor=%00', 'before=0', 'from=yesterday', 'limit=0', `q=${'x'.repeat(101)}`])
      assert.equal((await admin(server).get(`${PATH}?${query}`).expect(400)).body.code, 'validation_error', query);
  });

  it('pages over rows of the same time without gaps', async () => {
    for (let index = 0; index < 7; index += 1) await rowOf({ projectId: index === 3 ? 12 : 11 });
    const seen: Shown[] = [];
    let next: number | null = null;
    do {
      const page: Answer = await operator()
        .get(`${PATH}?limit=2${next === null ? '' : `&before=${next}`}`)
        .expect(200);
      seen.push(...page.body.data);
      next = page.body.nextBefore;
      // a row that is added meanwhile moves no page
      await rowOf();
    } while (next !== null);
    const ids = seen.map(({ id }) => id);
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => b - a),
    );
    assert.equal(new Set(ids).size, 6);
  });

  it('never shows a project the acts of another', async () => {
    await newApp(operator(), 'own-app');
    await newApp(operator({ projectId: 12 }), 'foreign-app');
    await rowOf({ projectId: null });
    const projects = async (caller: Client, query = {}) => (await list(caller, query)).map(({ projectId }) => projectId);
    assert.deepEqual(await projects(operator()), [11]);
    assert.deepEqual(await projects(operator({ projectId: 12 })), [12]);
    assert.deepEqual(await projects(operator(), { projectId: 12 }), []);
    assert.deepEqual(await projects(operator(), { subject: 'app:foreign-app' }), []);
    assert.deepEqual(new Set(await projects(await clientWithKey(server, { projectId: 12, scopes: ['audit'] }))), new Set([12]));
    for (const caller of [operator({ isOwner: true }), admin(server)])
      assert.deepEqual(new Set(await projects(caller)), new Set([null, 12, 11]));
    assert.deepEqual(await projects(operator({ isOwner: true }), { subject: 'app:foreign-app', projectId: 12 }), [12]);
  });

  it('shows staff only what they did themselves', async () => {
    await newApp(operator({ operatorId: 6 }), 'souq');
    await newApp(operator({ operatorId: 7 }), 'market');
    await newApp(operator({ operatorId: 7, projectId: 12 }), 'elsewhere');
    const staff = operator({ operatorId: 7, role: 'staff' });
    assert.deepEqual(
      (await list(staff)).map(({ subject }) => subject),
      ['app:market'],
    );
    assert.deepEqual(await list(staff, { actor: 'operator:6' }), []);
  });

  it('refuses keys of some apps and users of phones', async () => {
    await newApp(admin(server), 'souq');
    const limited = await clientWithKey(server, { apps: ['souq'] });
    assert.equal((await limited.get(PATH).expect(403)).body.code, 'permission_denied');
    assert.equal((await client(server).get(PATH).expect(401)).body.code, 'invalid_api_key');
  });

  it('shows other details of old rows as what happened', async () => {
    await rowOf({ details: { from: 'open', to: 'planned', reason: 'Soon.' } });
    await rowOf({ details: { before: 1, after: { b: 2 }, reason: 3, extra: null } });
    const { body } = await operator().get(PATH).expect(200);
    assert.deepEqual(
      body.data.map(({ before, after, reason }: Record<string, unknown>) => ({ before, after, reason })),
      [
        { before: null, after: { before: 1, extra: null, b: 2 }, reason: null },
        { before: null, after: { from: 'open', to: 'planned' }, reason: 'Soon.' },
      ],
    );
  });

  it('names the field of an act that changes one value', async () => {
    await rowOf({ action: 'post.status_changed', details: { before: 'open', after: 'planned', reason: null } });
    const { body } = await operator().get(PATH).expect(200);
    const { before, after, reason } = body.data[0];
    assert.deepEqual({ before, after, reason }, { before: { status: 'open' }, after: { status: 'planned' }, reason: null });
  });

  it('shows the state before the moderation of any kind', async () => {
    const shown: Record<string, unknown> = {};
    for (const action of [
      'comment.moderated',
      'post.moderated',
      'comment.hidden',
      'post.hidden',
      'review.hidden',
      'review.status_changed',
    ]) {
      await rowOf({ action, details: { before: 'one', after: 'two', reason: null } });
      const { body } = await operator().get(`${PATH}?limit=1`).expect(200);
      const [{ before, after }] = body.data;
      shown[action] = { before, after };
    }
    const state = (field: string) => ({ before: { [field]: 'one' }, after: { [field]: 'two' } });
    assert.deepEqual(shown, {
      'comment.moderated': state('moderation'),
      'post.moderated': state('moderation'),
      'comment.hidden': state('moderation'),
      'post.hidden': state('moderation'),
      'review.hidden': state('status'),
      'review.status_changed': state('status'),
    });
  });

  it('shows what was deleted as the state before', async () => {
    await rowOf({ action: 'post.deleted', details: { userId: 'u', title: 'Dark mode' } });
    await rowOf({ action: 'post.deleted', details: { before: { userId: 'u', title: 'Dark mode' } } });
    const { body } = await operator().get(PATH).expect(200);
    for (const { before, after } of body.data)
      assert.deepEqual({ before, after }, { before: { userId: 'u', title: 'Dark mode' }, after: null });
  });

  it('shows settings with the values in effect', async () => {
    const change = (settings: object) => operator().put('/admin/projects/11', { settings }).expect(200);
    const { body: project } = await operator().get('/admin/projects/11').expect(200);
    await change({ languages: ['ar'], otp: { length: 8 } });
    await change({ otp: { length: null }, languages: ['ar'] });
    await change({ registration: true });
    const { body } = await operator().get(`${PATH}?action=project.changed`).expect(200);
    const { otp, languages } = project.settings;
    assert.deepEqual(
      body.data.map(({ before, after }: Record<string, unknown>) => ({ before, after })),
      [
        { before: { settings: { registration: true } }, after: { settings: { registration: true } } },
        { before: { settings: { otp: { ...otp, length: 8 } } }, after: { settings: { otp } } },
        { before: { settings: { languages, otp } }, after: { settings: { languages: ['ar'], otp: { ...otp, length: 8 } } } },
      ],
    );
  });

  it('contains no password, key, code or whole phone', async () => {
    const boss = admin(server);
    const { body: created } = await boss.post('/admin/projects/11/operators', { username: 'sara', password: PASSWORD, role: 'admin' });
    await boss.put(`/admin/projects/11/operators/${created.id}`, { password: OTHER_PASSWORD }).expect(200);
    const { body: issued } = await boss.post('/admin/api-keys', { name: 'CI', scopes: ['read'] }).expect(201);
    await boss.delete(`/admin/api-keys/${issued.id}`).expect(204);
    await boss.post('/admin/projects/11/test-phones', { phone: '+966501234567', code: '482913' }).expect(201);
    await boss.delete('/admin/projects/11/test-phones/+966501234567').expect(204);
    const tokens = await client(server, {}, '/api/v1/auth/auth').post('/token', { username: 'sara', password: OTHER_PASSWORD }).expect(200);
    const rows = await selectRows(server.db, 'SELECT * FROM audit_log', {});
    assert.ok(rows.length >= 7);
    const dump = JSON.stringify(rows);
    const secrets = [PASSWORD, OTHER_PASSWORD, issued.key.slice(12), '482913', '966501234567', '501234567', '$argon2'];
    for (const secret of [...secrets, tokens.body.access, tokens.body.refresh])
      assert.ok(!dump.includes(secret), `the dump holds ${secret}`);
    assert.ok(dump.includes('test_phone:'));
  });
});

function entriesOf(query: Record<string, string | number>): [string, string][] {
  return Object.entries(query).map(([name, value]) => [name, String(value)]);
}
