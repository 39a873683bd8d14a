import assert from 'node:assert/strict';
import { isAbove } from '../../cli/commands/versions/semver.ts';
import { publish, registerApp } from '../apps/support.ts';
import { admin } from '../support/client.ts';
import { assertDryRuns, assertFailing } from './cases.ts';
import { type Cli, startCliServer, successOf, tsv } from './support.ts';

interface Release {
  readonly versionName: string;
  readonly versionCode: number;
  readonly minVersion: string | null;
  readonly isForce: boolean;
  readonly isActive: boolean;
  readonly changelog: string | null;
  readonly storeUrl: string | null;
}

describe('diwan versions', () => {
  let cli: Cli;
  before(async () => {
    cli = await startCliServer();
  });
  after(() => cli.close());

  const releases = async (slug: string): Promise<Release[]> =>
    (await admin(cli.server).get(`/admin/apps/${slug}/versions`).expect(200)).body;
  const severe = async (words: readonly string[], slug: string): Promise<void> =>
    assertFailing(cli, [{ words, exit: 2, code: 'usage', says: new RegExp(`--confirm ${slug}`) }]);

  it('publishes with a changelog that is piped in, and lists it', async () => {
    const slug = await registerApp(cli.server);
    const words = [
      'versions',
      'publish',
      slug,
      '--name',
      '1.2.0',
      '--code',
      '202611210001',
      '--changelog',
      '-',
      '--store-url',
      'https://example.com',
    ];
    const { code, stdout, stderr } = await cli.run(words, { input: 'Faster.\nجديد\n' });
    assert.deepEqual([code, stdout, stderr], [0, '', `${slug} 1.2.0 (code 202611210001) is published.\n`]);
    const [row] = tsv((await cli.run(['versions', 'list', slug])).stdout);
    const { published, ...rest } = row ?? {};
    assert.match(published ?? '', /^\d{4}-.*Z$/);
    const said = { version: '1.2.0', active: 'true', forced: 'false', minimum: '', changelog: 'Faster.⏎جديد' };
    assert.deepEqual(rest, { code: '202611210001', ...said });
    const [release] = await cli.json<Release[]>(['versions', 'list', slug]);
    assert.deepEqual([release?.changelog, release?.storeUrl], ['Faster.\nجديد', 'https://example.com']);
  });

  it('asks for name and code, and suggests the next code', async () => {
    const slug = await registerApp(cli.server);
    await publish(cli.server, slug, { versionCode: 41 });
    const terminal = cli.terminal(['versions', 'publish', slug]);
    await terminal.expect('Version name');
    terminal.press('2.0\r');
    await terminal.expect('semantic version');
    terminal.press('.0\r');
    await terminal.expect(/Version code: \(42\)/);
    terminal.press('\r');
    await terminal.expect(`${slug} 2.0.0 (code 42) is published.`);
    assert.equal((await terminal.ended()).code, 0);
  });

  it('asks once before a forced release that raises the minimum too, naming both', async () => {
    const slug = await registerApp(cli.server);
    await publish(cli.server, slug, { minVersion: '1.0.0' });
    const words = ['versions', 'publish', slug, '--name', '2.0.0', '--code', '2', '--force', '--min', '1.10.0'];
    await severe(words, slug);
    const terminal = cli.terminal(words, { columns: 200 });
    await terminal.expect(
      /Everybody must take 2\.0\.0 \(code 2\) before going on\. Versions below 1\.10\.0 stop working\. Type \S+ to go on/,
    );
    assert.equal((await releases(slug)).length, 1);
    terminal.press(`${slug}\r`);
    await terminal.expect('everybody must take it.');
    assert.equal((await terminal.ended()).code, 0);
    const [newest] = await releases(slug);
    assert.deepEqual([newest?.versionCode, newest?.isForce, newest?.minVersion], [2, true, '1.10.0']);
  });

  it('publishes a forced release without a question when --confirm names the app', async () => {
    const slug = await registerApp(cli.server);
    const words = ['versions', 'publish', slug, '--name', '2.0.0', '--code', '2', '--force', '--confirm', slug];
    assert.equal((await cli.run(words)).code, 0);
    assert.equal((await releases(slug))[0]?.isForce, true);
  });

  it('asks nothing when the minimum stays, falls, or the release is not in service', async () => {
    const slug = await registerApp(cli.server);
    await publish(cli.server, slug, { versionName: '1.10.0', minVersion: '1.9.0' });
    const base = ['versions', 'publish', slug, '--name', '3.0.0'];
    for (const more of [
      ['--code', '2', '--min', '1.9.0'],
      ['--code', '3', '--min', '1.8.0'],
      ['--code', '4', '--min', '3.0.0', '--force', '--inactive'],
    ])
      successOf(await cli.run([...base, ...more]));
    assert.deepEqual(
      (await releases(slug)).map(({ minVersion, isActive }) => [minVersion, isActive]),
      [
        ['3.0.0', false],
        ['1.8.0', true],
        ['1.9.0', true],
        ['1.9.0', true],
      ],
    );
    await severe([...base, '--code', '5', '--min', '1.10.0'], slug);
  });

  it('turns releases by their code, and asks before one that stops people', async () => {
    const slug = await registerApp(cli.server);
    await publish(cli.server, slug);
    await publish(cli.server, slug, { versionName: '2.0.0', versionCode: 2, isForce: true, isActive: false });
    const { code, stderr } = await cli.run(['versions', 'deactivate', slug, '1']);
    assert.deepEqual([code, stderr], [0, `Code 1 of ${slug} is out of service.\n`]);
    assert.equal((await cli.json<Release>(['versions', 'activate', slug, '1'])).isActive, true);
    await severe(['versions', 'activate', slug, '2'], slug);
    assert.equal((await releases(slug))[0]?.isActive, false);
    assert.equal((await cli.run(['versions', 'activate', slug, '2', '--confirm', slug])).code, 0);
    assert.equal((await releases(slug))[0]?.isActive, true);
  });

  it('checks what a client is told, and fails for a program when it is not what was expected', async () => {
    const slug = await registerApp(cli.server, { platform: 'ios', storeUrl: 'https://example.com/s' });
    await publish(cli.server, slug, { versionName: '2.0.0', versionCode: 7, minVersion: '1.5.0' });
    const check = ['versions', 'check', slug, '--platform', 'ios', '--current', '1.4.0'];
    const { code, stdout } = await cli.run([...check, '--expect', 'update_required']);
    assert.equal(code, 0);
    const lines = Object.fromEntries(stdout.split('\n').map((line) => line.split('\t')));
    const { status, reason, latest, code: latestCode, minimum, store } = lines as Record<string, string>;
    assert.deepEqual(
      [status, reason, latest, latestCode, minimum, store],
      ['update_required', 'below_minimum', '2.0.0', '7', '1.5.0', 'https://example.com/s'],
    );
    const wrong = await cli.run([...check, '--expect', 'up_to_date', '--json']);
    assert.deepEqual([wrong.code, JSON.parse(wrong.stdout).status], [1, 'update_required']);
    assert.match(wrong.stderr, /Expected up_to_date, but a client is told update_required/);
    const latestOne = await cli.run(['versions', 'check', slug, '--current', '2.0.0', '--expect', 'up_to_date']);
    assert.equal(latestOne.code, 0);
  });

  it('says why it cannot, and what to do', async () => {
    const slug = await registerApp(cli.server);
    await publish(cli.server, slug, { versionCode: 42 });
    const publishing = ['versions', 'publish', slug, '--name', '2.0.0'];
    const wrongKey = { env: { DIWAN_API_KEY: 'wrong' } };
    await assertFailing(cli, [
      { words: ['versions', 'publish', slug, '--code', '43'], exit: 2, code: 'usage', says: /--name/ },
      { words: publishing, exit: 2, code: 'usage', says: /--code/ },
      { words: [...publishing, '--code', '1.5'], exit: 2, code: 'usage', says: /version code/ },
      { words: [...publishing, '--code', '43', '--changelog', '@/nowhere'], exit: 2, code: 'usage', says: /\/nowhere/ },
      { words: ['versions', 'check', slug], exit: 2, code: 'usage', says: /--current/ },
      { words: [...publishing, '--code', '42'], exit: 6, code: 'version_code_not_incrementing', says: /latest code is 42: try --code 43/ },
      { words: ['versions', 'publish', slug, '--name', '2.0', '--code', '43'], exit: 1, code: 'validation_error', says: /--help/ },
      { words: ['versions', 'list', 'nowhere'], exit: 5, code: 'app_not_found', says: /diwan apps list/ },
      { words: ['versions', 'check', 'nowhere', '--current', '1.0.0'], exit: 5, code: 'app_not_found' },
      { words: ['versions', 'activate', slug, '7'], exit: 5, code: 'version_not_found', says: /diwan versions list/ },
      { words: ['versions', 'list', slug], exit: 4, code: 'invalid_api_key', options: wrongKey },
      { words: [...publishing, '--code', '43'], exit: 4, code: 'invalid_api_key', options: wrongKey },
    ]);
  });

  it('sends nothing with --dry-run', async () => {
    const slug = await registerApp(cli.server);
    const { id } = await publish(cli.server, slug);
    const before = await releases(slug);
    const path = `/api/v1/admin/apps/${slug}/versions`;
    const body = { versionName: '2.0.0', versionCode: 2, minVersion: '2.0.0', isForce: true, isActive: true };
    await assertDryRuns(cli, [
      {
        words: ['versions', 'publish', slug, '--name', '2.0.0', '--code', '2', '--force', '--min', '2.0.0'],
        request: `POST ${path}`,
        body,
      },
      { words: ['versions', 'deactivate', slug, '1'], request: `PUT ${path}/${id}`, body: { isActive: false } },
    ]);
    assert.deepEqual(await releases(slug), before);
  });

  it('needs no server to show what --dry-run would publish', async () => {
    const words = ['versions', 'publish', 'shop', '--name', '2.0.0', '--code', '2', '--force', '--dry-run', '--url', 'http://127.0.0.1:9'];
    const { code, stdout } = await cli.run(words);
    assert.deepEqual([code, stdout.split('\n')[0]], [0, 'POST /api/v1/admin/apps/shop/versions']);
  });

  it('orders versions as semver does', () => {
    const rising = [
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0',
      '1.9.0',
      '1.10.0',
      '10.0.0',
    ];
    const above = rising.slice(1).map((version, index) => [isAbove(version, rising[index] ?? ''), isAbove(rising[index] ?? '', version)]);
    assert.deepEqual(
      above,
      rising.slice(1).map(() => [true, false]),
    );
    assert.equal(isAbove('1.0.0+2', '1.0.0+1'), false);
  });
});
