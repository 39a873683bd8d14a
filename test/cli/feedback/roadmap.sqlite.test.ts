import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Caller, expectExactCounts, staff, user } from '../../feedback/support.ts';
import { temporaryFolder } from '../../support/engine.ts';
import { assertDryRuns, assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { tsv } from '../support/outcome.ts';

interface Item {
  readonly id: number;
  readonly title: string;
  readonly updatedAt: string;
}

describe('diwan roadmap', () => {
  let cli: Cli;
  let moderator: Caller;
  before(async () => {
    cli = await startCliServer();
    moderator = staff(cli.server);
  });
  after(() => cli.close());

  const made = async (path_: string, values: object): Promise<Item> => (await moderator.post(path_, values).expect(201)).body.data;
  const item = (values: object = {}): Promise<Item> => made('/roadmap', { title: 'Gift cards', ...values });
  const post = (): Promise<Item> => made('/posts', { title: 'Gift', description: 'Please', category: 'feature' });
  const all = async (): Promise<Item[]> => (await moderator.get('/roadmap?limit=100').expect(200)).body.data;
  const read = async (id: number): Promise<Item | undefined> => (await all()).find((each) => each.id === id);

  it('adds an item with flags and a file', async () => {
    const file = path.join(await temporaryFolder(), 'cards.md');
    writeFileSync(file, 'first\nsecond\n');
    const { id: postId } = await post();
    const flags = ['--title', 'بطاقات', '--description', `@${file}`, '--status', 'in_progress', '--category', 'shop', '--position', '0'];
    const added = await cli.json<Item>(['roadmap', 'add', ...flags, '--target-date', '2027-03-31', '--post', String(postId)]);
    const { id, updatedAt } = added;
    assert.deepEqual(added, await read(id));
    const { createdBy, createdAt, ...rest } = added as Item & { createdBy: string; createdAt: string };
    assert.deepEqual(rest, {
      id,
      title: 'بطاقات',
      description: 'first\nsecond',
      status: 'in_progress',
      category: 'shop',
      targetDate: '2027-03-31',
      position: 0,
      postId,
      projectId: 11,
      updatedAt,
    });
    assert.equal(createdBy, `operator:${cli.operator.id}`);
    assert.ok(createdAt);
  });

  it('asks only for the title until it is valid', async () => {
    const terminal = cli.terminal(['roadmap', 'add', '--category', 'asked']);
    await terminal.expect('Title:');
    terminal.press('\r');
    await terminal.expect('1 to 200 characters');
    terminal.press('Asked\r');
    await terminal.expect(/Roadmap item \d+ added\./);
    assert.equal((await terminal.ended()).code, 0);
    assert.equal((await all()).filter(({ title }) => title === 'Asked').length, 1);
  });

  it('lists items as TSV and as JSON', async () => {
    const { id, updatedAt } = await item({ status: 'completed', category: 'listed', targetDate: '2026-12-01', position: 3 });
    const flags = ['--status', 'completed', '--category', 'listed'];
    const [{ stdout }, json] = await Promise.all([cli.run(['roadmap', 'list', ...flags]), cli.json(['roadmap', 'list', '--limit', '1'])]);
    assert.deepEqual(tsv(stdout), [
      {
        id: String(id),
        status: 'completed',
        position: '3',
        title: 'Gift cards',
        category: 'listed',
        post: '',
        target: '2026-12-01',
        updated: updatedAt,
      },
    ]);
    const { data, pagination } = (await moderator.get('/roadmap?limit=1').expect(200)).body;
    assert.deepEqual(json, { data, pagination });
  });

  it('changes given fields and clears empty ones', async () => {
    const before = await item({ description: 'Old', category: 'shop', targetDate: '2026-12-01', postId: (await post()).id });
    const words = ['roadmap', 'edit', String(before.id), '--title', 'New', '--description', '-', '--category', ''];
    const changed = await cli.run(words, { input: 'from\r\nthe pipe\n' });
    assert.deepEqual([changed.code, changed.stderr], [0, `Roadmap item ${before.id} changed.\n`]);
    const cleared = await cli.json<Item>(['roadmap', 'edit', String(before.id), '--target-date', '', '--post', '']);
    const { updatedAt } = cleared;
    const expected = { title: 'New', description: 'from\nthe pipe', category: null, targetDate: null, postId: null };
    assert.deepEqual(cleared, { ...before, ...expected, updatedAt });
  });

  it('removes an item only after a confirmation', async () => {
    const [first, second] = [await item(), await item()];
    await assertFailing(cli, [{ words: ['roadmap', 'remove', String(first.id)], exit: 2, code: 'usage', says: /--yes/ }]);
    const terminal = cli.terminal(['roadmap', 'remove', String(first.id)]);
    await terminal.expect(`Delete roadmap item ${first.id} and its comments?`);
    terminal.press('\r');
    assert.equal((await terminal.ended()).code, 2);
    const { code, stderr } = await cli.run(['roadmap', 'remove', String(second.id), '--yes']);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: `Roadmap item ${second.id} deleted.\n` });
    const left = (await all()).map(({ id }) => id);
    assert.deepEqual([left.includes(first.id), left.includes(second.id)], [true, false]);
    await expectExactCounts(cli.server);
  });

  it('prints requests with --dry-run and sends nothing', async () => {
    const before = await item();
    const count = (await all()).length;
    await assertDryRuns(cli, [
      { words: ['roadmap', 'add', '--title', 'Not yet'], request: 'POST /api/v1/roadmap', body: { title: 'Not yet' } },
      {
        words: ['roadmap', 'edit', String(before.id), '--status', 'completed', '--category', ''],
        request: `PUT /api/v1/roadmap/${before.id}`,
        body: { status: 'completed', category: null },
      },
      { words: ['roadmap', 'remove', String(before.id)], request: `DELETE /api/v1/roadmap/${before.id}`, body: null },
    ]);
    assert.deepEqual([(await all()).length, await read(before.id)], [count, before]);
  });

  it('names the cause and the next step of a failure', async () => {
    const id = String((await item()).id);
    const anonymous = { env: { DIWAN_TOKEN: 'bad' } };
    const otherProject = { env: { DIWAN_TOKEN: user(cli.server, { projectId: 12 }).token } };
    await assertFailing(cli, [
      { words: ['roadmap', 'add'], exit: 2, code: 'usage', says: /--title/ },
      { words: ['roadmap', 'edit', id], exit: 2, code: 'usage', says: /Nothing to change.*--target-date/ },
      { words: ['roadmap', 'edit', id, '--description', '-'], exit: 2, code: 'usage', says: /empty.*''/ },
      { words: ['roadmap', 'edit', id, '--description', '@/nonexistent'], exit: 2, code: 'usage', says: /cannot be read/ },
      { words: ['roadmap', 'edit', id, '--position', '-1'], exit: 2, code: 'usage', says: /whole number from 0/ },
      { words: ['roadmap', 'edit', id, '--post', 'x'], exit: 2, code: 'usage', says: /not a valid id/ },
      { words: ['roadmap', 'add', '--title', 'X'], exit: 4, code: 'token_not_valid', says: /diwan login/, options: anonymous },
      {
        words: ['roadmap', 'list', '--project', '11'],
        exit: 4,
        code: 'project_mismatch',
        says: /--project/,
        options: otherProject,
      },
      { words: ['roadmap', 'edit', '999999', '--title', 'X'], exit: 5, code: 'roadmap_not_found', says: /roadmap list/ },
      { words: ['roadmap', 'remove', '999999', '--yes'], exit: 5, code: 'roadmap_not_found', says: /roadmap list/ },
      { words: ['roadmap', 'add', '--title', 'X', '--post', '999999'], exit: 5, code: 'post_not_found', says: /posts list/ },
      { words: ['roadmap', 'edit', id, '--target-date', 'soon'], exit: 2, code: 'validation_error', says: /targetDate/ },
    ]);
  });
});
