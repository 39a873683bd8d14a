import assert from 'node:assert/strict';
import { execute } from '../../support/databases/sql.ts';
import { until } from '../../support/programs/process.ts';
import { admin } from '../../support/requests/client.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { type FakeServer, sendError, sendJson, startFakeServer } from '../support/fake-server.ts';
import { newHome } from '../support/home.ts';
import { openCli, runCli } from '../support/in-process.ts';
import { spawnOnTerminal } from '../support/spawn.ts';

const ROW = {
  at: '2026-01-01T00:00:00.000Z',
  actor: 'operator:1',
  actorName: 'ana',
  projectId: 11,
  action: 'app.changed',
  subject: 'app:shop',
  target: null,
  before: { name: 'a' },
  after: { name: 'b' },
  reason: null,
  requestId: 'r',
  address: null,
};
const CTRL_C = '\u0003';

describe('diwan audit --follow', () => {
  let cli: Cli;
  before(async () => {
    cli = await startCliServer();
    await execute(cli.server.db, 'DELETE FROM audit_log');
  });
  after(() => cli.close());

  const newApp = (slug: string) =>
    admin(cli.server).post('/admin/apps', { slug, name: slug, platform: 'both', packageName: 'com.example.app' }).expect(201);

  it('prints new acts oldest first until Ctrl-C', async () => {
    for (const slug of ['one', 'two', 'three']) await newApp(slug);
    const terminal = spawnOnTerminal(['audit', '--follow', '--limit', '2'], { env: { XDG_CONFIG_HOME: cli.home }, columns: 120 });
    await terminal.expect(/app:two[\s\S]*app:three[\s\S]*\+ slug: "three"/);
    await newApp('four');
    await newApp('five');
    await terminal.expect(/app:four[\s\S]*app:five/);
    terminal.press(CTRL_C);
    const { code, text, isSane } = await terminal.ended();
    assert.deepEqual([code, isSane], [130, true]);
    assert.ok(!text.includes('app:one'), 'only the last two acts are shown at first');
    assert.equal(text.match(/\bTime\b/g)?.length, 1, 'the heading is printed once');
    for (const slug of ['two', 'three', 'four', 'five']) assert.equal(text.match(new RegExp(`\\bapp:${slug}\\b`, 'g'))?.length, 1, slug);
  });
});

describe('diwan audit with a failing server', () => {
  let fake: FakeServer;
  let env: Record<string, string>;
  beforeEach(async () => {
    fake = await startFakeServer();
    env = { XDG_CONFIG_HOME: await newHome(), DIWAN_URL: fake.url, DIWAN_API_KEY: 'any' };
  });
  afterEach(() => fake.close());

  const page = (...ids: number[]) => ({ success: true, message: '', data: ids.map((id) => ({ ...ROW, id })), nextBefore: null });
  const follow = (...flags: string[]) => openCli(['audit', '--follow', ...flags], { env, columns: 120, isStdoutTerminal: true });

  it('shows rows that a slow transaction commits late', async () => {
    fake.respond((response) => sendJson(response, page(9, 7)));
    const terminal = follow('--json');
    await terminal.expect(/"id": 7[\s\S]*"id": 9/);
    fake.respond((response) => sendJson(response, page(9, 8, 7)));
    await terminal.expect(/"id": 8/);
    terminal.press(CTRL_C);
    const { code, text } = await terminal.ended();
    assert.equal(code, 130);
    assert.deepEqual(text.match(/"id": \d/g), ['"id": 7', '"id": 9', '"id": 8']);
  });

  it('reads as many pages as there are new acts', async () => {
    const ids = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);
    fake.respond((response) => sendJson(response, page(1)));
    const terminal = follow('-o', 'tsv');
    await terminal.expect(/\n1\t/);
    fake.respond((response, { url = '' }) =>
      sendJson(response, url.includes('before=151') ? page(...ids(150, 1)) : { ...page(...ids(250, 151)), nextBefore: 151 }),
    );
    await terminal.expect(/\n250\t/);
    terminal.press(CTRL_C);
    const lines = (await terminal.ended()).text.split('\n').slice(1, 251);
    assert.deepEqual(
      lines.map((line) => Number(line.split('\t')[0])),
      ids(250, 1).reverse(),
    );
  });

  it('survives an outage but ends with lasting errors', async () => {
    fake.respond((response) => sendJson(response, page(1)));
    const terminal = follow();
    await terminal.expect('app:shop');
    fake.respond((response) => void response.destroy());
    await terminal.expect('Trying again…');
    await until(() => fake.requests.length > 4);
    fake.respond((response) => sendJson(response, page(2, 1)));
    await terminal.expect('app:shop');
    fake.respond((response) => sendError(response, 401, { code: 'invalid_api_key' }));
    const { code, text } = await terminal.ended();
    assert.equal(code, 4);
    assert.equal(text.match(/Trying again…/g)?.length, 1);
  });

  it('reports a CSV that is cut off', async () => {
    fake.respond((response) => {
      response.writeHead(200, { 'Content-Type': 'text/csv' });
      response.write('id,at\r\n', () => setTimeout(() => response.destroy(), 100));
    });
    const { code, stdout, stderr } = await runCli(['audit', '--csv'], { env });
    assert.equal(code, 7);
    assert.equal(stdout, 'id,at\r\n');
    assert.match(stderr, /the connection was cut/);
  });

  it('waits longer for a CSV than for an answer', async () => {
    fake.respond((response) => {
      response.writeHead(200, { 'Content-Type': 'text/csv' });
      for (let part = 0; part < 4; part += 1) setTimeout(() => response.write(`${part}\r\n`), part * 500);
      setTimeout(() => response.end(), 2_000);
    });
    const { code, stdout } = await runCli(['audit', '--csv', '--timeout', '1'], { env });
    assert.deepEqual([code, stdout], [0, '0\r\n1\r\n2\r\n3\r\n']);
  });
});
