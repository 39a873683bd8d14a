import assert from 'node:assert/strict';
import { enableTotp, ownAccount, sessionOf, signIn } from '../../auth/operators/totp-support.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { runCommand } from '../../support/programs/dist.ts';
import { until } from '../../support/programs/process.ts';
import { admin } from '../../support/requests/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const PASSWORD = 'correct horse battery';
const STOLEN = '401 token_not_valid';

describe('npm run operators:rescue', function () {
  this.timeout(180_000); // each command is a process, and the first builds dist

  let server: TestServer;

  before(async () => {
    // an owner
    server = await startServer({ env: { ADMIN_USERNAME: 'sara', ADMIN_PASSWORD: PASSWORD } });
  });
  after(() => server.close());

  const rescue = (...words: string[]) => runCommand('rescue-operator', words, server.env);

  it('lets an owner in again while the server runs', async () => {
    const token = await sessionOf(server, { username: 'sara' });
    const { id } = (await ownAccount(server, token).get('/me').expect(200)).body;
    await enableTotp(server, token, new Date());
    for (let turn = 0; turn < 6; turn += 1) await signIn(server, { username: 'sara', password: 'not this one' });

    const { code, stdout, stderr } = await rescue('Sara');
    assert.deepEqual([code, stderr], [0, '']);
    const [, username, password = ''] = /operator {3}(\S+) {3}password {3}(\S+) {3}\(project 11\)/.exec(stdout) ?? [];
    assert.equal(username, 'sara');
    await signIn(server, { username: 'sara', password }).expect(200);
    await signIn(server, { username: 'sara', password: PASSWORD }).expect(401);
    await until(
      async () => (await ownAccount(server, token).get('/me')).status === 401,
      () => STOLEN,
      5_000,
    );

    const sql = "SELECT actor, subject, details FROM audit_log WHERE action = 'operator.rescued'";
    const rows = await selectRows<{ actor: string; subject: string; details: string }>(server.db, sql);
    assert.deepEqual(
      rows.map(({ actor, subject, details }) => [actor, subject, JSON.parse(details)]),
      [['system:rescue', `operator:${id}`, { before: { totp: true }, after: { totp: false } }]],
    );
    assert.equal(JSON.stringify(rows).includes(password), false);
    assert.deepEqual(await selectRows(server.db, 'SELECT id FROM operator_recovery_codes WHERE operator_id = :id', { id }), []);
  });

  it('names what is wrong and changes nothing then', async () => {
    const values = { username: 'omar', password: PASSWORD, role: 'staff' };
    const { id } = (await admin(server).post('/admin/projects/11/operators', values).expect(201)).body;
    await admin(server).put(`/admin/projects/11/operators/${id}`, { isActive: false }).expect(200);
    const unknown = await rescue('nobody');
    assert.deepEqual([unknown.code, unknown.stdout], [1, '']);
    assert.match(unknown.stderr, /^There is no operator nobody\./);
    const foreign = await rescue('سارة');
    assert.deepEqual([foreign.code, foreign.stdout], [1, '']);
    assert.match(foreign.stderr, /^There is no operator سارة: a username has 1 to 64 ASCII characters without blanks\./);
    const inactive = await rescue('omar');
    assert.deepEqual([inactive.code, inactive.stdout], [1, '']);
    assert.match(inactive.stderr, /omar is deactivated.*diwan operators set \d+ --active/);
    for (const words of [[], ['two', 'names'], ['--unknown']]) {
      const { code, stderr } = await rescue(...words);
      assert.deepEqual([code, /See --help\.\n$/.test(stderr)], [2, true], words.join(' '));
    }
    const help = await rescue('--help');
    assert.deepEqual([help.code, /^Lets an operator sign in again/.test(help.stdout)], [0, true]);
  });
});
