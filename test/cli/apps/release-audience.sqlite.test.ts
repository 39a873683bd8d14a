import assert from 'node:assert/strict';
import { publish, registerApp, traceOf } from '../../apps/support.ts';
import { client } from '../../support/requests/client.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { sendError, sendJson, startFakeServer } from '../support/fake-server.ts';
import { newHome } from '../support/home.ts';
import { openCli } from '../support/in-process.ts';
import { successOf } from '../support/outcome.ts';

const PHONES = [
  { userId: 'a', installationId: 'i-a', platform: 'android', appVersion: '1.0.0' },
  { userId: 'b', installationId: 'i-b', platform: 'android', appVersion: '2.0.0' },
  { userId: 'c', installationId: 'i-c', platform: 'ios', appVersion: '1.0.0' },
  { userId: 'd', platform: 'ios', appVersion: '1.0.0' },
];
const NEW = ['--name', '2.0.0', '--code', '2'];
const TOMORROW = ['--start', '1d'];

describe('the audience of a change of releases and maintenance', () => {
  let cli: Cli;
  let slug: string;

  before(async () => {
    cli = await startCliServer();
  });
  beforeEach(async () => {
    slug = await registerApp(cli.server);
    await publish(cli.server, slug);
    for (const phone of PHONES)
      await client(cli.server)
        .post(`/apps/${slug}/analytics`, { eventType: 'open', ...phone })
        .expect(201);
  });
  after(() => cli.close());

  /** The reach that a command shows on standard error under --dry-run, and in its JSON. */
  const tried = async (words: readonly string[]) => {
    const dry = [...words, '--dry-run'];
    const { preview } = await cli.json<{ preview: { reach: { matched: unknown; gains: unknown; loses: unknown } } }>(dry);
    const { matched, gains, loses } = preview.reach;
    return { shown: successOf(await cli.run(dry)).stderr, numbers: [matched, gains, loses] };
  };

  it('is drawn before a forced release is published', async () => {
    const terminal = cli.terminal(['versions', 'publish', slug, ...NEW, '--force'], { columns: 160 });
    await terminal.expect('Offered as an update to 3 of 4 users of the last 30 days (75.0%)');
    await terminal.expect('The change: 3 gain it, 0 lose it.');
    await terminal.expect('! The change forces 3 users to update.');
    await terminal.expect(`Type ${slug} to continue:`);
    assert.equal((await cli.json<unknown[]>(['versions', 'list', slug])).length, 1);
    terminal.press(`${slug}\r`);
    assert.equal((await terminal.ended()).code, 0);
    assert.equal((await cli.json<unknown[]>(['versions', 'list', slug])).length, 2);
  });

  it('is drawn before a rollout becomes wider', async () => {
    await publish(cli.server, slug, { versionName: '2.0.0', versionCode: 2, rolloutPercent: 0 });
    const terminal = cli.terminal(['versions', 'rollout', slug, '2', '--percent', '100'], { columns: 160 });
    await terminal.expect('The change: 3 gain it, 0 lose it.');
    await terminal.expect(`Type ${slug} to continue:`);
    terminal.press('no\r');
    assert.equal((await terminal.ended()).code, 2);
  });

  it('is drawn before maintenance locks users out', async () => {
    const terminal = cli.terminal(['maintenance', 'schedule', slug, ...TOMORROW, '--platform', 'ios'], { columns: 160 });
    await terminal.expect('Under maintenance: 2 of 4 users of the last 30 days (50.0%)');
    await terminal.expect('The change: 2 come under it, 0 leave it.');
    await terminal.expect('! The numbers are as if it were active');
    await terminal.expect(`Type ${slug} to continue:`);
    terminal.press('no\r');
    assert.equal((await terminal.ended()).code, 2);
    assert.deepEqual(await cli.json<unknown[]>(['maintenance', 'history', slug]), []);
  });

  it('is part of every dry run of a release', async () => {
    await publish(cli.server, slug, { versionName: '2.0.0', versionCode: 2 });
    const before = await traceOf(cli.server, slug);
    const narrow = await tried(['versions', 'rollout', slug, '2', '--percent', '0']);
    assert.deepEqual([narrow.numbers, /0 gain it, 3 lose it/.test(narrow.shown)], [[0, 0, 3], true]);
    for (const command of ['halt', 'rollback', 'deactivate'])
      assert.deepEqual((await tried(['versions', command, slug, '2'])).numbers, [0, 0, 3], command);
    const percent = await tried(['versions', 'rollout', slug, '2', '--percent', '50']);
    assert.match(percent.shown, /Not stored for every user: installationId\./);
    const { numbers } = await tried(['versions', 'publish', slug, '--name', '3.0.0', '--code', '3']);
    assert.deepEqual(numbers, [4, 4, 0]);
    assert.deepEqual(await traceOf(cli.server, slug), before);
    successOf(await cli.run(['versions', 'halt', slug, '2']));
    assert.deepEqual((await tried(['versions', 'resume', slug, '2'])).numbers, [3, 3, 0]);
  });

  it('is part of every dry run of maintenance', async () => {
    assert.deepEqual((await tried(['maintenance', 'on', slug, '--platform', 'android'])).numbers, [2, 2, 0]);
    const { id } = await cli.json<{ id: number }>(['maintenance', 'schedule', slug, ...TOMORROW, '--confirm', slug]);
    successOf(await cli.run(['maintenance', 'on', slug, '--confirm', slug]));
    const before = await traceOf(cli.server, slug);
    assert.deepEqual((await tried(['maintenance', 'off', slug])).numbers, [0, 0, 4]);
    // the other window goes on, so no one is let in
    assert.deepEqual((await tried(['maintenance', 'cancel', slug, String(id)])).numbers, [0, 0, 0]);
    assert.deepEqual(await traceOf(cli.server, slug), before);
  });

  it('is not asked of a server without dry runs', async () => {
    const fake = await startFakeServer();
    // it would ignore the parameter and make the change
    fake.respond((response, { url = '' }) =>
      url.includes('segments') ? sendError(response, 404, { code: 'not_found' }) : sendJson(response, null),
    );
    const env = { XDG_CONFIG_HOME: await newHome(), DIWAN_URL: fake.url, DIWAN_API_KEY: 'any' };
    const terminal = openCli(['maintenance', 'schedule', 'shop', ...TOMORROW], { env, columns: 160 });
    await terminal.expect('Type shop to continue:');
    terminal.press('no\r');
    assert.equal((await terminal.ended()).code, 2);
    assert.deepEqual(
      fake.requests.filter((request) => !request.startsWith('GET')),
      [],
    );
    await fake.close();
  });
});
