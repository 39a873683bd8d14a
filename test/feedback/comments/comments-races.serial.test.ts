import assert from 'node:assert/strict';
import { Comment } from '../../models/feedback/Comment.ts';
import { selectRows } from '../../server/platform/db/sql.ts';
import { tally } from '../support/key-access.ts';
import { openRace, type Race, type RaceCall, repeat } from '../support/race.ts';
import type { TestServer } from '../support/server.ts';
import { type About, comment, list, newItem, newPost, type Shown } from './comment-support.ts';
import { type Caller, expectExactCounts, startFeedbackServer, user } from './support.ts';

/** The embedded engine has one writer at a time, and syncs the disk for each. */
const ROUNDS = 20;
const AT_ONCE = 20;
const HALF = AT_ONCE / 2;

describe('who comments at once', () => {
  let server: TestServer;
  let author: Caller;
  let race: Race;

  before(async () => {
    server = await startFeedbackServer();
    author = user(server);
    race = await openRace(server, AT_ONCE + 2, { Authorization: `Bearer ${author.token}` });
  });
  after(async () => {
    race.close();
    await server.close();
  });

  const creating = (about: About, parentId: number | null = null): RaceCall => ({
    method: 'POST',
    path: '/comments',
    body: { ...about, content: 'Yes', parentId },
  });
  const deleting = ({ id }: Pick<Shown, 'id'>): RaceCall => ({ method: 'DELETE', path: `/comments/${id}` });
  const inTurn = async (round: () => Promise<void>) => {
    for (let index = 0; index < ROUNDS; index += 1) await round();
    await expectExactCounts();
  };
  /** One of each in turn, the rest of the longer one at the end. */
  const mixed = <T>(left: readonly T[], right: readonly T[]): T[] =>
    Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [left[index], right[index]])
      .flat()
      .filter((call) => call !== undefined);
  const rowsOf = ({ entityType, entityId }: About) => Comment.findAll({ where: { projectId: 11, entityType, entityId }, order: ['id'] });
  const liveOf = async (about: About) => (await rowsOf(about)).filter(({ isDeleted }) => !isDeleted).length;
  const commentsCount = async ({ entityId }: About) => (await author.get(`/posts/${entityId}`).expect(200)).body.data.commentsCount;
  const all = (statuses: Readonly<Record<string, number>>, allowed: readonly number[]) =>
    assert.deepEqual(
      Object.keys(statuses).filter((status) => !allowed.includes(Number(status))),
      [],
    );

  it('has all comments of a post counted, while others are deleted', async () => {
    const post = await newPost(author);
    let made: Pick<Shown, 'id'>[] = [];
    await inTurn(async () => {
      const answers = await race.run(
        mixed(
          repeat(HALF, () => creating(post)),
          made.map(deleting),
        ),
      );
      const deleted = made.length === 0 ? {} : { 200: HALF };
      assert.deepEqual(tally(answers), { ...deleted, 201: HALF });
      made = answers.filter(({ status }) => status === 201).map(({ body }) => body['data'] as Shown);
      assert.deepEqual([await commentsCount(post), await liveOf(post)], [HALF, HALF]);
    });
  });

  it('may be the first to comment on an item, all of them', () =>
    inTurn(async () => {
      const item = newItem();
      assert.deepEqual(tally(await race.run(repeat(10, () => creating(item)))), { 201: 10 });
      assert.equal((await list(author, item)).pagination.total, 10);
    }));

  const postReview = async (): Promise<About> => {
    const { body } = await author.post('/reviews', { itemType: 'product', itemId: 1, rating: 5 }).expect(201);
    return { entityType: 'review', entityId: body.data.id };
  };
  for (const [kind, make] of [['post', () => newPost(author)] as const, ['review', postReview] as const])
    it(`leaves nothing behind on a ${kind} that is deleted meanwhile`, () =>
      inTurn(async () => {
        const about = await make();
        const { id } = await comment(author, about);
        const calls = repeat(HALF, (index) => creating(about, index % 2 === 0 ? id : null));
        calls.splice(3, 0, { method: 'DELETE', path: `/${kind}s/${about.entityId}` }, deleting({ id }));
        // a reply to the comment that was deleted is a 400
        all(tally(await race.run(calls)), [200, 201, 400, 404]);
        assert.deepEqual(await rowsOf(about), []);
        assert.deepEqual(
          await selectRows('SELECT live FROM comment_threads WHERE entity_type = :entityType AND entity_id = :entityId', { ...about }),
          [],
        );
      }));

  it('never has a reply without the comments above it, nor a tombstone without a reply', () =>
    inTurn(async () => {
      const item = newItem();
      const chain = [await comment(author, item)];
      for (let level = 2; level <= 4; level += 1) chain.push(await comment(author, item, { parentId: chain.at(-1)!.id }));
      const replies = repeat(HALF, (index) => creating(item, chain[index % 4]!.id));
      const statuses = tally(await race.run([...replies.slice(0, 10), ...chain.map(deleting), ...replies.slice(10)]));
      all(statuses, [200, 201, 400]);
      assert.equal(statuses[200], 4);
      expectSoundTree(await rowsOf(item));
      assert.equal(await liveOf(item), statuses[201] ?? 0);
    }));

  it('deletes a comment once', () =>
    inTurn(async () => {
      const item = newItem();
      const top = await comment(author, item);
      const below = await comment(author, item, { parentId: top.id });
      const statuses = tally(await race.run([...repeat(10, () => deleting(below)), ...repeat(10, () => deleting(top))]));
      assert.deepEqual(statuses, { 200: 2, 404: 18 });
      assert.deepEqual(await rowsOf(item), []);
    }));
});

function expectSoundTree(rows: readonly Comment[]): void {
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const row of rows) {
    const parent = row.parentId === null ? null : byId.get(row.parentId);
    assert.ok(parent !== undefined, `${row.id} replies to nothing`);
    assert.deepEqual([row.level, row.rootId], parent === null ? [1, null] : [parent.level + 1, parent.rootId ?? parent.id]);
    assert.ok(row.level <= 5);
    const replies = rows.filter(({ parentId }) => parentId === row.id);
    assert.equal(row.repliesCount, replies.filter(({ isDeleted }) => !isDeleted).length);
    assert.ok(!row.isDeleted || replies.length > 0, `nothing hangs below the tombstone ${row.id}`);
  }
}
