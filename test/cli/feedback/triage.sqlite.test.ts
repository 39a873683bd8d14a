import assert from 'node:assert/strict';
import { type Caller, expectExactCounts, staff, user } from '../../feedback/support.ts';
import type { Terminal } from '../../support/terminal.ts';
import { assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';

interface Pending {
  readonly id: number;
  readonly author: Caller;
}

describe('diwan reviews triage', () => {
  let cli: Cli;
  let moderator: Caller;
  before(async () => {
    cli = await startCliServer();
    moderator = staff(cli.server);
  });
  after(() => cli.close());
  // each test starts with an empty queue
  afterEach(async () => {
    const { data } = (await moderator.get('/admin/reviews?status=pending&limit=100').expect(200)).body;
    for (const { id } of data) await move(id, 'approved');
    await expectExactCounts(cli.server);
  });

  const move = (id: number, status: string): Promise<unknown> => moderator.put(`/admin/reviews/${id}/status`, { status }).expect(200);
  const pending = async (title: string): Promise<Pending> => {
    const author = user(cli.server);
    const made = await author.post('/reviews', { itemType: 'product', itemId: 42, rating: 4, title, comment: 'Of it' }).expect(201);
    const { id } = made.body.data;
    await move(id, 'pending');
    return { id, author };
  };
  const read = async (id: number): Promise<{ status: string; statusReason: string | null; title: string }> =>
    (await moderator.get(`/reviews/${id}`).expect(200)).body.data;
  /** Waits for a review and the question below it. */
  const shown = async (terminal: Terminal, { id }: Pending, place: string): Promise<void> => {
    await terminal.expect(`Review ${id}  ${place}`);
    await terminal.expect('Decision?');
  };

  it('approves, rejects with a reason and quits', async () => {
    const [first, second, third] = [await pending('One'), await pending('Two'), await pending('Three')];
    const terminal = cli.terminal(['reviews', 'triage']);
    await terminal.expect(`Review ${first.id}  1 of 3`);
    await terminal.expect('★★★★☆');
    await terminal.expect(/Title +One\n/);
    await terminal.expect('Decision?');
    terminal.press('a\r');
    await terminal.expect(`Review ${first.id} approved.`);
    await shown(terminal, second, '2 of 3');
    terminal.press('r\r');
    await terminal.expect('Reason');
    terminal.press('Not about us\r');
    await terminal.expect(`Review ${second.id} rejected.`);
    await shown(terminal, third, '3 of 3');
    terminal.press('q\r');
    await terminal.expect('1 approved, 1 rejected, 0 skipped.');
    const { code, isSane } = await terminal.ended();
    assert.deepEqual({ code, isSane }, { code: 0, isSane: true });
    const [approved, rejected, left] = await Promise.all([read(first.id), read(second.id), read(third.id)]);
    assert.deepEqual(
      [approved.status, rejected.status, rejected.statusReason, left.status],
      ['approved', 'rejected', 'Not about us', 'pending'],
    );
  });

  it('shows a changed review again before it approves', async () => {
    const review = await pending('Before');
    const terminal = cli.terminal(['reviews', 'triage']);
    await shown(terminal, review, '1 of 1');
    await review.author.put(`/reviews/${review.id}`, { title: 'After' }).expect(200);
    terminal.press('a\r');
    await terminal.expect(`Review ${review.id} was changed while you read it. No decision was saved.`);
    await terminal.expect(/Title +After\n/);
    await terminal.expect('Decision?');
    assert.equal((await read(review.id)).status, 'pending');
    terminal.press('a\r');
    await terminal.expect('No more pending reviews.');
    terminal.press('\r');
    await terminal.expect('1 approved, 0 rejected, 0 skipped.');
    assert.equal((await terminal.ended()).code, 0);
    assert.equal((await read(review.id)).status, 'approved');
  });

  it('passes over reviews that others decided or deleted', async () => {
    const [first, second] = [await pending('One'), await pending('Two')];
    const terminal = cli.terminal(['reviews', 'triage']);
    await shown(terminal, first, '1 of 2');
    await move(first.id, 'rejected');
    terminal.press('a\r');
    await terminal.expect(`Another moderator has rejected review ${first.id}.`);
    await shown(terminal, second, '2 of 2');
    await second.author.delete(`/reviews/${second.id}`).expect(200);
    terminal.press('a\r');
    await terminal.expect(`Review ${second.id} has been deleted.`);
    await terminal.expect('No more pending reviews.');
    terminal.press('\r');
    await terminal.expect('0 approved, 0 rejected, 0 skipped, 2 settled by others.');
    assert.equal((await terminal.ended()).code, 0);
    assert.equal((await read(first.id)).status, 'rejected');
  });

  it('skips on Return and includes new reviews', async () => {
    const [first, second] = [await pending('One'), await pending('Two')];
    const terminal = cli.terminal(['reviews', 'triage']);
    await shown(terminal, first, '1 of 2');
    terminal.press('\r');
    await shown(terminal, second, '2 of 2');
    const third = await pending('Three');
    terminal.press('s\r');
    await shown(terminal, third, '3 of 3');
    terminal.press('a\r');
    await terminal.expect('No more pending reviews.');
    terminal.press('\r');
    await terminal.expect('1 approved, 0 rejected, 2 skipped.');
    assert.equal((await terminal.ended()).code, 0);
    const statuses = await Promise.all([first, second, third].map(async ({ id }) => (await read(id)).status));
    assert.deepEqual(statuses, ['pending', 'pending', 'approved']);
  });

  it('goes back and undoes decisions and skips', async () => {
    const [first, second] = [await pending('One'), await pending('Two')];
    const terminal = cli.terminal(['reviews', 'triage']);
    await shown(terminal, first, '1 of 2');
    terminal.press('b\r');
    await terminal.expect('This is the first review.');
    await shown(terminal, first, '1 of 2');
    terminal.press('a\r');
    await shown(terminal, second, '2 of 2');
    terminal.press('b\r');
    await terminal.expect(`Review ${first.id} is pending again.`);
    assert.equal((await read(first.id)).status, 'pending');
    await shown(terminal, first, '1 of 2');
    terminal.press('s\r');
    await shown(terminal, second, '2 of 2');
    terminal.press('b\r');
    await shown(terminal, first, '1 of 2');
    terminal.press('s\r');
    await shown(terminal, second, '2 of 2');
    terminal.press('a\r');
    await terminal.expect('No more pending reviews. Go back to the last one? (y/N)');
    terminal.press('y\r');
    await shown(terminal, second, '2 of 2');
    terminal.press('q\r');
    await terminal.expect('0 approved, 0 rejected, 1 skipped.');
    assert.equal((await terminal.ended()).code, 0);
    assert.deepEqual([(await read(first.id)).status, (await read(second.id)).status], ['pending', 'pending']);
  });

  it('undoes no decision that another moderator made since', async () => {
    const [first, second] = [await pending('One'), await pending('Two')];
    const terminal = cli.terminal(['reviews', 'triage']);
    await shown(terminal, first, '1 of 2');
    terminal.press('a\r');
    await shown(terminal, second, '2 of 2');
    await move(first.id, 'rejected');
    terminal.press('b\r');
    await terminal.expect(`Review ${first.id} is rejected by now; its decision stays.`);
    await terminal.expect('Decision?');
    terminal.press('q\r');
    await terminal.expect('1 approved, 0 rejected, 0 skipped.');
    assert.equal((await terminal.ended()).code, 0);
    assert.equal((await read(first.id)).status, 'rejected');
  });

  it('prints the counts after Ctrl-C too', async () => {
    const [first, second] = [await pending('One'), await pending('Two')];
    const terminal = cli.terminal(['reviews', 'triage']);
    await shown(terminal, first, '1 of 2');
    terminal.press('a\r');
    await shown(terminal, second, '2 of 2');
    terminal.press('\u0003');
    await terminal.expect('1 approved, 0 rejected, 0 skipped.');
    await terminal.expect('Interrupted.');
    const { code, isSane } = await terminal.ended();
    assert.deepEqual({ code, isSane }, { code: 130, isSane: true });
    assert.equal((await read(second.id)).status, 'pending');
  });

  it('reports that no review is pending', async () => {
    const terminal = cli.terminal(['reviews', 'triage']);
    await terminal.expect('No review is pending.');
    assert.equal((await terminal.ended()).code, 0);
  });

  it('prints the first request with --dry-run', async () => {
    const review = await pending('One');
    const terminal = cli.terminal(['reviews', 'triage', '--dry-run']);
    await shown(terminal, review, '1 of 1');
    terminal.press('a\r');
    await terminal.expect(`PUT /api/v1/admin/reviews/${review.id}/status`);
    assert.equal((await terminal.ended()).code, 0);
    assert.equal((await read(review.id)).status, 'pending');
  });

  it('refuses to run without a terminal', async () => {
    await assertFailing(cli, [
      { words: ['reviews', 'triage'], exit: 2, code: 'usage', says: /reviews list --status pending.*reviews approve/ },
    ]);
    const terminal = cli.terminal(['reviews', 'triage'], { isStdoutTerminal: false });
    await terminal.expect('triage needs a terminal');
    assert.equal((await terminal.ended()).code, 2);
  });
});
