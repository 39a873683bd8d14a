import assert from 'node:assert/strict';
import { stripVTControlCharacters } from 'node:util';
import pc from 'picocolors';
import { type Dashboard, renderPage } from '../../../cli/commands/analytics/dashboard-page.ts';
import { renderBars, renderSparkline } from '../../../cli/output/chart.ts';
import { displayWidth } from '../../../cli/output/width.ts';
import { registerApp } from '../../apps/support.ts';
import { admin, client } from '../../support/requests/client.ts';
import { assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { tsv } from '../support/outcome.ts';

const DASHBOARD: Dashboard = {
  period: '3 days',
  totalEvents: 1_234,
  topEventTypes: [
    { type: 'screen\u001b[2J_view', count: '1200' },
    { type: 'شراء', count: '34' },
  ],
  recentEvents: [
    { id: 1, eventType: 'screen_view', userId: 'u1', platform: 'ios', appVersion: '1.0.0', createdAt: '2026-01-02T10:00:00.000Z' },
    { id: 2, eventType: 'tap', userId: null, platform: null, appVersion: null, createdAt: '2026-01-02T09:00:00.000Z' },
  ],
  byDay: [
    { date: '2026-01-01', count: 0 },
    { date: '2026-01-02', count: 1_000 },
    { date: '2026-01-03', count: 234 },
  ],
  byPlatform: [
    { platform: 'ios', count: 1_000 },
    { platform: null, count: 234 },
  ],
  byVersion: [{ version: '1.0.0', count: 1_234 }],
  uniqueUsers: 7,
};

describe('diwan analytics', () => {
  let cli: Cli;
  let slug: string;
  before(async () => {
    cli = await startCliServer();
    slug = await registerApp(cli.server);
    const events = ['open', 'open', 'open', 'buy'].map((eventType) => ({ eventType, platform: 'ios', appVersion: '1.2.3', userId: 'u1' }));
    await client(cli.server).post(`/apps/${slug}/analytics/batch`, { events }).expect(200);
  });
  after(() => cli.close());

  it('pipes the event types as TSV or JSON', async () => {
    const [piped, json] = await Promise.all([cli.run(['analytics', slug]), cli.json<Dashboard>(['analytics', slug, '--days', '7'])]);
    assert.deepEqual(tsv(piped.stdout), [
      { type: 'open', count: '3', percent: '75.0%' },
      { type: 'buy', count: '1', percent: '25.0%' },
    ]);
    assert.deepEqual(json, (await admin(cli.server).get(`/admin/apps/${slug}/analytics?days=7`).expect(200)).body);
    assert.equal(json.period, '7 days');
  });

  it('draws a page, and a short one without events', async () => {
    const empty = await registerApp(cli.server);
    const [page, short] = await Promise.all([cli.terminal(['analytics', slug]).ended(), cli.terminal(['analytics', empty]).ended()]);
    assert.equal(page.code, 0);
    assert.match(page.text, /4 events, 1 user\n/);
    assert.match(page.text, /▁+█/);
    assert.match(page.text, /^open +█+ +3 +75\.0%$/m);
    assert.match(page.text, /^ios +█+ +4 +100\.0%$/m);
    assert.match(page.text, /^buy +u1 +ios +1\.2\.3 +just now$/m);
    assert.match(short.text, /0 events, 0 users\n$/);
  });

  it('names the cause and the next step of a failure', async () => {
    await assertFailing(cli, [
      { words: ['analytics', slug, '--days', '0'], exit: 2, code: 'usage', says: /--days/ },
      { words: ['analytics', slug, '--days', '366'], exit: 2, code: 'validation_error' },
      { words: ['analytics', slug, '--watch'], exit: 2, code: 'usage', says: /terminal/ },
      { words: ['analytics', 'nowhere'], exit: 5, code: 'app_not_found', says: /diwan apps list/ },
      { words: ['analytics', slug], exit: 4, code: 'invalid_api_key', options: { env: { DIWAN_API_KEY: 'wrong' } } },
    ]);
    const piped = await cli.run(['analytics', slug, '--watch']);
    assert.deepEqual([piped.code, piped.stdout], [2, '']);
  });

  it('shows new events with --watch until q', async () => {
    const terminal = cli.terminal(['analytics', slug, '--watch', '--interval', '1']);
    await terminal.expect('q to quit');
    await client(cli.server).post(`/apps/${slug}/analytics`, { eventType: 'fresh_event' }).expect(201);
    await terminal.expect(/fresh_event +█/);
    terminal.press('q');
    const { code, isSane } = await terminal.ended();
    assert.deepEqual({ code, isSane }, { code: 0, isSane: true });
    const raw = terminal.raw();
    assert.ok(
      raw.lastIndexOf('\u001b[?1049l') > raw.lastIndexOf('\u001b[?1049h') && raw.includes('\u001b[?1049h'),
      'the alternate screen is closed',
    );
  });

  it('restores the terminal after Ctrl-C in --watch', async () => {
    const terminal = cli.terminal(['analytics', slug, '--watch']);
    await terminal.expect('q to quit');
    terminal.press('\u0003');
    const { code, isSane } = await terminal.ended();
    assert.deepEqual({ code, isSane }, { code: 130, isSane: true });
  });
});

describe('the analytics page', () => {
  const page = (width: number): string[] =>
    renderPage(DASHBOARD, { slug: 'shop', width, print: { colors: pc.createColors(true), time: () => '3 days ago' } });

  for (const width of [20, 40, 80, 200])
    it(`fits a terminal of ${width} columns`, () => {
      for (const line of page(width)) assert.ok(displayWidth(line) <= width, `${displayWidth(line)}: ${stripVTControlCharacters(line)}`);
    });

  it('escapes control characters in texts of clients', () => {
    const text = page(80).join('\n');
    assert.ok(!text.includes('\u001b[2J'));
    assert.ok(text.includes('screen\\u{1b}[2J_view'));
    assert.ok(text.includes('\u2068شراء\u2069'), 'Arabic text is isolated');
  });

  it('shows missing platforms and versions as unknown', () =>
    assert.match(stripVTControlCharacters(page(80).join('\n')), /^unknown +█+ +234 +19\.0%$/m));

  it('scales bars by the largest count', () => {
    const shares = [100, 50, 1, 0].map((count) => ({ label: 'x', count }));
    const lines = renderBars(shares, { total: 151, width: 40, paint: (text) => text });
    const lengths = lines.map((line) => line.replace(/[^█]/g, '').length);
    assert.deepEqual([lengths[1], lengths[2], lengths[3]], [Math.round((lengths[0] ?? 0) / 2), 1, 0]);
    assert.ok((lengths[0] ?? 0) > 10);
  });

  it('draws days as a sparkline of limited width', () => {
    assert.equal(renderSparkline([0, 1, 50, 100], 80), '▁▂▅█');
    assert.equal(renderSparkline([1, 1, 0, 0, 2, 2], 3), '▅▁█');
    assert.equal(renderSparkline([0, 0], 80), '▁▁');
    assert.ok(
      [
        ...renderSparkline(
          Array.from({ length: 366 }, () => 1),
          80,
        ),
      ].length <= 80,
    );
  });
});
