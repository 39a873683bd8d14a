import assert from 'node:assert/strict';
import { Comment } from '../../../models/feedback/Comment.ts';
import { openRace, type Race, type RaceCall, repeat } from '../../support/race.ts';
import { tally } from '../../support/requests/key-access.ts';
import type { TestServer } from '../../support/server.ts';
import { type Caller, expectExactCounts, selectAcrossProjects, startFeedbackServer, user } from '../support.ts';
import { type CommentData, type CommentTarget, comment, list, newItem, newPost } from './comment-support.ts';

/** SQLite has one writer at a time and syncs the disk after each. */
const ROUNDS = 10;
const AT_ONCE = 20;
const HALF = AT_ONCE / 2;

describe('concurrent comments', () => {
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

  const creating = (about: CommentTarget, parentId: number | null = null): RaceCall => ({
    method: 'POST',
    path: '/comments',
    body: { ...about, content: 'Yes', parentId },
  });
  const deleting = ({ id }: Pick<CommentData, 'id'>): RaceCall => ({ method: 'DELETE', path: `/comments/${id}` });
  const forEachRound = async (round: () => Promise<void>) => {
    for (let index = 0; index < ROUNDS; index += 1) await round();
    await expectExactCounts(server);
  };
  /** Alternates between two lists; the rest of the longer one comes last. */
  const interleaved = <T>(left: readonly T[], right: readonly T[]): T[] =>
    Array.from({ length: Math.max(left.length, right.length) }, (_, index) => [left[index], right[index]])
      .flat()
      .filter((call) => call !== undefined);
  const rowsOf = ({ entityType, entityId }: CommentTarget) =>
    server.db.model(Comment).findAll({ where: { projectId: 11, entityType, entityId }, order: ['id'] });
  const liveOf = async (about: CommentTarget) => (await rowsOf(about)).filter(({ isDeleted }) => !isDeleted).length;
  const commentsCount = async ({ entityId }: CommentTarget) => (await author.get(`/posts/${entityId}`).expect(200)).body.data.commentsCount;
  const expectOnly = (statuses: Readonly<Record<string, number>>, allowed: readonly number[]) =>
    assert.deepEqual(
      Object.keys(statuses).filter((status) => !allowed.includes(Number(status))),
      [],
    );

  it('counts comments of a post during other deletions', async () => {
    const post = await newPost(author);
    let made: Pick<CommentData, 'id'>[] = [];
    await forEachRound(async () => {
      const answers = await race.run(
        interleaved(
          repeat(HALF, () => creating(post)),
          made.map(deleting),
        ),
      );
      const deleted = made.length === 0 ? {} : { 200: HALF };
      assert.deepEqual(tally(answers), { ...deleted, 201: HALF });
      made = answers.filter(({ status }) => status === 201).map(({ body }) => body['data'] as CommentData);
      assert.deepEqual([await commentsCount(post), await liveOf(post)], [HALF, HALF]);
    });
  });

  it('accepts ten simultaneous first comments on an item', () =>
    forEachRound(async () => {
      const item = newItem();
      assert.deepEqual(tally(await race.run(repeat(10, () => creating(item)))), { 201: 10 });
      assert.equal((await list(author, item)).pagination.total, 10);
    }));

  const postReview = async (): Promise<CommentTarget> => {
    const { body } = await author.post('/reviews', { itemType: 'product', itemId: 1, rating: 5 }).expect(201);
    return { entityType: 'review', entityId: body.data.id };
  };
  for (const [kind, make] of [['post', () => newPost(author)] as const, ['review', postReview] as const])
    it(`leaves nothing behind on a ${kind} deleted meanwhile`, () =>
      forEachRound(async () => {
        const about = await make();
        const { id } = await comment(author, about);
        const calls = repeat(HALF, (index) => creating(about, index % 2 === 0 ? id : null));
        calls.splice(3, 0, { method: 'DELETE', path: `/${kind}s/${about.entityId}` }, deleting({ id }));
        // a reply to the deleted comment gets 400
        expectOnly(tally(await race.run(calls)), [200, 201, 400, 404]);
        assert.deepEqual(await rowsOf(about), []);
        assert.deepEqual(
          await selectAcrossProjects(
            server.db,
            'SELECT live FROM comment_threads WHERE entity_type = :entityType AND entity_id = :entityId',
            { ...about },
          ),
          [],
        );
      }));

  it('keeps the tree sound, without orphans or empty tombstones', () =>
    forEachRound(async () => {
      const item = newItem();
      const chain = [await comment(author, item)];
      for (let level = 2; level <= 4; level += 1) chain.push(await comment(author, item, { parentId: chain.at(-1)!.id }));
      const replies = repeat(HALF, (index) => creating(item, chain[index % 4]!.id));
      const statuses = tally(await race.run([...replies.slice(0, 10), ...chain.map(deleting), ...replies.slice(10)]));
      expectOnly(statuses, [200, 201, 400]);
      assert.equal(statuses[200], 4);
      expectSoundTree(await rowsOf(item));
      assert.equal(await liveOf(item), statuses[201] ?? 0);
    }));

  it('deletes each comment only once under repetition', () =>
    forEachRound(async () => {
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
