import assert from 'node:assert/strict';
import { registerApp } from '../../apps/support.ts';
import { admin } from '../../support/requests/client.ts';
import { assertDryRuns, assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { fieldsOf, successOf, tsv } from '../support/outcome.ts';

const GULF = { attribute: 'country', operator: 'in', values: ['SA', 'AE'] };

describe('diwan segments', () => {
  let cli: Cli;
  let slug: string;

  before(async () => {
    cli = await startCliServer();
  });
  beforeEach(async () => {
    slug = await registerApp(cli.server);
  });
  after(() => cli.close());

  const stored = async (key: string) => (await admin(cli.server).get(`/admin/apps/${slug}/segments/${key}`).expect(200)).body;
  const run = async (...words: string[]) => successOf(await cli.run(['segments', ...words]));

  it('creates a segment by conditions in words', async () => {
    const when = ['--when', 'country in SA, AE', '--when', 'not appVersion version_gte 2.0.0'];
    const { stdout, stderr } = await run('create', slug, 'gulf', ...when, '--name', 'الخليج');
    assert.deepEqual([stdout, stderr], ['', `Segment gulf of ${slug} created.\n`]);
    const { conditions, name } = await stored('gulf');
    assert.deepEqual(conditions, [GULF, { attribute: 'appVersion', operator: 'version_gte', values: ['2.0.0'], not: true }]);
    assert.equal(name, 'الخليج');
    const rows = tsv((await run('list', slug)).stdout).map(({ updated: _, ...row }) => row);
    assert.deepEqual(rows, [{ key: 'gulf', who: 'country in SA, AE and not appVersion ≥ 2.0.0', name: 'الخليج' }]);
    assert.deepEqual(await cli.json(['segments', 'list', slug]), [await stored('gulf')]);
  });

  it('shows the flags that use a segment', async () => {
    await run('create', slug, 'gulf', '--conditions', JSON.stringify([GULF]));
    const targeting = { rules: [{ id: 'gulf', segments: ['gulf'] }] };
    for (const flagKey of ['a', 'b']) await admin(cli.server).post(`/admin/apps/${slug}/features`, { flagKey, targeting }).expect(201);
    await admin(cli.server).post(`/admin/apps/${slug}/features`, { flagKey: 'plain' }).expect(201);
    const { who, flags } = fieldsOf((await run('show', slug, 'gulf')).stdout);
    assert.deepEqual([who, flags], ['country in SA, AE', 'a, b']);
    await assertFailing(cli, [
      { words: ['segments', 'delete', slug, 'gulf', '--yes'], exit: 6, code: 'in_use' },
      { words: ['segments', 'delete', slug, 'gulf'], exit: 2, code: 'usage', says: /--yes/ },
    ]);
  });

  it('changes a segment unless another change came first', async () => {
    await run('create', slug, 'gulf', '--when', 'country in SA');
    await run('set', slug, 'gulf', '--name', 'Gulf');
    const words = ['segments', 'set', slug, 'gulf', '--when', 'country in SA,AE'];
    await assertFailing(cli, [{ words, exit: 2, code: 'usage', says: /--yes/ }]);
    const terminal = cli.terminal(words, { columns: 160 });
    await terminal.expect(`Change segment gulf of ${slug} and the flags that use it? (y/N)`);
    await admin(cli.server).put(`/admin/apps/${slug}/segments/gulf`, { name: 'Other' }).expect(200);
    terminal.press('y\r');
    await terminal.expect(`Segment gulf of ${slug} was changed by somebody else meanwhile: your change was not made.`);
    assert.equal((await terminal.ended()).code, 6);
    await run('set', slug, 'gulf', '--when', 'country in SA,AE', '--name', '', '--yes');
    const { conditions, name } = await stored('gulf');
    assert.deepEqual([conditions, name], [[GULF], null]);
    await run('delete', slug, 'gulf', '--yes');
    assert.deepEqual(await cli.json(['segments', 'list', slug]), []);
  });

  it('names the fault of a wrong use', async () => {
    const create = ['segments', 'create', slug, 'gulf'];
    await assertFailing(cli, [
      { words: create, exit: 2, code: 'usage', says: /--when/ },
      { words: [...create, '--when', 'country'], exit: 2, code: 'usage', says: /ATTRIBUTE OPERATOR VALUES/ },
      { words: [...create, '--when', 'country is SA'], exit: 2, code: 'usage', says: /use one of in, / },
      { words: [...create, '--conditions', '{}'], exit: 2, code: 'usage', says: /JSON array/ },
      { words: [...create, '--when', 'appVersion version_gt new'], exit: 2, code: 'validation_error', says: /correct --when/ },
      { words: ['segments', 'show', slug, '../x'], exit: 2, code: 'usage', says: /not a valid segment key/ },
      { words: ['segments', 'show', slug, 'gone'], exit: 5, code: 'segment_not_found', says: /diwan segments list/ },
      { words: ['segments', 'set', slug, 'gone'], exit: 2, code: 'usage', says: /Nothing to change/ },
      { words: ['segments', 'delete', slug, 'gone', '--yes'], exit: 5, code: 'segment_not_found' },
    ]);
    const request = `POST /api/v1/admin/apps/${slug}/segments`;
    const body = { key: 'gulf', conditions: [{ attribute: 'country', operator: 'in', values: ['SA'] }] };
    await assertDryRuns(cli, [{ words: [...create, '--when', 'country in SA'], request, body }]);
    assert.deepEqual(await cli.json(['segments', 'list', slug]), []);
  });
});
