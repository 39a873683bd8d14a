import assert from 'node:assert/strict';
import { publish, registerApp } from '../../apps/support.ts';
import { admin, client } from '../../support/requests/client.ts';
import { assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { tsv } from '../support/outcome.ts';

describe('diwan versions health', () => {
  let cli: Cli;
  let slug: string;

  before(async () => {
    cli = await startCliServer();
    slug = await registerApp(cli.server);
    for (const [index, versionName] of ['1.0.0', '1.1.0', '1.2.0'].entries())
      await publish(cli.server, slug, { versionName, versionCode: index + 1, platform: 'ios' });
    await report(0, 100, { appVersion: '1.0.0' });
    await report(100, 104, { appVersion: '1.0.0', eventType: 'app_crash' });
    await report(200, 260, { appVersion: '1.1.0' });
    await report(200, 206, { appVersion: '1.1.0', eventType: 'app_crash' });
    await report(300, 310, { appVersion: '1.2.0' });
  });
  after(() => cli.close());

  const report = (from: number, to: number, more: object) => {
    const events = Array.from({ length: to - from }, (_, index) => ({
      eventType: 'open',
      platform: 'ios',
      userId: `user-${from + index}`,
      ...more,
    }));
    return client(cli.server).post(`/apps/${slug}/analytics/batch`, { events }).expect(200);
  };

  it('pipes the numbers as TSV or JSON', async () => {
    const [piped, json] = await Promise.all([cli.run(['versions', 'health', slug]), cli.json(['versions', 'health', slug, '--days', '7'])]);
    assert.deepEqual(tsv(piped.stdout), [
      { code: '3', version: '1.2.0', platform: 'ios', users: '10', share: '0.0575', crashed: '0', crash_rate: '' },
      { code: '2', version: '1.1.0', platform: 'ios', users: '60', share: '0.3448', crashed: '6', crash_rate: '0.1' },
      { code: '1', version: '1.0.0', platform: 'ios', users: '104', share: '0.5977', crashed: '4', crash_rate: '0.0385' },
    ]);
    assert.deepEqual(json, (await admin(cli.server).get(`/admin/apps/${slug}/versions/health?days=7`).expect(200)).body.data);
  });

  it('shows arrows against the release before', async () => {
    const { code, stdout } = await cli.run(['versions', 'health', slug, '--output', 'table']);
    assert.equal(code, 0);
    const lines = stdout.split('\n').map((line) => line.trim().split(/\s{2,}/));
    assert.deepEqual(lines.slice(1, 4), [
      ['3', '1.2.0', 'ios', '10', '5.8%', '0', '-'],
      ['2', '1.1.0', 'ios', '60', '34.5%', '6', '10.0% ↑'],
      ['1', '1.0.0', 'ios', '104', '59.8%', '4', '3.9%'],
    ]);
  });

  it('refuses unknown apps and too many days', async () => {
    await assertFailing(cli, [
      { words: ['versions', 'health', 'none'], exit: 5, code: 'app_not_found', says: /none|app/i },
      { words: ['versions', 'health', slug, '--days', '91'], exit: 2, code: 'validation_error', says: /days/ },
    ]);
  });
});
