import assert from 'node:assert/strict';
import { registerApp } from '../../apps/support.ts';
import { admin, client } from '../../support/requests/client.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { successOf } from '../support/outcome.ts';

const ANDROID = { rules: [{ id: 'android', when: [{ attribute: 'platform', operator: 'in', values: ['android'] }] }] };
const PHONES = [
  { userId: 'a', platform: 'android', appVersion: '2.0.0' },
  { userId: 'b', platform: 'android', appVersion: '1.0.0' },
  { userId: 'c', platform: 'android', appVersion: '2.0.0' },
  { userId: 'd', platform: 'ios', appVersion: '2.0.0' },
];

describe('the audience of a change of flags', () => {
  let cli: Cli;
  let slug: string;

  before(async () => {
    cli = await startCliServer();
  });
  beforeEach(async () => {
    slug = await registerApp(cli.server);
    await admin(cli.server).post(`/admin/apps/${slug}/features`, { flagKey: 'cart', isEnabled: true }).expect(201);
    for (const phone of PHONES)
      await client(cli.server)
        .post(`/apps/${slug}/analytics`, { eventType: 'open', ...phone })
        .expect(201);
  });
  after(() => cli.close());

  const stored = async () => (await admin(cli.server).get(`/admin/apps/${slug}/features/cart`).expect(200)).body;
  const setRules = ['--set', JSON.stringify(ANDROID)];

  it('is drawn by platform and version before the question', async () => {
    const terminal = cli.terminal(['flags', 'targeting', slug, 'cart', ...setRules], { columns: 160 });
    await terminal.expect('On for 3 of 4 users of the last 30 days (75.0%)');
    await terminal.expect('The change: 0 gain it, 1 lose it.');
    await terminal.expect('android  ████████████████████████  3 of 3');
    await terminal.expect('ios      ░░░░░░░░░░░░░░░░░░░░░░░░  0 of 1');
    await terminal.expect('2.0.0  ████████████████░░░░░░░░  2 of 3');
    await terminal.expect('(y/N)');
    assert.equal((await stored()).targeting, null);
    terminal.press('y\r');
    assert.equal((await terminal.ended()).code, 0);
    assert.deepEqual((await stored()).targeting, ANDROID);
  });

  it('is part of a dry run, which changes nothing', async () => {
    const before = await stored();
    const words = ['flags', 'targeting', slug, 'cart', ...setRules, '--dry-run'];
    const { stdout, stderr } = successOf(await cli.run(words));
    assert.match(stdout, new RegExp(`^PUT /api/v1/admin/apps/${slug}/features/cart\n`));
    assert.match(stderr, /On for 3 of 4 users/);
    const request = await cli.json<{ method: string; body: object; preview: { reach: { matched: number; loses: number } } }>(words);
    const { matched, loses } = request.preview.reach;
    assert.deepEqual([request.method, request.body, matched, loses], ['PUT', { targeting: ANDROID }, 3, 1]);
    const simple = ['disable', 'delete'].map((command) => ['flags', command, slug, 'cart', '--dry-run']);
    for (const more of [...simple, ['flags', 'set', slug, 'cart', '--off', '--dry-run']])
      assert.match(successOf(await cli.run(more)).stderr, /0 gain it, 4 lose it/, more.join(' '));
    const created = await cli.run(['flags', 'create', slug, 'new', '--on', '--dry-run']);
    assert.match(successOf(created).stderr, /4 gain it, 0 lose it/);
    assert.deepEqual(await stored(), before);
    assert.equal((await cli.json<unknown[]>(['flags', 'list', slug])).length, 1);
  });

  it('is a range where attributes are not stored', async () => {
    const rules = { rules: [{ id: 'gulf', when: [{ attribute: 'country', operator: 'in', values: ['SA'] }] }] };
    const { stderr } = await cli.run(['flags', 'targeting', slug, 'cart', '--set', JSON.stringify(rules), '--dry-run']);
    assert.match(stderr, /On for 0 to 4 of 4 users of the last 30 days \(0\.0% to 100\.0%\)/);
    assert.match(stderr, /android {2}▒{24} {2}0 to 3 of 3/);
    assert.match(stderr, /Not stored for every user: country\./);
  });

  it('tells what surprises, and when no user is known', async () => {
    const empty = await registerApp(cli.server);
    await admin(cli.server).post(`/admin/apps/${empty}/features`, { flagKey: 'cart' }).expect(201);
    const { stderr } = await cli.run(['flags', 'rollout', empty, 'cart', '20', '--dry-run']);
    assert.match(stderr, /No user was seen in the last 30 days, so the audience is unknown\.\n! The flag cart is off/);
  });

  it('covers the flags that use a segment', async () => {
    const when = ['--when', 'platform in ios'];
    successOf(await cli.run(['segments', 'create', slug, 'phones', ...when]));
    const targeting = { rules: [{ id: 'phones', segments: ['phones'] }] };
    await admin(cli.server).put(`/admin/apps/${slug}/features/cart`, { targeting }).expect(200);
    const words = ['segments', 'set', slug, 'phones', '--when', 'platform in android'];
    assert.match((await cli.run([...words, '--dry-run'])).stderr, /On for 3 of 4 [\s\S]*3 gain it, 1 lose it/);
    const terminal = cli.terminal(words, { columns: 160 });
    await terminal.expect('3 gain it, 1 lose it');
    await terminal.expect('(y/N)');
    terminal.press('n\r');
    assert.equal((await terminal.ended()).code, 2);
  });
});
