import assert from 'node:assert/strict';
import { admin } from '../../support/requests/client.ts';
import { assertDryRuns, assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { tsv } from '../support/outcome.ts';

interface TestPhone {
  readonly phone: string;
  readonly code: string;
  readonly expiresAt: string | null;
  readonly createdAt: string;
}

describe('diwan test-phones', () => {
  let cli: Cli;
  before(async () => {
    cli = await startCliServer();
    await admin(cli.server).post('/admin/projects', { name: 'Other', id: 12 }).expect(201);
  });
  after(() => cli.close());

  const listed = async (project = 11): Promise<TestPhone[]> =>
    (await admin(cli.server).get(`/admin/projects/${project}/test-phones`).expect(200)).body;
  const find = async (phone: string): Promise<TestPhone | undefined> => (await listed()).find((each) => each.phone === phone);
  const add = (phone: string, project = 11) =>
    admin(cli.server).post(`/admin/projects/${project}/test-phones`, { phone, code: '123456' }).expect(201);

  it('adds a phone in any spelling, with an expiry', async () => {
    const { code, stdout, stderr } = await cli.run(['test-phones', 'add', '00966 50 000 1001', '--code', '0123']);
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: '', stderr: '+966500001001 is a test phone of project 11.\n' });
    assert.deepEqual([(await find('+966500001001'))?.code, (await find('+966500001001'))?.expiresAt], ['0123', null]);
    const before = Date.now();
    const words = ['test-phones', 'add', '+966500001002', '--code', '123456', '--expires', '2d'];
    const { expiresAt } = await cli.json<TestPhone>(words);
    const days = (Date.parse(expiresAt ?? '') - before) / 86_400_000;
    assert.ok(days >= 2 && days < 2.1, String(expiresAt));
  });

  it('asks again when the code is invalid', async () => {
    const terminal = cli.terminal(['test-phones', 'add', '+966500001003']);
    await terminal.expect('Code of the phone:');
    terminal.press('12\r');
    await terminal.expect('4 to 10 digits');
    terminal.press('\u0015445566\r');
    await terminal.expect('is a test phone');
    assert.equal((await terminal.ended()).code, 0);
    assert.equal((await find('+966500001003'))?.code, '445566');
  });

  it('reads marks and digits of any script', async () => {
    const { code, stderr } = await cli.run(['test-phones', 'add', '\u202a+٩٦٦ 50 000 1006\u202c', '--code', '\u200f٤٢٧-719 ']);
    assert.equal(code, 0, stderr);
    assert.equal((await find('+966500001006'))?.code, '427719');
    assert.equal((await cli.run(['test-phones', 'remove', '\u200e+966500001006', '--yes'])).code, 0);
    assert.equal(await find('+966500001006'), undefined);
  });

  it('lists test phones as TSV and as JSON', async () => {
    const { body } = await add('+966500001200', 12);
    const words = ['test-phones', 'list', '--project', '12'];
    const [{ stdout }, json] = await Promise.all([cli.run(words), cli.json<TestPhone[]>(words)]);
    assert.deepEqual(json, await listed(12));
    assert.deepEqual(tsv(stdout), [{ phone: '+966500001200', code: '123456', source: 'database', expires: '', created: body.createdAt }]);
  });

  it('removes a test phone only after a confirmation', async () => {
    await add('+966500001004');
    const terminal = cli.terminal(['test-phones', 'remove', '+966500001004']);
    await terminal.expect('Delete the test phone +966500001004?');
    terminal.press('n\r');
    assert.equal((await terminal.ended()).code, 2);
    assert.ok(await find('+966500001004'));
    const { code, stderr } = await cli.run(['test-phones', 'remove', '(00966) 50-000/1004', '--yes']);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '(00966) 50-000/1004 is no longer a test phone.\n' });
    assert.equal(await find('+966500001004'), undefined);
  });

  it('names the cause and the next step of a failure', async () => {
    for (const { phone } of await listed(12))
      await admin(cli.server)
        .delete(`/admin/projects/12/test-phones/${encodeURIComponent(phone)}`)
        .expect(204);
    for (let last = 1; last <= 10; last += 1) await add(`+9665000013${String(last).padStart(2, '0')}`, 12);
    const wrongKey = { env: { DIWAN_API_KEY: 'wrong' } };
    await assertFailing(cli, [
      { words: ['test-phones', 'add', '+966500001005'], exit: 2, code: 'usage', says: /--code/ },
      { words: ['test-phones', 'add', '..', '--code', '1234'], exit: 2, code: 'usage', says: /not a phone number/ },
      { words: ['test-phones', 'remove', '..', '--yes'], exit: 2, code: 'usage', says: /not a phone number/ },
      { words: ['test-phones', 'remove', '+966500001301'], exit: 2, code: 'usage', says: /--yes/ },
      { words: ['test-phones', 'add', '+966500001005', '--code', '1234', '--expires', '2020-01-01T00:00:00Z'], exit: 2, code: 'usage' },
      { words: ['test-phones', 'add', '0500001005', '--code', '1234'], exit: 2, code: 'invalid_phone', says: /country code/ },
      { words: ['test-phones', 'add', '+966500001005', '--code', '12'], exit: 2, code: 'validation_error' },
      { words: ['test-phones', 'list', '--project', '777'], exit: 5, code: 'project_not_found', says: /projects list/ },
      { words: ['test-phones', 'remove', '+966500009999', '--yes'], exit: 5, code: 'test_phone_not_found', says: /test-phones list/ },
      { words: ['test-phones', 'add', '+966500001301', '--code', '1234', '--project', '12'], exit: 6, code: 'test_phone_exists' },
      { words: ['test-phones', 'add', '+966500001399', '--code', '1234', '--project', '12'], exit: 6, code: 'test_phone_limit' },
      { words: ['test-phones', 'list'], exit: 4, code: 'invalid_api_key', says: /diwan login/, options: wrongKey },
    ]);
  });

  it('prints requests with --dry-run and sends nothing', async () => {
    const before = await listed(12);
    const path = '/api/v1/admin/projects/12/test-phones';
    await assertDryRuns(cli, [
      {
        words: ['test-phones', 'add', '+966500001006', '--code', '1234', '--project', '12'],
        request: `POST ${path}`,
        body: { phone: '+966500001006', code: '********' },
      },
      {
        words: ['test-phones', 'remove', '+966500001301', '--project', '12'],
        request: `DELETE ${path}/%2B966500001301`,
        body: null,
      },
    ]);
    assert.deepEqual(await listed(12), before);
  });
});
