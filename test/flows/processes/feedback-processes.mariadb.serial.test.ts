import assert from 'node:assert/strict';
import { expectExactCounts, staff, startFeedbackServer, user } from '../../feedback/support.ts';
import * as to from '../../feedback/write-race-support.ts';
import { DEADLOCKS, selectRows } from '../../support/databases/sql.ts';
import { endProcesses } from '../../support/programs/process.ts';
import { freePort } from '../../support/programs/redis.ts';
import { openRace, type Race, type RaceAnswer } from '../../support/race.ts';
import { tally } from '../../support/requests/key-access.ts';
import type { TestServer } from '../../support/server.ts';
import { type Launched, relaunch } from '../support.ts';

const CLIENTS = 200;
const ROUNDS = 10;
/** Ids whose order as texts is not their order as numbers. */
const ITEMS = [8, 9, 10, 11, 100];
const RATINGS = [1, 2, 3, 4, 5];

describe('feedback of two processes on one database', () => {
  /** It signs the tokens and reads the database. */
  let observer: TestServer;
  let races: Race[];
  let people: to.Sender[];

  before(async () => {
    observer = await startFeedbackServer();
    const start = async (): Promise<Launched> => relaunch({ ...observer.env, PORT: String(await freePort()) });
    const processes = [await start(), await start()];
    races = await Promise.all(processes.map((server) => openRace(server, CLIENTS / 2)));
    people = Array.from({ length: 12 }, () => ({ caller: user(observer), projectId: 11 }));
  });
  after(async () => {
    for (const race of races) race.close();
    endProcesses();
    await observer.close();
  });
  afterEach(() => expectExactCounts(observer));

  const deadlocks = async (): Promise<number> => Number((await selectRows<{ total: number }>(observer.db, DEADLOCKS))[0]?.total);
  const person = (index: number): to.Sender => people[index % people.length] as to.Sender;
  const newPost = async ({ caller }: to.Sender): Promise<number> =>
    (await caller.post('/posts', { title: 'Dark mode', description: 'x', category: 'bug' }).expect(201)).body.data.id;

  const newComment = async ({ caller }: to.Sender, target: object): Promise<number> =>
    (await caller.post('/comments', { ...target, content: 'First' }).expect(201)).body.data.id;

  /** Sends every second attempt to each process. */
  async function run(attempts: readonly to.Attempt[]): Promise<to.Outcome[]> {
    const halves = races.map((_, turn) => attempts.filter((_attempt, index) => index % 2 === turn));
    const answers = await Promise.all(halves.map((half, turn) => (races[turn] as Race).run(half.map(({ call }) => call))));
    return halves.flatMap((half, turn) => half.map((attempt, index) => ({ ...attempt, answer: answers[turn]?.[index] as RaceAnswer })));
  }

  it('counts the votes of 200 clients for one post', async () => {
    const postId = await newPost(person(0));
    const voters = Array.from({ length: CLIENTS }, () => ({ caller: user(observer), projectId: 11 }));
    const outcomes = await run(voters.map((voter) => to.voteFor(voter, postId)));
    assert.deepEqual(tally(outcomes.map(({ answer }) => answer)), { 200: CLIENTS });
    const counts = outcomes.map((outcome) => Number(to.dataOf(outcome)['votesCount']));
    assert.equal(new Set(counts).size, CLIENTS);
    assert.equal(Math.max(...counts), CLIENTS);
  });

  it('stays exact under writes of all kinds at once', async () => {
    const before = await deadlocks();
    for (let round = 0; round < ROUNDS; round += 1) {
      const posts = [await newPost(person(0)), await newPost(person(1)), await newPost(person(2))];
      const parents: number[] = [];
      for (const entityId of ITEMS) parents.push(await newComment(person(0), { entityType: 'product', entityId }));
      const moderator = { caller: staff(observer), projectId: 11 };
      const attempts = people.flatMap((sender, index) => [
        ...posts.slice(0, 2).map((postId) => (index % 3 === 0 ? to.withdrawalFrom : to.voteFor)(sender, postId)),
        to.voteFor(sender, posts[2] as number, [200, 404]),
        ...ITEMS.map((itemId, at) => to.commentOn(sender, ['product', itemId, (at + index) % 2 === 0 ? (parents[at] as number) : null])),
        to.commentOn(sender, ['post', posts[index % 2] as number]),
        ...RATINGS.map((rating) => to.reviewOf(sender, { itemType: 'product', itemId: ITEMS[(rating + index) % 5] as number })),
        ...[1, 2, 1].map((itemId) => to.toggleOf(sender, itemId)),
      ]);
      const deletion = to.requestOf(moderator, 'DELETE', `/posts/${posts[2]}`);
      const outcomes = await run(shuffled([...attempts.slice(0, 199), deletion]));
      to.expectOwnAnswers(outcomes);
      for (const table of ['reviews', 'comments'] as const) {
        const { created, found } = await to.expectOwnRows(observer, outcomes, table);
        assert.equal(found, created, table);
      }
    }
    assert.ok((await deadlocks()) - before < ROUNDS, 'transactions lock the same rows in different orders');
  });
});

function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value) => ({ value, rank: Math.random() }))
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ value }) => value);
}
