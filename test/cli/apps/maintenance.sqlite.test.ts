import assert from 'node:assert/strict';
import { readEndTime } from '../../../cli/input/times.ts';
import { registerApp } from '../../apps/support.ts';
import { admin } from '../../support/requests/client.ts';
import { assertDryRuns, assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { successOf, tsv } from '../support/outcome.ts';

interface Event {
  readonly id: number;
  readonly isActive: boolean;
  readonly messageEn: string | null;
  readonly messageAr: string | null;
  readonly estimatedEnd: string | null;
  readonly mode: string;
  readonly platforms: unknown;
  readonly versions: unknown;
  readonly testers: unknown;
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

  it('schedules windows, draws them and cancels one', async () => {
    const slug = await registerApp(cli.server);
    const env = { TZ: 'Asia/Riyadh' };
    const times = ['--start', '2036-01-31T22:00:00Z', '--end', '2036-02-01T00:30:00Z', '--announce', '2036-01-30T00:00:00Z'];
    const scope = ['--platform', 'ios', '--versions', '1.0.0..1.4.2,..0.9.0', '--testers', 'u-1,i-2', '--en', 'Soon', '--confirm', slug];
    const { code, stderr } = await cli.run(['maintenance', 'schedule', slug, ...times, ...scope], { env });
    assert.equal(code, 0);
    assert.match(stderr, /is scheduled: Fri,? 1 Feb,? 01:00.+03:30 GMT\+3 = Thu,? 31 Jan,? 22:00.+00:30 UTC; `diwan maintenance cancel/);
    const [event] = await events(slug);
    assert.deepEqual({ ...event, startAt: '2036-01-31T22:00:00.000Z', endAt: '2036-02-01T00:30:00.000Z' }, event);
    assert.deepEqual(
      [event?.platforms, event?.versions, event?.testers],
      [['ios'], [{ min: '1.0.0', max: '1.4.2' }, { max: '0.9.0' }], { ids: ['u-1', 'i-2'] }],
    );
    const later = await cli.json<Event>(['maintenance', 'schedule', slug, '--start', '2036-02-02T00:00:00Z', '--read-only']);
    const terminal = cli.terminal(['maintenance', 'status', slug], { columns: 120, env });
    await terminal.expect('Maintenance  off');
    await terminal.expect(new RegExp(`░+█ ${event?.id} scheduled, full, ios, 1.0.0 to 1.4.2, to 0.9.0, except testers`));
    await terminal.expect(/01:00.+03:30 GMT\+3/);
    await terminal.expect(/22:00 UTC – .+00:30 UTC/);
    await terminal.expect(new RegExp(`░+█+ ${later.id} announced, read-only`));
    await terminal.expect(/03:00 GMT\+3, until it is switched off/);
    await terminal.ended();
    assert.equal((await cli.run(['maintenance', 'status', slug])).stdout, 'maintenance\toff\nnext\t2036-01-31T22:00:00.000Z\n');
    const rows = tsv((await cli.run(['maintenance', 'history', slug])).stdout);
    assert.deepEqual(
      rows.map((row) => [row['state'], row['for'], row['began'], row['end']]),
      [
        ['announced', 'read-only', '2036-02-02T00:00:00.000Z', ''],
        ['scheduled', 'full, ios, 1.0.0 to 1.4.2, to 0.9.0, except testers', '2036-01-31T22:00:00.000Z', '2036-02-01T00:30:00.000Z'],
      ],
    );
    const cancel = await cli.run(['maintenance', 'cancel', slug, String(later.id)]);
    assert.equal(successOf(cancel).stderr, `The maintenance ${later.id} of ${slug} is canceled.\n`);
    assert.deepEqual(
      (await events(slug)).map(({ id }) => id),
      [event?.id],
    );
  });

  it('limits a maintenance that is switched on', async () => {
    const slug = await registerApp(cli.server);
    const words = ['maintenance', 'on', slug, '--end', '2h', '--platform', 'android', '--confirm', slug];
    assert.match((await cli.run(words)).stderr, /is on, until 2\d{3}-/);
    const status = await cli.run(['maintenance', 'status', slug]);
    assert.match(status.stdout, /^maintenance\ton\nsince\t2.+\nfor\tfull, android\nend\t2/);
    await cli.run(['maintenance', 'on', slug, '--read-only', '--no-input']);
    assert.equal((await events(slug))[0]?.mode, 'read_only');
  });

  it('names the cause and the next step of a failure', async () => {
    const slug = await registerApp(cli.server);
    const confirmed = ['maintenance', 'on', slug, '--confirm', slug];
    await assertFailing(cli, [
      { words: [...confirmed, '--until', 'soon'], exit: 2, code: 'usage', says: /2h/ },
      { words: [...confirmed, '--until', '2001-01-31T20:00:00Z'], exit: 2, code: 'usage', says: /in the past/ },
      { words: [...confirmed, '--en', 'x'.repeat(2_001)], exit: 2, code: 'validation_error' },
      { words: ['maintenance', 'on', 'nowhere', '--confirm', 'nowhere'], exit: 5, code: 'app_not_found', says: /diwan apps list/ },
      { words: ['maintenance', 'schedule', slug], exit: 2, code: 'usage', says: /--start/ },
      { words: ['maintenance', 'schedule', slug, '--start', '2h'], exit: 2, code: 'usage', says: new RegExp(`--confirm ${slug}`) },
      {
        words: ['maintenance', 'schedule', slug, '--start', '2h', '--end', '1h', '--read-only'],
        exit: 2,
        code: 'validation_error',
        says: /after startAt/,
      },
      {
        words: ['maintenance', 'schedule', slug, '--start', '2h', '--versions', 'latest'],
        exit: 2,
        code: 'usage',
        says: /1\.0\.0\.\.1\.4\.2/,
      },
      { words: ['maintenance', 'cancel', slug, '999999'], exit: 5, code: 'maintenance_not_found', says: /maintenance history/ },
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
