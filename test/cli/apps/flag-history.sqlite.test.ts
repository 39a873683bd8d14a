import assert from 'node:assert/strict';
import { publish, registerApp } from '../../apps/support.ts';
import { admin, client } from '../../support/requests/client.ts';
import { assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { successOf, tsv } from '../support/outcome.ts';

describe('diwan flags changes and undo', () => {
  let cli: Cli;
  let slug: string;

  before(async () => {
    cli = await startCliServer();
  });
  beforeEach(async () => {
    slug = await registerApp(cli.server);
    await admin(cli.server).post(`/admin/apps/${slug}/features`, { flagKey: 'cart', isEnabled: true }).expect(201);
  });
  after(() => cli.close());

  const stored = async () => (await admin(cli.server).get(`/admin/apps/${slug}/features/cart`).expect(200)).body;
  const run = async (...words: string[]) => successOf(await cli.run(['flags', ...words]));
  const changes = async (...words: string[]) => tsv((await run('changes', slug, ...words)).stdout);

  it('list who changed what, and what can be undone', async () => {
    await run('rollout', slug, 'cart', '20', '--yes');
    await admin(cli.server).post(`/admin/apps/${slug}/features`, { flagKey: 'other' }).expect(201);
    const rows = await changes('cart');
    assert.deepEqual(
      rows.map(({ action, target, undo }) => [action, target, undo]),
      [
        ['flag.changed', 'flag:cart', 'true'],
        ['flag.created', 'flag:cart', 'false'],
      ],
    );
    assert.match(rows[0]?.['changes'] ?? '', /targeting/);
    assert.ok((await changes()).length > 2);
    assert.equal((await changes('--limit', '1')).length, 1);
    const { stdout, stderr } = await run('changes', slug, 'cart', '--limit', '1', '--output', 'table');
    assert.match(stdout, /possible/);
    assert.match(stderr, /1 rows; --limit and --all show more/);
    await cli.run(['segments', 'create', slug, 'gulf', '--when', 'country in SA']);
    assert.deepEqual(
      (await changes('--segment', 'gulf')).map(({ action }) => action),
      ['segment.created'],
    );
  });

  it('go back after a question, and back again', async () => {
    await run('rollout', slug, 'cart', '20', '--yes');
    const [{ id = '' } = {}] = await changes('cart');
    await assertFailing(cli, [{ words: ['flags', 'undo', slug, id], exit: 2, code: 'usage', says: /--yes/ }]);
    const dry = await run('undo', slug, id, '--dry-run');
    assert.match(dry.stdout, new RegExp(`^POST /api/v1/admin/apps/${slug}/changes/${id}/undo`));
    assert.match(dry.stderr, /^- targeting\.rules/m);
    const terminal = cli.terminal(['flags', 'undo', slug, id, '--reason', 'Too early'], { columns: 160 });
    await terminal.expect('- targeting.rules');
    await terminal.expect(`Undo the change ${id} of ${slug}? (y/N)`);
    terminal.press('y\r');
    await terminal.expect('is undone');
    assert.equal((await terminal.ended()).code, 0);
    assert.equal((await stored()).targeting, null);
    const [undo] = await changes('cart');
    assert.equal(undo?.['reason'], 'Too early');
    await run('undo', slug, undo?.['id'] ?? '', '--yes');
    assert.equal((await stored()).targeting.rules[0].percentage, 20);
  });

  it('go back for releases, maintenance and the app', async () => {
    const base = `/admin/apps/${slug}`;
    const { id } = await publish(cli.server, slug);
    const versions = async () => (await admin(cli.server).get(`${base}/versions`).expect(200)).text;
    const before = await versions();
    await admin(cli.server).put(`${base}/versions/${id}`, { rolloutPercent: 20 }).expect(200);
    const [rollout] = await changes();
    assert.deepEqual([rollout?.['target'], rollout?.['undo']], [`version:${id}`, 'true']);
    assert.match((await run('undo', slug, rollout?.['id'] ?? '', '--dry-run')).stderr, /rolloutPercent.*20[\s\S]*100/);
    await run('undo', slug, rollout?.['id'] ?? '', '--yes');
    assert.equal(await versions(), before);
    await admin(cli.server).put(`${base}/maintenance`, { isActive: true }).expect(200);
    await run('undo', slug, (await changes())[0]?.['id'] ?? '', '--yes');
    assert.equal((await client(cli.server).get(`/apps/${slug}/maintenance`)).body.maintenance, false);
    await admin(cli.server).put(base, { name: 'New' }).expect(200);
    await run('undo', slug, (await changes())[0]?.['id'] ?? '', '--yes');
    assert.equal((await client(cli.server).get(`/apps/${slug}`)).body.name, 'Shop');
    const published = (await changes()).find(({ action }) => action === 'version.published');
    await assertFailing(cli, [
      {
        words: ['flags', 'undo', slug, published?.['id'] ?? '', '--yes'],
        exit: 6,
        code: 'not_undoable',
        says: /use POST .*\/rollback instead/,
      },
    ]);
  });

  it('refuse to undo what was changed since', async () => {
    await run('rollout', slug, 'cart', '20', '--yes');
    await run('rollout', slug, 'cart', '30', '--yes');
    const [, first] = await changes('cart');
    await assertFailing(cli, [
      { words: ['flags', 'undo', slug, first?.['id'] ?? '', '--yes'], exit: 6, code: 'changed_since', says: /diwan flags changes/ },
      { words: ['flags', 'undo', slug, '999999999', '--yes'], exit: 5, code: 'change_not_found', says: /diwan flags changes/ },
      { words: ['flags', 'changes', slug, 'cart', '--segment', 'gulf'], exit: 2, code: 'usage', says: /only one/ },
    ]);
    assert.equal((await stored()).targeting.rules[0].percentage, 30);
  });
});
