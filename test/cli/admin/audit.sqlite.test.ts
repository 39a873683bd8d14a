import assert from 'node:assert/strict';
import request from 'supertest';
import { execute } from '../../support/databases/sql.ts';
import { admin } from '../../support/requests/client.ts';
import { assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { tsv } from '../support/outcome.ts';

interface Entry {
  readonly id: number;
  readonly at: string;
  readonly action: string;
}

interface Listed {
  readonly data: readonly Entry[];
  readonly nextBefore: number | null;
}

const HOUR_MS = 3_600_000;

describe('diwan audit', () => {
  let cli: Cli;
  beforeEach(async () => {
    cli = await startCliServer();
    await execute(cli.server.db, 'DELETE FROM audit_log');
  });
  afterEach(() => cli.close());

  const list = async (...flags: string[]): Promise<Listed> => cli.json<Listed>(['audit', ...flags]);
  const actionsOf = async (...flags: string[]): Promise<string[]> => (await list(...flags)).data.map(({ action }) => action);
  const twoActs = async (): Promise<void> => {
    const app = { slug: 'shop', name: 'Shop', platform: 'both', packageName: 'com.example.shop' };
    await admin(cli.server).post('/admin/apps', app).expect(201);
    await admin(cli.server)
      .post('/admin/apps/shop/features', { flagKey: 'checkout', config: { colour: 'red' } })
      .expect(201);
    await admin(cli.server).put('/admin/apps/shop/features/checkout', { isEnabled: true }).expect(200);
  };
  const manyRows = async (count: number): Promise<void> => {
    const values = Array.from({ length: count }, (_, index) => [11, `probe.n${index}`, 'system:test', 'probe:1', '{}', new Date()]);
    await execute(cli.server.db, 'INSERT INTO audit_log (project_id, action, actor, subject, details, created_at) VALUES :values', {
      values,
    });
  };

  it('lists acts as TSV and JSON, newest first', async () => {
    await twoActs();
    const { body } = await admin(cli.server).get('/admin/audit-log').expect(200);
    assert.deepEqual(await list(), { data: body.data, nextBefore: null });
    const [newest] = tsv((await cli.run(['audit'])).stdout);
    const { id, at, actor } = body.data[0];
    assert.deepEqual(newest, {
      id: String(id),
      time: at,
      actor,
      project: '11',
      action: 'flag.changed',
      subject: 'app:shop',
      target: 'flag:checkout',
      changes: 'isEnabled: false -> true',
      reason: '',
      address: '127.0.0.0/24',
    });
  });

  it('shows the changes below each row on a terminal', async () => {
    const before = { isEnabled: false, theme: { colour: 'red', size: 1 }, gone: [] };
    const after = { isEnabled: true, theme: { colour: 'green\u001b[2J', size: 1 }, title: 'مرحبا' };
    const details = JSON.stringify({ before, after, reason: 'Ready\u001b[2J' });
    const values = [[11, 'flag.changed', 'operator:7', 'app:shop', details, new Date()]];
    await execute(cli.server.db, 'INSERT INTO audit_log (project_id, action, actor, subject, details, created_at) VALUES :values', {
      values,
    });
    const terminal = cli.terminal(['audit'], { columns: 120 });
    const { code, text } = await terminal.ended();
    assert.equal(code, 0);
    const [heading, row, ...lines] = text.trimEnd().split('\n');
    assert.match(heading ?? '', /^\r?ID +Time +Actor +Project +Action +Subject/);
    assert.match(row ?? '', /just now +operator:7 +11 +flag.changed +app:shop/);
    assert.deepEqual(lines, [
      '    - isEnabled: false',
      '    + isEnabled: true',
      '    - theme.colour: "red"',
      '    + theme.colour: "green\\u001b[2J"',
      '    - gone: []',
      '    \u2068+ title: "مرحبا"\u2069',
      '    reason: Ready\\u{1b}[2J',
    ]);
    assert.ok(terminal.raw().includes('\u001b[31m- isEnabled: false\u001b[39m'));
    assert.ok(terminal.raw().includes('\u001b[32m+ isEnabled: true\u001b[39m'));
  });

  it('filters by each option and by time', async () => {
    await twoActs();
    assert.deepEqual(await actionsOf('--subject', 'app:shop', '--target', 'flag:checkout'), ['flag.changed', 'flag.created']);
    assert.deepEqual(await actionsOf('--action', 'app.created'), ['app.created']);
    assert.deepEqual(await actionsOf('--search', 'com.example'), ['app.created']);
    assert.deepEqual(await actionsOf('--actor', 'operator:999'), []);
    assert.deepEqual(await actionsOf('--project', '12'), []);
    assert.equal((await actionsOf('--since', '1h')).length, 3);
    assert.deepEqual(await actionsOf('--until', '1h'), []);
    assert.deepEqual(await actionsOf('--since', new Date(Date.now() + HOUR_MS).toISOString()), []);
  });

  it('counts rows in all, over several pages', async () => {
    await manyRows(250);
    assert.equal((await list()).data.length, 20);
    const some = await list('--limit', '150');
    assert.deepEqual([some.data.length, some.data[0]?.action, some.data.at(-1)?.action], [150, 'probe.n249', 'probe.n100']);
    assert.equal(some.nextBefore, some.data.at(-1)?.id);
    const all = await list('--all');
    assert.deepEqual([all.data.length, all.nextBefore], [250, null]);
    const { text } = await cli.terminal(['audit', '--limit', '2']).ended();
    assert.match(text, /2 rows; --limit and --all show more/);
  });

  it('copies the CSV of the server to stdout', async () => {
    await twoActs();
    await manyRows(1_200);
    const { text } = await request(cli.server.url)
      .get('/api/v1/admin/audit-log')
      .set({ Accept: 'text/csv', 'X-Api-Key': cli.server.apiKey });
    const { code, stdout, stderr } = await cli.run(['audit', '--csv']);
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(stdout, text);
    const filtered = (await cli.run(['audit', '--csv', '--action', 'flag.created'])).stdout.trimEnd().split('\r\n');
    assert.equal(filtered.length, 2);
  });

  it('names the cause and the next step of a failure', async () => {
    await assertFailing(cli, [
      { words: ['audit', '--since', 'yesterday'], exit: 2, code: 'usage', says: /2d/ },
      { words: ['audit', '--all', '--limit', '3'], exit: 2, code: 'usage' },
      { words: ['audit', '--csv', '--all'], exit: 2, code: 'usage' },
      { words: ['audit', '--csv'], exit: 2, code: 'usage', says: /--output json/ },
      { words: ['audit', '--actor', 'two words'], exit: 2, code: 'validation_error', says: /--actor/ },
      { words: ['audit', '--until', '2026-13-01T00:00:00Z'], exit: 2, code: 'usage' },
      { words: ['audit'], exit: 4, code: 'invalid_api_key', options: { env: { DIWAN_API_KEY: 'dk_wrong' } } },
    ]);
    const refused = await cli.run(['audit', '--csv', '--actor', 'two words']);
    assert.deepEqual([refused.code, refused.stdout], [2, '']);
    assert.match(refused.stderr, /--actor/);
  });
});
