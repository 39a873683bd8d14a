import assert from 'node:assert/strict';
import { expectExactCounts, staff, user } from '../../feedback/support.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { type Pending, type Queue, queueOf, shown } from './triage-support.ts';

describe('diwan triage', () => {
  let cli: Cli;
  let queue: Queue;
  before(async () => {
    cli = await startCliServer();
    queue = queueOf(cli);
  });
  after(() => cli.close());
  // each test starts with empty queues
  afterEach(async () => {
    await queue.empty();
    await expectExactCounts(cli.server);
  });

  const report = ({ kind, id }: Pending) =>
    user(cli.server).post('/reports', { entityType: kind, entityId: id, reason: 'abuse' }).expect(201);
  const reportsOf = async ({ kind, id }: Pending): Promise<string> =>
    (await staff(cli.server).get(`/admin/reports/${kind}/${id}`).expect(200)).body.data.state;

  it('goes through reviews, posts, comments and reports', async () => {
    const reported = await queue.reported('Buy now', 'post');
    const comment = await queue.pending('A comment', 'comment');
    const post = await queue.pending('A post', 'post');
    const review = await queue.pending('A review');
    const terminal = cli.terminal(['triage']);
    await shown(terminal, review, '1 of 4');
    terminal.press('a');
    await terminal.expect(`Post ${post.id}  2 of 4`);
    await terminal.expect(/Title +A post\n/);
    await terminal.expect('[h]ide');
    terminal.press('h');
    await terminal.expect('Reason for the audit log');
    terminal.press('Off topic\r');
    await terminal.expect(`Comment ${comment.id}  3 of 4`);
    await terminal.expect(/On +product 42\n/);
    await terminal.expect('Decision?');
    terminal.press('a');
    await terminal.expect(`Post ${reported.id}, reported  4 of 4`);
    await terminal.expect(/State +visible\n/);
    await terminal.expect(/Reports +1 \(spam 1\)\n/);
    await terminal.expect('Decision?');
    terminal.press('r');
    await terminal.expect('Reason');
    terminal.press('\r');
    await terminal.expect('Nothing else is waiting.');
    terminal.press('q');
    await terminal.expect('2 approved, 1 hidden, 1 removed.');
    assert.equal((await terminal.ended()).code, 0);
    assert.deepEqual(await Promise.all([review, post, comment, reported].map(queue.statusOf)), [
      'approved',
      'hidden',
      'visible',
      'removed',
    ]);
    assert.equal(await reportsOf(reported), 'removed');
  });

  for (const kind of ['review', 'post', 'comment'] as const)
    it(`undoes the decision on a reported ${kind}`, async () => {
      const record = await queue.reported('Buy now', kind);
      const before = await queue.statusOf(record);
      const terminal = cli.terminal(['reports', 'triage']);
      for (const [key, state] of [
        ['r', 'removed'],
        ['d', 'dismissed'],
      ] as const) {
        await shown(terminal, record, '1 of 1');
        terminal.press(key);
        if (key === 'r') {
          await terminal.expect('Reason');
          terminal.press('\r');
        }
        await terminal.expect('Nothing else is waiting.');
        assert.equal(await reportsOf(record), state);
        terminal.press('u');
        await terminal.expect(`is open again.`);
        assert.deepEqual([await reportsOf(record), await queue.statusOf(record)], ['open', before]);
      }
      await shown(terminal, record, '1 of 1');
      terminal.press('q');
      assert.equal((await terminal.ended()).code, 0);
    });

  it('shows a review that reports have hidden once', async () => {
    const review = await queue.reported('Buy now', 'review');
    await report(review);
    await report(review);
    assert.equal(await queue.statusOf(review), 'pending');
    const terminal = cli.terminal(['triage']);
    await terminal.expect(`Review ${review.id}  1 of 1`);
    await terminal.expect(/Reports +3 \(spam 1, abuse 2\)\n/);
    await terminal.expect('Decision?');
    terminal.press('a');
    await terminal.expect('Nothing else is waiting.');
    assert.equal(await reportsOf(review), 'dismissed');
    terminal.press('u');
    await terminal.expect(`Review ${review.id} is pending again.`);
    assert.deepEqual([await reportsOf(review), await queue.statusOf(review)], ['open', 'pending']);
    await shown(terminal, review, '1 of 1');
    terminal.press('s');
    await terminal.expect('Nothing else is waiting.');
    terminal.press('q');
    await terminal.expect('1 skipped.');
    assert.equal((await terminal.ended()).code, 0);
  });

  it('reports decisions of others on reports and comments', async () => {
    const [comment, reported] = [await queue.pending('One', 'comment'), await queue.reported('Two', 'comment')];
    const terminal = cli.terminal(['triage']);
    await shown(terminal, comment, '1 of 2');
    await queue.move(comment, 'visible');
    terminal.press('r');
    await terminal.expect('Reason');
    terminal.press('\r');
    await terminal.expect(`Another moderator has decided: comment ${comment.id} is visible.`);
    await shown(terminal, reported, '2 of 2');
    await queue.move(reported, 'removed');
    terminal.press('d');
    await terminal.expect(`Another moderator has decided: comment ${reported.id} is removed.`);
    terminal.press('q');
    await terminal.expect('2 settled by others.');
    assert.equal((await terminal.ended()).code, 0);
    assert.deepEqual([await queue.statusOf(comment), await reportsOf(reported)], ['visible', 'removed']);
  });

  it('shows a reported post again after its author changed it', async () => {
    const post = await queue.reported('Before', 'post');
    const terminal = cli.terminal(['triage']);
    await shown(terminal, post, '1 of 1');
    await post.author.put(`/posts/${post.id}`, { title: 'After' }).expect(200);
    terminal.press('d');
    await terminal.expect(`Post ${post.id} was changed while you read it.`);
    await terminal.expect(/Title +After\n/);
    assert.equal(await reportsOf(post), 'open');
    await terminal.expect('Decision?');
    terminal.press('d');
    await terminal.expect('Nothing else is waiting.');
    terminal.press('q');
    await terminal.expect('1 dismissed.');
    assert.equal((await terminal.ended()).code, 0);
  });

  it('offers only to dismiss the reports of deleted content', async () => {
    const comment = await queue.reported('Gone', 'comment');
    await comment.author.delete(`/comments/${comment.id}`).expect(200);
    const terminal = cli.terminal(['triage']);
    await terminal.expect(/Text +deleted\n/);
    await terminal.expect('Decision? [d]ismiss the reports  [s]kip');
    terminal.press('d');
    await terminal.expect('Nothing else is waiting.');
    terminal.press('q');
    assert.equal((await terminal.ended()).code, 0);
    assert.equal(await reportsOf(comment), 'dismissed');
  });
});
