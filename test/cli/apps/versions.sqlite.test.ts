import assert from 'node:assert/strict';
import { publish, registerApp } from '../../apps/support.ts';
import { admin } from '../../support/requests/client.ts';
import { assertDryRuns, assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { fieldsOf, successOf, tsv } from '../support/outcome.ts';

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

  it('publishes with a piped changelog and lists it', async () => {
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
    const expected = {
      version: '1.2.0',
      active: 'true',
      platform: 'all',
      rollout: '100',
      forced: 'false',
      minimum: '',
      changelog: 'Faster.⏎جديد',
    };
    assert.deepEqual(rest, { code: '202611210001', ...expected });
    const [release] = await cli.json<Release[]>(['versions', 'list', slug]);
    assert.deepEqual([release?.changelog, release?.storeUrl], ['Faster.\nجديد', 'https://example.com']);
  });

  it('asks for the name and suggests the code', async () => {
    const slug = await registerApp(cli.server);
    await publish(cli.server, slug, { versionCode: 41 });
    const terminal = cli.terminal(['versions', 'publish', slug]);
    await terminal.expect('Version name');
    terminal.press('2.0\r');
    await terminal.expect('semantic version');
    terminal.press('.0\r');
    await terminal.expect(/Version code: \(42\)/);
    terminal.press('\r');
    await terminal.expect('Changes (optional):');
    terminal.press('New checkout\r');
    await terminal.expect('Oldest version that remains usable (optional):');
    terminal.press('\r');
    await terminal.expect('Force every user to update? (y/N)');
    terminal.press('yse\r');
    await terminal.expect('Type y for yes or n for no.');
    terminal.press('\u0015n\r');
    await terminal.expect(`${slug} 2.0.0 (code 42) is published.`);
    assert.equal((await terminal.ended()).code, 0);
    const [newest] = await releases(slug);
    assert.deepEqual([newest?.isForce, newest?.minVersion, newest?.changelog], [false, null, 'New checkout']);
  });

  it('asks once about force and a raised minimum', async () => {
    const slug = await registerApp(cli.server);
    await publish(cli.server, slug, { minVersion: '1.0.0' });
    const words = ['versions', 'publish', slug, '--name', '2.0.0', '--code', '2', '--force', '--min', '1.10.0'];
    await severe(words, slug);
    const terminal = cli.terminal(words, { columns: 200 });
    await terminal.expect(/Every user must update to 2\.0\.0 \(code 2\)\. Versions below 1\.10\.0 stop working\. Type \S+ to continue/);
    assert.equal((await releases(slug)).length, 1);
    terminal.press(`${slug}\r`);
    await terminal.expect('every user must update.');
    assert.equal((await terminal.ended()).code, 0);
    const [newest] = await releases(slug);
    assert.deepEqual([newest?.versionCode, newest?.isForce, newest?.minVersion], [2, true, '1.10.0']);
  });

  it('publishes a forced release with --confirm and the slug', async () => {
    const slug = await registerApp(cli.server);
    const words = ['versions', 'publish', slug, '--name', '2.0.0', '--code', '2', '--force', '--confirm', slug];
    assert.equal((await cli.run(words)).code, 0);
    assert.equal((await releases(slug))[0]?.isForce, true);
  });

  it('asks nothing when no user is locked out', async () => {
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

  it('activates by code and asks before a lockout', async () => {
    const slug = await registerApp(cli.server);
    await publish(cli.server, slug);
    await publish(cli.server, slug, { versionName: '2.0.0', versionCode: 2, isForce: true, isActive: false });
    const { code, stderr } = await cli.run(['versions', 'deactivate', slug, '1']);
    assert.deepEqual([code, stderr], [0, `Code 1 of ${slug} is inactive.\n`]);
    assert.equal((await cli.json<Release>(['versions', 'activate', slug, '1'])).isActive, true);
    await severe(['versions', 'activate', slug, '2'], slug);
    assert.equal((await releases(slug))[0]?.isActive, false);
    assert.equal((await cli.run(['versions', 'activate', slug, '2', '--confirm', slug])).code, 0);
    assert.equal((await releases(slug))[0]?.isActive, true);
  });

  it('shows the update check and fails when unexpected', async () => {
    const slug = await registerApp(cli.server, { platform: 'ios', storeUrl: 'https://example.com/s' });
    await publish(cli.server, slug, { versionName: '2.0.0', versionCode: 7, minVersion: '1.5.0' });
    const check = ['versions', 'check', slug, '--platform', 'ios', '--current', '1.4.0'];
    const { code, stdout } = await cli.run([...check, '--expect', 'update_required']);
    assert.equal(code, 0);
    const lines = fieldsOf(stdout);
    const { status, reason, latest, code: latestCode, minimum, store } = lines;
    assert.deepEqual(
      [status, reason, latest, latestCode, minimum, store],
      ['update_required', 'below_minimum', '2.0.0', '7', '1.5.0', 'https://example.com/s'],
    );
    const wrong = await cli.run([...check, '--expect', 'up_to_date', '--json']);
    assert.deepEqual([wrong.code, JSON.parse(wrong.stdout).status], [1, 'update_required']);
    assert.match(wrong.stderr, /Expected up_to_date, but the update check returns update_required/);
    const latestOne = await cli.run(['versions', 'check', slug, '--current', '2.0.0', '--expect', 'up_to_date']);
    assert.equal(latestOne.code, 0);
  });

  it('names the cause and the next step of a failure', async () => {
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
      { words: ['versions', 'publish', slug, '--name', '2.0', '--code', '43'], exit: 2, code: 'validation_error', says: /--help/ },
      { words: ['versions', 'list', 'nowhere'], exit: 5, code: 'app_not_found', says: /diwan apps list/ },
      { words: ['versions', 'check', 'nowhere', '--current', '1.0.0'], exit: 5, code: 'app_not_found' },
      { words: ['versions', 'activate', slug, '7'], exit: 5, code: 'version_not_found', says: /diwan versions list/ },
      { words: ['versions', 'list', slug], exit: 4, code: 'invalid_api_key', options: wrongKey },
      { words: [...publishing, '--code', '43'], exit: 4, code: 'invalid_api_key', options: wrongKey },
    ]);
  });

  it('prints requests with --dry-run and sends nothing', async () => {
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

  it('needs no server for a dry run', async () => {
    const words = ['versions', 'publish', 'shop', '--name', '2.0.0', '--code', '2', '--force', '--dry-run', '--url', 'http://127.0.0.1:9'];
    const { code, stdout } = await cli.run(words);
    assert.deepEqual([code, stdout.split('\n')[0]], [0, 'POST /api/v1/admin/apps/shop/versions']);
  });
});
