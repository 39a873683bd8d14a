import assert from 'node:assert/strict';
import fc, { type AsyncCommand } from 'fast-check';
import { codeOf } from '../../apps/support.ts';
import type { TestServer } from '../../support/server.ts';
import { type Caller, expectExactCounts, guest, startFeedbackServer, user } from '../support.ts';
import { type CommentData, type CommentTarget, comment, type Ids, idsOf, list, newPost } from './comment-support.ts';

const MAX_LEVEL = 5;

/** A comment of the model: a plain list in the order of creation. */
interface Expected {
  readonly id: number;
  readonly parent: Expected | null;
  author: number | null;
  content: string | null;
  isEdited: boolean;
}

interface Model {
  all: Expected[];
}

interface Real {
  readonly about: CommentTarget;
  readonly callers: readonly Caller[];
}

type Command = AsyncCommand<Model, Real>;

const repliesTo = ({ all }: Model, parent: Expected | null) => all.filter((one) => one.parent === parent);
const levelOf = (one: Expected | null): number => (one === null ? 0 : 1 + levelOf(one.parent));
const isTombstone = (one: Expected) => one.author === null;
/** A comment by any number, whatever the length of the list. */
const pick = ({ all }: Model, index: number) => all[index % Math.max(1, all.length)];

function create(author: number, at: number | null, content: string): Command {
  return {
    check: () => true,
    toString: () => `create(${author}, ${at}, ${content})`,
    async run(model, { about, callers }) {
      const parent = at === null ? null : (pick(model, at) ?? null);
      const answer = await callers[author]!.post('/comments', { ...about, content, parentId: parent?.id ?? null });
      if (parent !== null && (isTombstone(parent) || levelOf(parent) === MAX_LEVEL)) {
        assert.deepEqual([answer.status, codeOf(answer)], [400, 'invalid_parent']);
        return;
      }
      assert.equal(answer.status, 201);
      model.all.push({ id: answer.body.data.id, parent, author, content, isEdited: false });
    },
  };
}

function edit(author: number, at: number, content: string): Command {
  return {
    check: ({ all }) => all.length > 0,
    toString: () => `edit(${author}, ${at}, ${content})`,
    async run(model, { callers }) {
      const one = pick(model, at)!;
      const answer = await callers[author]!.put(`/comments/${one.id}`, { content });
      assert.equal(answer.status, isTombstone(one) ? 404 : one.author === author ? 200 : 403);
      if (answer.status === 200 && one.content !== content) Object.assign(one, { content, isEdited: true });
    },
  };
}

function remove(author: number, at: number): Command {
  return {
    check: ({ all }) => all.length > 0,
    toString: () => `remove(${author}, ${at})`,
    async run(model, { callers }) {
      const one = pick(model, at)!;
      const answer = await callers[author]!.delete(`/comments/${one.id}`);
      assert.equal(answer.status, isTombstone(one) ? 404 : one.author === author ? 200 : 403);
      if (answer.status !== 200) return;
      Object.assign(one, { author: null, content: null });
      const hasFallen = (each: Expected) => isTombstone(each) && repliesTo(model, each).length === 0;
      while (model.all.some(hasFallen)) model.all = model.all.filter((each) => !hasFallen(each));
    },
  };
}

describe('random sequences of comment requests', () => {
  let server: TestServer;

  before(async () => {
    server = await startFeedbackServer();
  });
  after(() => server.close());

  const treeOf = (model: Model, parent: Expected | null): Ids => repliesTo(model, parent).map((one) => [one.id, treeOf(model, one)]);

  const expectSame = async (model: Model, { about, callers }: Real) => {
    const anybody = guest(server);
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(await list(anybody, about, `&page=${page}`));
    assert.deepEqual(
      pages.flatMap(({ data }) => idsOf(data)),
      treeOf(model, null).toReversed(),
    );
    assert.equal(pages[0]!.pagination.total, repliesTo(model, null).length);
    const flat = await list(anybody, about, '&format=flat&limit=100');
    assert.equal(flat.pagination.total, model.all.length);
    const comparable = ({ id, parentId, content, userId, isDeleted, editedAt, repliesCount }: CommentData) => ({
      id,
      parentId,
      content,
      userId,
      repliesCount,
      // the edit time of a tombstone is unspecified
      ...(isDeleted ? { isDeleted } : { isDeleted, isEdited: editedAt !== null }),
    });
    const expected = model.all.map((one) => ({
      id: one.id,
      parentId: one.parent?.id ?? null,
      content: one.content,
      userId: one.author === null ? null : callers[one.author]!.id,
      repliesCount: repliesTo(model, one).filter((reply) => !isTombstone(reply)).length,
      ...(isTombstone(one) ? { isDeleted: true } : { isDeleted: false, isEdited: one.isEdited }),
    }));
    assert.deepEqual(flat.data.map(comparable), expected.toReversed());
    const { body } = await anybody.get(`/posts/${about.entityId}`).expect(200);
    assert.equal(body.data.commentsCount, model.all.filter((one) => !isTombstone(one)).length);
  };

  it('give the same result as a plain list', async () => {
    const author = fc.nat({ max: 1 });
    const at = fc.nat();
    const content = fc.constantFrom('Yes', 'No');
    const commands = [
      fc.tuple(author, at, content).map((args) => create(...args)),
      fc.tuple(author, fc.constant(null), content).map((args) => create(...args)),
      fc.tuple(author, at, content).map((args) => edit(...args)),
      fc.tuple(author, at).map((args) => remove(...args)),
      fc.tuple(author, at).map((args) => remove(...args)),
    ];
    // few enough for the replies of one comment to fit on a page
    const property = fc.asyncProperty(fc.commands(commands, { size: '+1', maxCommands: 48 }), async (steps) => {
      const callers = [user(server), user(server)];
      const real = { about: await newPost(callers[0]!), callers };
      const model: Model = { all: [] };
      // without these, short runs would do nothing
      for (const one of [0, 1]) {
        const { id } = await comment(callers[one]!, real.about);
        model.all.push({ id, parent: null, author: one, content: 'Yes', isEdited: false });
      }
      await fc.asyncModelRun(() => ({ model, real }), steps);
      await expectSame(model, real);
    });
    await fc.assert(property, { numRuns: 8 });
    await expectExactCounts(server);
  });
});
