import assert from 'node:assert/strict';
import { registerApp } from '../../apps/support.ts';
import { admin } from '../../support/requests/client.ts';
import { assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { successOf, tsv } from '../support/outcome.ts';

describe('diwan flags explain', () => {
  let cli: Cli;
  let slug: string;

  before(async () => {
    cli = await startCliServer();
    slug = await registerApp(cli.server);
    const when = [{ attribute: 'appVersion', operator: 'version_gte', values: ['2.0.0'] }];
    const flag = { flagKey: 'cart', isEnabled: true, targeting: { rules: [{ id: 'late', when }] } };
    await admin(cli.server).post(`/admin/apps/${slug}/features`, flag).expect(201);
    await admin(cli.server).post(`/admin/apps/${slug}/features`, { flagKey: 'other' }).expect(201);
  });
  after(() => cli.close());

  const run = async (...words: string[]) => successOf(await cli.run(['flags', 'explain', slug, ...words])).stdout;

  it('shows what a device gets and which rule decides', async () => {
    assert.deepEqual(
      tsv(await run('--current', '2.1.0')).map(({ key, enabled, step, rule }) => [key, enabled, step, rule]),
      [
        ['cart', 'true', 'rule', 'late'],
        ['other', 'false', 'off', ''],
      ],
    );
    const text = await run('cart', '--attribute', 'appVersion=1.0.0', '--output', 'table');
    assert.match(text, /off .*default/);
    assert.match(text, /✗ appVersion ≥ 2\.0\.0 \(has 1\.0\.0\)/);
  });

  it('refuses an attribute without a name', async () => {
    await assertFailing(cli, [
      { words: ['flags', 'explain', slug, '--attribute', 'gold'], exit: 2, code: 'usage', says: /NAME=VALUE/ },
      { words: ['flags', 'explain', slug, 'gone'], exit: 5, code: 'flag_not_found', says: /diwan flags list/ },
    ]);
  });
});
