import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { openScreen, type Screen } from '../../cli/commands/analytics/screen.ts';
import { type Cli, newHome, startCli } from './support.ts';

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

describe('diwan analytics --watch, when the server fails', () => {
  let fake: Fake;
  let cli: Pick<Cli, 'terminal'>;
  before(async () => {
    fake = await startFake();
    const home = await newHome();
    const env = { XDG_CONFIG_HOME: home, DIWAN_URL: fake.url, DIWAN_API_KEY: 'any' };
    cli = { terminal: (words) => startCli(words, { env, columns: 100 }) };
  });
  after(() => fake.close());

  const words = ['analytics', 'shop', '--watch', '--interval', '1', '--timeout', '120'];

  it('survives a busy server and a lost connection with a note', async () => {
    fake.mode = 'well';
    const terminal = cli.terminal(words);
    await terminal.expect('1,234 events');
    fake.mode = 'busy';
    await terminal.expect('Too many at once. Looking again…');
    fake.mode = 'cut';
    await terminal.expect(/the connection was cut\.\s+Looking again…/);
    assert.ok(terminal.text().lastIndexOf('1,234 events') > terminal.text().indexOf('Looking again'), 'what was known is still shown');
    fake.mode = 'well';
    await terminal.expect('q to end');
    terminal.press('q');
    assert.deepEqual(pick(await terminal.ended()), { code: 0, isSane: true });
  });

  it('leaves at once while a look is under way', async () => {
    fake.mode = 'well';
    const terminal = cli.terminal(words);
    await terminal.expect('1,234 events');
    fake.mode = 'silent';
    await fake.asked();
    terminal.press('q');
    assert.deepEqual(pick(await terminal.ended()), { code: 0, isSane: true });
  });

  it('ends with the error when waiting does not mend it, the terminal given back', async () => {
    fake.mode = 'well';
    const terminal = cli.terminal(words);
    await terminal.expect('1,234 events');
    fake.mode = 'refused';
    const { code, isSane, text } = await terminal.ended();
    assert.deepEqual({ code, isSane }, { code: 4, isSane: true });
    assert.match(text, /diwan login/);
  });

  it('does not begin where nothing answers', async () => {
    fake.mode = 'refused';
    const terminal = cli.terminal(words);
    const { code } = await terminal.ended();
    assert.equal(code, 4);
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

  it('cuts the page to the height, and keeps its last line', () => {
    const { screen, stdout, written } = opened();
    screen.draw();
    assert.deepEqual(stripVTControlCharacters(written()).split('\r\n'), ['one', 'two', 'three', 'foot']);
    Object.assign(stdout, { rows: 2 }).emit('resize');
    assert.match(stripVTControlCharacters(written()), /footone\r\nfoot$/);
    screen.close();
  });

  it('gives the terminal back when the process is told to end', () => {
    const others = process.listeners('SIGTERM');
    const { screen, written } = opened();
    const own = process.listeners('SIGTERM').filter((listener) => !others.includes(listener));
    for (const listener of own) listener('SIGTERM');
    assert.deepEqual([screen.left.aborted, screen.exit()], [true, 143]);
    screen.close();
    assert.ok(written().endsWith('\u001b[?25h\u001b[?1049l'));
    assert.deepEqual(process.listeners('SIGTERM'), others);
  });
});

/** Whatever ended, without the text. */
function pick({ code, isSane }: { code: number; isSane: boolean }): { code: number; isSane: boolean } {
  return { code, isSane };
}

interface Fake {
  readonly url: string;
  mode: 'well' | 'busy' | 'cut' | 'silent' | 'refused';
  /** Waits for the next request. */
  asked(): Promise<unknown>;
  close(): void;
}

/** A server that answers the dashboard, or fails in the way it is told to. */
async function startFake(): Promise<Fake> {
  const server: Server = createServer((_request, response) => {
    if (fake.mode === 'cut') response.destroy();
    else if (fake.mode === 'well') answer(response, 200, DASHBOARD);
    else if (fake.mode === 'busy') answer(response, 503, { code: 'unavailable', message: 'Too many at once.', requestId: 'r' });
    else if (fake.mode === 'refused') answer(response, 401, { code: 'invalid_api_key', message: 'The key is wrong.', requestId: 'r' });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  const fake: Fake = { url: `http://127.0.0.1:${port}`, mode: 'well', asked: () => once(server, 'request'), close };
  return fake;
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': '9' }).end(JSON.stringify(body));
}
