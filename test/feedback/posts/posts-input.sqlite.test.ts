import assert from 'node:assert/strict';
import { trendingOf } from '../../../server/services/feedback/posts/post-trending.ts';
import { codeOf, faultsOf } from '../../apps/support.ts';
import { NO_NUMBERS } from '../../support/requests/attacks.ts';
import type { TestServer } from '../../support/server.ts';
import { type Caller, guest, staff, startFeedbackServer, user } from '../support.ts';
import { countsOf, GOOD_POST, newPost, type PostData } from './post-support.ts';

const BAD_LINES = [
  '',
  '  ',
  'ab',
  '  ab  ',
  'é'.normalize('NFD'),
  'two\nlines',
  'tab\tbed',
  'nul\u0000l',
  'rlo\u202e',
  'lone \ud800',
  'x'.repeat(201),
];
const GOOD_LINES = ['abc', '👍🏽', 'x'.repeat(200), '😀'.repeat(200), 'تم', "' OR 1=1 --", '<script>alert(1)</script>'].filter(
  (text) => [...text].length >= 3,
);
const BAD_PARAGRAPHS = ['', ' \n ', 'nul\u0000l', 'bell\u0007', 'lone \udc00', 'x'.repeat(10_001)];
const GOOD_PARAGRAPHS = ['a', 'two\nlines\tand a tab', '😀'.repeat(10_000), 'rlo\u202etxt'];
const NO_TEXTS = [null, 5, true, {}, [], ['abc'], { $ne: null }, { or: [] }];
const BAD_CATEGORIES = ['Bug', 'bug ', ' bug', '', 'bugs', 'bug,feature', 'constructor', ...NO_TEXTS];

