import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { openScreen, type Screen } from '../../../cli/commands/analytics/screen.ts';
import { until } from '../../support/programs/process.ts';
import type { Terminal } from '../../support/programs/terminal.ts';
import { type FakeServer, sendError, sendJson, startFakeServer } from '../support/fake-server.ts';
import { newHome } from '../support/home.ts';
import { openCli } from '../support/in-process.ts';
import { spawnOnTerminal } from '../support/spawn.ts';

const DASHBOARD = {
  period: '3 days',
  totalEvents: 1_234,
  topEventTypes: [{ type: 'screen_view', count: '1234' }],
  recentEvents: [],
  byDay: [{ date: '2026-01-01', count: 1_234 }],
  byPlatform: [],
  byVersion: [],
  uniqueUsers: 7,
};

const WORDS = ['analytics', 'shop', '--watch', '--interval', '1', '--timeout', '120'];

describe('diwan analytics --watch with a failing server', () => {
  let fake: FakeServer;
  let env: Record<string, string>;
  before(async () => {
    fake = await startFakeServer();
    env = { XDG_CONFIG_HOME: await newHome(), DIWAN_URL: fake.url, DIWAN_API_KEY: 'any' };
  });
  after(() => fake.close());

  const succeed = (): void => fake.respond((response) => sendJson(response, DASHBOARD));
  const refuse = (): void => fake.respond((response) => sendError(response, 401, { code: 'invalid_api_key' }));
  const started = async (): Promise<Terminal> => {
    succeed();
    const terminal = openCli(WORDS, { env, columns: 100 });
    await terminal.expect('1,234 events');
    return terminal;
  };

  it('survives a busy server and a cut connection', async () => {
    succeed();
    const terminal = spawnOnTerminal(WORDS, { env, columns: 100 });
    await terminal.expect('1,234 events');
    fake.respond((response) => sendError(response, 503, { code: 'unavailable', message: 'Too many at once.', available_in: 9 }));
    await terminal.expect('Too many at once. Trying again…');
    fake.respond((response) => void response.destroy());
    await terminal.expect(/the connection was cut\.\s+Trying again…/);
    assert.ok(terminal.text().lastIndexOf('1,234 events') > terminal.text().indexOf('Trying again'), 'the last data stays visible');
    succeed();
    await terminal.expect('q to quit');
    terminal.press('q');
    const { code, isSane } = await terminal.ended();
    assert.deepEqual([code, isSane], [0, true]);
  });

  it('quits at once during a poll', async () => {
    const terminal = await started();
    fake.respond(() => {});
    await until(() => fake.requests.length > 0);
    terminal.press('q');
    const { code, isSane } = await terminal.ended();
    assert.deepEqual([code, isSane], [0, true]);
  });

  it('restores the terminal after a permanent error', async () => {
    const terminal = await started();
    refuse();
    const { code, isSane, text } = await terminal.ended();
    assert.deepEqual([code, isSane], [4, true]);
    assert.match(text, /diwan login/);
  });

  it('leaves the screen alone when the first poll fails', async () => {
    refuse();
    const terminal = openCli(WORDS, { env });
    assert.equal((await terminal.ended()).code, 4);
    assert.ok(!terminal.raw().includes('\u001b[?1049h'));
  });
});

describe('the screen of --watch', () => {
  const opened = (): { screen: Screen; stdout: PassThrough; written: () => string } => {
    const stdout = Object.assign(new PassThrough(), { isTTY: true, rows: 4, columns: 80 });
    const io = { stdin: new PassThrough(), stdout, stderr: stdout, env: {}, now: () => 0 };
    const page = (): string[] => ['one', 'two', 'three', 'four', 'five', 'foot'];
    const chunks: string[] = [];
    stdout.on('data', (chunk: Buffer) => chunks.push(String(chunk)));
    return { screen: openScreen({ io, signal: new AbortController().signal }, page), stdout, written: () => chunks.join('') };
  };

  it('cuts the page but keeps its last line', () => {
    const { screen, stdout, written } = opened();
    screen.draw();
    assert.deepEqual(stripVTControlCharacters(written()).split('\r\n'), ['one', 'two', 'three', 'foot']);
    Object.assign(stdout, { rows: 2 }).emit('resize');
    assert.match(stripVTControlCharacters(written()), /footone\r\nfoot$/);
    screen.close();
  });

  it('clears each line before its text, never behind it', () => {
    const { screen, written } = opened();
    screen.draw();
    // behind a text that fills the line, the terminal would clear its last cell
    assert.ok(written().endsWith('\u001b[H\u001b[Kone\r\n\u001b[Ktwo\r\n\u001b[Kthree\r\n\u001b[Jfoot'), written());
    screen.close();
  });

  it('restores the terminal after SIGTERM', () => {
    const others = process.listeners('SIGTERM');
    const { screen, written } = opened();
    const own = process.listeners('SIGTERM').filter((listener) => !others.includes(listener));
    for (const listener of own) listener('SIGTERM');
    assert.deepEqual([screen.closing.aborted, screen.exitCode()], [true, 143]);
    screen.close();
    assert.ok(written().endsWith('\u001b[?25h\u001b[?1049l'));
    assert.deepEqual(process.listeners('SIGTERM'), others);
  });
});
