import assert from 'node:assert/strict';
import { faultsOf } from '../../apps/support.ts';
import { INJECTIONS, NO_NUMBERS } from '../../support/requests/attacks.ts';
import type { TestServer } from '../../support/server.ts';
import { type Caller, guest, staff, startFeedbackServer, user } from '../support.ts';
import { newItem, newReview, type ReviewData, storedReview } from './review-support.ts';

const BAD_RATINGS = ['5', 5.5, 0, 6, -1, -0, true, [5], {}, null, 1e300];
const BAD_ITEM_IDS = ['1', 0, -1, 1.5, 2_147_483_648, 2 ** 53, true, [1], { $gt: 0 }, null];
const BAD_WORDS = ['', 'Product', 'product ', 'products', 'prodúct', 'ｐroduct', 'review', null, 5, ['product'], { $ne: 'x' }];
const BAD_LINES = [
  '',
  '  ',
  'x'.repeat(201),
  'a\nb',
  'a\u0000b',
  'a\u202eb',
  'a\ud800',
  `a${'\u0301'.repeat(1_000)}`,
  5,
  ['a'],
  { $ne: 'x' },
];
const BAD_COMMENTS = ['', '  ', 'x'.repeat(5_001), 'a\u0000b', 'a\u0007b', 'a\ud800', 5, ['a'], {}];
const BAD_URLS = [
  '',
  'example.com',
  'ftp://example.com/a',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://u:p@example.com',
  'https://a b',
  5,
  null,
  {},
];
const BAD_EMAILS = [
  'x',
  'x@',
  '@y.example',
  'a@b@c.example',
  'guest:x',
  'v@w.example, e@x.example',
  'Bob <b@x.example>',
  'a\r\nBcc: e@x.example',
  'a@b.example\u0000',
];
const MORE_EMAILS = [`${'x'.repeat(250)}@y.example`, 5, ['a@b.example'], {}];

