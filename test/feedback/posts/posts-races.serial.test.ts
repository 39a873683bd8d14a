import assert from 'node:assert/strict';
import { tally } from '../support/key-access.ts';
import { openRace, type Race, type RaceAnswer, type RaceCall, repeat } from '../support/race.ts';
import type { TestServer } from '../support/server.ts';
import { auditOf, countsOf, newPost, storedPost, votersOf } from './post-support.ts';
import { type Caller, expectExactCounts, staff, startFeedbackServer, user } from './support.ts';

const ROUNDS = 20;

describe('votes and posts at once', () => {
  let server: TestServer;
  let author: Caller;
  let chief: Caller;
  let voters: Caller[];
  /** Sockets that all callers share. */
  let race: Race;

  before(async () => {
    server = await startFeedbackServer();
    author = user(server);
    chief = staff(server);
    voters = Array.from({ length: 200 }, () => user(server));
    race = await openRace(server, 100);
  });
  after(async () => {
    race.close();
    await expectExactCounts();
    await server.close();
  });

  const inTurn = async (round: (postId: number, index: number) => Promise<void>) => {
    for (let index = 0; index < ROUNDS; index += 1) await round((await newPost(author)).id, index);
  };
  const voter = (index: number): Caller => voters[index % voters.length] as Caller;
  const as = (caller: Caller, method: RaceCall['method'], path: string): RaceCall => ({
    method,
    path,
    headers: { Authorization: `Bearer ${caller.token}` },
  });
  const vote = (caller: Caller, id: number) => as(caller, 'POST', `/posts/${id}/vote`);
  const withdraw = (caller: Caller, id: number) => as(caller, 'DELETE', `/posts/${id}/vote`);
  const inProject = async () => (await countsOf(11))['votes'] ?? 0;

  /** That the post's count equals its rows, and the project's moved by as many. */
  const expectVotes = async (id: number, expected: number, before: number) => {
    const kept = (await storedPost(id))?.votesCount;
    assert.deepEqual([kept, (await votersOf(id)).length, (await inProject()) - before], [expected, expected, expected]);
  };

  it('counts one vote of 30 of the same user', () =>
    inTurn(async (id) => {
      const before = await inProject();
      const answers = await race.run(repeat(30, () => vote(author, id)));
      assert.deepEqual(tally(answers), { 200: 30 });
      for (const { body } of answers) assert.deepEqual(body['data'], { postId: id, voted: true, votesCount: 1 });
      await expectVotes(id, 1, before);
    }));

  it('withdraws one vote once, however often it is asked to', () =>
    inTurn(async (id) => {
      const before = await inProject();
      await author.post(`/posts/${id}/vote`).expect(200);
      await voter(0).post(`/posts/${id}/vote`).expect(200);
      assert.deepEqual(tally(await race.run(repeat(20, () => withdraw(author, id)))), { 200: 20 });
      await expectVotes(id, 1, before);
    }));

  it('counts each of 200 users once, and of 40 nineteen times, and tells every one a count of their own', () =>
    inTurn(async (id, round) => {
      const size = round === 0 ? 200 : 40;
      const before = await inProject();
      const answers = await race.run(repeat(size, (index) => vote(voter(index), id)));
      assert.deepEqual(tally(answers), { 200: size });
      const counts = answers.map(({ body }) => (body['data'] as { votesCount: number }).votesCount);
      assert.deepEqual(
        counts.toSorted((left, right) => left - right),
        Array.from({ length: size }, (_, index) => index + 1),
      );
      await expectVotes(id, size, before);
    }));

  it('ends with as many votes as rows after 60 votes and withdrawals of 30 users', () =>
    inTurn(async (id) => {
      const before = await inProject();
      const calls = repeat(60, (index) => (Math.random() < 0.5 ? vote : withdraw)(voter(index % 30), id));
      assert.deepEqual(tally(await race.run(calls)), { 200: 60 });
      const rows = await votersOf(id);
      await expectVotes(id, rows.length, before);
      // each settles what they want: the net is known
      const last = await race.run(repeat(30, (index) => (index % 2 === 0 ? vote : withdraw)(voter(index), id)));
      assert.deepEqual(tally(last), { 200: 30 });
      await expectVotes(id, 15, before);
      assert.deepEqual(await votersOf(id), Array.from({ length: 15 }, (_, index) => voter(index * 2).id).toSorted());
    }));

  it('leaves no vote and no count behind when the post is deleted meanwhile', () =>
    inTurn(async (id) => {
      const before = await countsOf(11);
      const calls = repeat(40, (index) => (index % 3 === 0 ? withdraw : vote)(voter(index % 20), id));
      calls.splice(20, 0, as(author, 'DELETE', `/posts/${id}`), as(chief, 'DELETE', `/posts/${id}`));
      const answers = await race.run(calls);
      const deletions = answers.splice(20, 2);
      assert.deepEqual(tally(deletions), { 200: 1, 404: 1 });
      expectOnly(answers, [200, 404]);
      assert.deepEqual([await storedPost(id), await votersOf(id)], [null, []]);
      const after = await countsOf(11);
      assert.equal(after['votes'] ?? 0, before['votes'] ?? 0);
      assert.equal(after['posts:under_review:feature'] ?? 0, (before['posts:under_review:feature'] ?? 0) - 1);
    }));

  it('moves the status once for each real change, whoever moves it at once', () =>
    inTurn(async (id) => {
      const before = await countsOf(11);
      const statuses = ['planned', 'in_progress', 'completed', 'declined', 'under_review'];
      const move = (status: string | undefined) => as(chief, 'PUT', `/admin/posts/${id}/status?status=${status}`);
      assert.deepEqual(tally(await race.run(repeat(20, (index) => move(statuses[index % 5])))), { 200: 20 });
      const moves = (await auditOf(id)).map(({ details }) => details as { before: string; after: string });
      let status = 'under_review';
      for (const { before: from, after: to } of moves) {
        assert.equal(from, status);
        assert.notEqual(from, to);
        status = to;
      }
      assert.equal((await storedPost(id))?.status, status);
      const after = await countsOf(11);
      const expected = { ...before, 'posts:under_review:feature': (before['posts:under_review:feature'] ?? 0) - 1 };
      const name = `posts:${status}:feature`;
      assert.deepEqual(after, withoutZeros({ ...expected, [name]: ((expected as Record<string, number>)[name] ?? 0) + 1 }));
    }));

  it('takes no vote after the post is decided, with votes and the decision at once', () =>
    inTurn(async (id) => {
      const before = await inProject();
      const calls = repeat(40, (index) => vote(voter(index), id));
      calls.splice(20, 0, as(chief, 'PUT', `/admin/posts/${id}/status?status=declined`));
      const answers = await race.run(calls);
      const [decision] = answers.splice(20, 1);
      assert.equal(decision?.status, 200);
      const { 200: counted = 0, 409: refused = 0 } = tally(answers);
      assert.equal(counted + refused, 40);
      await expectVotes(id, counted, before);
    }));

  it('keeps the edits and the votes that come at once', () =>
    inTurn(async (id) => {
      const before = await inProject();
      const edits = repeat(10, (index) => ({
        ...as(author, 'PUT', `/posts/${id}`),
        body: { title: `Title ${index}`, category: index % 2 === 0 ? 'bug' : 'other' },
      }));
      const answers = await race.run([...repeat(20, (index) => vote(voter(index), id)), ...edits]);
      assert.deepEqual(tally(answers), { 200: 30 });
      await expectVotes(id, 20, before);
      assert.match((await storedPost(id))?.title ?? '', /^Title \d$/);
    }));
});

function expectOnly(answers: readonly RaceAnswer[], statuses: readonly number[]): void {
  for (const { status, body } of answers) assert.ok(statuses.includes(status), `${status} ${JSON.stringify(body)}`);
}

function withoutZeros(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, total]) => total !== 0));
}
