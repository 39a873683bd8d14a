import assert from 'node:assert/strict';
import { Post } from '../../../models/feedback/Post.ts';
import { continueBackfill } from '../../../server/platform/db/records/backfill.ts';
import { POST_WORDS } from '../../../server/services/feedback/posts/post-words.ts';
import { statementsOf } from '../../support/databases/statements.ts';
import type { Client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { account, type Caller, executeAcrossProjects, guest, selectAcrossProjects, staff, startFeedbackServer, user } from '../support.ts';
import { newPost } from './post-support.ts';

const always = async (): Promise<boolean> => true;

describe('similar posts', () => {
  let server: TestServer;
  let author: Caller;

  before(async () => {
    server = await startFeedbackServer();
  });
  beforeEach(async () => {
    author = await account(server);
    for (const table of ['posts', 'post_words', 'backfills']) await executeAcrossProjects(server.db, `DELETE FROM ${table}`);
  });
  after(() => server.close());

  const similar = async (title: string, rest = '', caller: Client = guest(server)) =>
    (await caller.get(`/posts/similar?title=${encodeURIComponent(title)}${rest}`).expect(200)).body.data;
  const idsOf = async (title: string, rest = '', caller: Client = guest(server)): Promise<number[]> =>
    (await similar(title, rest, caller)).map(({ id }: { id: number }) => id);
  const add = async (title: string, writer: Client = author): Promise<number> => (await newPost(writer, { title })).id;
  const wordsOf = async (id: number): Promise<string[]> => {
    const rows = await selectAcrossProjects<{ word: string }>(server.db, 'SELECT word FROM post_words WHERE post_id = :id ORDER BY word', {
      id,
    });
    return rows.map(({ word }) => word);
  };
  /** Adds posts without requests, as a release without the index did. */
  const addOld = (titles: readonly string[], fields: Partial<Post> = {}) => {
    const values = { projectId: 11, description: 'x', category: 'bug', userId: author.id, trending: 1, searchKey: '', ...fields } as const;
    return server.db.model(Post).bulkCreate(titles.map((title) => ({ ...values, title })));
  };
  const backfill = () => continueBackfill(server.db, POST_WORDS, new Date(), always);

  it('have the most and the rarest words first', async () => {
    const [dark, both, mode, other] = [await add('Dark theme'), await add('A dark mode'), await add('Mode for kids'), await add('Export')];
    for (const title of ['Mode one', 'Mode two', 'Mode three']) await add(title);
    assert.deepEqual((await idsOf('Dark Mode')).slice(0, 2), [both, dark]);
    assert.deepEqual(await idsOf('mode', '&limit=1'), [await latestOf('Mode three')]);
    assert.ok((await idsOf('kids mode'))[0] === mode);
    assert.ok(!(await idsOf('dark mode')).includes(other));
    assert.equal((await idsOf('mode')).length, 5);

    async function latestOf(title: string): Promise<number> {
      return Number((await server.db.model(Post).findOne({ where: { projectId: 11, title } }))?.id);
    }
  });

  it('say title, status, votes and a score', async () => {
    const id = await add('Dark mode');
    await user(server).post(`/posts/${id}/vote`).expect(200);
    assert.deepEqual(await similar('dark, MODE'), [{ id, title: 'Dark mode', status: 'under_review', votesCount: 1, score: 1 }]);
    const [{ score }] = await similar('dark unicorns');
    assert.ok(score > 0 && score < 0.5, `${score}`);
  });

  it('have the most votes first among equal scores', async () => {
    const [first, second] = [await add('Dark theme'), await add('Dark colours')];
    assert.deepEqual(await idsOf('dark'), [second, first]);
    await user(server).post(`/posts/${first}/vote`).expect(200);
    assert.deepEqual(await idsOf('dark'), [first, second]);
  });

  it('are found in each spelling of Arabic words', async () => {
    const id = await add('إضافة الوضع الليليّ للتطبيق');
    for (const title of ['وضع ليلي', 'بالوضع', 'والليلي', 'تطبيق', 'اضافه', 'وَضْع', 'الوضـــع', 'فالتطبيق'])
      assert.deepEqual(await idsOf(title), [id], title);
    for (const title of ['أوضاع', 'وضعية', 'ليالي', 'ال', '؟']) assert.deepEqual(await idsOf(title), [], title);
  });

  it('are only those that everyone in the project sees', async () => {
    const id = await add('Dark mode');
    const hidden = await add('Dark secrets');
    await staff(server)
      .post('/admin/moderation/decisions', { items: [{ entityType: 'post', id: hidden, status: 'hidden' }] })
      .expect(200);
    await add('Dark elsewhere', user(server, { projectId: 12 }));
    for (const caller of [guest(server), author, staff(server)]) assert.deepEqual(await idsOf('dark', '', caller), [id]);
    await staff(server)
      .post('/admin/moderation/decisions', { items: [{ entityType: 'post', id: hidden, status: 'visible' }] })
      .expect(200);
    assert.deepEqual(await idsOf('dark'), [hidden, id]);
  });

  it('leave out the posts of authors whom the caller blocked', async () => {
    const id = await add('Dark mode');
    const reader = await account(server);
    await reader.put(`/blocks/${author.id}`).expect(200);
    assert.deepEqual(await idsOf('dark', '', reader), []);
    assert.deepEqual(await idsOf('dark'), [id]);
  });

  it('follow edits and deletions of titles', async () => {
    const id = await add('Dark mode');
    await author.put(`/posts/${id}`, { title: 'Night theme' }).expect(200);
    assert.deepEqual([await idsOf('dark mode'), await idsOf('night'), await wordsOf(id)], [[], [id], ['night', 'theme']]);
    await author.put(`/posts/${id}`, { description: 'Only the text' }).expect(200);
    assert.deepEqual(await wordsOf(id), ['night', 'theme']);
    await author.delete(`/posts/${id}`).expect(200);
    assert.deepEqual([await idsOf('night'), await wordsOf(id)], [[], []]);
  });

  it('refuse an absent title and a wrong limit', async () => {
    await guest(server).get('/posts/similar').expect(400);
    for (const limit of ['0', '6', 'x']) await guest(server).get(`/posts/similar?title=dark&limit=${limit}`).expect(400);
    assert.deepEqual(await similar('x'.repeat(200)), []);
    assert.deepEqual(await similar(Array.from({ length: 66 }, (_, n) => `w${n % 10}`).join(' ')), []);
  });

  it('cost two statements, and one without a known word', async () => {
    await add('Dark mode');
    const sent = async (title: string) => (await statementsOf(server.db, () => similar(title))).filter((sql) => sql.includes('post_words'));
    assert.deepEqual([(await sent('dark mode today')).length, (await sent('nothing')).length, (await sent('!')).length], [2, 1, 0]);
  });

  it('read at most the newest thousand posts of a word', async () => {
    const old = await addOld(['Dark first unicorn', ...Array.from({ length: 1_200 }, (_, n) => `Dark mode no${n}`)]);
    await backfill();
    const first = Number(old[0]?.id);
    const statements = await statementsOf(server.db, () => similar('dark unicorn'));
    assert.ok(statements.filter((sql) => sql.includes('post_words')).every((sql) => sql.includes('LIMIT 1000')));
    assert.equal((await idsOf('dark unicorn'))[0], first);
    assert.equal((await idsOf('dark mode')).includes(first), false);
    assert.equal((await idsOf('dark mode no7'))[0], Number(old[8]?.id));
  });

  it('are found after the backfill of older releases', async () => {
    const posts = await addOld(Array.from({ length: 205 }, (_, n) => `Old idea${n}`));
    const stale = await add('Stale words');
    await executeAcrossProjects(server.db, "UPDATE posts SET title = 'Fresh words' WHERE id = :id", { id: stale });
    assert.deepEqual(await idsOf('idea204'), []);
    await backfill();
    assert.deepEqual(await idsOf('idea204'), [Number(posts[204]?.id)]);
    assert.deepEqual([await idsOf('stale'), await idsOf('fresh')], [[], [stale]]);
    const written = await statementsOf(server.db, () =>
      continueBackfill(server.db, POST_WORDS, new Date(Date.now() + 2 * 86_400_000), always),
    );
    assert.deepEqual(
      written.filter((sql) => /^(?:INSERT INTO .post_words|DELETE)/.test(sql)),
      [],
    );
  });
});