describe('the input of reviews', () => {
  let server: TestServer;
  let author: Caller;
  let moderator: Caller;
  let review: ReviewData;

  before(async () => {
    server = await startFeedbackServer();
    author = user(server);
    moderator = staff(server);
    review = await newReview(author);
  });
  after(() => server.close());

  const good = () => ({ itemId: newItem(), itemType: 'product', rating: 5 });
  const refusedPost = async (fields: object) => faultsOf(await author.post('/reviews', { ...good(), ...fields }).expect(400));
  const refusedPut = async (fields: object) => faultsOf(await author.put(`/reviews/${review.id}`, fields).expect(400));
  const shown = JSON.stringify;

  it('reports every fault in one reply', async () => {
    for (const body of [undefined, {}, { guestEmail: 'a@b.example' }])
      assert.deepEqual(faultsOf(await author.post('/reviews', body).expect(400)), ['itemId', 'itemType', 'rating']);
    const bad = { itemId: '1', itemType: 'x', rating: 9, title: 5, comment: 5, images: 5, guestEmail: 'x', guestName: '' };
    assert.deepEqual(await refusedPost(bad), Object.keys(bad));
  });

  it('refuses each bad rating, item id and item type', async () => {
    for (const rating of BAD_RATINGS) assert.deepEqual(await refusedPost({ rating }), ['rating'], shown(rating));
    for (const rating of BAD_RATINGS) assert.deepEqual(await refusedPut({ rating }), ['rating'], shown(rating));
    for (const itemId of BAD_ITEM_IDS) assert.deepEqual(await refusedPost({ itemId }), ['itemId'], shown(itemId));
    for (const itemType of BAD_WORDS) assert.deepEqual(await refusedPost({ itemType }), ['itemType'], shown(itemType));
    const huge = author.post('/reviews').set('Content-Type', 'application/json').send('{"itemId":1,"itemType":"product","rating":1e400}');
    assert.deepEqual(faultsOf(await huge.expect(400)), ['rating']);
  });

  it('refuses each bad text on create and on update', async () => {
    for (const title of BAD_LINES) assert.deepEqual([await refusedPost({ title }), await refusedPut({ title })], [['title'], ['title']]);
    for (const comment of BAD_COMMENTS)
      assert.deepEqual([await refusedPost({ comment }), await refusedPut({ comment })], [['comment'], ['comment']], shown(comment));
  });

  it('refuses bad images, more than ten, and non-lists', async () => {
    for (const url of [...BAD_URLS, `https://example.com/${'x'.repeat(2_048)}`])
      for (const faults of [
        await refusedPost({ images: ['https://ok.example', url] }),
        await refusedPut({ images: ['https://ok.example', url] }),
      ])
        assert.deepEqual(faults, ['images[1]'], shown(url));
    for (const images of ['https://example.com', '["https://example.com"]', {}, 5, Array(11).fill('https://example.com')])
      assert.deepEqual([await refusedPost({ images }), await refusedPut({ images })], [['images'], ['images']], shown(images));
  });

  it('refuses each bad e-mail and name of guests', async () => {
    for (const guestEmail of [...BAD_EMAILS, ...MORE_EMAILS])
      assert.deepEqual(
        faultsOf(
          await guest(server)
            .post('/reviews', { ...good(), guestEmail })
            .expect(400),
        ),
        ['guestEmail'],
        shown(guestEmail),
      );
    for (const guestName of ['', 'x'.repeat(101), 'Bob\r\nBcc: e@x.example', 'a\u0000', 5, []])
      assert.deepEqual(
        faultsOf(
          await guest(server)
            .post('/reviews', { ...good(), guestEmail: 'a@b.example', guestName })
            .expect(400),
        ),
        ['guestName'],
        shown(guestName),
      );
  });

  it('stores texts of maximal length and every language exactly', async () => {
    const longest = {
      title: '😀'.repeat(200),
      comment: '𝒳'.repeat(5_000),
      images: Array(10).fill(`https://example.com/${'x'.repeat(2_028)}`),
    };
    const { title, comment, images } = await newReview(author, longest);
    assert.deepEqual({ title, comment, images }, longest);
    const made = await newReview(author, { title: ' e\u0301té ', comment: ' a\r\n\tb\u200dc\n ' });
    assert.deepEqual([made['title'], made['comment']], ['été', 'a\n\tb\u200dc']);
  });

  it('stores markup, SQL and templates as plain text', async () => {
    for (const text of INJECTIONS) {
      const { id } = await newReview(guest(server), { title: text, comment: text, guestEmail: 'a@b.example', guestName: text });
      const kept = await storedReview(server, id);
      const expected = text.normalize('NFC').trim();
      assert.deepEqual([kept?.title, kept?.comment, kept?.guestName], [expected, expected, expected]);
      await moderator.get(`/admin/reviews?q=${encodeURIComponent(text)}`).expect(200);
    }
  });

  it('refuses an edit without a known field', async () => {
    for (const body of [undefined, {}, { unknown: 1 }, { status: 'approved', guestName: 'x', itemId: 5 }])
      assert.deepEqual(await refusedPut(body as object), ['body']);
  });

  it('refuses each bad id in a path', async () => {
    for (const id of NO_NUMBERS) {
      const calls = [author.get(`/reviews/${id}`), author.put(`/reviews/${id}`, { rating: 1 }), author.delete(`/reviews/${id}`)];
      for (const call of [...calls, moderator.put(`/admin/reviews/${id}/status?status=rejected`)])
        assert.deepEqual(faultsOf(await call.expect(400)), ['id'], id);
      assert.deepEqual(faultsOf(await author.get(`/reviews/stats/product/${id}`).expect(400)), ['itemId'], id);
    }
    assert.deepEqual(faultsOf(await author.get('/reviews/stats/Product/1').expect(400)), ['itemType']);
    assert.deepEqual(faultsOf(await author.get('/reviews/stats/product/2147483648').expect(400)), ['itemId']);
    assert.equal((await storedReview(server, review.id))?.rating, 5);
  });

  it('refuses each bad filter, order and page', async () => {
    const bad: Record<string, readonly string[]> = {
      itemType: ['', 'Product', 'product,store', 'review'],
      itemId: ['', '0', '1e0', '1.0', '2147483648', 'abc'],
      rating: ['', '0', '6', '5.0', 'five'],
      userId: ['', 'me', 'guest:', 'operator:0', '8D1F4C1E-58A8-4A63-9D3C-2F8F6F0F7D11', "' OR 1=1 -- "],
      sort: ['', 'votes', 'rating;drop', 'id,sleep(5)', 'cfg.a', 'Newest'],
      order: ['', 'DESC', 'asc,id', 'random()'],
      page: ['0', '-1', '1.5', '1e400', 'NaN', 'abc', '9007199254740993'],
      limit: ['0', '-1', '1.5', 'Infinity', 'abc'],
    };
    for (const [name, values] of Object.entries(bad))
      for (const value of values)
        assert.deepEqual(
          faultsOf(await author.get(`/reviews?${name}=${encodeURIComponent(value)}`).expect(400)),
          [name],
          `${name}=${value}`,
        );
    for (const query of ['page=1&page=2', 'rating=1&rating=2', 'itemType=product&itemType=store'])
      assert.deepEqual(faultsOf(await author.get(`/reviews?${query}`).expect(400)), [query.split('=')[0]]);
    for (const query of ['page[]=1', 'userId[$ne]=x', '__proto__[x]=1', 'projectId=12&status=pending&sort[]=id'])
      await author.get(`/reviews?${query}`).expect(200);
    await author.get('/reviews?page=1000000000&limit=100').expect(200);
  });

  it('refuses bad filters in the moderators’ and own list', async () => {
    for (const query of [
      'status=Approved',
      'status=deleted',
      'status=',
      'itemType=x',
      'rating=6',
      'q=',
      `q=${'x'.repeat(101)}`,
      'q=a%00b',
      'page=0',
    ])
      assert.deepEqual(faultsOf(await moderator.get(`/admin/reviews?${query}`).expect(400)), [query.split('=')[0]], query);
    for (const query of ['page=0', 'limit=x'])
      assert.deepEqual(faultsOf(await author.get(`/my-reviews?${query}`).expect(400)), [query.split('=')[0]]);
    for (const q of ['%', '_', '\\', '%'.repeat(100), '"', '٪'])
      assert.deepEqual((await moderator.get(`/admin/reviews?status=rejected&q=${encodeURIComponent(q)}`).expect(200)).body.data, [], q);
  });

  it('stores the reason of a decision exactly', async () => {
    const texts = INJECTIONS.filter((text) => text === text.normalize('NFC').trim());
    for (const [index, reason] of texts.entries()) {
      const status = index % 2 === 0 ? 'rejected' : 'approved';
      const { body } = await moderator.put(`/admin/reviews/${review.id}/status`, { status, reason }).expect(200);
      assert.equal(body.data.statusReason, reason);
    }
  });

  it('refuses unknown, repeated and missing decisions', async () => {
    const pending = await newReview(guest(server), { guestEmail: 'jane@example.com' });
    const path = `/admin/reviews/${pending.id}/status`;
    const bad = ['', '?status=', '?status=deleted', '?status=Approved', '?status=approved%20', '?status=pending,approved', '?status=null'];
    for (const query of [...bad, '?status=approved&status=rejected'])
      assert.deepEqual(faultsOf(await moderator.put(path + query).expect(400)), ['status'], query);
    for (const query of ['?status[]=approved', '?status[$ne]=pending']) await moderator.put(path + query).expect(400);
    for (const body of [{}, { status: null }, { status: 'deleted' }, { status: ['approved'] }, { status: { $ne: 'x' } }])
      assert.deepEqual(faultsOf(await moderator.put(path, body).expect(400)), ['status']);
    for (const reason of ['', 'x'.repeat(501), 'a\u0000b', 'a\u202eb'])
      assert.deepEqual(faultsOf(await moderator.put(path, { status: 'approved', reason }).expect(400)), ['reason']);
    assert.equal((await storedReview(server, pending.id))?.status, 'pending');
    await moderator.put(path, { status: 'approved', reason: '😀'.repeat(500) }).expect(200);
  });
});
