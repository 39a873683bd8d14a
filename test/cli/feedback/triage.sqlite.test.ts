import assert from 'node:assert/strict';
import { expectExactCounts } from '../../feedback/support.ts';
import { buildCli, CLI_ENTRY } from '../../support/programs/dist.ts';
import { startOnTerminal } from '../../support/programs/terminal.ts';
import { assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { type Queue, queueOf, shown } from './triage-support.ts';

describe('diwan reviews triage', () => {
  let cli: Cli;
  let queue: Queue;
  before(async () => {
    cli = await startCliServer();
    queue = queueOf(cli);
  });
  after(() => cli.close());
  // each test starts with an empty queue
  afterEach(async () => {
    await queue.empty();
    await expectExactCounts(cli.server);
  });

  const start = () => cli.terminal(['reviews', 'triage']);

  it('approves, rejects with a reason and quits', async () => {
    const [first, second, third] = [await queue.pending('One'), await queue.pending('Two'), await queue.pending('Three')];
    const terminal = start();
    await terminal.expect(`Review ${first.id}  1 of 3`);
    await terminal.expect('★★★★☆');
    await terminal.expect(/Author +[0-9a-f-]{36}\n/);
    await terminal.expect(/Title +One\n/);
    await terminal.expect('Decision?');
    terminal.press('a');
    await terminal.expect(`Review ${first.id}: approved.`);
    await shown(terminal, second, '2 of 3');
    terminal.press('r');
    await terminal.expect('Reason for the author');
    terminal.press('Not about us\r');
    await terminal.expect(`Review ${second.id}: rejected.`);
    await shown(terminal, third, '3 of 3');
    terminal.press('q');
    await terminal.expect('1 approved, 1 rejected.');
    const { code, isSane } = await terminal.ended();
    assert.deepEqual({ code, isSane }, { code: 0, isSane: true });
    assert.deepEqual(await Promise.all([first, second, third].map(queue.statusOf)), ['approved', 'rejected', 'pending']);
    const { data } = (await second.author.get(`/reviews/${second.id}`).expect(200)).body;
    assert.equal(data.statusReason, 'Not about us');
  });

  it('shows a changed review again before it approves', async () => {
    const review = await queue.pending('Before');
    const terminal = start();
    await shown(terminal, review, '1 of 1');
    await review.author.put(`/reviews/${review.id}`, { title: 'After' }).expect(200);
    terminal.press('a');
    await terminal.expect(`Review ${review.id} was changed while you read it. No decision was saved.`);
    await terminal.expect(/Title +After\n/);
    await terminal.expect('Decision?');
    assert.equal(await queue.statusOf(review), 'pending');
    terminal.press('a');
    await terminal.expect('Nothing else is waiting.');
    terminal.press('q');
    await terminal.expect('1 approved.');
    assert.equal((await terminal.ended()).code, 0);
    assert.equal(await queue.statusOf(review), 'approved');
  });

  it('reports decisions of others and deletions, and overwrites none', async () => {
    const [first, second] = [await queue.pending('One'), await queue.pending('Two')];
    const terminal = start();
    await shown(terminal, first, '1 of 2');
    await queue.move(first, 'rejected');
    terminal.press('a');
    await terminal.expect(`Another moderator has decided: review ${first.id} is rejected.`);
    await shown(terminal, second, '2 of 2');
    await second.author.delete(`/reviews/${second.id}`).expect(200);
    terminal.press('a');
    await terminal.expect(`Review ${second.id} has been deleted.`);
    await terminal.expect('Nothing else is waiting.');
    terminal.press('b');
    await terminal.expect('This is the first one.');
    terminal.press('q');
    await terminal.expect('2 settled by others.');
    assert.equal((await terminal.ended()).code, 0);
    assert.equal(await queue.statusOf(first), 'rejected');
  });

  it('skips reviews and includes new ones', async () => {
    const [first, second] = [await queue.pending('One'), await queue.pending('Two')];
    const terminal = start();
    await shown(terminal, first, '1 of 2');
    terminal.press('\r');
    terminal.press('\u001b[A');
    terminal.press('s');
    await shown(terminal, second, '2 of 2');
    const third = await queue.pending('Three');
    terminal.press('s');
    await shown(terminal, third, '3 of 3');
    terminal.press('a');
    await terminal.expect('Nothing else is waiting.');
    terminal.press('q');
    await terminal.expect('2 skipped, 1 approved.');
    assert.equal((await terminal.ended()).code, 0);
    assert.deepEqual(await Promise.all([first, second, third].map(queue.statusOf)), ['pending', 'pending', 'approved']);
  });

  it('goes back to decided reviews, which can be decided again', async () => {
    const [first, second] = [await queue.pending('One'), await queue.pending('Two')];
    const terminal = start();
    await shown(terminal, first, '1 of 2');
    terminal.press('b');
    await terminal.expect('This is the first one.');
    await shown(terminal, first, '1 of 2');
    terminal.press('a');
    await shown(terminal, second, '2 of 2');
    terminal.press('b');
    await shown(terminal, first, '1 of 2  approved by you');
    assert.equal(await queue.statusOf(first), 'approved');
    terminal.press('r');
    await terminal.expect('Reason');
    terminal.press('\r');
    await shown(terminal, second, '2 of 2');
    terminal.press('a');
    await terminal.expect('Nothing else is waiting.');
    terminal.press('b');
    await shown(terminal, second, '2 of 2  approved by you');
    terminal.press('q');
    await terminal.expect('1 rejected, 1 approved.');
    assert.equal((await terminal.ended()).code, 0);
    assert.deepEqual([await queue.statusOf(first), await queue.statusOf(second)], ['rejected', 'approved']);
  });

  it('undoes decisions, the last one first', async () => {
    const [first, second] = [await queue.pending('One'), await queue.pending('Two')];
    const terminal = start();
    await shown(terminal, first, '1 of 2');
    terminal.press('u');
    await terminal.expect('There is no decision to take back.');
    await shown(terminal, first, '1 of 2');
    terminal.press('a');
    await shown(terminal, second, '2 of 2');
    terminal.press('r');
    await terminal.expect('Reason');
    terminal.press('\r');
    await terminal.expect('Nothing else is waiting.');
    terminal.press('u');
    await terminal.expect(`Review ${second.id} is pending again.`);
    await shown(terminal, second, '2 of 2');
    terminal.press('u');
    await terminal.expect(`Review ${first.id} is pending again.`);
    await shown(terminal, first, '1 of 2');
    terminal.press('q');
    await terminal.expect('No decision was made.');
    assert.equal((await terminal.ended()).code, 0);
    assert.deepEqual([await queue.statusOf(first), await queue.statusOf(second)], ['pending', 'pending']);
  });

  it('undoes no decision that another moderator made since', async () => {
    const [first, second] = [await queue.pending('One'), await queue.pending('Two')];
    const terminal = start();
    await shown(terminal, first, '1 of 2');
    terminal.press('a');
    await shown(terminal, second, '2 of 2');
    await queue.move(first, 'rejected');
    terminal.press('u');
    await terminal.expect(`Another moderator has decided: review ${first.id} is rejected.`);
    await shown(terminal, second, '2 of 2');
    terminal.press('q');
    assert.equal((await terminal.ended()).code, 0);
    assert.equal(await queue.statusOf(first), 'rejected');
  });

  it('prints the counts after Ctrl-C too', async () => {
    const [first, second] = [await queue.pending('One'), await queue.pending('Two')];
    const terminal = start();
    await shown(terminal, first, '1 of 2');
    terminal.press('a');
    await shown(terminal, second, '2 of 2');
    terminal.press('\u0003');
    await terminal.expect('1 approved.');
    await terminal.expect('Interrupted.');
    const { code, isSane } = await terminal.ended();
    assert.deepEqual({ code, isSane }, { code: 130, isSane: true });
    assert.equal(await queue.statusOf(second), 'pending');
  });

  it('reports that no review is pending', async () => {
    const terminal = start();
    await terminal.expect('Nothing is waiting for a decision.');
    assert.equal((await terminal.ended()).code, 0);
  });

  it('prints the first request with --dry-run', async () => {
    const review = await queue.pending('One');
    const terminal = cli.terminal(['reviews', 'triage', '--dry-run']);
    await shown(terminal, review, '1 of 1');
    terminal.press('a');
    await terminal.expect('POST /api/v1/admin/moderation/decisions');
    assert.equal((await terminal.ended()).code, 0);
    assert.equal(await queue.statusOf(review), 'pending');
  });

  it('works on a real terminal and leaves it unchanged', async () => {
    const [first, second] = [await queue.pending('One\u200b!'), await queue.pending('Two')];
    buildCli();
    const env = { XDG_CONFIG_HOME: cli.home, HOME: cli.home, PATH: process.env['PATH'] ?? '' };
    const terminal = startOnTerminal([process.execPath, CLI_ENTRY, 'reviews', 'triage'], { env });
    await terminal.expect('One\\u{200b}!');
    await terminal.expect('Decision?');
    terminal.press('a');
    await shown(terminal, second, '2 of 2');
    terminal.press('q');
    await terminal.expect('1 approved.');
    const { code, isSane } = await terminal.ended();
    assert.deepEqual({ code, isSane }, { code: 0, isSane: true });
    assert.equal(await queue.statusOf(first), 'approved');
  });

  it('refuses to run without a terminal', async () => {
    await assertFailing(cli, [
      { words: ['reviews', 'triage'], exit: 2, code: 'usage', says: /reviews list --status pending.*reviews approve/ },
      { words: ['reports', 'triage'], exit: 2, code: 'usage', says: /reports list.*reports dismiss/ },
      { words: ['triage'], exit: 2, code: 'usage', says: /reviews list --status pending.*reports list/ },
    ]);
    const terminal = cli.terminal(['reviews', 'triage'], { isStdoutTerminal: false });
    await terminal.expect('triage needs a terminal');
    assert.equal((await terminal.ended()).code, 2);
  });
});
