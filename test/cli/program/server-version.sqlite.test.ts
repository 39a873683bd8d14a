import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type HttpRelay, startHttpRelay } from '../../support/programs/http-relay.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { startFakeServer } from '../support/fake-server.ts';
import { newHome } from '../support/home.ts';
import type { Outcome } from '../support/in-process.ts';

const { version: own } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const [major = 0, minor = 0] = own.split('.').map(Number);
const HEADER = 'X-Diwan-Version';
const OLDER = major > 0 ? `${major - 1}.9.0` : `0.${minor - 1}.9`;
const NEWER = major > 0 ? `${major + 1}.0.0` : `0.${minor + 1}.0`;
const SAME_LINE = major > 0 ? `${major}.${minor + 1}.0` : `0.${minor}.99`;
const CREATE = ['apps', 'create', '--name', 'Shop', '--platform', 'ios', '--package-name', 'com.example.shop', '--slug'];

describe('diwan and a server of another version', () => {
  let cli: Cli;
  let relay: HttpRelay;
  let home: string;
  before(async () => {
    cli = await startCliServer();
    relay = await startHttpRelay(cli.server.url);
    home = await newHome({ ...cli.profile, url: `http://127.0.0.1:${relay.port}` });
  });
  after(async () => {
    await relay.close();
    await cli.close();
  });

  const run = (words: readonly string[]): Promise<Outcome> => cli.run(words, { env: { XDG_CONFIG_HOME: home } });
  const slugs = async (): Promise<string[]> => (await cli.json<{ slug: string }[]>(['apps', 'list'])).map(({ slug }) => slug);

  for (const [server, relation] of [
    [OLDER, 'newer'],
    [NEWER, 'older'],
  ] as const) {
    it(`warns once in reads when it is ${relation}`, async () => {
      relay.setHeader(HEADER, server);
      const { code, stdout, stderr } = await run(['apps', 'list', '--json']);
      assert.equal(stderr.split('warning:').length, 2, stderr);
      assert.ok(stderr.includes(`This diwan is ${own}, ${relation} than the server, which is ${server}.`), stderr);
      assert.deepEqual([code, Array.isArray(JSON.parse(stdout))], [0, true], stdout);
    });

    it(`refuses changes when it is ${relation}`, async () => {
      relay.setHeader(HEADER, server);
      const { code, stdout, stderr } = await run([...CREATE, 'refused']);
      assert.deepEqual([code, stdout], [1, '']);
      assert.match(stderr, new RegExp(`${relation} than the server.* Nothing was changed\\.[^]*use the diwan of the release ${server}`));
      const api = await run(['api', 'POST', '/api/v1/admin/apps', '--data', '{}', '--json']);
      assert.deepEqual([api.code, JSON.parse(api.stdout).error.code], [1, 'version_mismatch']);
      assert.ok(!(await slugs()).includes('refused'));
    });
  }

  it('changes servers of its line, and those without a version', async () => {
    for (const [slug, header] of [
      ['line', SAME_LINE],
      ['silent', null],
      ['odd', 'nightly'],
    ] as const) {
      relay.setHeader(HEADER, header);
      const { code, stderr } = await run([...CREATE, slug]);
      assert.deepEqual([code, stderr.includes('warning')], [0, false], stderr);
      assert.ok((await slugs()).includes(slug));
    }
  });

  it('still tries changes and signs out where nothing changes', async () => {
    relay.setHeader(HEADER, NEWER);
    const tried = await run([...CREATE, 'dry', '--dry-run']);
    assert.deepEqual([tried.code, /POST \/api\/v1\/admin\/apps/.test(tried.stdout)], [0, true], tried.stderr);
    const out = await run(['api', 'POST', '/api/v1/auth/auth/logout']);
    assert.equal(out.code, 0, out.stderr);
  });

  it('names no doubt when asking for the version fails', async () => {
    const fake = await startFakeServer();
    await fake.close();
    const { code, stderr } = await cli.run([...CREATE, 'lost'], { env: { DIWAN_URL: fake.url } });
    assert.equal(code, 7, stderr);
    assert.doesNotMatch(stderr, /unknown whether/);
  });
});
