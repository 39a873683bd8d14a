import assert from 'node:assert/strict';
import { registerApp } from '../../apps/support.ts';
import { admin, client } from '../../support/requests/client.ts';
import { issueKey } from '../../support/requests/key-access.ts';
import { assertDryRuns, assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { tsv } from '../support/outcome.ts';

interface ApiKey {
  readonly id: number;
  readonly name: string;
  readonly key?: string;
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly apps: readonly string[] | null;
  readonly expiresAt: string | null;
  readonly createdAt: string;
}

describe('diwan keys', () => {
  let cli: Cli;
  before(async () => {
    cli = await startCliServer();
  });
  after(() => cli.close());

  const listed = async (): Promise<ApiKey[]> => (await admin(cli.server).get('/admin/api-keys').expect(200)).body;

  it('prints a new read key alone on stdout', async () => {
    const { code, stdout, stderr } = await cli.run(['keys', 'create', '--name', 'alone']);
    assert.equal(code, 0);
    const key = stdout.replace(/\n$/, '');
    assert.match(key, /^\S+$/);
    assert.equal(stderr.includes(key), false);
    assert.match(stderr, /^API key \d+ created for all projects: read\. Save it now/);
    const holder = client(cli.server, { apiKey: key });
    await holder.get('/admin/api-keys').expect(200);
    await holder.post('/admin/api-keys', { name: 'more', scopes: ['read'] }).expect(403);
  });

  it('creates a key with apps and an expiry', async () => {
    const slugs = [await registerApp(cli.server), await registerApp(cli.server)];
    const words = ['keys', 'create', '--name', 'ci', '--scope', 'read,write', '--expires', '2100-01-31T00:00:00+03:00'];
    const issued = await cli.json<ApiKey>([...words, ...slugs.flatMap((slug) => ['--app', slug])]);
    const { name, scopes, apps, expiresAt } = issued;
    assert.deepEqual(
      { name, scopes, apps, expiresAt },
      { name: 'ci', scopes: ['read', 'write'], apps: slugs, expiresAt: '2100-01-30T21:00:00.000Z' },
    );
    const { body } = await client(cli.server, { apiKey: issued.key ?? '' })
      .get('/admin/apps')
      .expect(200);
    assert.deepEqual(
      body.map(({ slug }: { slug: string }) => slug),
      slugs.toSorted(),
    );
  });

  it('asks for the name and saves no secret', async () => {
    const terminal = cli.terminal(['keys', 'create']);
    await terminal.expect('the purpose of the key');
    terminal.press('asked\r');
    await terminal.expect('it is shown only once');
    const { code, text } = await terminal.ended();
    assert.equal(code, 0);
    const key = text.trim().split('\n').at(-1) ?? '';
    await client(cli.server, { apiKey: key }).get('/admin/api-keys').expect(200);
    const { stdout } = await cli.run(['keys', 'list']);
    assert.equal(stdout.includes(key), false);
  });

  it('lists keys as TSV and as JSON', async () => {
    const slug = await registerApp(cli.server);
    const { id } = await issueKey(cli.server, { apps: [slug], scopes: ['write'] });
    const [{ stdout }, json] = await Promise.all([cli.run(['keys', 'list']), cli.json<ApiKey[]>(['keys', 'list'])]);
    assert.deepEqual(json, await listed());
    const { prefix, createdAt } = json.find((key) => key.id === id) as ApiKey;
    assert.deepEqual(
      tsv(stdout).find((row) => row['id'] === String(id)),
      { id: String(id), name: 'test', prefix, scopes: 'write', apps: slug, expires: '', last_used: '', created: createdAt, project: '' },
    );
  });

  it('revokes a key only after a confirmation', async () => {
    const { id, key } = await issueKey(cli.server);
    const terminal = cli.terminal(['keys', 'revoke', String(id)]);
    await terminal.expect(`Server ${cli.server.url}, profile default`);
    await terminal.expect(`Revoke API key ${id}? (y/N)`);
    terminal.press('\r');
    assert.equal((await terminal.ended()).code, 2);
    await client(cli.server, { apiKey: key }).get('/admin/api-keys').expect(200);
    const { code, stdout, stderr } = await cli.run(['keys', 'revoke', String(id), '--yes']);
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: '', stderr: `API key ${id} revoked.\n` });
    await client(cli.server, { apiKey: key }).get('/admin/api-keys').expect(401);
  });

  it('names the cause and the next step of a failure', async () => {
    const reader = await issueKey(cli.server, { scopes: ['read'] });
    const readOnly = { env: { DIWAN_API_KEY: reader.key } };
    await assertFailing(cli, [
      { words: ['keys', 'create'], exit: 2, code: 'usage', says: /--name/ },
      {
        words: ['keys', 'create', '--name', 'a', '--scope', 'all'],
        exit: 2,
        code: 'usage',
        says: /read, write, feedback, users, audit, operators/,
      },
      {
        words: ['keys', 'create', '--name', 'a', '--expires', 'tomorrow'],
        exit: 2,
        code: 'usage',
        says: /--expires "tomorrow" is not a valid time/,
      },
      { words: ['keys', 'revoke', '3'], exit: 2, code: 'usage', says: /--yes/ },
      { words: ['keys', 'revoke', 'three', '--yes'], exit: 2, code: 'usage', says: /not a valid id/ },
      { words: ['keys', 'create', '--name', 'a', '--app', 'Not A Slug'], exit: 2, code: 'validation_error' },
      { words: ['keys', 'revoke', '99999', '--yes'], exit: 5, code: 'api_key_not_found', says: /keys list/ },
      { words: ['keys', 'create', '--name', 'a'], exit: 4, code: 'permission_denied', says: /whoami/, options: readOnly },
      { words: ['keys', 'list'], exit: 4, code: 'invalid_api_key', says: /login/, options: { env: { DIWAN_API_KEY: 'wrong' } } },
    ]);
  });

  it('prints requests with --dry-run and sends nothing', async () => {
    const { id } = await issueKey(cli.server);
    const before = await listed();
    await assertDryRuns(cli, [
      {
        words: ['keys', 'create', '--name', 'dry', '--scope', 'write', '--scope', 'read', '--app', 'shop'],
        request: 'POST /api/v1/admin/api-keys',
        body: { name: 'dry', scopes: ['write', 'read'], apps: ['shop'] },
      },
      {
        words: ['keys', 'create', '--name', 'all', '--all-projects', '--project', '11', '--scope', 'audit,operators,users,feedback'],
        request: 'POST /api/v1/admin/api-keys',
        body: { name: 'all', scopes: ['audit', 'operators', 'users', 'feedback'], projectId: null },
      },
      { words: ['keys', 'revoke', String(id)], request: `DELETE /api/v1/admin/api-keys/${id}`, body: null },
    ]);
    assert.deepEqual(await listed(), before);
  });
});
