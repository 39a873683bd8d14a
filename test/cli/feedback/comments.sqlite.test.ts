import assert from 'node:assert/strict';
import { expectExactCounts, user } from '../../feedback/support.ts';
import { type Cli, startCliServer } from '../support/cli.ts';

describe('diwan comments', () => {
  let cli: Cli;
  before(async () => {
    cli = await startCliServer();
  });
  after(() => cli.close());

  const newComment = async (content: string): Promise<number> => {
    const comment = { entityType: 'product', entityId: 7, content };
    return (await user(cli.server).post('/comments', comment).expect(201)).body.data.id;
  };
  const idsOf = async (...flags: string[]): Promise<number[]> =>
    (await cli.json<{ data: { id: number }[] }>(['comments', 'list', ...flags])).data.map(({ id }) => id);

  it('lists, hides, shows again and removes comments', async () => {
    const [first, second] = [await newComment('Zebra one'), await newComment('Other')];
    assert.deepEqual(await idsOf(), [second, first]);
    assert.deepEqual(await idsOf('--search', 'zebra'), [first]);
    const hidden = await cli.run(['comments', 'hide', String(first), String(second), '--reason', 'Spam']);
    assert.equal(hidden.code, 0);
    assert.deepEqual(await idsOf('--status', 'hidden'), [second, first]);
    const shown = await cli.run(['comments', 'show-again', String(first)]);
    assert.equal(shown.stderr, `Comment ${first} is visible.\n`);
    await cli.run(['comments', 'remove', String(second)]);
    assert.deepEqual([await idsOf('--status', 'visible'), await idsOf('--status', 'removed')], [[first], [second]]);
    await expectExactCounts(cli.server);
  });

  it('lists what waits of every kind', async () => {
    const id = await newComment('Held comment');
    await cli.run(['api', 'PUT', `/api/v1/admin/comments/${id}/status?status=pending`]);
    const queue = (...flags: string[]) => cli.json<{ data: { kind: string; id: number }[] }>(['moderation', 'queue', ...flags]);
    const [entry] = (await queue('--kind', 'comment,post', '--reason', 'pending', '--search', 'held')).data;
    assert.deepEqual([entry?.kind, entry?.id], ['comment', id]);
    assert.deepEqual((await queue('--kind', 'review', '--all')).data, []);
    assert.match((await cli.run(['moderation', 'queue'])).stdout, /comment\t.*pending.*Held comment/);
    assert.equal((await cli.run(['moderation', 'queue', '--kind', 'roadmap'])).code, 2);
    const { comments } = await cli.json<{ comments: { count: number } }>(['waiting']);
    assert.equal(comments.count, 1);
    assert.match((await cli.run(['waiting'])).stdout, /comments\t1, oldest: /);
    await cli.run(['comments', 'show-again', String(id)]);
  });

  it('deletes reviews and posts after a confirmation', async () => {
    const author = user(cli.server);
    const review = (await author.post('/reviews', { itemType: 'store', itemId: 1, rating: 1 }).expect(201)).body.data.id;
    const post = (await author.post('/posts', { title: 'Gift cards', description: 'For all', category: 'other' }).expect(201)).body.data.id;
    assert.equal((await cli.run(['reviews', 'delete', String(review)])).code, 2);
    assert.equal((await cli.run(['reviews', 'delete', String(review), '--yes'])).stderr, `Review ${review} deleted.\n`);
    assert.equal((await cli.run(['posts', 'delete', String(post), '--yes'])).stderr, `Post ${post} deleted.\n`);
    await author.get(`/reviews/${review}`).expect(404);
    await author.get(`/posts/${post}`).expect(404);
  });
});
