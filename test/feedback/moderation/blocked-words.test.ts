import assert from 'node:assert/strict';
import { hasBlockedWord } from '../../../server/domain/blocked-words.ts';
import { admin } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { comment, list, newItem } from '../comments/comment-support.ts';
import { newPost } from '../posts/post-support.ts';
import { newReview, storedReview } from '../reviews/review-support.ts';
import { type Caller, expectExactCounts, guest, staff, startFeedbackServer, user } from '../support.ts';

const WORDS = ['Casino', 'spam*', 'كلمة', 'free money'];

describe('blocked words', () => {
  let server: TestServer;
  let author: Caller;

  before(async () => {
    server = await startFeedbackServer();
    author = user(server);
    await admin(server)
      .put('/admin/projects/11', { settings: { blockedWords: WORDS } })
      .expect(200);
  });
  afterEach(() => expectExactCounts(server));
  after(() => server.close());

  const stateOf = async (path: string) =>
    (await staff(server).get(`/admin/${path}?authorId=${author.id}&limit=1`).expect(200)).body.data[0];

  for (const [text, isBlocked] of [
    ['the CÀSINO, now', true],
    ['casinos', false],
    ['Spammers!', true],
    ['antispam', false],
    ['هذه كلـــمة', true],
    ['كَلِمَةٌ', true],
    ['كلمات', false],
    ['Free   MONEY here', true],
    ['money free', false],
    ['ca\u200bsi\u00adno', true],
    ['\ufeffsp\u2060am\u200d', true],
    ['کل\u200cمه', true],
    ['', false],
  ] as const)
    it(`${isBlocked ? 'match' : 'do not match'} the text “${text}”`, () => {
      assert.equal(hasBlockedWord(WORDS, [null, text]), isBlocked);
    });

  it('make a review wait instead of refusing it', async () => {
    const review = await newReview(author, { comment: 'A casino' });
    assert.deepEqual([review['status'], (await storedReview(server, review.id))?.isSettled], ['pending', false]);
    const clean = await newReview(author, { comment: 'Good' });
    assert.equal(clean['status'], 'approved');
    const { body } = await author.put(`/reviews/${clean.id}`, { title: 'Spam' }).expect(200);
    assert.equal(body.data.status, 'pending');
  });

  it('make a post wait when written or edited', async () => {
    const { id } = await newPost(author, { title: 'Free money' });
    await guest(server).get(`/posts/${id}`).expect(404);
    assert.equal((await stateOf('posts')).moderation, 'pending');
    const clean = await newPost(author);
    await author.put(`/posts/${clean.id}`, { description: 'casino' }).expect(200);
    assert.equal((await stateOf('posts')).moderation, 'pending');
  });

  it('make a comment wait when written or edited', async () => {
    const about = newItem();
    const top = await comment(author, about);
    await comment(author, about, { content: 'casino', parentId: top.id });
    assert.equal((await stateOf('comments')).moderation, 'pending');
    await expectExactCounts(server);
    assert.equal((await list(guest(server), about)).data[0]?.repliesCount, 0);
    await author.put(`/comments/${top.id}`, { content: 'spam' }).expect(200);
    assert.equal((await list(guest(server), about)).pagination.total, 0);
  });
});
