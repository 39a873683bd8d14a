import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Caller, expectExactCounts, staff } from '../../feedback/support.ts';
import { temporaryFolder } from '../../support/engine.ts';
import { assertDryRuns, assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { tsv } from '../support/outcome.ts';

interface Entry {
  readonly id: number;
  readonly title: string;
  readonly content: string;
  readonly publishedAt: string;
  readonly updatedAt: string;
}

describe('diwan changelog', () => {
  let cli: Cli;
  let moderator: Caller;
  before(async () => {
    cli = await startCliServer();
    moderator = staff(cli.server);
  });
  after(() => cli.close());

  const made = async (address: string, values: object): Promise<Entry> => (await moderator.post(address, values).expect(201)).body.data;
  const entry = (values: object = {}): Promise<Entry> => made('/changelog', { title: 'A fix', content: 'Of it', ...values });
  const post = (): Promise<Entry> => made('/posts', { title: 'Gift', description: 'Please', category: 'feature' });
  const all = async (): Promise<Entry[]> => (await moderator.get('/changelog?limit=100').expect(200)).body.data;
  const read = async (id: number): Promise<Entry | undefined> => (await all()).find((each) => each.id === id);

  it('adds an entry in both languages with flags', async () => {
    const file = path.join(await temporaryFolder(), 'notes.ar.md');
    writeFileSync(file, '# بطاقات\n');
    const linkedPostIds = [(await post()).id, (await post()).id];
    const texts = ['--title', 'Gift cards', '--content', '-', '--title-ar', 'بطاقات', '--content-ar', `@${file}`];
    const rest = ['--version', '2.1.0', '--type', 'changed', '--published-at', '2026-01-31T20:00:00+03:00'];
    const posts = linkedPostIds.flatMap((id) => ['--post', String(id)]);
    const added = await cli.json<Entry>(['changelog', 'add', ...texts, ...rest, ...posts], { input: '# Gift cards\n\nAt last.\n' });
    assert.deepEqual(added, await read(added.id));
    const { id: _, updatedAt, createdAt, ...fields } = added as Entry & { createdAt: string };
    assert.ok(updatedAt && createdAt);
    assert.deepEqual(fields, {
      title: 'Gift cards',
      content: '# Gift cards\n\nAt last.',
      titleAr: 'بطاقات',
      contentAr: '# بطاقات',
      version: '2.1.0',
      type: 'changed',
      publishedAt: '2026-01-31T17:00:00.000Z',
      linkedPostIds,
      announce: false,
      projectId: 11,
      createdBy: `operator:${cli.operator.id}`,
    });
  });

  it('announces an entry and says first whom it reaches', async () => {
    const id = (await post()).id;
    const words = ['changelog', 'add', '--title', 'Gift cards', '--content', 'At last', '--post', String(id), '--announce'];
    const { stderr } = await cli.run([...words, '--dry-run']);
    assert.match(stderr, /1 post becomes completed\. 1 subscriber hears of it: 0 by mail; \d+ in the inbox\./);
    const tried = await cli.json<{ preview: object; body: object }>([...words, '--dry-run']);
    assert.deepEqual(Object.keys(tried.preview), ['posts', 'subscribers', 'mails', 'inbox']);
    assert.equal((await all()).filter(({ title }) => title === 'Gift cards').length, 1);
    const added = await cli.json<Entry & { announce: boolean }>(words);
    assert.equal(added.announce, true);
  });

  it('asks for title and content of a future entry', async () => {
    const at = '2999-01-01T00:00:00.000Z';
    const terminal = cli.terminal(['changelog', 'add', '--published-at', at]);
    await terminal.expect('Title:');
    terminal.press('Asked\r');
    await terminal.expect('Content');
    terminal.press('Of *this*\r');
    await terminal.expect(new RegExp(`Changelog entry \\d+ added\\. It becomes public\\s+at ${at}`));
    assert.equal((await terminal.ended()).code, 0);
    const { content, publishedAt } = (await all())[0] as Entry;
    assert.deepEqual([content, publishedAt], ['Of *this*', at]);
  });

  it('lists entries as TSV and JSON, future ones included', async () => {
    const { id: postId } = await post();
    const { id, publishedAt } = await entry({
      type: 'security',
      version: '2.1.1',
      publishedAt: '2998-01-01T00:00:00Z',
      linkedPostIds: [postId],
    });
    const [{ stdout }, json] = await Promise.all([
      cli.run(['changelog', 'list', '--type', 'security']),
      cli.json(['changelog', 'list', '--limit', '1', '--page', '2']),
    ]);
    assert.deepEqual(tsv(stdout), [
      {
        id: String(id),
        type: 'security',
        version: '2.1.1',
        title: 'A fix',
        arabic: '',
        posts: String(postId),
        published: publishedAt,
      },
    ]);
    const { data, pagination } = (await moderator.get('/changelog?limit=1&page=2').expect(200)).body;
    assert.deepEqual(json, { data, pagination });
  });

  it('changes given fields and clears empty ones', async () => {
    const given = { version: '1.0.0', titleAr: 'إصلاح', contentAr: 'له', linkedPostIds: [(await post()).id] };
    const before = await entry(given);
    const id = String(before.id);
    const changed = await cli.run(['changelog', 'edit', id, '--content', 'New', '--version', '1.0.1', '--type', 'fixed']);
    assert.deepEqual([changed.code, changed.stderr], [0, `Changelog entry ${id} changed.\n`]);
    const cleared = await cli.json<Entry>(['changelog', 'edit', id, '--title-ar', '', '--content-ar', '', '--post', '']);
    const expected = { content: 'New', version: '1.0.1', type: 'fixed', titleAr: null, contentAr: null, linkedPostIds: [] };
    assert.deepEqual(cleared, { ...before, ...expected, updatedAt: cleared.updatedAt });
  });

  it('removes an entry only after a confirmation', async () => {
    const { id } = await entry();
    await assertFailing(cli, [{ words: ['changelog', 'remove', String(id)], exit: 2, code: 'usage', says: /--yes/ }]);
    assert.ok(await read(id));
    const terminal = cli.terminal(['changelog', 'remove', String(id)]);
    await terminal.expect(`Delete changelog entry ${id} and its comments?`);
    terminal.press('y\r');
    await terminal.expect(`Changelog entry ${id} deleted.`);
    assert.equal((await terminal.ended()).code, 0);
    assert.equal(await read(id), undefined);
    await expectExactCounts(cli.server);
  });

  it('prints requests with --dry-run and sends nothing', async () => {
    const before = await entry();
    const count = (await all()).length;
    await assertDryRuns(cli, [
      {
        words: ['changelog', 'add', '--title', 'X', '--content', 'Y'],
        request: 'POST /api/v1/changelog',
        body: { title: 'X', content: 'Y' },
      },
      {
        words: ['changelog', 'edit', String(before.id), '--version', '', '--post', '7', '--post', '9'],
        request: `PUT /api/v1/changelog/${before.id}`,
        body: { version: null, linkedPostIds: [7, 9] },
      },
      { words: ['changelog', 'remove', String(before.id)], request: `DELETE /api/v1/changelog/${before.id}`, body: null },
    ]);
    assert.deepEqual([(await all()).length, await read(before.id)], [count, before]);
  });

  it('names the cause and the next step of a failure', async () => {
    const id = String((await entry()).id);
    const text = ['--title', 'X', '--content', 'Y'];
    const anonymous = { env: { DIWAN_TOKEN: 'bad' } };
    await assertFailing(cli, [
      { words: ['changelog', 'add', '--content', 'Y'], exit: 2, code: 'usage', says: /--title/ },
      { words: ['changelog', 'add', '--title', 'X'], exit: 2, code: 'usage', says: /--content/ },
      { words: ['changelog', 'edit', id], exit: 2, code: 'usage', says: /Nothing to change.*--published-at/ },
      { words: ['changelog', 'edit', id, '--content', '-', '--content-ar', '-'], exit: 2, code: 'usage', says: /@file/ },
      { words: ['changelog', 'edit', id, '--type', 'new'], exit: 2, code: 'usage', says: /added, changed/ },
      { words: ['changelog', 'add', ...text], exit: 4, code: 'token_not_valid', says: /diwan login/, options: anonymous },
      { words: ['changelog', 'edit', '999999', '--title', 'X'], exit: 5, code: 'changelog_not_found', says: /changelog list/ },
      { words: ['changelog', 'remove', '999999', '--yes'], exit: 5, code: 'changelog_not_found', says: /changelog list/ },
      { words: ['changelog', 'add', ...text, '--post', '999999'], exit: 5, code: 'post_not_found', says: /posts list/ },
      { words: ['changelog', 'edit', id, '--content', ''], exit: 2, code: 'validation_error' },
      { words: ['changelog', 'edit', id, '--published-at', 'soon'], exit: 2, code: 'validation_error' },
    ]);
  });
});
