import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { registerApp } from '../../apps/support.ts';
import { temporaryFolder } from '../../support/engine.ts';
import { admin } from '../../support/requests/client.ts';
import { assertDryRuns, assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { tsv } from '../support/outcome.ts';

interface Flag {
  readonly flagKey: string;
  readonly isEnabled: boolean;
  readonly description: string | null;
  readonly config: Record<string, unknown> | null;
}

describe('diwan flags', () => {
  let cli: Cli;
  before(async () => {
    cli = await startCliServer();
  });
  after(() => cli.close());

  const flags = async (slug: string): Promise<Flag[]> =>
    (await admin(cli.server).get(`/admin/apps/${slug}/features/admin`).expect(200)).body;
  const createFlag = (slug: string, fields: Partial<Flag>): Promise<unknown> =>
    Promise.resolve(
      admin(cli.server)
        .post(`/admin/apps/${slug}/features`, { flagKey: 'wanted', ...fields })
        .expect(201),
    );

  it('creates disabled flags and enabled ones with config', async () => {
    const slug = await registerApp(cli.server);
    const { code, stdout, stderr } = await cli.run(['flags', 'create', slug, 'plain']);
    assert.deepEqual([code, stdout, stderr], [0, '', `Flag plain of ${slug} created; it is off.\n`]);
    const words = ['flags', 'create', slug, 'limits', '--on', '--config', '{"perDay":5}', '--description', 'Orders\ta day'];
    assert.equal((await cli.json<Flag>(words)).isEnabled, true);
    const rows = tsv((await cli.run(['flags', 'list', slug])).stdout).map(({ updated: _, ...row }) => row);
    assert.deepEqual(rows, [
      { key: 'limits', enabled: 'true', config: '{"perDay":5}', description: 'Orders\\u{9}a day' },
      { key: 'plain', enabled: 'false', config: '', description: '' },
    ]);
    assert.deepEqual(await cli.json(['flags', 'list', slug]), await flags(slug));
  });

  it('reads a config from file, pipe or null', async () => {
    const slug = await registerApp(cli.server);
    await createFlag(slug, { isEnabled: true, description: 'Why' });
    const file = path.join(await temporaryFolder(), 'config.json');
    writeFileSync(file, '{"from": "file", "ar": "نص"}\n');
    const set = ['flags', 'set', slug, 'wanted'];
    const fromFile = await cli.json<Flag>([...set, '--config', `@${file}`]);
    assert.deepEqual([fromFile.config, fromFile.isEnabled, fromFile.description], [{ from: 'file', ar: 'نص' }, true, 'Why']);
    assert.deepEqual((await cli.json<Flag>([...set, '--config', '-'], { input: '{"from":"pipe"}' })).config, { from: 'pipe' });
    const { stderr } = await cli.run([...set, '--config', 'null', '--description', '', '--off']);
    assert.equal(stderr, `Flag wanted of ${slug} is off.\n`);
    const [flag] = await flags(slug);
    assert.deepEqual([flag?.config, flag?.description, flag?.isEnabled], [null, null, false]);
  });

  it('shows a flag, enables and disables it', async () => {
    const slug = await registerApp(cli.server);
    await createFlag(slug, { config: { a: [1, { b: null }] } });
    const { stdout } = await cli.run(['flags', 'get', slug, 'wanted']);
    assert.match(stdout, /^key\twanted\nenabled\toff\ndescription\t\nconfig\t\{"a":\[1,\{"b":null\}\]\}\n/);
    assert.deepEqual(await cli.json(['flags', 'get', slug, 'wanted']), (await flags(slug))[0]);
    assert.equal((await cli.run(['flags', 'enable', slug, 'wanted'])).stderr, `Flag wanted of ${slug} is on.\n`);
    assert.equal((await flags(slug))[0]?.isEnabled, true);
    assert.equal((await cli.json<Flag>(['flags', 'disable', slug, 'wanted'])).isEnabled, false);
  });

  it('asks for the slug to delete enabled flags', async () => {
    const slug = await registerApp(cli.server);
    await Promise.all(
      ['off_one', 'off_two', 'on_one', 'on_two'].map((flagKey) => createFlag(slug, { flagKey, isEnabled: /^on/.test(flagKey) })),
    );
    await assertFailing(cli, [
      { words: ['flags', 'delete', slug, 'off_one'], exit: 2, code: 'usage', says: /--yes/ },
      { words: ['flags', 'delete', slug, 'on_one', '--yes'], exit: 2, code: 'usage', says: new RegExp(`--confirm ${slug}`) },
    ]);
    assert.equal((await flags(slug)).length, 4);
    const { code, stderr } = await cli.run(['flags', 'delete', slug, 'off_one', '--yes']);
    assert.deepEqual([code, stderr], [0, `Flag off_one of ${slug} deleted.\n`]);
    assert.equal((await cli.run(['flags', 'delete', slug, 'on_one', '--confirm', slug])).code, 0);
    const terminal = cli.terminal(['flags', 'delete', slug, 'off_two']);
    await terminal.expect('Delete flag off_two');
    terminal.press('y\r');
    assert.equal((await terminal.ended()).code, 0);
    const severe = cli.terminal(['flags', 'delete', slug, 'on_two', '--yes'], { columns: 160 });
    await severe.expect(`Type ${slug} to continue`);
    severe.press('on_two\r');
    await severe.expect(`Type ${slug} exactly`);
    severe.press('\u0015\r');
    assert.equal((await severe.ended()).code, 2);
    assert.deepEqual(
      (await flags(slug)).map(({ flagKey }) => flagKey),
      ['on_two'],
    );
  });

  it('names the cause and the next step of a failure', async () => {
    const slug = await registerApp(cli.server);
    await createFlag(slug, {});
    await assertFailing(cli, [
      { words: ['flags', 'create', slug, 'wanted'], exit: 6, code: 'flag_key_exists', says: /diwan flags set/ },
      { words: ['flags', 'create', slug, '__proto__'], exit: 2, code: 'validation_error' },
      { words: ['flags', 'create', slug, '../../x'], exit: 2, code: 'usage', says: /not a valid flag key/ },
      { words: ['flags', 'create', slug, 'new', '--on', '--off'], exit: 2, code: 'usage', says: /--off/ },
      { words: ['flags', 'set', slug, 'wanted'], exit: 2, code: 'usage', says: /Nothing to change/ },
      { words: ['flags', 'set', slug, 'wanted', '--config', '[1]'], exit: 2, code: 'usage', says: /JSON object/ },
      { words: ['flags', 'set', slug, 'wanted', '--config', '{'], exit: 2, code: 'usage', says: /not valid JSON/ },
      { words: ['flags', 'get', slug, 'gone'], exit: 5, code: 'flag_not_found', says: /diwan flags list/ },
      { words: ['flags', 'enable', slug, 'gone'], exit: 5, code: 'flag_not_found', says: /diwan flags list/ },
      { words: ['flags', 'delete', slug, 'gone', '--yes'], exit: 5, code: 'flag_not_found' },
      { words: ['flags', 'list', 'nowhere'], exit: 5, code: 'app_not_found' },
      { words: ['flags', 'disable', slug, 'wanted'], exit: 4, code: 'invalid_api_key', options: { env: { DIWAN_API_KEY: 'wrong' } } },
    ]);
  });

  it('prints requests with --dry-run without any server', async () => {
    const slug = await registerApp(cli.server);
    await createFlag(slug, { isEnabled: true });
    const before = await flags(slug);
    const base = `/api/v1/admin/apps/${slug}/features`;
    const away = ['--url', 'http://127.0.0.1:9'];
    await assertDryRuns(cli, [
      { words: ['flags', 'create', slug, 'dry', ...away], request: `POST ${base}`, body: { flagKey: 'dry' } },
      { words: ['flags', 'set', slug, 'wanted', '--off', ...away], request: `PUT ${base}/wanted`, body: { isEnabled: false } },
      { words: ['flags', 'disable', slug, 'wanted'], request: `PUT ${base}/wanted`, body: { isEnabled: false } },
      { words: ['flags', 'delete', slug, 'wanted', ...away], request: `DELETE ${base}/wanted`, body: null },
    ]);
    assert.deepEqual(await flags(slug), before);
  });
});
