import assert from 'node:assert/strict';
import { codeOf } from '../../apps/support.ts';
import { statementsOf } from '../../support/databases/statements.ts';
import { client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { type Caller, expectExactCounts, guest, staff, startFeedbackServer, user } from '../support.ts';
import { dataOf, decide, idsOf, newItem, newReview, setOnePerAuthor } from './review-support.ts';

const GUEST = { guestEmail: 'jane@example.com' };

describe('lists of reviews', () => {
  let server: TestServer;
  let author: Caller;
  let moderator: Caller;
  /** A project that only one list of this file reads. */
  let other: { author: Caller; moderator: Caller };

  before(async () => {
    server = await startFeedbackServer();
    author = user(server);
    moderator = staff(server);
    other = { author: user(server, { projectId: 12 }), moderator: staff(server, { projectId: 12 }) };
  });
  after(async () => {
    await expectExactCounts(server);
    await server.close();
  });

  const listed = (query: string, caller = guest(server)) => idsOf(caller.get(`/reviews?${query}`));
  const create = async (fields: object, caller: Parameters<typeof newReview>[0] = author) => (await newReview(caller, { ...fields })).id;

  describe('GET /reviews', () => {
    it('lists approved reviews, newest first, to any caller', async () => {
      const item = { itemType: 'auction', itemId: newItem() };
      const query = `itemType=auction&itemId=${item.itemId}`;
      const first = await create(item);
      const second = await create(item);
      const waiting = await create({ ...item, ...GUEST }, guest(server));
      const rejected = await create(item);
      await decide(moderator, rejected, 'status=rejected');
      await create(item, other.author);
      for (const caller of [guest(server), author, moderator, client(server, { token: 'bad' })])
        for (const status of ['', '&status=pending', '&status=rejected', '&status[]=x'])
          assert.deepEqual(await listed(query + status, caller), [second, first]);
      await decide(moderator, waiting, 'status=approved');
      assert.deepEqual(await listed(query), [waiting, second, first]);
      assert.equal((await listed(query, guest(server, 12))).length, 1);
    });

    it('filters by type, item, rating and author, also combined', async () => {
      const itemId = newItem();
      const made = new Map<string, number>();
      for (const caller of [author, moderator])
        for (const itemType of ['order', 'group_deal'])
          for (const rating of [1, 5]) {
            const id = await create({ itemType, itemId, rating }, caller);
            made.set(`${caller.id} ${itemType} ${rating}`, id);
          }
      const expected = (...parts: (string | number)[]): number[] =>
        [...made]
          .filter(([name]) => parts.every((part) => name.split(' ').includes(String(part))))
          .map(([, id]) => id)
          .reverse();
      assert.deepEqual(await listed(`itemId=${itemId}`), expected());
      assert.deepEqual(await listed('itemType=order'), expected('order'));
      assert.deepEqual(await listed('itemType=order&rating=5'), expected('order', 5));
      assert.deepEqual(await listed(`itemId=${itemId}&rating=1`), expected(1));
      assert.deepEqual(await listed(`itemType=group_deal&itemId=${itemId}&rating=1`), expected('group_deal', 1));
      assert.deepEqual(await listed(`userId=${moderator.id}`), expected(moderator.id));
      assert.deepEqual(await listed(`userId=${moderator.id}&itemType=order&itemId=${itemId}&rating=5`), expected(moderator.id, 'order', 5));
      assert.deepEqual(await listed(`userId=${author.id}&itemType=order`), expected(author.id, 'order'));
      assert.deepEqual(await listed(`itemType=auction&itemId=${itemId}`), []);
      const { body } = await guest(server).get(`/reviews?itemId=${itemId}&rating=5&limit=1`).expect(200);
      assert.deepEqual(body.pagination, { page: 1, limit: 1, total: 4, totalPages: 4, hasNext: true, hasPrevious: false });
    });

    it('finds a guest’s approved reviews by e-mail only for staff', async () => {
      const waiting = await create({ guestEmail: 'omar@example.com' }, guest(server));
      const shown = await create({ guestEmail: 'omar@example.com' }, guest(server));
      await decide(moderator, shown, 'status=approved');
      for (const caller of [guest(server), author])
        assert.equal(codeOf(await caller.get('/reviews?userId=guest:omar@example.com').expect(403)), 'permission_denied');
      for (const email of ['omar@example.com', 'Omar@Example.com'])
        assert.deepEqual(await listed(`userId=guest:${email}`, moderator), [shown]);
      const { body } = await moderator.get('/reviews?userId=guest:omar@example.com').expect(200);
      assert.equal(body.data[0].guestEmail, 'omar@example.com');
      await decide(moderator, waiting, 'status=rejected');
    });

    it('sorts by age and by rating in both directions', async () => {
      const itemId = newItem();
      const item = { itemType: 'store', itemId };
      const ids: number[] = [];
      for (const rating of [3, 5, 1, 5]) ids.push(await create({ ...item, rating }));
      const [a = 0, b = 0, c = 0, d = 0] = ids;
      const orders = {
        'sort=newest': [d, c, b, a],
        'sort=newest&order=asc': [a, b, c, d],
        'sort=oldest': [a, b, c, d],
        'sort=oldest&order=desc': [d, c, b, a],
        'order=asc': [a, b, c, d],
        'sort=rating': [d, b, a, c],
        'sort=rating&order=asc': [c, a, b, d],
      };
      for (const [sort, order] of Object.entries(orders))
        for (const of of [`itemType=store&itemId=${itemId}`, `itemId=${itemId}`, `userId=${author.id}&itemId=${itemId}`])
          assert.deepEqual(await listed(`${of}&${sort}`), order, `${of} ${sort}`);
    });

    it('pages without loss or repetition in every order', async () => {
      const item = { itemType: 'driver', itemId: newItem() };
      for (let index = 0; index < 7; index += 1) await create({ ...item, rating: (index % 3) + 1 });
      for (const sort of ['newest', 'oldest', 'rating']) {
        const query = `itemType=driver&sort=${sort}`;
        const pages = [1, 2, 3, 4].map((page) => listed(`${query}&limit=2&page=${page}`));
        assert.deepEqual((await Promise.all(pages)).flat(), await listed(query));
      }
      const { body } = await guest(server).get('/reviews?itemType=driver&page=9&limit=500').expect(200);
      assert.deepEqual([body.data, body.pagination.limit, body.pagination.total, body.pagination.hasPrevious], [[], 100, 7, true]);
    });

    it('tells caches to keep the projects apart', async () => {
      const answer = await guest(server).get('/reviews').expect(200);
      assert.match(String(answer.headers['vary']), /X-Project-ID, Authorization/);
      const mismatch = client(server, { token: author.token, headers: { 'X-Project-ID': '12' } });
      assert.equal(codeOf(await mismatch.get('/reviews').expect(403)), 'project_mismatch');
    });
  });

  describe('GET /my-reviews', () => {
    it('lists the caller’s reviews of every status, newest first', async () => {
      const me = user(server);
      const kept = await create({}, me);
      const rejected = await create({}, me);
      await decide(moderator, rejected, 'status=rejected&reason=Rude');
      await create({}, user(server, { projectId: 12, userId: me.id }));
      const { body } = await me.get('/my-reviews?status=approved').expect(200);
      const shown = body.data.map(({ id, status, statusReason }: Record<string, unknown>) => [id, status, statusReason]);
      assert.deepEqual(shown, [
        [rejected, 'rejected', 'Rude'],
        [kept, 'approved', null],
      ]);
      assert.deepEqual(await idsOf(me.get('/my-reviews?page=2&limit=1')), [kept]);
      assert.deepEqual(await idsOf(user(server).get('/my-reviews')), []);
    });

    it('lists an operator’s reviews and requires a token', async () => {
      const operator = staff(server, { operatorId: 99 });
      const id = await create({}, operator);
      assert.deepEqual(await idsOf(operator.get('/my-reviews')), [id]);
      assert.equal(codeOf(await guest(server).get('/my-reviews').expect(401)), 'not_authenticated');
      assert.equal(codeOf(await client(server, { apiKey: server.apiKey }).get('/my-reviews').expect(401)), 'not_authenticated');
    });
  });

  describe('GET /admin/reviews', () => {
    it('lists the oldest pending reviews first, then decided ones', async () => {
      const [p1, p2] = [await create(GUEST, guest(server, 12)), await create(GUEST, guest(server, 12))];
      const earlier = await idsOf(other.moderator.get('/admin/reviews?status=approved&limit=100'));
      const [a1, r1, a2, r2] = [
        await create({}, other.author),
        await create({}, other.author),
        await create({}, other.author),
        await create({}, other.author),
      ];
      for (const id of [r1, r2]) await decide(other.moderator, id, 'status=rejected');
      const queue = (query: string) => idsOf(other.moderator.get(`/admin/reviews?${query}`));
      assert.deepEqual(await queue('limit=100'), [p1, p2, ...earlier.toReversed(), a1, r1, a2, r2]);
      assert.deepEqual(await queue('status=pending'), [p1, p2]);
      assert.deepEqual(await queue('status=approved&limit=100'), [a2, a1, ...earlier]);
      assert.deepEqual(await queue('status=rejected'), [r2, r1]);
      assert.deepEqual(await queue('page=2&limit=2'), [...earlier.toReversed(), a1, r1, a2, r2].slice(0, 2));
      const edited = await other.author.put(`/reviews/${r1}`, { title: 'Better' }).expect(200);
      assert.deepEqual(await queue('status=pending'), [p1, p2, dataOf(edited).id]);
    });

    it('filters the queue by type and rating', async () => {
      const kinds = [
        ['group_deal', 2],
        ['group_deal', 3],
        ['auction', 2],
      ] as const;
      const ids: number[] = [];
      for (const [itemType, rating] of kinds) ids.push(await create({ itemType, rating, ...GUEST }, guest(server, 12)));
      const queue = (query: string) => idsOf(other.moderator.get(`/admin/reviews?${query}`));
      assert.deepEqual(await queue('itemType=group_deal'), ids.slice(0, 2));
      assert.deepEqual(await queue('itemType=group_deal&rating=2'), ids.slice(0, 1));
      assert.deepEqual(await queue('rating=2&status=pending'), [ids[0], ids[2]]);
      const { body } = await other.moderator.get('/admin/reviews?rating=2&status=pending&limit=1').expect(200);
      assert.equal(body.pagination.total, 2);
    });

    it('searches title, comment and guest, ignoring spelling variants', async () => {
      const found = async (q: string, rest = '') => idsOf(other.moderator.get(`/admin/reviews?q=${encodeURIComponent(q)}${rest}`));
      const byTitle = await create({ title: 'Crème brûlée 100%' }, other.author);
      const byComment = await create({ comment: 'the شُكْرًا line\nbrulee' }, other.author);
      const byGuest = await create({ guestEmail: 'brulee@example.com', guestName: 'Zoë' }, guest(server, 12));
      assert.deepEqual(await found('BRULEE'), [byGuest, byTitle, byComment]);
      assert.deepEqual(await found('brulee', '&status=approved'), [byComment, byTitle]);
      assert.deepEqual(await found('brulee', '&status=pending'), [byGuest]);
      assert.deepEqual(await found('brulee', '&page=2&limit=2'), [byComment]);
      assert.deepEqual(await found('zoe'), [byGuest]);
      assert.deepEqual(await found('شكرا brulee'), [byComment]);
      assert.deepEqual(await found('100%'), [byTitle]);
      for (const q of ['100_', '\\', "' OR 1=1 -- ", '"*"', 'creme nothing']) assert.deepEqual(await found(q), [], q);
      await other.author.put(`/reviews/${byTitle}`, { title: 'Plain' }).expect(200);
      assert.deepEqual(await found('creme'), []);
      const { body } = await other.moderator.get('/admin/reviews?q=brulee&limit=1').expect(200);
      assert.deepEqual(body.pagination, { page: 1, limit: 1, total: 2, totalPages: 2, hasNext: true, hasPrevious: false });
    });

    it('shows unmasked e-mails and the content hash', async () => {
      const id = await create({ ...GUEST, guestName: 'Jane' }, guest(server, 12));
      const { body } = await other.moderator.get('/admin/reviews?status=pending&limit=100').expect(200);
      const shown = body.data.find((review: { id: number }) => review.id === id);
      assert.deepEqual([shown.userId, shown.guestEmail, shown.guestName], ['guest:jane@example.com', 'jane@example.com', 'Jane']);
      assert.match(shown.contentHash, /^[0-9a-f]{64}$/);
    });
  });

  it('needs as many statements for 20 reviews as for one', async () => {
    await setOnePerAuthor(server, []);
    const me = user(server, { projectId: 12 });
    const item = { itemType: 'auction', itemId: newItem() };
    const id = await create({ ...item, title: 'needle' }, me);
    const calls = [
      () => me.get(`/reviews?itemType=auction&itemId=${item.itemId}`).expect(200),
      () => me.get(`/reviews?itemId=${item.itemId}&sort=rating`).expect(200),
      () => me.get('/reviews?rating=5').expect(200),
      () => me.get(`/reviews?userId=${me.id}`).expect(200),
      () => me.get('/my-reviews').expect(200),
      () => other.moderator.get('/admin/reviews').expect(200),
      () => other.moderator.get('/admin/reviews?status=approved&itemType=auction').expect(200),
      () => other.moderator.get('/admin/reviews?q=needle').expect(200),
      () => me.get(`/reviews/stats/auction/${item.itemId}`).expect(200),
      () => me.get(`/reviews/${id}`).expect(200),
    ];
    const count = async () => {
      const counts: number[] = [];
      for (const call of calls)
        counts.push((await statementsOf(server.db, call)).filter((sql) => /review|feedback_counts/.test(sql)).length);
      return counts;
    };
    const withOne = await count();
    for (let index = 0; index < 19; index += 1) await create({ ...item, title: 'needle' }, me);
    assert.deepEqual(await count(), withOne);
    assert.deepEqual(withOne.slice(-2), [1, 1]);
    // one more than for a guest: the blocks of the caller
    assert.ok(Math.max(...withOne) <= 4, String(withOne));
  });
});