describe('the input of posts', () => {
  let server: TestServer;
  let author: Caller;
  let chief: Caller;
  let post: PostData;

  before(async () => {
    server = await startFeedbackServer();
    author = user(server);
    chief = staff(server);
    post = await newPost(author);
  });
  after(() => server.close());

  const refusedCreate = async (fields: object) => faultsOf(await author.post('/posts', { ...GOOD_POST, ...fields }).expect(400));
  const refusedEdit = async (fields: object) => faultsOf(await author.put(`/posts/${post.id}`, fields).expect(400));
  const refusedMove = async (query: string, body?: object) =>
    faultsOf(await chief.put(`/admin/posts/${post.id}/status${query}`, body).expect(400));
  const refusedList = async (query: string, path = '/posts') => faultsOf(await chief.get(`${path}?${query}`).expect(400));

  describe('POST and PUT', () => {
    const BAD: Record<string, readonly unknown[]> = {
      title: [...BAD_LINES, ...NO_TEXTS],
      description: [...BAD_PARAGRAPHS, ...NO_TEXTS],
      category: BAD_CATEGORIES,
    };
    for (const [field, values] of Object.entries(BAD))
      it(`refuse each bad ${field} and store nothing of it`, async () => {
        const before = await countsOf(server, 11);
        for (const value of values) {
          assert.deepEqual(await refusedCreate({ [field]: value }), [field], JSON.stringify(value).slice(0, 50));
          assert.deepEqual(await refusedEdit({ [field]: value }), [field], JSON.stringify(value).slice(0, 50));
        }
        assert.deepEqual(await countsOf(server, 11), before);
      });

    const GOOD = { title: GOOD_LINES, description: GOOD_PARAGRAPHS, category: ['bug', 'feature', 'improvement', 'other'] };
    for (const [field, values] of Object.entries(GOOD))
      it(`accept each good ${field} without a change`, async () => {
        for (const value of values) {
          assert.equal((await newPost(author, { [field]: value }))[field], value);
          assert.equal((await author.put(`/posts/${post.id}`, { [field]: value }).expect(200)).body.data[field], value);
        }
      });

    it('normalise texts to trimmed NFC with LF line ends', async () => {
      const made = await newPost(author, { title: '  Cafe\u0301 ', description: ' a\r\nb\n' });
      assert.deepEqual([made['title'], made['description']], ['Café', 'a\nb']);
    });

    it('report every fault; an edit needs one field', async () => {
      assert.deepEqual(faultsOf(await author.post('/posts', {}).expect(400)), ['title', 'description', 'category']);
      assert.deepEqual(faultsOf(await author.post('/posts').expect(400)), ['title', 'description', 'category']);
      assert.deepEqual(await refusedCreate({ title: 1, description: 2, category: 3 }), ['title', 'description', 'category']);
      for (const body of [{}, { unknown: 1 }, undefined])
        assert.equal(codeOf(await author.put(`/posts/${post.id}`, body).expect(400)), 'validation_error');
    });
  });

  describe('lists', () => {
    const BAD_QUERIES: [query: string, field: string][] = [
      ...['Votes', 'votes%20', 'votes;drop', 'id,sleep(5)', 'votes_count', 'cfg.a', '', 'hasOwnProperty'].map((sort): [string, string] => [
        `sort=${sort}`,
        'sort',
      ]),
      ...['ASC', 'up', ''].map((order): [string, string] => [`order=${order}`, 'order']),
      ...['Bug', 'bug,other', ''].map((category): [string, string] => [`category=${category}`, 'category']),
      ...['Planned', 'deleted', 'pending'].map((status): [string, string] => [`status=${status}`, 'status']),
      ...['TRUE', '1', 'yes', ''].map((mine): [string, string] => [`mine=${mine}`, 'mine']),
      ...['0', '-1', '1.5', '1e3', 'NaN', 'abc', '', '2147483648'].map((page): [string, string] => [`page=${page}`, 'page']),
      ...['0', '-1', '1.5', '1e3', 'Infinity', ''].map((limit): [string, string] => [`limit=${limit}`, 'limit']),
      ...['', '%20', 'x'.repeat(101), '%00', 'a%0Ab'].map((q): [string, string] => [`q=${q}`, 'q']),
    ];
    it('refuse each bad, repeated or bracketed parameter', async () => {
      for (const [query, field] of BAD_QUERIES) assert.deepEqual(await refusedList(query), [field], query);
      for (const field of ['sort', 'order', 'category', 'status', 'mine', 'page', 'limit', 'q'])
        assert.deepEqual(await refusedList(`${field}=1&${field}=2`), [field]);
    });

    it('refuse the same parameters in the moderators’ list', async () => {
      const shared = BAD_QUERIES.filter(([, field]) => !['sort', 'order', 'mine'].includes(field));
      for (const [query, field] of shared) assert.deepEqual(await refusedList(query, '/admin/posts'), [field], query);
    });

    it('ignore unknown parameters in brackets', async () => {
      await guest(server).get('/posts?status[$ne]=planned&page[]=2&__proto__[x]=1').expect(200);
      assert.equal(Reflect.get({}, 'x'), undefined);
    });
  });

  it('accepts as id only plain digits without a sign', async () => {
    for (const id of NO_NUMBERS) {
      const calls = [
        author.get(`/posts/${id}`),
        author.put(`/posts/${id}`, { title: 'Another' }),
        author.delete(`/posts/${id}`),
        author.post(`/posts/${id}/vote`),
        author.delete(`/posts/${id}/vote`),
        chief.put(`/admin/posts/${id}/status?status=planned`),
      ];
      for (const call of calls) assert.deepEqual(faultsOf(await call.expect(400)), ['id'], id);
    }
  });

  describe('PUT /admin/posts/:id/status', () => {
    it('requires one of the five statuses, exactly as written', async () => {
      assert.deepEqual(await refusedMove(''), ['status']);
      assert.deepEqual(await refusedMove('', { reason: 'Why' }), ['status']);
      for (const status of ['', 'Planned', 'planned%20', 'deleted', 'pending', 'approved', 'planned,declined'])
        assert.deepEqual(await refusedMove(`?status=${status}`, { status: 'planned' }), ['status'], status);
      assert.deepEqual(await refusedMove('?status=planned&status=declined'), ['status']);
      for (const status of ['Planned', null, 1, ['planned'], {}]) assert.deepEqual(await refusedMove('', { status }), ['status']);
    });

    it('accepts a reason of one line up to 500 characters', async () => {
      const reasons = ['', 'x'.repeat(501), 'a\nb', 'nul\u0000l', 5, {}];
      for (const reason of reasons)
        assert.deepEqual(await refusedMove('?status=planned', { reason }), ['reason'], String(reason).slice(0, 20));
      assert.deepEqual(await refusedMove(`?status=planned&reason=${'x'.repeat(501)}`), ['reason']);
      await chief.put(`/admin/posts/${post.id}/status?status=planned`, { reason: '😀'.repeat(500) }).expect(200);
    });
  });

  it('ranks ten times the votes like 12.5 hours', () => {
    const day = (hours: number) => new Date(Date.UTC(2026, 0, 1) + hours * 3_600_000);
    const TABLE: [votes: number, hours: number, above: number][] = [
      [0, 0, 0],
      [9, 0, 1],
      [99, 0, 2],
      [0, 12.5, 1],
      [9, 12.5, 2],
      [0, -25, -2],
      [1, 0, Math.log10(2)],
      [999_999, 0, 6],
    ];
    const base = trendingOf(0, day(0));
    for (const [votes, hours, above] of TABLE) {
      const difference = trendingOf(votes, day(hours)) - base;
      assert.ok(Math.abs(difference - above) < 1e-9, `${votes} votes, ${hours} h: ${difference}`);
    }
    assert.equal(trendingOf(0, new Date(0)), 0);
    assert.ok(trendingOf(5, new Date(1)) > trendingOf(5, new Date(0)));
  });
});
