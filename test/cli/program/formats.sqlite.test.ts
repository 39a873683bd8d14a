import assert from 'node:assert/strict';
import { type FakeServer, sendError, sendJson, startFakeServer } from '../support/fake-server.ts';
import { newHome } from '../support/home.ts';
import { type Outcome, openCli, runCli } from '../support/in-process.ts';

const APP = {
  id: 1,
  slug: 'shop',
  name: 'The "best", shop',
  platform: 'both',
  packageName: 'com.example.shop',
  currentVersion: '1.0.0',
  currentVersionCode: 1,
  storeUrl: '',
  isActive: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

describe('the formats of --output', () => {
  let fake: FakeServer;
  let env: Record<string, string>;
  before(async () => {
    fake = await startFakeServer();
    const secrets = { username: 'ana', accessToken: 'a', refreshToken: 'r', apiKey: 'k' };
    env = { XDG_CONFIG_HOME: await newHome({ url: fake.url, project: null, ...secrets }) };
  });
  after(() => fake.close());
  beforeEach(() => fake.respond((response) => sendJson(response, [APP])));

  const run = (...words: string[]): Promise<Outcome> => runCli(words, { env });
  const linesOf = async (...words: string[]): Promise<string[]> => (await run(...words)).stdout.trimEnd().split('\n');
  const namedApp = (name: string): void => fake.respond((response) => sendJson(response, [{ ...APP, name }]));

  it('prints a list as JSON, TSV, CSV or table', async () => {
    assert.deepEqual(JSON.parse((await run('apps', 'list', '-o', 'json')).stdout), [APP]);
    assert.deepEqual(await linesOf('apps', 'list', '--output', 'tsv'), await linesOf('apps', 'list'));
    assert.deepEqual(await linesOf('apps', 'list', '-o', 'csv'), [
      'slug,name,platform,package,version,code,active,updated,project',
      'shop,"The ""best"", shop",both,com.example.shop,1.0.0,1,true,2026-01-01T00:00:00.000Z,',
    ]);
    const [titles = '', row = ''] = await linesOf('apps', 'list', '-o', 'table');
    assert.match(titles, /^Slug {2}Name {14}Platform {2}Package/);
    assert.match(row, /^shop {2}The "best", shop {2}both .* ago$/);
  });

  it('prints records in the same formats', async () => {
    fake.respond((response) => sendJson(response, APP));
    assert.deepEqual((await linesOf('apps', 'show', 'shop', '-o', 'csv')).slice(1, 3), ['slug,shop', 'name,"The ""best"", shop"']);
    assert.equal((await linesOf('apps', 'show', 'shop', '-o', 'table'))[1], 'Slug      shop');
    const terminal = openCli(['apps', 'show', 'shop', '-o', 'tsv'], { env });
    assert.match((await terminal.ended()).text, /\nslug\tshop\n/);
  });

  it('makes formulas of a spreadsheet inert in CSV', async () => {
    for (const [name, cell] of [
      ['=cmd()', "'=cmd()"],
      ['@x', "'@x"],
      ['-1+1', "'-1+1"],
      ['+966501234567', '+966501234567'],
      ['two\nlines', '"two\nlines"'],
      ['\u001b[2J', '\\u{1b}[2J'],
    ] as const) {
      namedApp(name);
      assert.ok((await run('apps', 'list', '-o', 'csv')).stdout.includes(`shop,${cell},both`), name);
    }
  });

  it('does not cut a piped table', async () => {
    const name = 'x'.repeat(200);
    namedApp(name);
    assert.ok((await linesOf('apps', 'list', '-o', 'table'))[1]?.includes(name));
  });

  it('filters JSON data with --jq', async () => {
    assert.equal((await run('apps', 'list', '--jq', '.[] | .name, .isActive')).stdout, 'The "best", shop\ntrue\n');
    assert.equal((await run('apps', 'list', '--jq', '.[0] | {slug}', '-o', 'json')).stdout, '{"slug":"shop"}\n');
    assert.equal((await run('apps', 'list', '--jq', 'empty')).stdout, '');
    assert.equal((await run('api', 'GET', '/api/v1/admin/apps', '--jq', '-length')).stdout, '-1\n');
    namedApp('\u001b[2Jx');
    const terminal = openCli(['apps', 'list', '--jq', '.[].name'], { env });
    assert.match((await terminal.ended()).text, /^\\u\{1b\}\[2Jx\n$/);
  });

  it('refuses an invalid --jq before it sends anything', async () => {
    const { code, stdout, stderr } = await run('flags', 'enable', 'shop', 'f', '--jq', '.a |');
    assert.deepEqual([code, stdout, fake.requests], [2, '', []]);
    assert.match(stderr, /^error --jq "\.a \|" is not a valid expression: syntax error/);
  });

  it('keeps errors on stderr with --jq', async () => {
    const mismatch = await run('apps', 'list', '--jq', '.name');
    assert.deepEqual([mismatch.code, mismatch.stdout], [1, '']);
    assert.match(mismatch.stderr, /^error --jq failed: Cannot index array with string \("name"\)\n/);
    fake.respond((response) => sendError(response, 404, { code: 'not_found' }));
    const refused = await run('apps', 'list', '--jq', '.');
    assert.deepEqual([refused.code, refused.stdout], [5, '']);
  });

  it('prints errors on stdout with any spelling of JSON', async () => {
    fake.respond((response) => sendError(response, 404, { code: 'not_found' }));
    for (const flags of [['--json'], ['-o', 'json'], ['-ojson'], ['--output=json']]) {
      const { code, stdout, stderr } = await run('apps', 'list', ...flags);
      assert.deepEqual([code, JSON.parse(stdout).error.requestId, stderr], [5, 'r-1', ''], flags.join(' '));
    }
    const away = await run('apps', 'list', '-o', 'json', '--url', 'http://127.0.0.1:1');
    assert.deepEqual([away.code, JSON.parse(away.stdout).error.requestId], [7, null]);
  });

  it('refuses formats that contradict each other', async () => {
    for (const flags of [
      ['--json', '-o', 'csv'],
      ['--jq', '.', '-o', 'table'],
      ['-o', 'xml'],
    ]) {
      const { code, stdout } = await run('apps', 'list', ...flags);
      assert.deepEqual([code, stdout === '' || 'error' in JSON.parse(stdout)], [2, true]);
    }
  });
});
