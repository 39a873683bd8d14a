import assert from 'node:assert/strict';
import { selectRows } from '../../support/databases/sql.ts';
import type { TestServer } from '../../support/server.ts';
import { newPost } from '../posts/post-support.ts';
import { account, type Caller, startFeedbackServer } from '../support.ts';

const ROUNDS = 5;

describe('concurrent changes of a subscription', () => {
  let server: TestServer;
  let author: Caller;
  let id: number;

  before(async () => {
    server = await startFeedbackServer();
  });
  beforeEach(async () => {
    author = await account(server);
    ({ id } = await newPost(author));
  });
  after(() => server.close());

  const pathOf = (reader: Caller): string =>
    `/u/${server.services.feedback.unsubscribeLinks.tokenOf({ projectId: 11, reader: reader.id, subject: `post:${id}` })}`;
  const click = async (reader: Caller): Promise<number> => {
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    return (await fetch(server.url + pathOf(reader), { method: 'POST', body })).status;
  };
  const comment = async (reader: Caller, content: string): Promise<number> =>
    (await reader.post('/comments', { entityType: 'post', entityId: id, content }).expect(201)).status;
  const isShown = async (reader: Caller): Promise<boolean> => (await reader.get(`/posts/${id}`).expect(200)).body.data.subscribed;
  const rowsOf = (reader: Caller) =>
    selectRows<object>(
      server.db,
      'SELECT is_subscribed, is_mailed FROM post_subscriptions WHERE project_id = 11 AND post_id = :id AND user_id = :userId',
      { id, userId: reader.id },
    );

  it('make one state of many clicks at once', async () => {
    const reader = await account(server);
    await reader.post(`/posts/${id}/vote`).expect(200);
    const statuses = await Promise.all(Array.from({ length: 20 }, () => click(reader)));
    assert.deepEqual([...new Set(statuses)], [200]);
    assert.deepEqual(await rowsOf(reader), [{ is_subscribed: null, is_mailed: 0 }]);
    assert.equal(await isShown(reader), false);
  });

  it('let an unsubscription win over comments and votes', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const reader = await account(server);
      await Promise.all([
        ...Array.from({ length: 4 }, (_, index) => comment(reader, `Comment ${round} ${index} of many`)),
        reader.delete(`/posts/${id}/subscription`).expect(200),
        reader.post(`/posts/${id}/vote`).expect(200),
      ]);
      assert.deepEqual(await rowsOf(reader), [{ is_subscribed: 0, is_mailed: 1 }]);
      assert.equal(await isShown(reader), false);
    }
  });

  it('leave no row of a post that is deleted meanwhile', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      ({ id } = await newPost(author, { title: `Post of round ${round}` }));
      const readers = await Promise.all(Array.from({ length: 6 }, () => account(server)));
      await Promise.all([
        ...readers.map((reader) => click(reader)),
        ...readers.map((reader) => reader.put(`/posts/${id}/subscription`)),
        author.delete(`/posts/${id}`).expect(200),
      ]);
      for (const reader of readers) assert.deepEqual(await rowsOf(reader), []);
    }
  });
});
