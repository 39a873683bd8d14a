import assert from 'node:assert/strict';
import { type FakeServer, sendJson, startFakeServer } from '../support/fake-server.ts';
import { newHome } from '../support/home.ts';
import { openCli, runCli } from '../support/in-process.ts';
import { successOf } from '../support/outcome.ts';

interface Listed {
  readonly data: readonly { id: number }[];
  readonly pagination: Readonly<Record<string, number | boolean>>;
}

const ITEM = { status: 'planned', position: 1, title: 'x', category: null, postId: null, targetDate: null, updatedAt: null };

/** Answers every paged list like the server: 250 rows, and pages of at most 100. */
function sendPage(response: Parameters<Parameters<FakeServer['respond']>[0]>[0], address = '', total = 250): void {
  const query = new URL(address, 'http://server').searchParams;
  const [page, limit] = [Number(query.get('page')), Math.min(100, Number(query.get('limit')))];
  const start = (page - 1) * limit;
  const data = Array.from({ length: Math.max(0, Math.min(limit, total - start)) }, (_, index) => ({ ...ITEM, id: start + index + 1 }));
  const pagination = { page, limit, total, totalPages: Math.ceil(total / limit), hasNext: start + limit < total, hasPrevious: page > 1 };
  sendJson(response, { success: true, data, pagination });
}

describe('--limit, --page and --all of a list', () => {
  let fake: FakeServer;
  let env: Record<string, string>;
  before(async () => {
    fake = await startFakeServer();
    const secrets = { username: 'ana', accessToken: 'a', refreshToken: 'r', apiKey: 'k' };
    env = { XDG_CONFIG_HOME: await newHome({ url: fake.url, project: null, ...secrets }) };
  });
  after(() => fake.close());
  beforeEach(() => fake.respond((response, { url }) => sendPage(response, url)));

  const list = async (...flags: string[]): Promise<Listed> =>
    JSON.parse(successOf(await runCli(['roadmap', 'list', '--json', ...flags], { env })).stdout);
  const idsOf = ({ data }: Listed): [number | undefined, number | undefined, number] => [data[0]?.id, data.at(-1)?.id, data.length];

  it('counts rows in all, across several requests', async () => {
    assert.deepEqual(idsOf(await list()), [1, 20, 20]);
    assert.deepEqual(idsOf(await list('--limit', '100')), [1, 100, 100]);
    fake.requests.length = 0;
    const { pagination, ...rest } = await list('-L', '150');
    assert.deepEqual(idsOf({ ...rest, pagination }), [1, 150, 150]);
    assert.deepEqual(pagination, { page: 1, limit: 150, total: 250, totalPages: 2, hasNext: true, hasPrevious: false });
    assert.deepEqual(
      fake.requests.map((request) => request.replace(/^GET .*\?/, '')),
      ['page=1&limit=100', 'page=2&limit=100'],
    );
  });

  it('skips the rows of earlier pages of that size', async () => {
    assert.deepEqual(idsOf(await list('--page', '2', '--limit', '30')), [31, 60, 30]);
    const { pagination, ...rest } = await list('--page', '2', '--limit', '150');
    assert.deepEqual(idsOf({ ...rest, pagination }), [151, 250, 100]);
    assert.deepEqual([pagination['hasNext'], pagination['hasPrevious']], [false, true]);
  });

  it('reads every row with --all, and shows its progress', async () => {
    const { pagination, ...rest } = await list('--all');
    assert.deepEqual(idsOf({ ...rest, pagination }), [1, 250, 250]);
    assert.deepEqual([pagination['totalPages'], pagination['hasNext']], [1, false]);
    const terminal = openCli(['roadmap', 'list', '--all'], { env, isStdoutTerminal: false });
    assert.match((await terminal.ended()).text, /read 100 of 250.*read 200 of 250/s);
  });

  it('counts a row once that moves to a later page', async () => {
    let shift = 0;
    fake.respond((response, { url }, count) => {
      if (count === 2) shift = 1;
      const query = new URL(url ?? '', 'http://server').searchParams;
      const start = (Number(query.get('page')) - 1) * 100 - shift;
      const data = Array.from({ length: 100 }, (_, index) => ({ ...ITEM, id: start + index + 1 }));
      sendJson(response, { data, pagination: { page: count, limit: 100, total: 200, totalPages: 2, hasNext: count < 2 } });
    });
    const { data } = await list('--all');
    assert.equal(new Set(data.map(({ id }) => id)).size, data.length);
  });

  it('stops the list and its progress after Ctrl-C', async () => {
    const terminal = openCli(['roadmap', 'list', '--all'], { env });
    fake.respond((response, { url }, count) => {
      if (count === 1) sendPage(response, url);
      else terminal.press('\u0003');
    });
    const { code, text } = await terminal.ended();
    assert.deepEqual([code, /error Interrupted/.test(text)], [130, true], text);
  });

  it('limits a list that the server returns whole', async () => {
    fake.respond((response) =>
      sendJson(
        response,
        [1, 2, 3].map((id) => ({ id, slug: `app-${id}`, name: 'x', updatedAt: null })),
      ),
    );
    const { stdout } = successOf(await runCli(['apps', 'list', '--limit', '2', '--json'], { env }));
    assert.equal(JSON.parse(stdout).length, 2);
    assert.equal(JSON.parse((await runCli(['versions', 'list', 'shop', '--all', '--json'], { env })).stdout).length, 3);
    const terminal = openCli(['apps', 'list', '-L', '2'], { env });
    assert.match((await terminal.ended()).text, /2 of 3 shown; --all shows every row/);
  });

  it('refuses --all beside --limit and --page', async () => {
    for (const other of [
      ['--limit', '5'],
      ['--page', '2'],
    ]) {
      const { code, stderr } = await runCli(['reviews', 'list', '--all', ...other], { env });
      assert.equal(code, 2);
      assert.match(stderr, /'--all' cannot be used with option/);
    }
  });
});
