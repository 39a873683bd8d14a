import assert from 'node:assert/strict';
import { openRace, type Race, type RaceAnswer, type RaceCall, repeat } from '../../support/race.ts';
import { tally } from '../../support/requests/key-access.ts';
import type { TestServer } from '../../support/server.ts';
import { type Caller, expectExactCounts, staff, startFeedbackServer, user } from '../support.ts';
import { auditOf, countsOf, newPost, storedPost, votersOf } from './post-support.ts';

const ROUNDS = 10;
/** Few enough that the server, which lets a request wait 1.5 s, refuses none of them on a busy machine. */
const VOTERS = 40;

describe('concurrent votes and changes of posts', () => {
  let server: TestServer;
  let author: Caller;
  let moderator: Caller;
  let voters: Caller[];
  /** The sockets are shared by all callers. */
  let race: Race;

  before(async () => {
    server = await startFeedbackServer();
    author = user(server);
    moderator = staff(server);
    voters = Array.from({ length: VOTERS }, () => user(server));
    race = await openRace(server, VOTERS + 2);
  });
  after(async () => {
    race.close();
    await expectExactCounts(server);
    await server.close();
  });

  const forEachRound = async (round: (postId: number) => Promise<void>) => {
    for (let index = 0; index < ROUNDS; index += 1) await round((await newPost(author)).id);
  };
  const voter = (index: number): Caller => voters[index % voters.length] as Caller;
  const as = (caller: Caller, method: RaceCall['method'], path: string): RaceCall => ({
    method,
    path,
    headers: { Authorization: `Bearer ${caller.token}` },
  });
  const vote = (caller: Caller, id: number) => as(caller, 'POST', `/posts/${id}/vote`);
  const withdraw = (caller: Caller, id: number) => as(caller, 'DELETE', `/posts/${id}/vote`);
  const inProject = async () => (await countsOf(server, 11))['votes'] ?? 0;

  /** Asserts that the post's count equals its rows and that the project's count moved by as many. */
  const expectVotes = async (id: number, expected: number, before: number) => {
    const kept = (await storedPost(server, id))?.votesCount;
    assert.deepEqual([kept, (await votersOf(server, id)).length, (await inProject()) - before], [expected, expected, expected]);
  };

  it('count one of 30 votes of the same user', () =>
    forEachRound(async (id) => {
      const before = await inProject();
      const answers = await race.run(repeat(30, () => vote(author, id)));
      assert.deepEqual(tally(answers), { 200: 30 });
      for (const { body } of answers) assert.deepEqual(body['data'], { postId: id, voted: true, votesCount: 1 });
      await expectVotes(id, 1, before);
    }));

  it('withdraw a vote once under repeated requests', () =>
    forEachRound(async (id) => {
      const before = await inProject();
      await author.post(`/posts/${id}/vote`).expect(200);
      await voter(0).post(`/posts/${id}/vote`).expect(200);
      assert.deepEqual(tally(await race.run(repeat(20, () => withdraw(author, id)))), { 200: 20 });
      await expectVotes(id, 1, before);
    }));

  it('give each of 40 voters a different count', () =>
    forEachRound(async (id) => {
      const before = await inProject();
      const answers = await race.run(repeat(VOTERS, (index) => vote(voter(index), id)));
      assert.deepEqual(tally(answers), { 200: VOTERS });
      const counts = answers.map(({ body }) => (body['data'] as { votesCount: number }).votesCount);
      assert.deepEqual(
        counts.toSorted((left, right) => left - right),
        Array.from({ length: VOTERS }, (_, index) => index + 1),
      );
      await expectVotes(id, VOTERS, before);
    }));

  it('keep count and rows equal after mixed votes', () =>
    forEachRound(async (id) => {
      const before = await inProject();
      const calls = repeat(VOTERS, (index) => (Math.random() < 0.5 ? vote : withdraw)(voter(index % 30), id));
      assert.deepEqual(tally(await race.run(calls)), { 200: VOTERS });
      const rows = await votersOf(server, id);
      await expectVotes(id, rows.length, before);
      // one last request of each user makes the result certain
      const last = await race.run(repeat(30, (index) => (index % 2 === 0 ? vote : withdraw)(voter(index), id)));
      assert.deepEqual(tally(last), { 200: 30 });
      await expectVotes(id, 15, before);
      assert.deepEqual(await votersOf(server, id), Array.from({ length: 15 }, (_, index) => voter(index * 2).id).toSorted());
    }));

  it('leave no vote and no count on a deleted post', () =>
    forEachRound(async (id) => {
      const before = await countsOf(server, 11);
      const calls = repeat(40, (index) => (index % 3 === 0 ? withdraw : vote)(voter(index % 20), id));
      calls.splice(20, 0, as(author, 'DELETE', `/posts/${id}`), as(moderator, 'DELETE', `/posts/${id}`));
      const answers = await race.run(calls);
      const deletions = answers.splice(20, 2);
      assert.deepEqual(tally(deletions), { 200: 1, 404: 1 });
      expectOnly(answers, [200, 404]);
      assert.deepEqual([await storedPost(server, id), await votersOf(server, id)], [null, []]);
      const after = await countsOf(server, 11);
      assert.equal(after['votes'] ?? 0, before['votes'] ?? 0);
      assert.equal(after['posts:under_review:feature'] ?? 0, (before['posts:under_review:feature'] ?? 0) - 1);
    }));

  it('audit each real change of status exactly once', () =>
    forEachRound(async (id) => {
      const before = await countsOf(server, 11);
      const statuses = ['planned', 'in_progress', 'completed', 'declined', 'under_review'];
      const move = (status: string | undefined) => as(moderator, 'PUT', `/admin/posts/${id}/status?status=${status}`);
      assert.deepEqual(tally(await race.run(repeat(20, (index) => move(statuses[index % 5])))), { 200: 20 });
      const moves = (await auditOf(server, id)).map(({ details }) => details as { before: string; after: string });
      let status = 'under_review';
      for (const { before: from, after: to } of moves) {
        assert.equal(from, status);
        assert.notEqual(from, to);
        status = to;
      }
      assert.equal((await storedPost(server, id))?.status, status);
      const after = await countsOf(server, 11);
      const expected = { ...before, 'posts:under_review:feature': (before['posts:under_review:feature'] ?? 0) - 1 };
      const name = `posts:${status}:feature`;
      assert.deepEqual(after, withoutZeros({ ...expected, [name]: ((expected as Record<string, number>)[name] ?? 0) + 1 }));
    }));

  it('accept no vote after the post is declined', () =>
    forEachRound(async (id) => {
      const before = await inProject();
      const calls = repeat(40, (index) => vote(voter(index), id));
      calls.splice(20, 0, as(moderator, 'PUT', `/admin/posts/${id}/status?status=declined`));
      const answers = await race.run(calls);
      const [decision] = answers.splice(20, 1);
      assert.equal(decision?.status, 200);
      const { 200: counted = 0, 409: refused = 0 } = tally(answers);
      assert.equal(counted + refused, 40);
      await expectVotes(id, counted, before);
    }));

  it('keep both the edits and the votes', () =>
    forEachRound(async (id) => {
      const before = await inProject();
      const edits = repeat(10, (index) => ({
        ...as(author, 'PUT', `/posts/${id}`),
        body: { title: `Title ${index}`, category: index % 2 === 0 ? 'bug' : 'other' },
      }));
      const answers = await race.run([...repeat(20, (index) => vote(voter(index), id)), ...edits]);
      assert.deepEqual(tally(answers), { 200: 30 });
      await expectVotes(id, 20, before);
      assert.match((await storedPost(server, id))?.title ?? '', /^Title \d$/);
    }));
});

function expectOnly(answers: readonly RaceAnswer[], statuses: readonly number[]): void {
  for (const { status, body } of answers) assert.ok(statuses.includes(status), `${status} ${JSON.stringify(body)}`);
}

function withoutZeros(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, total]) => total !== 0));
}
