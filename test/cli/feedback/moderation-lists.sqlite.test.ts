import assert from 'node:assert/strict';
import { type Caller, expectExactCounts, staff, user } from '../../feedback/support.ts';
import { assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';

const NOW = Date.now();
const HOUR_AGO = new Date(NOW - 3_600_000).toISOString();

describe('the lists of moderators', () => {
  let cli: Cli;
  let first: Caller;
  let second: Caller;
  before(async () => {
    cli = await startCliServer();
    [first, second] = [user(cli.server), user(cli.server)];
  });
  after(() => cli.close());

  const create = async (caller: Caller, path: string, body: object): Promise<number> =>
    (await caller.post(path, body).expect(201)).body.data.id;
  const idsOf = async (...words: string[]): Promise<number[]> =>
    (await cli.json<{ data: { id: number }[] }>(words)).data.map(({ id }) => id);

  it('filter reviews by author, time and item', async () => {
    const review = { rating: 4, comment: 'Of it' };
    const one = await create(first, '/reviews', { ...review, itemType: 'product', itemId: 7 });
    const two = await create(second, '/reviews', { ...review, itemType: 'store', itemId: 7 });
    const list = (...flags: string[]) => idsOf('reviews', 'list', ...flags);
    assert.deepEqual(await list('--author', first.id), [one]);
    assert.deepEqual(await list('--item', 'store:7'), [two]);
    assert.deepEqual(await list('--since', '1h', '--sort', 'newest'), [two, one]);
    assert.deepEqual(await list('--until', HOUR_AGO), []);
    assert.deepEqual(await list('--since', HOUR_AGO, '--all', '--sort', 'oldest'), [one, two]);
  });

  it('filter posts by author, time and moderation state', async () => {
    const post = { title: 'Gift cards', description: 'For all', category: 'other' };
    const [one, two] = [await create(first, '/posts', post), await create(second, '/posts', post)];
    await staff(cli.server).post('/admin/moderation/decisions', { items: [{ entityType: 'post', id: two, status: 'hidden' }] });
    const list = (...flags: string[]) => idsOf('posts', 'list', ...flags);
    assert.deepEqual([await list('--author', second.id), await list('--moderation', 'visible')], [[two], [one]]);
    assert.deepEqual([await list('--since', '1h', '--sort', 'oldest', '--all'), await list('--until', HOUR_AGO)], [[one, two], []]);
    const { stdout } = await cli.run(['posts', 'show', String(two)]);
    assert.match(stdout, /^moderation\thidden$/m);
  });

  it('filter comments by author, time and thing', async () => {
    const post = await create(first, '/posts', { title: 'Dark mode', description: 'Text', category: 'other' });
    const one = await create(first, '/comments', { entityType: 'post', entityId: post, content: 'Yes' });
    const two = await create(second, '/comments', { entityType: 'product', entityId: post, content: 'No' });
    const list = (...flags: string[]) => idsOf('comments', 'list', ...flags);
    assert.deepEqual([await list('--item', `post:${post}`), await list('--author', second.id)], [[one], [two]]);
    assert.deepEqual([await list('--since', '1h', '--sort', 'oldest', '--all'), await list('--until', HOUR_AGO)], [[one, two], []]);
    const { contentHash } = await cli.json<{ contentHash: string }>(['comments', 'show', String(one)]);
    assert.match(contentHash, /^[0-9a-f]{64}$/);
    assert.match((await cli.run(['comments', 'show', String(one)])).stdout, /^text\tYes$/m);
  });

  it('refuse malformed items, times and kinds', async () => {
    await assertFailing(cli, [
      { words: ['reviews', 'list', '--item', '42'], exit: 2, code: 'usage', says: /write it as auction:42/ },
      { words: ['reviews', 'list', '--item', 'post:4'], exit: 2, code: 'usage', says: /use one of auction, product/ },
      { words: ['reviews', 'list', '--item', 'product:4', '--item-type', 'product'], exit: 2, code: 'usage', says: /item-type/ },
      { words: ['comments', 'list', '--since', 'yesterday'], exit: 2, code: 'usage', says: /--since "yesterday" is not a valid time/ },
      { words: ['reports', 'show', 'roadmap', '1'], exit: 2, code: 'usage', says: /review, post, comment/ },
    ]);
  });

  it('show reports, dismiss, reopen and remove', async () => {
    const id = await create(first, '/comments', { entityType: 'product', entityId: 9, content: 'Buy now' });
    await create(second, '/reports', { entityType: 'comment', entityId: id, reason: 'spam' });
    const listed = async (...flags: string[]) =>
      (await cli.json<{ data: { entityId: number }[] }>(['reports', 'list', ...flags])).data.map(({ entityId }) => entityId);
    assert.deepEqual(await listed(), [id]);
    const target = ['comment', String(id)];
    const run = async (verb: string, ...more: string[]) => (await cli.run(['reports', verb, ...target, ...more])).stderr;
    assert.equal(await run('dismiss'), `The reports of comment ${id} are dismissed.\n`);
    assert.deepEqual([await listed(), await listed('--state', 'dismissed', '--all')], [[], [id]]);
    assert.equal(await run('reopen'), `The reports of comment ${id} are open again.\n`);
    assert.equal(await run('remove', '--reason', 'Spam'), `The reported comment ${id} is removed.\n`);
    const { stdout } = await cli.run(['reports', 'show', ...target]);
    assert.match(stdout, /^state\tremoved$/m);
    assert.match(stdout, /^reports\t1 \(spam 1\)$/m);
    await expectExactCounts(cli.server);
  });
});
