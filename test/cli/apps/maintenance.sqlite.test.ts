import assert from 'node:assert/strict';
import { readEndTime } from '../../../cli/input/times.ts';
import { registerApp } from '../../apps/support.ts';
import { admin } from '../../support/client.ts';
import { assertDryRuns, assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { successOf, tsv } from '../support/outcome.ts';

interface Event {
  readonly id: number;
  readonly isActive: boolean;
  readonly messageEn: string | null;
  readonly messageAr: string | null;
  readonly estimatedEnd: string | null;
}

describe('diwan maintenance', () => {
  let cli: Cli;
  before(async () => {
    cli = await startCliServer();
  });
  after(() => cli.close());

  const events = async (slug: string): Promise<Event[]> =>
    (await admin(cli.server).get(`/admin/apps/${slug}/maintenance/history`).expect(200)).body;

  it('switches on with messages and end, then off', async () => {
    const slug = await registerApp(cli.server);
    const until = '2036-01-31T20:00:00+03:00';
    const words = ['maintenance', 'on', slug, '--en', 'Back at eight.', '--ar', 'نعود في الثامنة.', '--until', until, '--confirm', slug];
    const { code, stdout, stderr } = await cli.run(words);
    assert.deepEqual([code, stdout], [0, '']);
    assert.match(stderr, new RegExp(`Maintenance of ${slug} is on, expected until 2036`));
    const [event] = await events(slug);
    const [status, json] = await Promise.all([cli.run(['maintenance', 'status', slug]), cli.json<Event>(['maintenance', 'status', slug])]);
    assert.deepEqual(json, event);
    const lines = status.stdout.split('\n').map((line) => line.split('\t'));
    assert.deepEqual(lines.find(([label]) => label === 'maintenance')?.[1], 'on');
    assert.deepEqual(lines.find(([label]) => label === 'expected_end')?.[1], '2036-01-31T17:00:00.000Z');
    assert.deepEqual(lines.find(([label]) => label === 'arabic')?.[1], 'نعود في الثامنة.');
    assert.equal(successOf(await cli.run(['maintenance', 'off', slug])).stderr, `Maintenance of ${slug} is off.\n`);
    assert.equal(await cli.json(['maintenance', 'off', slug]), null);
    assert.equal((await cli.run(['maintenance', 'status', slug])).stdout, 'maintenance\toff\n');
  });

  it('asks before it locks users out', async () => {
    const slug = await registerApp(cli.server);
    await assertFailing(cli, [
      { words: ['maintenance', 'on', slug], exit: 2, code: 'usage', says: new RegExp(`--confirm ${slug}`) },
      { words: ['maintenance', 'on', slug, '--confirm', 'other'], exit: 2, code: 'usage', says: /other/ },
    ]);
    assert.deepEqual(await events(slug), []);
    const before = Date.now();
    const terminal = cli.terminal(['maintenance', 'on', slug], { columns: 200 });
    await terminal.expect('Message in English (optional):');
    terminal.press('Back soon.\r');
    await terminal.expect('Message in Arabic (optional):');
    terminal.press('\r');
    await terminal.expect('Expected end, such as 2h (optional):');
    terminal.press('soon\r');
    await terminal.expect('not a valid time');
    terminal.press('\u00152h\r');
    await terminal.expect(`Server ${cli.server.url}, profile default`);
    await terminal.expect(/locked out, expected until \d{4}-\d\d-\d\dT[\d:.]+Z\. Type/);
    await terminal.expect(`${slug} to continue`);
    terminal.press(`${slug.slice(1)}\r`);
    await terminal.expect(`Type ${slug} exactly`);
    terminal.press(`\u0015${slug}\r`);
    assert.equal((await terminal.ended()).code, 0);
    const [event] = await events(slug);
    const hours = (Date.parse(event?.estimatedEnd ?? '') - before) / 3_600_000;
    assert.ok(event?.isActive && hours >= 2 && hours < 2.1, `${hours} h`);
    assert.deepEqual([event.messageEn, event.messageAr], ['Back soon.', null]);
  });

  it('lists past events, newest first', async () => {
    const slug = await registerApp(cli.server);
    for (const messageEn of ['first', 'second\nline'])
      await admin(cli.server).put(`/admin/apps/${slug}/maintenance`, { isActive: true, messageEn }).expect(200);
    const rows = tsv((await cli.run(['maintenance', 'history', slug])).stdout);
    assert.deepEqual(
      rows.map((row) => [row['state'], row['english'], row['ended'] !== '']),
      [
        ['on', 'second⏎line', false],
        ['over', 'first', true],
      ],
    );
    assert.deepEqual(await cli.json(['maintenance', 'history', slug]), await events(slug));
  });

  it('names the cause and the next step of a failure', async () => {
    const slug = await registerApp(cli.server);
    const confirmed = ['maintenance', 'on', slug, '--confirm', slug];
    await assertFailing(cli, [
      { words: [...confirmed, '--until', 'soon'], exit: 2, code: 'usage', says: /2h/ },
      { words: [...confirmed, '--until', '2001-01-31T20:00:00Z'], exit: 2, code: 'usage', says: /in the past/ },
      { words: [...confirmed, '--en', 'x'.repeat(2_001)], exit: 2, code: 'validation_error' },
      { words: ['maintenance', 'on', 'nowhere', '--confirm', 'nowhere'], exit: 5, code: 'app_not_found', says: /diwan apps list/ },
      { words: ['maintenance', 'status', 'nowhere'], exit: 5, code: 'app_not_found' },
      { words: ['maintenance', 'off', slug], exit: 4, code: 'invalid_api_key', options: { env: { DIWAN_API_KEY: 'wrong' } } },
    ]);
  });

  it('prints requests with --dry-run and sends nothing', async () => {
    const slug = await registerApp(cli.server);
    const request = `PUT /api/v1/admin/apps/${slug}/maintenance`;
    await assertDryRuns(cli, [
      { words: ['maintenance', 'on', slug, '--en', 'Soon'], request, body: { isActive: true, messageEn: 'Soon' } },
      { words: ['maintenance', 'off', slug], request, body: { isActive: false } },
    ]);
    assert.deepEqual(await events(slug), []);
  });
});

describe('the end time of a maintenance', () => {
  const now = Date.parse('2026-01-31T20:00:00Z');

  for (const [text, end] of [
    ['30m', '2026-01-31T20:30:00.000Z'],
    ['2h', '2026-01-31T22:00:00.000Z'],
    ['1h30m', '2026-01-31T21:30:00.000Z'],
    ['2d', '2026-02-02T20:00:00.000Z'],
    ['2026-02-01T01:00+03:00', '2026-02-01T01:00+03:00'],
  ] as const)
    it(`accepts ${text} as an end time`, () => assert.equal(readEndTime('--until', text, now), end));

  for (const text of ['', 'h', '2', '2s', '-2h', '0m', '2026-02-01', '2026-02-01T20:00:00', '2026-01-31T22:00:00+03:00', '99999999999d'])
    it(`refuses "${text}" as an end time`, () => assert.throws(() => readEndTime('--until', text, now), /not a valid time|in the past/));
});
