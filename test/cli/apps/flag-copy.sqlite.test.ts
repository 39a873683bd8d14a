import assert from 'node:assert/strict';
import { movableClock, registerApp } from '../../apps/support.ts';
import { admin } from '../../support/requests/client.ts';
import { assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { successOf, tsv } from '../support/outcome.ts';

describe('diwan flags copy', () => {
  let cli: Cli;
  let from: string;
  let to: string;

  before(async () => {
    cli = await startCliServer();
  });
  beforeEach(async () => {
    [from, to] = [await registerApp(cli.server), await registerApp(cli.server)];
    successOf(await cli.run(['segments', 'create', from, 'gulf', '--when', 'country in SA']));
    const targeting = { rules: [{ id: 'gulf', segments: ['gulf'] }] };
    for (const flagKey of ['cart', 'search'])
      await admin(cli.server).post(`/admin/apps/${from}/features`, { flagKey, isEnabled: true, targeting }).expect(201);
    await admin(cli.server).post(`/admin/apps/${to}/features`, { flagKey: 'cart' }).expect(201);
  });
  after(() => cli.close());

  const keys = async () => (await cli.json<{ flagKey: string }[]>(['flags', 'list', to])).map(({ flagKey }) => flagKey);

  it('shows the plan, asks, and copies with segments', async () => {
    const words = ['flags', 'copy', from, to];
    await assertFailing(cli, [{ words, exit: 2, code: 'usage', says: /--yes/ }]);
    const { stdout, stderr } = successOf(await cli.run([...words, '--dry-run']));
    assert.match(stdout, new RegExp(`^POST /api/v1/admin/apps/${to}/features/copy\n`));
    assert.match(stderr, /Copied {6}search\nLeft alone {2}cart\nSegments {4}gulf\n/);
    assert.deepEqual(await keys(), ['cart']);
    const terminal = cli.terminal(words, { columns: 160 });
    await terminal.expect(`Copy flags from ${from} to ${to}? (y/N)`);
    terminal.press('y\r');
    await terminal.expect(`1 flags copied to ${to}, 1 left alone.`);
    assert.equal((await terminal.ended()).code, 0);
    assert.deepEqual(await keys(), ['cart', 'search']);
  });

  it('overwrites only with the option, and given keys', async () => {
    successOf(await cli.run(['flags', 'copy', from, to, '--keys', 'cart', '--overwrite', '--yes']));
    assert.deepEqual(await keys(), ['cart']);
    successOf(await cli.run(['flags', 'copy', from, to, '--yes']));
    const equal = await cli.run(['flags', 'diff', from, to]);
    assert.equal(equal.code, 0, equal.stdout);
    await assertFailing(cli, [
      { words: ['flags', 'copy', from, from, '--yes'], exit: 2, code: 'usage', says: /the same/ },
      { words: ['flags', 'copy', from, to, '--keys', 'gone', '--yes'], exit: 2, code: 'validation_error', says: /correct --keys/ },
      { words: ['flags', 'copy', 'nowhere', to, '--yes'], exit: 5, code: 'app_not_found' },
    ]);
  });
});

describe('diwan flags stale', () => {
  // the times of rows are those of the machine
  const clock = movableClock(new Date());
  let cli: Cli;
  before(async () => {
    cli = await startCliServer({ clock });
  });
  after(() => cli.close());

  it('lists old flags that are the same for everybody', async () => {
    const slug = await registerApp(cli.server);
    for (const [flagKey, kind] of [
      ['old', 'release'],
      ['right', 'permission'],
    ])
      await admin(cli.server).post(`/admin/apps/${slug}/features`, { flagKey, kind, isEnabled: true }).expect(201);
    const env = { DIWAN_API_KEY: cli.server.apiKey };
    const stale = async () => tsv(successOf(await cli.run(['flags', 'stale', slug], { env })).stdout);
    assert.deepEqual(await stale(), []);
    clock.advance(41 * 86_400_000);
    const [flag, ...rest] = await stale();
    assert.deepEqual([rest, flag?.['key'], flag?.['kind']], [[], 'old', 'release']);
    assert.match(flag?.['reason'] ?? '', /40 days/);
  });
});
