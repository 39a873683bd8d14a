import assert from 'node:assert/strict';
import { Comment } from '../../../models/feedback/Comment.ts';
import type { Client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { type Caller, guest, startFeedbackServer, user } from '../support.ts';
import { type CommentData, type CommentTarget, comment, list, newItem } from './comment-support.ts';

describe('the replies on a page of comments', () => {
  let server: TestServer;
  let author: Caller;
  let reader: Client;
  let about: CommentTarget;

  before(async () => {
    server = await startFeedbackServer();
    author = user(server);
    reader = guest(server);
  });
  beforeEach(() => {
    about = newItem();
  });
  after(() => server.close());

  /** A thread with so many direct replies; the threads of a page are listed newest first. */
  async function thread(replies: number, content = 'Yes'): Promise<CommentData> {
    const top = await comment(author, about);
    const row = { ...about, projectId: 11, rootId: top.id, parentId: top.id, level: 2, content, userId: author.id };
    await server.db.model(Comment).bulkCreate(Array.from({ length: replies }, () => row));
    await server.db.model(Comment).update({ children: replies }, { where: { projectId: 11, id: top.id } });
    return top;
  }

  /** How many replies each thread of the page shows, at any depth, and whether it has more. */
  async function shown(query = ''): Promise<[number, boolean | undefined][]> {
    return (await list(reader, about, query)).data.map((top) => [sizeOf(top), top.hasMoreReplies]);
  }

  it('are 1,000 of a single thread, whatever the limit', async () => {
    const top = await thread(1_001);
    for (const limit of [1, 20, 100]) assert.deepEqual(await shown(`&limit=${limit}`), [[1_000, true]]);
    const [page] = (await list(reader, about)).data;
    const ids = page?.replies?.map(({ id }) => id) ?? [];
    assert.deepEqual(
      ids,
      ids.toSorted((left, right) => left - right),
    );
    const { data: rest, pagination } = await list(reader, about, `&parentId=${top.id}&limit=100&page=11`);
    assert.deepEqual([rest.length, pagination.total], [1, 1_001]);
    assert.ok(rest.every(({ id }) => id > Number(ids.at(-1))));
  });

  it('have no more when exactly 1,000 exist', async () => {
    await thread(1_000);
    assert.deepEqual(await shown('&limit=100'), [[1_000, false]]);
  });

  it('are shared equally by threads of the same size', async () => {
    await thread(1_000);
    await thread(1_000);
    assert.deepEqual(await shown('&limit=100'), [
      [500, true],
      [500, true],
    ]);
    assert.deepEqual(await shown('&limit=1'), [[1_000, false]]);
  });

  it('give long threads what short ones leave', async () => {
    for (const replies of [600, 4, 0, 600]) await thread(replies);
    const expected = [
      [498, true],
      [0, false],
      [4, false],
      [498, true],
    ];
    assert.deepEqual(await shown('&limit=100'), expected);
    about = newItem();
    for (const replies of [3, 900]) await thread(replies);
    assert.deepEqual(await shown(), [
      [900, false],
      [3, false],
    ]);
  });

  it('end at 100,000 characters, counted across the threads', async () => {
    await thread(3, 'x'.repeat(5_000));
    await thread(18, 'x'.repeat(5_000));
    assert.deepEqual(await shown('&limit=100'), [
      [18, false],
      [2, true],
    ]);
  });

  it('never lose the parent of a shown reply', async () => {
    const top = await thread(0);
    const near = await comment(author, about, { parentId: top.id });
    const row = { ...about, projectId: 11, rootId: top.id, content: 'Yes', userId: author.id };
    const below = Array.from({ length: 1_100 }, (_, index) =>
      index % 2 === 0 ? { ...row, parentId: top.id, level: 2 } : { ...row, parentId: near.id, level: 3 },
    );
    await server.db.model(Comment).bulkCreate(below);
    assert.deepEqual(await shown(), [[1_000, true]]);
  });
});

function sizeOf({ replies = [] }: CommentData): number {
  return replies.reduce((sum, reply) => sum + 1 + sizeOf(reply), 0);
}
