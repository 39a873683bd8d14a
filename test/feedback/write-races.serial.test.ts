import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { openRace, type Race } from '../support/race.ts';
import { admin } from '../support/requests/client.ts';
import { tally } from '../support/requests/key-access.ts';
import type { TestServer } from '../support/server.ts';
import { type Caller, expectExactCounts, selectAcrossProjects, staff, startFeedbackServer, user } from './support.ts';
import * as to from './write-race-support.ts';

const ROUNDS = 20;
const VOTERS = 6;
const TOGGLES = 5;

interface Stage {
  readonly round: number;
  /** A post that stays, one that staff delete and one that staff decline, of project 11; and one of project 12. */
  readonly posts: Readonly<Record<'kept' | 'deleted' | 'declined' | 'foreign', number>>;
  /** A comment on the post that stays, which its author deletes. */
  readonly parentId: number;
  readonly itemId: number;
}

describe('parallel writes of all kinds in two projects', () => {
  let server: TestServer;
  let race: Race;
  let people: to.Sender[];
  /** The same users in project 12. */
  let foreigners: to.Sender[];
  let moderator: to.Sender;

  before(async () => {
    server = await startFeedbackServer();
    await admin(server)
      .put('/admin/projects/11', { settings: { onePerAuthor: ['store'] } })
      .expect(200);
    const ids = Array.from({ length: VOTERS }, () => randomUUID());
    people = ids.map((userId) => ({ caller: user(server, { userId }), projectId: 11 }));
    foreigners = ids.map((userId) => ({ caller: user(server, { userId, projectId: 12 }), projectId: 12 }));
    moderator = { caller: staff(server), projectId: 11 };
    race = await openRace(server, 80);
  });
  after(async () => {
    race.close();
    await server.close();
  });

  const person = (index: number): to.Sender => people[index % VOTERS] as to.Sender;
  const foreigner = (index: number): to.Sender => foreigners[index % VOTERS] as to.Sender;
  const run = async (attempts: readonly to.Attempt[]): Promise<to.Outcome[]> => {
    const order = attempts.toSorted(() => Math.random() - 0.5);
    const answers = await race.run(order.map(({ call }) => call));
    return order.map((attempt, index) => ({ ...attempt, answer: answers[index] as to.Outcome['answer'] }));
  };
  const newPost = async ({ caller }: to.Sender): Promise<number> =>
    (await caller.post('/posts', { title: 'Dark mode', description: 'x', category: 'bug' }).expect(201)).body.data.id;
  const newComment = async ({ caller }: { caller: Caller }, entityId: number): Promise<number> =>
    (await caller.post('/comments', { entityType: 'post', entityId, content: 'First' }).expect(201)).body.data.id;

  async function newStage(round: number): Promise<Stage> {
    const [kept, deleted, declined, foreign] = await Promise.all([person(0), person(1), person(2), foreigner(0)].map(newPost));
    const posts = { kept, deleted, declined, foreign } as Stage['posts'];
    return { round, posts, parentId: await newComment(person(0), posts.kept), itemId: 1_000 + round };
  }

  /** Requests without a key and with one; three of them have the same key and the same body. */
  const keyed = (sender: to.Sender, name: string): to.Sender => ({ ...sender, key: `${name}-${sender.projectId}` });

  const votes = ({ posts, round }: Stage): to.Attempt[] => [
    ...people.map((sender) => to.voteFor(sender, posts.kept)),
    ...people.slice(0, 3).flatMap((sender) => [to.voteFor(sender, posts.kept), to.withdrawalFrom(sender, posts.kept)]),
    ...people.slice(3).map((sender) => to.voteFor(keyed(sender, `vote-${round}`), posts.kept)),
    ...people.slice(0, 4).map((sender) => to.voteFor(sender, posts.deleted, [200, 404])),
    ...people.slice(0, 2).map((sender) => to.withdrawalFrom(sender, posts.deleted, [200, 404])),
    ...people.slice(0, 4).map((sender) => to.voteFor(sender, posts.declined, [200, 409])),
    ...foreigners.slice(0, 4).map((sender) => to.voteFor(sender, posts.foreign)),
    to.voteFor(foreigner(4), posts.kept, [404]),
    to.voteFor(person(4), posts.foreign, [404]),
  ];
  const comments = ({ posts, parentId, itemId, round }: Stage): to.Attempt[] => [
    ...people.slice(0, 3).map((sender) => to.commentOn(sender, ['post', posts.kept])),
    ...people.slice(0, 4).map((sender) => to.commentOn(sender, ['post', posts.kept, parentId], [201, 400])),
    to.commentOn(keyed(person(5), `reply-${round}`), ['post', posts.kept, parentId], [201, 400]),
    ...people.slice(0, 2).map((sender) => to.commentOn(sender, ['post', posts.deleted], [201, 404])),
    ...people.slice(0, 2).map((sender) => to.commentOn(sender, ['product', itemId])),
    ...foreigners.slice(0, 2).map((sender) => to.commentOn(sender, ['product', itemId])),
    to.commentOn(foreigner(3), ['post', posts.kept], [404]),
    to.commentOn(foreigner(3), ['post', posts.foreign, parentId], [400]),
  ];
  const reviews = ({ itemId, round }: Stage): to.Attempt[] => {
    const repeated = to.reviewOf(keyed(person(4), `review-${round}`), { itemType: 'product', itemId }, [201, 409]);
    return [
      ...[person(0), person(0), keyed(person(0), `once-${round}`), person(1)].map((sender) =>
        to.reviewOf(sender, { itemType: 'store', itemId }, [201, 409]),
      ),
      ...[person(2), person(2), foreigner(0)].map((sender) => to.reviewOf(sender, { itemType: 'product', itemId })),
      ...[foreigner(0), foreigner(0)].map((sender) => to.reviewOf(sender, { itemType: 'store', itemId })),
      ...[repeated, repeated, repeated],
    ];
  };
  const favorites = ({ itemId, round }: Stage): to.Attempt[] => [
    ...Array.from({ length: TOGGLES - 1 }, () => to.toggleOf(person(0), itemId)),
    to.toggleOf(keyed(person(0), `toggle-${round}`), itemId),
    to.toggleOf(person(1), itemId),
    ...Array.from({ length: TOGGLES }, () => to.toggleOf(foreigner(0), itemId)),
  ];
  const others = ({ posts, parentId, round }: Stage): to.Attempt[] => [
    ...[person(0), person(0), person(1), foreigner(0), keyed(person(3), `post-${round}`)].map(to.postBy),
    to.requestOf(moderator, 'DELETE', `/posts/${posts.deleted}`),
    to.requestOf(moderator, 'PUT', `/admin/posts/${posts.declined}/status?status=declined`),
    to.requestOf(person(0), 'DELETE', `/comments/${parentId}`),
  ];

  it('answer each request as some order of them would', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const stage = await newStage(round);
      const outcomes = await run([votes, comments, reviews, favorites, others].flatMap((attemptsOn) => attemptsOn(stage)));
      to.expectOwnAnswers(outcomes);
      to.expectSerialVotes(outcomes.filter(({ call, projectId }) => call.path === `/posts/${stage.posts.kept}/vote` && projectId === 11));
      to.expectSerialVotes(
        outcomes.filter(({ call, projectId }) => call.path === `/posts/${stage.posts.foreign}/vote` && projectId === 12),
      );
      await expectStored(outcomes);
      expectOneReview(outcomes, stage);
      expectToggles(outcomes);
      await expectNothingOn(stage.posts.deleted);
      await expectExactCounts(server);
    }
  });

  async function expectStored(outcomes: readonly to.Outcome[]): Promise<void> {
    for (const table of ['reviews', 'posts'] as const) {
      const { created, found } = await to.expectOwnRows(server, outcomes, table);
      assert.equal(found, created, table);
    }
    await to.expectOwnRows(server, outcomes, 'comments');
  }

  /** Project 11 accepts one review of a store per author, project 12 any number. One key stores one review. */
  function expectOneReview(outcomes: readonly to.Outcome[], { itemId, round }: Stage): void {
    const ofStore = (sender: to.Sender) =>
      outcomes.filter(({ call, caller, table }) => {
        const body = call.body as { itemType?: string; itemId?: number } | undefined;
        return table === 'reviews' && caller === sender.caller && body?.itemType === 'store' && body.itemId === itemId;
      });
    assert.deepEqual(tally(ofStore(person(0)).map(({ answer }) => answer)), { 201: 1, 409: 2 });
    assert.deepEqual(tally(ofStore(person(1)).map(({ answer }) => answer)), { 201: 1 });
    assert.equal(ofStore(foreigner(0)).length, 2);
    const repeated = outcomes.filter(({ call }) => call.headers?.['Idempotency-Key'] === `review-${round}-11`);
    const stored = repeated.filter(({ answer }) => answer.status === 201);
    assert.ok(stored.length >= 1);
    assert.equal(new Set(stored.map((outcome) => to.dataOf(outcome)['id'])).size, 1);
  }

  /** The toggles of one user for one item alternate. */
  function expectToggles(outcomes: readonly to.Outcome[]): void {
    const toggles = outcomes.filter(({ table }) => table === 'favorites');
    for (const own of to.sharing(toggles, ({ caller }) => caller.token)) {
      const states = own.map((outcome) => to.dataOf(outcome) as { isFavorite: boolean; favorite: { id: number } });
      const added = states.filter(({ isFavorite }) => isFavorite).map(({ favorite }) => favorite.id);
      const removed = states.filter(({ isFavorite }) => !isFavorite).map(({ favorite }) => favorite.id);
      assert.deepEqual([added.length - removed.length, new Set(added).size, new Set(removed).size], [1, added.length, removed.length]);
      assert.deepEqual(
        [...new Set(removed)].filter((id) => !added.includes(id)),
        [],
      );
    }
  }

  async function expectNothingOn(postId: number): Promise<void> {
    const left =
      "SELECT post_id FROM post_votes WHERE post_id = :postId UNION ALL SELECT id FROM comments WHERE entity_type = 'post' AND entity_id = :postId";
    assert.deepEqual(await selectAcrossProjects(server.db, left, { postId }), []);
  }
});
