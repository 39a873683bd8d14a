import assert from 'node:assert/strict';
import { registerApp } from '../../apps/support.ts';
import { admin } from '../../support/requests/client.ts';
import { assertDryRuns, assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { tsv } from '../support/outcome.ts';

describe('diwan apps', () => {
  let cli: Cli;
  before(async () => {
    cli = await startCliServer();
  });
  after(() => cli.close());

  it('creates an app with flags alone', async () => {
    const words = ['apps', 'create', '--slug', 'shop', '--name', 'متجر', '--platform', 'both', '--package-name', 'com.example.shop'];
    const { code, stdout, stderr } = await cli.run(words);
    assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: '', stderr: 'App shop created.\n' });
    const { slug, name, platform, packageName, storeUrl } = await cli.json<Record<string, unknown>>(['apps', 'show', 'shop']);
    assert.deepEqual([slug, name, platform, packageName, storeUrl], ['shop', 'متجر', 'both', 'com.example.shop', '']);
  });

  it('asks for missing values until they are valid', async () => {
    const terminal = cli.terminal(['apps', 'create', '--name', 'Asked']);
    await terminal.expect('Slug');
    terminal.press('Not A Slug\r');
    await terminal.expect('2 to 64 lower-case letters');
    terminal.press('\u0015asked\r');
    await terminal.expect('Platform');
    terminal.press('\u001b[B\r');
    await terminal.expect('Package name');
    terminal.press('com.example.asked\r');
    await terminal.expect('App asked created.');
    const { code, isSane } = await terminal.ended();
    assert.deepEqual({ code, isSane }, { code: 0, isSane: true });
    const { platform, name } = await cli.json<Record<string, unknown>>(['apps', 'show', 'asked']);
    assert.deepEqual([platform, name], ['ios', 'Asked']);
  });

  it('lists apps as TSV and as JSON', async () => {
    const slug = await registerApp(cli.server, { name: 'Two\u2003words', storeUrl: 'https://example.com/a' });
    const [{ stdout }, json] = await Promise.all([cli.run(['apps', 'list']), cli.json<{ slug: string }[]>(['apps', 'list'])]);
    const row = tsv(stdout).find((each) => each['slug'] === slug);
    const { body } = await admin(cli.server).get('/admin/apps').expect(200);
    assert.deepEqual(json, body);
    const { updatedAt } = json.find((app) => app.slug === slug) as unknown as { updatedAt: string };
    assert.deepEqual(row, {
      slug,
      name: 'Two\u2003words',
      platform: 'both',
      package: 'com.example.shop',
      version: '0.0.0',
      code: '0',
      active: 'true',
      updated: updatedAt,
      project: '11',
    });
    const elsewhere = await cli.json<unknown[]>(['apps', 'list', '--project', '12']);
    assert.deepEqual(elsewhere, []);
  });

  it('shows active and inactive apps as labelled lines', async () => {
    const slug = await registerApp(cli.server);
    await admin(cli.server).put(`/admin/apps/${slug}`, { isActive: false }).expect(200);
    const { code, stdout } = await cli.run(['apps', 'show', slug]);
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`^slug\t${slug}$`, 'm'));
    assert.match(stdout, /^active\tno$/m);
  });

  it('changes the given fields and keeps the rest', async () => {
    const slug = await registerApp(cli.server, { storeUrl: 'https://example.com/a' });
    const changed = await cli.json<Record<string, unknown>>([
      'apps',
      'update',
      slug,
      '--name',
      'Other',
      '--platform',
      'ios',
      '--store-url',
      '',
    ]);
    const { name, platform, packageName, storeUrl } = changed;
    assert.deepEqual([name, platform, packageName, storeUrl], ['Other', 'ios', 'com.example.shop', '']);
  });

  it('deactivates an app only after a confirmation', async () => {
    const slug = await registerApp(cli.server);
    const isActive = async (): Promise<unknown> => (await cli.json<Record<string, unknown>>(['apps', 'show', slug]))['isActive'];
    await assertFailing(cli, [
      { words: ['apps', 'update', slug, '--inactive'], exit: 2, code: 'usage', says: new RegExp(`--confirm ${slug}`) },
      { words: ['apps', 'update', slug, '--inactive', '--confirm', 'other'], exit: 2, code: 'usage', says: /other/ },
    ]);
    const terminal = cli.terminal(['apps', 'update', slug, '--inactive']);
    await terminal.expect(`Type ${slug} to continue`);
    terminal.press('no\r');
    assert.equal((await terminal.ended()).code, 2);
    assert.equal(await isActive(), true);
    const { code, stderr } = await cli.run(['apps', 'update', slug, '--inactive', '--confirm', slug]);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: `App ${slug} is inactive.\n` });
    assert.equal(await isActive(), false);
    assert.equal((await cli.json<Record<string, unknown>>(['apps', 'update', slug, '--active']))['isActive'], true);
  });

  it('names the cause and the next step of a failure', async () => {
    const slug = await registerApp(cli.server);
    const whole = ['apps', 'create', '--slug', slug, '--name', 'A', '--platform', 'ios', '--package-name', 'a.b'];
    await assertFailing(cli, [
      { words: ['apps', 'create', '--name', 'A', '--platform', 'ios', '--package-name', 'a.b'], exit: 2, code: 'usage', says: /--slug/ },
      {
        words: ['apps', 'create', '--slug', 'new-one', '--platform', 'ios', '--package-name', 'a.b'],
        exit: 2,
        code: 'usage',
        says: /--name/,
      },
      {
        words: ['apps', 'create', '--slug', 'new-one', '--name', 'A', '--package-name', 'a.b'],
        exit: 2,
        code: 'usage',
        says: /--platform/,
      },
      { words: ['apps', 'create', '--slug', 'new-one', '--name', 'A', '--platform', 'tv'], exit: 2, code: 'usage', says: /tv/ },
      { words: ['apps', 'update', slug], exit: 2, code: 'usage', says: /Nothing to change/ },
      { words: ['apps', 'update', slug, '--active', '--inactive'], exit: 2, code: 'usage', says: /--inactive/ },
      { words: ['apps', 'show', '../../versions'], exit: 2, code: 'usage', says: /not a valid slug/ },
      { words: whole, exit: 6, code: 'app_slug_exists', says: /diwan apps update/ },
      { words: ['apps', 'create', '--slug', 'BAD', ...whole.slice(4)], exit: 2, code: 'validation_error', says: /--help/ },
      { words: ['apps', 'show', 'nowhere'], exit: 5, code: 'app_not_found', says: /diwan apps list/ },
      { words: ['apps', 'update', 'nowhere', '--name', 'A'], exit: 5, code: 'app_not_found', says: /diwan apps list/ },
      { words: ['apps', 'list'], exit: 4, code: 'invalid_api_key', says: /diwan login/, options: { env: { DIWAN_API_KEY: 'wrong' } } },
    ]);
  });

  it('prints requests with --dry-run and sends nothing', async () => {
    const slug = await registerApp(cli.server);
    const { body: before } = await admin(cli.server).get('/admin/apps').expect(200);
    const fields = { slug: 'dry', name: 'D', platform: 'ios', packageName: 'a.b' };
    const create = ['apps', 'create', '--slug', 'dry', '--name', 'D', '--platform', 'ios', '--package-name', 'a.b'];
    await assertDryRuns(cli, [
      { words: create, request: 'POST /api/v1/admin/apps', body: fields },
      { words: ['apps', 'update', slug, '--inactive'], request: `PUT /api/v1/admin/apps/${slug}`, body: { isActive: false } },
    ]);
    assert.deepEqual((await admin(cli.server).get('/admin/apps').expect(200)).body, before);
  });
});
